package choice

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
	"steward/core/workload"
)

// eachHistogram calls yield with all counts of up to most people per value.
func eachHistogram(values int, most int64, yield func(x []int64)) {
	x := make([]int64, values)
	var fill func(v int)
	fill = func(v int) {
		if v == values {
			yield(x)
			return
		}
		for x[v] = 0; x[v] <= most; x[v]++ {
			fill(v + 1)
		}
		x[v] = 0
	}
	fill(0)
}

// rangeBetween returns the range of the changes of the scores from one histogram to another.
func rangeBetween(s scorer, options int, x, y []int64) int64 {
	a, b := make([]int64, options), make([]int64, options)
	s.scores(a, x)
	s.scores(b, y)
	return rangeOf(b, a)
}

// scorersOf lists scores over so many declared values and a blank.
func scorersOf(t *testing.T, values int) map[string]scorer {
	out := map[string]scorer{"most common": tally{values}}
	for _, part := range [][2]int64{{1, 2}, {1, 3}, {3, 4}} {
		for width := range 3 {
			for _, offset := range []int64{0, -2, 3} {
				out[fmt.Sprintf("%d/%d, width %d, offset %d", part[0], part[1], width, offset)] = rank{
					values: values, num: part[0], den: part[1], width: width, window: int64(2*width + 1), offset: offset}
			}
		}
	}
	r := seeded.New(3, uint64(values))
	rows := make([][]int64, 4)
	for o := range rows {
		rows[o] = make([]int64, values+1)
		for v := range rows[o] {
			rows[o][v] = int64(r.IntN(7) - 2)
		}
	}
	l, err := newLinear(rows)
	if err != nil {
		t.Fatal(err)
	}
	out["weights"] = l
	return out
}

func optionsOf(s scorer, values int) int {
	if l, ok := s.(*linear); ok {
		return len(l.rows)
	}
	return values
}

// TestRangesAreThoseOfAllData compares swap and alone with the largest range over all histograms of
// up to six people per value, and of many.
func TestRangesAreThoseOfAllData(t *testing.T) {
	for _, values := range []int{1, 2, 3, 4, 5} {
		most := []int64{0, 6, 6, int64(seeded.Often(3, 6)), int64(seeded.Often(2, 3)), int64(seeded.Often(1, 2))}[values]
		for name, s := range scorersOf(t, values) {
			options := optionsOf(s, values)
			swap := make([][]int64, values+1)
			alone := make([]int64, values+1)
			for u := range swap {
				swap[u] = make([]int64, values+1)
			}
			look := func(x []int64) {
				for u := range x {
					x[u]++
					with := slices.Clone(x)
					x[u]--
					alone[u] = max(alone[u], rangeBetween(s, options, x, with))
					for v := range x {
						x[v]++
						swap[u][v] = max(swap[u][v], rangeBetween(s, options, with, x))
						x[v]--
					}
				}
			}
			eachHistogram(values+1, most, func(x []int64) {
				if x[values] == 0 { // more blanks change nothing
					look(x)
				}
			})
			r := seeded.New(5, 6)
			for range seeded.Often(300, 2500) {
				x := make([]int64, values+1)
				for range r.IntN(3) + 1 {
					x[r.IntN(values)] = int64(r.IntN(40))
				}
				look(x)
			}
			for u := range swap {
				if got := s.alone(u); got != alone[u] {
					t.Errorf("%s over %d values: coming with %d changes by %d, and brute force says %d", name, values, u, got, alone[u])
				}
				if got := s.alone(u); got > s.most() {
					t.Errorf("%s: %d is above the bound %d", name, got, s.most())
				}
				for v := range swap {
					if got := s.swap(u, v); got != swap[u][v] {
						t.Errorf("%s over %d values: going from %d to %d changes by %d, and brute force says %d", name, values, u, v, got, swap[u][v])
					}
					if got := s.swap(u, v); got > s.most() {
						t.Errorf("%s: %d is above the bound %d", name, got, s.most())
					}
				}
			}
		}
	}
}

// made is a random choice under a random policy.
type made struct {
	choice    *Choice
	published *policy.Policy
	problem   Problem
}

func randomChoice(t testing.TB, seed uint64) (made, bool) {
	t.Helper()
	m := randompolicy.New(t, seeded.New(77, seed))
	columns := m.Columns(4)
	d := m.Domain(columns, true)
	published := m.Policy(d)
	q := Question{ID: "q", Title: "q"}
	for i, a := range d.Attributes() {
		switch {
		case i == len(d.Attributes())-1 || m.Chance(3) && q.Column == "":
			if q.Column == "" {
				q.Column = a.Name()
				continue
			}
			fallthrough
		default:
			if len(q.By) == 0 && m.Chance(2) {
				q.By = append(q.By, a.Name())
			}
		}
	}
	a, _ := d.Attribute(q.Column)
	kinds := []Kind{MostCommon, Best}
	if a.HasOrder() {
		kinds = append(kinds, Percentile, Percentile)
	}
	switch q.Kind = kinds[m.Pick(0, len(kinds)-1)]; q.Kind {
	case Percentile:
		q.Percent = []*big.Rat{big.NewRat(50, 1), big.NewRat(25, 1), big.NewRat(200, 3)}[m.Pick(0, 2)]
		q.Width, q.Interval = m.Pick(0, 2), m.Chance(3)
	case Best:
		q.Test = Weights
		for o := range m.Pick(2, 4) {
			w := map[string]*big.Rat{}
			for v := range a.Size() {
				if m.Chance(2) {
					w[a.Label(v)] = big.NewRat(int64(m.Pick(-2, 5)), int64(m.Pick(1, 3)))
				}
			}
			w[a.Label(0)] = big.NewRat(int64(1+o), 2)
			q.Options = append(q.Options, Option{Label: fmt.Sprint("o", o), Weights: w})
		}
	}
	c, err := New(q, d)
	if err != nil {
		return made{}, false
	}
	budget, _ := account.ParseEpsilon(fmt.Sprintf("0.%02d", m.Pick(5, 99)))
	w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: q.Columns()}, d)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := mechanism.NewProblem(w, published, constraint.Facts{}, budget)
	if err != nil {
		return made{}, false
	}
	cells.Gaussian = m.Chance(3)
	return made{c, published, Problem{c, cells}}, true
}

// scoresOf returns the scores of all draws in all groups, one after another.
func scoresOf(c *Choice, draws []scorer, x []int64) [][]int64 {
	var out [][]int64
	for g, of := range c.group {
		if of < 0 {
			continue
		}
		for _, d := range draws {
			s := make([]int64, len(c.options))
			d.scores(s, x[g*c.size:(g+1)*c.size])
			out = append(out, s)
		}
	}
	return out
}

// along returns the neighbours of a data set along an edge: somebody goes from U to V, or leaves.
func along(x []int64, e policy.Edge) [][2][]int64 {
	var out [][2][]int64
	with := func(v policy.Vertex) []int64 {
		y := slices.Clone(x)
		if v != policy.Absent {
			y[v]++
		}
		return y
	}
	return append(out, [2][]int64{with(e.U), with(e.V)})
}

// TestSensitivityUnderRandomPolicies compares with the largest sum of ranges along any edge, over
// random data, by the definition.
func TestSensitivityUnderRandomPolicies(t *testing.T) {
	tried, attained := 0, 0
	for seed := range uint64(seeded.Often(200, 400)) {
		m, ok := randomChoice(t, seed)
		if !ok {
			continue
		}
		p, c := m.problem.Cells.Policy, m.choice
		got, err := sensitivityOf(context.Background(), c, p, mostEdges)
		if err != nil {
			t.Fatal(err)
		}
		maker := randompolicy.New(t, seeded.New(78, seed))
		draws := (&Prepared{problem: m.problem, rate: big.NewRat(1, 1)}).scorers()
		var brute, largest int64
		weight := weighted.One
		for range 60 {
			x := maker.Counts(c.domain, -1)
			err = p.Edges(func(e policy.Edge) bool {
				for _, pair := range along(x, e) {
					a, b := scoresOf(c, draws, pair[0]), scoresOf(c, draws, pair[1])
					var sum int64
					for i := range a {
						sum += rangeOf(b[i], a[i])
					}
					largest = max(largest, sum)
					if above(sum, e.Weight, brute, weight) {
						brute, weight = sum, e.Weight
					}
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		tried++
		if above(brute, weight, got.Change, got.Weight) || largest > got.Largest && got.Largest > 0 && !got.stoppedEarly(c, p) {
			t.Errorf("seed %d: brute force finds %d/%d and %d, above %+v (%s)", seed, brute, weight, largest, got, randompolicy.Describe(p))
		}
		if !above(got.Change, got.Weight, brute, weight) {
			attained++
		}
	}
	if tried < seeded.Often(100, 200) || attained < tried*8/10 {
		t.Errorf("of %d, brute force reached %d", tried, attained)
	}
}

// stoppedEarly reports whether the walk ended at its bound, so that Largest need not be reached.
func (s Sensitivity) stoppedEarly(c *Choice, p *policy.Policy) bool {
	lightest, _ := p.Weights()
	return !above(c.bound(), lightest, s.Change, s.Weight)
}
