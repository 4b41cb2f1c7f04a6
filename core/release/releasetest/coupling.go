package releasetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"steward/core/noise"
	"steward/core/noise/noisetest"
	"steward/core/optimum"
	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/release"
	"steward/core/result"
)

// Coupled is two releases that show the same.
type Coupled struct {
	Shown *result.Release

	plan     *plan.Compiled
	from, to *noisetest.Script
}

// Refused is the error of a plan that cannot be released, whatever is in the file.
type Refused struct{ Why error }

func (r Refused) Error() string { return r.Why.Error() }

// Couple releases a plan on both files of a pair, with draws from a seed of that name; the ledger is debited of the first
// release alone. It errors with Refused where the first is refused, and where the two do not show the same, or not by the
// draws that are stated.
func Couple(c *plan.Compiled, pair plantest.Pair, name string, ledger release.Ledger) (*Coupled, error) {
	out := &Coupled{plan: c, from: noisetest.NewScript(name)}
	var err error
	if out.Shown, err = Release(c, release.FromRows(pair.From), out.from, ledger); err != nil {
		return nil, Refused{err}
	}
	s := newStatement(out.Shown, pair)
	out.to = out.from.Follow(s.shift(out.from.Draws))
	again, err := Release(c, release.FromRows(pair.To), out.to, debited{out.Shown.Ledger})
	if err != nil {
		return out, fmt.Errorf("on the other file: %w", err)
	}
	a, b, err := published(out.Shown, again)
	switch {
	case err != nil:
		return out, err
	case a != b && s.unstated:
		return nil, Refused{errors.New("whose draws move people along pairs is not stated")}
	case a != b:
		return out, fmt.Errorf("though the same came of every draw, other things are published:\n%s\n%s", a, b)
	case len(out.from.Draws) != len(out.to.Draws):
		return out, fmt.Errorf("%d draws on one file and %d on the other", len(out.from.Draws), len(out.to.Draws))
	}
	return out, s.check(out)
}

// searched is what releases search for on public numbers, so that it is searched for once.
var searched = optimum.Share(context.Background(), new(optimum.Memory))

// Release releases a plan on data.
func Release(c *plan.Compiled, data release.Source, s noise.Fresh, l release.Ledger) (*result.Release, error) {
	return release.Run(searched, release.Job{Plan: c, Data: reviewed{data}, Ledger: l, Noise: func() noise.Fresh { return s }, Time: "2026-01-01T00:00:00Z"})
}

// Public is the digest of files that plans are compared on, which no data have that are released.
const Public = "public"

// reviewed is data that was reviewed as it stands.
type reviewed struct{ release.Source }

func (reviewed) SameAsReviewed(f plan.Fingerprint) (bool, error) { return f.Digest != Public, nil }

// debited is a ledger with an entry.
type debited struct{ entry result.LedgerEntry }

func (d debited) Debit(context.Context, release.Spend) (result.LedgerEntry, error) {
	return d.entry, nil
}

// NoLedger is one that keeps nothing.
func NoLedger() release.Ledger { return debited{} }

// published returns all that two releases publish.
func published(a, b *result.Release) (string, string, error) {
	first, err := json.Marshal(a)
	if err != nil {
		return "", "", err
	}
	second, err := json.Marshal(b)
	return string(first), string(second), err
}

// String tells what was drawn.
func (c *Coupled) String() string {
	var b strings.Builder
	for _, q := range c.Shown.Questions {
		fmt.Fprintf(&b, "%s: %v %+v\n", q.Mechanism.ID, q.Unadjusted, q.Measured)
	}
	for i, d := range c.from.Draws {
		fmt.Fprintf(&b, "%d: %+v\n", i, d)
		if c.to != nil && i < len(c.to.Draws) {
			fmt.Fprintf(&b, "   %+v\n", c.to.Draws[i])
		}
	}
	return b.String()
}

// Methods are the ids of all methods that drew something.
func (c *Coupled) Methods() []string {
	var out []string
	for _, q := range c.Shown.Questions {
		out = append(out, q.Mechanism.ID)
	}
	for _, x := range c.Shown.Choices {
		out = append(out, x.Mechanism.ID)
	}
	for _, x := range c.Shown.Clusters {
		out = append(out, x.Mechanism.ID)
	}
	for _, x := range c.Shown.Synthetic {
		out = append(out, x.Mechanism.ID)
	}
	return slices.Compact(out)
}
