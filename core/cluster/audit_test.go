package cluster

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/internal/audit"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
)

// subject is a prepared clustering as an audit sees it: everything that it publishes.
func subject(p *Prepared, claim audit.Claim) audit.Subject {
	c := p.problem.Clustering
	return audit.Subject{
		Claim:  claim,
		Source: func(stream uint64) noise.Source { return seeded.New(77, stream) },
		Release: func(ctx context.Context, counts []int64, src noise.Source) (audit.Output, error) {
			v, err := histogram.FromCounts(c.domain, slices.Clone(counts))
			if err != nil {
				return nil, err
			}
			out, err := p.release(ctx, v, src, false)
			if err != nil {
				return nil, err
			}
			var centres, begun []float64
			for _, m := range out.centres {
				centres = append(centres, m...)
			}
			for _, r := range out.rounds {
				for _, m := range r.from {
					begun = append(begun, m...)
				}
			}
			return audit.Output{out.sizes, centres, append(begun, out.sizes...)}, nil
		},
	}
}

// named is a policy with a name, and whether the fast run takes it with a delta.
type named struct {
	name     string
	policy   *policy.Policy
	gaussian bool
}

// auditPolicies are policies over a line of whole numbers.
func auditPolicies(t *testing.T, d *domain.Domain) []named {
	t.Helper()
	a := d.Attributes()[0]
	graded, err := policy.Graded([]policy.Scaled{{Attribute: a, Scale: big.NewRat(1, 1)}}, policy.Grade{Norm: distance.L1, Unit: big.NewRat(2, 1)})
	if err != nil {
		t.Fatal(err)
	}
	weighed, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{graded}})
	if err != nil {
		t.Fatal(err)
	}
	return []named{{"all", policy.Full(d, false), false}, {"presence", policy.PresenceOnly(d), false}, {"near", thresholdOn(t, d, 1), true}, {"graded", weighed, false}}
}

// claims returns what a problem promises.
func claims(p Problem) audit.Claim {
	e := p.Cells.Budget.Float()
	if p.Cells.Gaussian {
		return audit.Concentrated{Rho: e * e / 2}
	}
	return audit.Pure{Epsilon: e}
}

// TestAuditOfGroups samples both ways on the hardest neighbours, pure and with a delta. Rounds with four times the
// budget, and those by lemma 6.1 of He et al., which leaves out edges across a border, are found out.
func TestAuditOfGroups(t *testing.T) {
	d := grid(t, []int{8})
	c := asks(t, d, 2)
	c.question.Rounds = 2
	run := func(p *Prepared, pairs []audit.Pair) (broken bool, worst audit.Finding) {
		t.Helper()
		found, err := audit.Sampled{Runs: seeded.Often(500, 3000), FalseAlarm: seeded.Among(2 * 2 * 4)}.Run(context.Background(), subject(p, claims(p.problem)), pairs)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(found, audit.Finding.Broken), found[0]
	}
	caught, tried := 0, 0
	for _, pol := range auditPolicies(t, d) {
		for _, gaussian := range []bool{false, true} {
			if !seeded.Audit && gaussian != pol.gaussian {
				continue
			}
			name, p := pol.name, problemOn(t, c, pol.policy, "1", 0)
			p.Cells.Gaussian = gaussian
			all, err := audit.Neighbourhood{Policy: p.Cells.Policy}.Pairs()
			if err != nil {
				t.Fatal(err)
			}
			pairs := audit.Hardest(all, 1, func(x audit.Pair) float64 {
				far := 0.0 // across the middle
				for at := range x.A {
					far += float64(x.A[at]-x.B[at]) * float64(at-4) * float64(x.A[at]-x.B[at])
				}
				return max(far, -far)
			})
			list, err := Alternatives(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			for _, way := range []*Prepared{list[0], list[len(list)-1]} {
				if broken, f := run(way, pairs); broken {
					t.Errorf("%s, delta %v: %s: %s", name, gaussian, way.Info().ID, f)
				}
			}
			tried++
			more := *list[len(list)-1]
			rounds := *more.rounds
			rounds.loss.budget = new(big.Rat).Mul(rounds.loss.budget, big.NewRat(16, 1))
			more.rounds = &rounds
			if broken, _ := run(&more, pairs); broken {
				caught++
			}
		}
	}
	if caught < tried*3/4 {
		t.Errorf("of %d with more budget %d are found out", tried, caught)
	}
}

// TestAuditFindsLemma61 leaves out the edges across a border, as lemma 6.1 does.
func TestAuditFindsLemma61(t *testing.T) {
	d := grid(t, []int{11})
	c := asks(t, d, 2)
	p, err := inSoManyRounds(context.Background(), problemOn(t, c, thresholdOn(t, d, 1), "1", 0), 1)
	if err != nil {
		t.Fatal(err)
	}
	p.rounds.begin = []point{{2}, {9}} // the border lies between 5 and 6
	across := make([]int64, 11)
	across[2], across[9] = 40, 40 // otherwise groups are too small for their means to be published
	other := slices.Clone(across)
	across[5], other[6] = 1, 1
	pair := []audit.Pair{{What: "5 or 6", A: across, B: other, Weight: big.NewRat(1, 1)}}
	sampled := audit.Sampled{Runs: seeded.Often(1200, 3000), FalseAlarm: seeded.FalseAlarm}
	broken := func() bool {
		found, err := sampled.Run(context.Background(), subject(p, audit.Pure{Epsilon: 1}), pair)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(found, audit.Finding.Broken)
	}
	if broken() {
		t.Error("rounds lose more than they may")
	}
	p.rounds.edges.listed = slices.DeleteFunc(p.rounds.edges.listed, func(x listedEdge) bool { return min(x.u, x.v) == 5 })
	if !broken() {
		t.Error("rounds by lemma 6.1 are not found out")
	}
}
