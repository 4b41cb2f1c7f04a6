package witness

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"steward/core/plan"
	"steward/core/release"
	"steward/io/export"
	"steward/io/ledger"
)

// heed adds what the record says to the account, unless the account has it. Records that are not as they were written are not
// believed.
func (f found) heed(ctx context.Context, ledgers string) (added int, err error) {
	book, err := ledger.In(ledgers).Open(f.Ledger.DataSet)
	if err != nil {
		return 0, err
	}
	origin := ledger.Origin{Sequence: f.Ledger.Sequence, Hash: f.Ledger.Hash}
	before, err := book.Statement()
	if err != nil || before.Has(origin) {
		return 0, err
	}
	if _, whole, err := export.CheckSeal(f.path); err != nil || !whole {
		return 0, nil
	}
	r, err := export.ReadRecord(f.path)
	if err != nil {
		return 0, err
	}
	names := append(slices.Sorted(maps.Keys(r.Files)), filepath.Base(f.path))
	noted, err := book.Recover(ctx, entryOf(r), ledger.Recovery{
		Origin: origin, Before: r.Ledger.SpentBefore, ChanceBefore: r.Ledger.DeltaBefore,
		Closing: ledger.Closing{Time: r.Created, Digest: r.Digest, Files: names, Seal: r.Seal},
	})
	if err != nil || !noted {
		return 0, err
	}
	after, err := book.Statement()
	return len(after.Entries) - len(before.Entries), err
}

// entryOf returns the entry that a release was debited by, as far as its record tells.
func entryOf(r export.Record) ledger.Entry {
	e := ledger.Entry{
		Epsilon: r.Epsilon, Delta: r.Delta, Rho: r.Rho, Time: r.Created, Title: r.Plan.Title, Policy: r.Protection.Policy, Questions: r.Plan.Titles(),
		Disclosed: r.Protection.Disclosed, Declared: release.Declared(r.Plan),
	}
	e.Facts = e.Declared != nil && r.Plan.Facts.Any()
	if r.Multiplier > 1 {
		e.Tied = r.Multiplier
	} else if e.Declared == nil && r.Plan.Facts.Any() {
		e.Tied = 2 // nobody works out whether they tie people together
	}
	for _, c := range r.Plan.Columns {
		e.Columns = append(e.Columns, string(c.Name))
	}
	everybody := r.Plan
	everybody.Group = nil
	if p, err := plan.Policy(everybody); err == nil {
		if d, known := p.Farthest(); known {
			e.Farthest = d.Rat().RatString()
		}
	}
	return e
}
