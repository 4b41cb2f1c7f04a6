package publish

import (
	"context"

	"steward/core/release"
	"steward/io/ledger"
)

// Know adds to the account of a data set what the record of an earlier release says of its secrets and of the facts that it took as
// known, which accounts of versions up to 0.9 do not have.
func Know(ctx context.Context, l *ledger.Ledger, record string, w ledger.Words) (ledger.Entry, error) {
	r, err := sealed(record)
	if err != nil {
		return ledger.Entry{}, err
	}
	return l.Know(ctx, r.Seal, release.Declared(r.Plan), w)
}
