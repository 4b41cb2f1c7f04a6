package cluster

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
	"steward/core/workload"
)

// random is a random clustering under a random policy.
type random struct {
	clustering *Clustering
	problem    Problem
	maker      randompolicy.Maker
}

func randomClustering(t testing.TB, seed uint64) (random, bool) {
	t.Helper()
	m := randompolicy.New(t, seeded.New(91, seed))
	var columns []*domain.Attribute
	var asked []Column
	for i := range m.Pick(1, 3) {
		a := m.Ordered(fmt.Sprint("c", i), 4)
		columns, asked = append(columns, a), append(asked, Column{Name: a.Name()})
	}
	if m.Chance(3) {
		for i := range asked {
			asked[i].Scale = big.NewRat(int64(m.Pick(1, 5)), int64(m.Pick(1, 5)))
		}
	}
	if m.Chance(3) { // a column that is published and not asked about
		columns = append(columns, m.Column("more", 3))
	}
	d := m.Domain(columns, true)
	published := m.Policy(d)
	c, err := New(Question{ID: "q", Title: "q", Columns: asked, Clusters: m.Pick(2, 3)}, d)
	if err != nil {
		return random{}, false
	}
	budget, _ := account.ParseEpsilon(fmt.Sprintf("0.%02d", m.Pick(5, 99)))
	w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: c.question.Names()}, d)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := mechanism.NewProblem(w, published, constraint.Facts{}, budget)
	if err != nil {
		return random{}, false
	}
	cells.Gaussian = m.Chance(3)
	cells.Disclose = seed%3 == 0
	return random{c, Problem{c, cells}, m}, true
}

// randomCentres returns centres anywhere in the bounds.
func (r random) randomCentres() []point {
	out := make([]point, r.clustering.question.Clusters)
	for g := range out {
		for j := range r.clustering.axes {
			out[g] = append(out[g], float64(r.maker.Pick(0, 100))/100*float64(r.clustering.axes[j].most()))
		}
	}
	return out
}

// difference returns how much sizes and sums of two data sets that differ in one person are apart: the
// sums in steps, by axis, worked out by adding them up.
func (r random) difference(m *measure, u, v policy.Vertex) (sizes, sums []int64) {
	c, k := r.clustering, r.clustering.question.Clusters
	one := func(cell policy.Vertex) ([]int64, [][]int64) {
		counts := make([]int64, c.cells)
		if cell != policy.Absent {
			counts[cell] = 1
		}
		n, s := make([]int64, k), make([][]int64, len(c.axes))
		for j := range s {
			s[j] = make([]int64, k)
		}
		c.addUp(counts, m.of, m.about, n, s)
		return n, s
	}
	nu, su := one(u)
	nv, sv := one(v)
	for g := range nu {
		sizes = append(sizes, nu[g]-nv[g])
	}
	for j := range su {
		for g := range su[j] {
			sums = append(sums, su[j][g]-sv[j][g])
		}
	}
	return sizes, sums
}

// measured returns a measure for random centres and points of reference.
func (r random) measured() *measure {
	c := r.clustering
	centres := r.randomCentres()
	m := &measure{c: c, of: make([]int16, c.cells), squared: r.problem.Cells.Gaussian}
	c.assign(m.of, centres)
	for range centres {
		about := make([]int64, len(c.axes))
		for j := range about {
			about[j] = int64(r.maker.Pick(0, int(c.axes[j].most())))
		}
		m.about = append(m.about, about)
	}
	return m
}

// TestChangesAreThoseOfAllEdges compares what is found of the edges of random policies with the
// definition: for many ratios of the two parts of the budget, the largest cost of an edge, from sums
// over data sets.
func TestChangesAreThoseOfAllEdges(t *testing.T) {
	tried, exact, families, cut := 0, 0, 0, 0
	drawn := uint64(seeded.Often(600, 1600))
	for seed := range drawn {
		r, ok := randomClustering(t, seed)
		if !ok {
			continue
		}
		walked, _, _ := r.problem.edgesAndBudget()
		most := maxListed
		if seed >= drawn*7/8 {
			most = 2 // as where there are too many to list
		}
		e, err := edgesUpTo(context.Background(), r.clustering, walked, most)
		if err != nil {
			t.Fatal(err)
		}
		if len(e.families) > 0 {
			families++
		}
		m := r.measured()
		got := e.changes(m)
		if most < maxListed && len(e.families) > 0 && !e.exact {
			cut++
		}
		tried++
		if got.exact {
			exact++
		}
		for _, ratio := range []float64{0, 0.25, 1, 7, 1e9} {
			brute := 0.0
			cost := func(sizes, sums float64, w weighted.Weight) float64 {
				if ratio == 1e9 {
					return sizes / w.Steps()
				}
				return (ratio*sizes + sums) / w.Steps()
			}
			err := r.problem.Cells.Policy.Edges(func(x policy.Edge) bool {
				sizes, sums := r.difference(m, x.U, x.V)
				n, s := 0.0, 0.0
				for _, d := range sizes {
					n += math.Abs(float64(d))
				}
				for i, d := range sums {
					part := float64(r.clustering.axes[i/len(sizes)].part)
					if m.squared {
						s += square(part * float64(d))
					} else {
						s += math.Abs(part * float64(d))
					}
				}
				brute = max(brute, cost(n, s, x.Weight))
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			found := 0.0
			for _, x := range got.list() {
				found = max(found, cost(float64(x.sizes), float64(x.sums), x.weight))
			}
			if found < brute*(1-1e-12) || got.exact && found > brute*(1+1e-12) {
				t.Errorf("seed %d, ratio %v: %v, and brute force finds %v (%s)", seed, ratio, found, brute, randompolicy.Describe(walked))
			}
		}
	}
	if tried < seeded.Often(150, 400) || exact < tried/2 || families < seeded.Often(22, 60) || cut < seeded.Often(7, 20) {
		t.Errorf("of %d problems %d are exact, %d by blocks, %d with too many edges", tried, exact, families, cut)
	}
}

// worstOf returns the most that an edge costs by the noise of one of so many rounds, as a part of what it may, by the
// definition.
func (r random) worstOf(t *testing.T, m *measure, now amounts, rounds int64) *big.Rat {
	t.Helper()
	cells, worst := r.problem.Cells, new(big.Rat)
	err := cells.Policy.Edges(func(x policy.Edge) bool {
		lost, known := r.lost(m, now, x.U, x.V)
		if !known {
			t.Fatalf("a sum that changes has no noise (%s)", randompolicy.Describe(cells.Policy))
		}
		allowed := cells.EffectiveAt(x.Weight).Rat()
		if cells.Gaussian {
			allowed.Mul(allowed, allowed)
		}
		allowed.Quo(allowed, big.NewRat(rounds, 1))
		if lost.Quo(lost, allowed); lost.Cmp(worst) > 0 {
			worst.Set(lost)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return worst
}

// lost returns what the noise of a round costs when somebody goes from u to v; false where something that
// changes has no noise.
func (r random) lost(m *measure, now amounts, u, v policy.Vertex) (*big.Rat, bool) {
	sizes, sums := r.difference(m, u, v)
	lost, known := new(big.Rat), true
	add := func(d int64, l noise.Law) {
		if d == 0 {
			return
		}
		z := big.NewRat(d, 1)
		switch {
		case l.IsZero():
			known = false
		case l.Family().Squares():
			lost.Add(lost, z.Quo(z.Mul(z, z), l.Rat()))
		default:
			lost.Add(lost, z.Quo(z.Abs(z), l.Rat()))
		}
	}
	for _, d := range sizes {
		add(d, now.sizes)
	}
	for i, d := range sums {
		add(d, now.sums[i/len(sizes)])
	}
	return lost, known
}

// TestNoiseHidesEveryEdge adds up what every edge of random policies costs by the noise that is
// chosen for a round: no more than the budget, and nearly all of it.
func TestNoiseHidesEveryEdge(t *testing.T) {
	tried, full := 0, 0
	for seed := range uint64(700) {
		r, ok := randomClustering(t, seed)
		if !ok {
			continue
		}
		p := r.problem
		walked, _, _ := p.edgesAndBudget()
		e, err := newEdges(context.Background(), r.clustering, walked)
		if err != nil {
			t.Fatal(err)
		}
		in, err := p.prepareRounds(context.Background(), e, 3)
		if err != nil {
			t.Fatal(err)
		}
		centres := r.randomCentres()
		of := make([]int16, r.clustering.cells)
		r.clustering.assign(of, centres)
		people := make([]float64, len(centres))
		for g := range people {
			people[g] = float64(r.maker.Pick(1, 90))
		}
		about, now, err := in.design(of, centres, people)
		if err != nil {
			t.Fatal(err)
		}
		worst := r.worstOf(t, &measure{c: r.clustering, of: of, about: about}, now.amounts, 3)
		tried++
		if worst.Cmp(big.NewRat(1, 1)) > 0 {
			t.Errorf("seed %d: an edge loses %s of what it may (%s)", seed, worst.FloatString(6), randompolicy.Describe(walked))
		}
		if worst.Cmp(big.NewRat(999, 1000)) > 0 {
			full++
		}
	}
	if tried < 200 || full < tried*4/10 {
		t.Errorf("of %d problems %d use all of the budget", tried, full)
	}
}

// TestCheckRounds checks the noise of releases. Where the sizes or the sums of a round have a tenth less, or there is a round
// too many, they are refused whenever an edge then costs more than it may, which is the rule.
func TestCheckRounds(t *testing.T) {
	tried, broken := 0, make(map[string]int)
	enough := func() bool {
		return tried >= 40 && broken["sizes"] >= 20 && broken["sums"] >= 20 && broken["rounds"] >= 30
	}
	for seed := uint64(0); seed < 100 || !enough() && seed < 2000; seed++ {
		r, ok := randomClustering(t, seed)
		if !ok {
			continue
		}
		r.clustering.question.Rounds = 2
		p, err := inSoManyRounds(context.Background(), r.problem, 2)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := histogram.FromCounts(r.clustering.domain, r.maker.Counts(r.clustering.domain, -1))
		if err != nil {
			t.Fatal(err)
		}
		found, err := p.Release(context.Background(), counts, seeded.New(20261123, 8))
		if err != nil {
			t.Fatal(err)
		}
		check := func(list []RoundNoise) error { return r.problem.CheckRounds(context.Background(), list) }
		if err := check(found.Noise); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		less := func(text string) string {
			scale, _ := new(big.Rat).SetString(text)
			return scale.Mul(scale, big.NewRat(9, 10)).RatString()
		}
		first, second := found.Noise[0], found.Noise[1]
		sizes, sums := second, second
		sizes.SizeScale = less(second.SizeScale)
		sums.SumScales = nil
		for _, text := range second.SumScales {
			sums.SumScales = append(sums.SumScales, less(text))
		}
		tried++
		for what, list := range map[string][]RoundNoise{"sizes": {first, sizes}, "sums": {first, sums}, "rounds": {first, second, first}} {
			if !r.broken(t, p, list) {
				continue // such as rounds without noise that no edge changes, of which there may be any number
			}
			broken[what]++
			if check(list) == nil {
				t.Errorf("seed %d: noise that costs too much by its %s passes", seed, what)
			}
		}
	}
	if !enough() {
		t.Errorf("of %d releases these break the promise: %v", tried, broken)
	}
}

// broken says whether an edge costs more by the noise of a round than its share of the budget.
func (r random) broken(t *testing.T, p *Prepared, list []RoundNoise) bool {
	t.Helper()
	for _, n := range list {
		a, err := p.rounds.read(n)
		if err != nil {
			t.Fatal(err)
		}
		m := &measure{c: r.clustering, of: make([]int16, r.clustering.cells), about: n.About}
		r.clustering.assign(m.of, points(n.From))
		if r.worstOf(t, m, a, int64(len(list))).Cmp(big.NewRat(1, 1)) > 0 {
			return true
		}
	}
	return false
}
