package registry

import (
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
	"steward/core/workload"
)

// Under policies whose edges differ in weight, every mechanism hides each edge by the budget
// times that edge's weight, and any two cells by the budget times their distance, in exact arithmetic over the rows that it measures. On the lightest edges the
// budget is used up often enough for a missing weight to show.
func TestWeightedPolicies(t *testing.T) {
	weighted, tight := make(map[string]int), make(map[string]int)
	far := &distances{}
	for stream := uint64(60); stream < 60+weightedStreams; stream++ {
		eachPreparedUntil(t, stream, mechanismtest.Problems, func() bool { return len(tight) >= len(independent())/2 }, func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
			if s.Policy.Uniform() || mechanismtest.Impossible(s) { // without a record that can occur there is nothing to hide
				return
			}
			id := q.Info().ID
			weighted[id]++
			_, epsilon := mechanismtest.Certify(t, s, q) // no edge loses more than its weight allows
			m, worst := mechanismtest.Measured(t, q), new(big.Rat)
			for _, e := range s.Edges(t).Own {
				cost, _ := m.Cost(e.U, e.V)
				if loss := new(big.Rat).Quo(cost.Near(), e.Weight.Rat()); loss.Cmp(worst) > 0 {
					worst = loss
				}
			}
			if worst.Cmp(new(big.Rat).Mul(epsilon, big.NewRat(99, 100))) > 0 {
				tight[id]++
			}
			checkFar(t, s, m, epsilon, far)
		})
	}
	if len(tight) < len(independent())/2 {
		t.Errorf("only %v used the whole budget", tight)
	}
	for _, mech := range independent() {
		id := mech.Info().ID
		if seeded.Audit && (weighted[id] < weightedStreams*mechanismtest.Problems/100 || tight[id] == 0) {
			t.Errorf("%s: %d policies with weights, on %d of them the whole budget was used", id, weighted[id], tight[id])
		}
	}
}

// distances remembers those of the last scene, which every mechanism is checked on.
type distances struct {
	of    string
	known map[[2]int]weighted.Weight
}

func (d *distances) between(s mechanismtest.Scene, u, v int, from, to []int) weighted.Weight {
	if d.of != s.Name {
		d.of, d.known = s.Name, make(map[[2]int]weighted.Weight)
	}
	w, ok := d.known[[2]int{u, v}]
	if !ok {
		w = s.Policy.Distance(from, to)
		d.known[[2]int{u, v}] = w
	}
	return w
}

// checkFar checks the loss between possible cells against their distance: between any two, or so
// many evenly from all pairs.
func checkFar(t *testing.T, s mechanismtest.Scene, m mechanismtest.Measurement, epsilon *big.Rat, far *distances) {
	t.Helper()
	d := s.Policy.Domain()
	k, err := d.Cells()
	if err != nil {
		t.Fatal(err)
	}
	from, to := make([]int, len(d.Attributes())), make([]int, len(d.Attributes()))
	step, at := max(1, k*(k-1)/2/farPairs), 0
	for u := range k {
		for v := range u {
			if at++; at%step != 0 || !d.Possible(u) || !d.Possible(v) {
				continue
			}
			d.Values(from, u)
			d.Values(to, v)
			w := far.between(s, u, v, from, to)
			if w == weighted.Infinite {
				continue // nothing is promised
			}
			cost, told := m.Cost(u, v)
			if limit := new(big.Rat).Mul(epsilon, w.Rat()); !cost.Within(limit) {
				t.Fatalf("%s: cells %d and %d cost %s, their distance allows %s", s.Name, u, v, cost.Near().FloatString(9), limit.FloatString(9))
			}
			for _, r := range told {
				if !mechanismtest.StatedTotal(s, r) {
					t.Fatalf("%s: the row %v tells cells %d and %d apart", s.Name, r.Of, u, v)
				}
			}
		}
	}
}

// Where every edge weighs more than one, and where heavy ones stand beside light ones, each is hidden by its own
// weight and no more, whatever the question: boxes over two columns among them, which random problems seldom ask.
func TestHeavyEdges(t *testing.T) {
	two, three := mechanismtest.Column(t)(domain.NewOrdered("x", []string{"a", "b"}, mechanismtest.NoSpecial)), mechanismtest.Column(t)(domain.NewWhole("y", 0, 2, mechanismtest.NoSpecial))
	weighed := func(p policy.Part, factor int64) policy.Part {
		return mechanismtest.Part(t)(p.Weigh(big.NewRat(factor, 1)))
	}
	tried := make(map[string]int)
	for _, weights := range [][2]int64{{2, 2}, {2, 6}, {1, 4}} {
		for _, q := range []workload.Question{
			{Kind: workload.Ranges, Every: true}, {Kind: workload.Table}, {Kind: workload.Table, Totals: true},
		} {
			for _, gaussian := range []bool{false, true} {
				s := mechanismtest.Setup{Columns: []*domain.Attribute{two, three}, Question: q, Gaussian: gaussian, Epsilon: "0.5", Parts: []policy.Part{weighed(policy.Complete(two), weights[0]), weighed(policy.Complete(three), weights[1])}}
				e := s.Make(t, "heavy edges")
				for _, mech := range independent() {
					if !mech.Check(e.Scene.Problem).OK() {
						continue
					}
					p, err := mech.Prepare(t.Context(), e.Scene.Problem)
					if err != nil {
						t.Fatalf("%s: %v", mech.Info().ID, err)
					}
					mechanismtest.Certify(t, e.Scene, p)
					tried[mech.Info().ID]++
				}
			}
		}
	}
	if len(tried) < 6 || tried["laplace-answers"] == 0 {
		t.Errorf("tried %v", tried)
	}
}
