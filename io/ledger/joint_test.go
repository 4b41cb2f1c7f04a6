package ledger_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/result"
	"steward/core/seeded"
	"steward/io/ledger"
)

// TestReleasesTellNoMoreThanTheLedgerSays makes several releases of the same people through one ledger, which know facts of each other's
// or fewer, about all columns or some. Between files that are neighbours under all facts all of them together, by
// the laws of what was really drawn, tell no more than the ledger says they do.
func TestReleasesTellNoMoreThanTheLedgerSays(t *testing.T) {
	r := seeded.New(20261123, 8)
	met := make(map[string]int)
	for n := range seeded.Often(10, 250) {
		d := plantest.Draw(r)
		d.Plan.Facts.Reading = "" // a stricter one of another release is another matter
		pairs := d.Neighbours(r, 1)
		if len(pairs) == 0 {
			continue
		}
		l, err := ledger.Open(t.TempDir(), d.Plan.DataSet)
		if err != nil {
			t.Fatal(err)
		}
		of := []*plantest.Drawn{d, d.Part(r), d.Part(r)}[:1+r.IntN(3)]
		for range r.IntN(4) {
			if g, ok := d.InGroup(r); ok {
				g.Plan.Budget.Epsilon = []string{"0.25", "1"}[r.IntN(2)]
				of = append(of, g)
				met["about groups"]++
			}
		}
		r.Shuffle(len(of), func(i, j int) { of[i], of[j] = of[j], of[i] })
		var made []*releasetest.Coupled
		var plans []plan.Plan
		all := true
		for i, part := range of {
			part.Ask(r, []string{""})
			c, err := plan.Compile(part.Plan)
			if err != nil {
				all = all && part != d
				met["refused plans"]++
				continue
			}
			would := wouldTell(t, l, c)
			got, err := releasetest.Couple(c, pairs[0], fmt.Sprint("together ", n, " ", i), fromOneFile{l})
			var unbounded *ledger.UnboundedError
			switch {
			case errors.As(err, &unbounded):
				met["not bounded"]++
			case errors.As(err, new(releasetest.Refused)):
				met["refused releases"]++
				all = false // it may be spent
			case err != nil:
				t.Fatalf("%v\n%+v", err, part.Plan)
			default:
				if after := said(t, l).Joint(); would != nil && after.Cmp(would) != 0 {
					t.Errorf("what is left was worked out from %v, and the account says %v after it of\n%+v", would, after, part.Plan)
				} else if would != nil {
					met["foreseen"]++
				}
				made, plans = append(made, got), append(plans, part.Plan)
				continue
			}
			all = all && part != d
		}
		if len(made) == 0 || !all { // without that of all facts the pair may be nearer than the ledger knows
			continue
		}
		check(t, l, made, plans, pairs[0], met)
	}
	for _, name := range slices.Sorted(maps.Keys(met)) {
		t.Log(met[name], name)
	}
}

// fromOneFile is a ledger of releases that are all made from one file.
type fromOneFile struct{ *ledger.Ledger }

func (l fromOneFile) Debit(ctx context.Context, s release.Spend) (result.LedgerEntry, error) {
	s.Membership = "one"
	return l.Ledger.Debit(ctx, s)
}

func check(t *testing.T, l *ledger.Ledger, made []*releasetest.Coupled, plans []plan.Plan, pair plantest.Pair, met map[string]int) {
	t.Helper()
	text := func() string {
		out, err := json.Marshal(plans)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s\nfrom %v\nto %v\ntimes %s", out, pair.From.Slots(), pair.To.Slots(), pair.Times.RatString())
	}
	said, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	joint, err := said.Together(nil)
	if err != nil {
		t.Fatal(err)
	}
	if last := made[len(made)-1].Shown.Ledger; last.SpentAfter != joint.Loss.RatString() {
		if after, ok := new(big.Rat).SetString(last.SpentAfter); !ok || after.Cmp(joint.Loss) != 0 {
			t.Fatalf("after the last release %s are spent, and the ledger says %s", last.SpentAfter, joint.Loss.RatString())
		}
	}
	sum, pure := new(big.Rat), true
	for i, c := range made {
		loss, err := c.Loss()
		if err != nil {
			t.Fatal(err)
		}
		limit := c.Limit(plantest.Pair{Times: new(big.Rat).Mul(pair.Times, joint.Times[i])})
		if part(loss, limit) > 1+1e-9 {
			t.Fatalf("release %d tells %s of the pair, and the ledger counts %s\n%s", i, loss.FloatString(9), limit.FloatString(9), text())
		}
		if joint.Times[i].Cmp(big.NewRat(1, 1)) > 0 {
			met["more people move than was known"]++
		}
		sum.Add(sum, loss)
		pure = pure && plans[i].Budget.Delta == ""
	}
	if !pure {
		met["with a chance of failure"]++
		return
	}
	share := part(sum, new(big.Rat).Mul(joint.Loss, pair.Times))
	if share > 1+1e-9 {
		t.Fatalf("all releases tell %s of the pair, and the ledger says %s\n%s", sum.FloatString(9), joint.Loss.FloatString(9), text())
	}
	if share > 1-1e-9 {
		met["as much as the account says"]++
	}
	each := new(big.Rat)
	for _, loss := range joint.Each {
		each.Add(each, loss)
	}
	if joint.Loss.Cmp(each) < 0 {
		met["groups that are apart"]++
	}
	met[fmt.Sprint(len(made), " releases")]++
}

// part returns how much one number is of another; nothing is no part of nothing, which a release that adds no noise spends.
func part(of, all *big.Rat) float64 {
	switch {
	case of.Sign() == 0:
		return 0
	case all.Sign() == 0:
		return math.Inf(1)
	}
	share, _ := new(big.Rat).Quo(of, all).Float64()
	return share
}

// said is what a ledger says.
func said(t *testing.T, l *ledger.Ledger) ledger.Statement {
	t.Helper()
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// wouldTell is what all releases would tell together after one of a plan, by what it adds to and how often its budget counts; nil where
// that is not known or it has a chance of failure.
func wouldTell(t *testing.T, l *ledger.Ledger, c *plan.Compiled) *big.Rat {
	t.Helper()
	now := said(t, l)
	to, times, err := now.AddedTo(&c.Plan)
	if err != nil || !c.Spends().Delta().IsZero() {
		return nil
	}
	after := times.Mul(times, c.Spends().Epsilon().Rat())
	after.Add(after, to)
	if before := now.Sums(&c.Plan); before.Err == nil && before.Spent.Cmp(after) > 0 {
		return before.Spent
	}
	return after
}
