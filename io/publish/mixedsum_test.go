package publish_test

import (
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
	"steward/io/publish/publishtest"
)

// Sums of answers with Laplace and with Gaussian noise lie in their interval 19 times in 20 or more
// often: answers are drawn many times, and added up across questions.
func TestMixedSumsKeepTheirInterval(t *testing.T) {
	const draws = 8_000
	for _, budget := range []plan.Budget{{Epsilon: "0.5", Delta: "0.000001"}, {Epsilon: "4", Delta: "0.001"}} {
		p := publishtest.EveryKindPlan()
		p.Secrets, p.Facts, p.StandIn, p.Choices, p.Clusters, p.Synthetic = secret.Secrets{Presence: true}, plan.Facts{}, nil, nil, nil, nil
		p.Columns[1].Blank = plan.Special{Rule: domain.AsValue, Value: "East"}
		towns := []domain.AttributeName{"town"}
		p.Questions = []plan.Question{
			{ID: "sharp", Title: "Towns", Kind: "table", Columns: towns, Mechanism: "laplace"},
			{ID: "round", Title: "Smokers", Kind: "table", Columns: []domain.AttributeName{"smoker"}, Mechanism: "gaussian"},
			{ID: "up", Title: "Rents", Kind: "cumulative", Columns: []domain.AttributeName{"rent"}, Mechanism: "gaussian", Share: "5"},
		}
		p.Budget = budget
		c := publishtest.Compiled(t, p)
		var groups []registry.Group
		for i, q := range p.Questions {
			g, err := c.Group(t.Context(), []int{i}, q.Mechanism)
			if err != nil {
				t.Fatal(err)
			}
			groups = append(groups, g)
		}
		sums := []map[int][]mechanism.Term{ // by question
			{0: {{Answer: 0, Weight: 1}}, 1: {{Answer: 0, Weight: 1}}},
			{0: {{Answer: 0, Weight: 1}, {Answer: 1, Weight: 1}, {Answer: 2, Weight: 1}}, 1: {{Answer: 1, Weight: -1}}},
			{0: {{Answer: 1, Weight: -1}}, 2: {{Answer: 2, Weight: 1}, {Answer: 0, Weight: -1}}},
			{0: {{Answer: 2, Weight: 3}}, 1: {{Answer: 0, Weight: 1}}, 2: {{Answer: 1, Weight: 1}}},
			{0: {{Answer: 0, Weight: 1}}, 1: {{Answer: 0, Weight: 20}, {Answer: 1, Weight: 20}}},
		}
		halves := make([]float64, len(sums))
		for k, terms := range sums {
			var e mechanism.Combined
			laws := make(map[noise.Family]bool)
			for i, list := range terms {
				of, err := groups[i].CombineAcross(map[int][]mechanism.Term{0: list})
				if err != nil {
					t.Fatal(err)
				}
				laws[of.Family] = true
				e = e.Apart(of)
			}
			if len(laws) != 2 || e.Family != noise.Laplace {
				t.Fatalf("sum %d is of one law: %+v", k, e)
			}
			halves[k] = e.HalfWidth()
		}
		held := make([]int, len(sums))
		errors := make([][]float64, len(groups))
		src := seeded.New(20261123, 12)
		for range draws {
			for i, g := range groups {
				zero, err := histogram.FromCounts(g.Problem.Workload.Domain(), make([]int64, cellsOf(t, g.Problem.Workload.Domain())))
				if err != nil {
					t.Fatal(err)
				}
				a, err := g.Prepared.Release(t.Context(), zero, src)
				if err != nil {
					t.Fatal(err)
				}
				errors[i] = a.Unadjusted
			}
			for k, terms := range sums {
				off := 0.0
				for i, list := range terms {
					for _, one := range list {
						off += one.Weight * errors[i][one.Answer]
					}
				}
				if math.Abs(off) <= halves[k] {
					held[k]++
				}
			}
		}
		for k, n := range held {
			if err := seeded.AtLeast(n, draws, 0.95, seeded.Among(2*len(sums))); err != nil {
				t.Errorf("epsilon %s: the interval of sum %d (± %v) holds: %v", budget.Epsilon, k, halves[k], err)
			}
		}
	}
}

func cellsOf(t *testing.T, d *domain.Domain) int {
	t.Helper()
	n, err := d.Cells()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The chance that such a sum lies in its interval, added up from the laws themselves, is 95 % or more
// for noise of all sizes: much of one law and little of the other, and both alike.
func TestMixedLawsKeepTheirInterval(t *testing.T) {
	for _, scale := range []float64{0.2, 0.5, 1, 2.5, 6, 20} {
		for _, sigma := range []float64{0.2, 0.4, 0.7, 1, 2.5, 6, 20} {
			for _, weights := range [][2]int{{1, 1}, {1, 3}, {3, 1}, {1, 10}, {10, 1}} {
				sharp, round := laplaceLaw(scale), gaussLaw(sigma)
				l := mechanism.Combined{Variance: float64(weights[0]*weights[0]) * sharp.variance(), Weight: float64(weights[0])}
				g := mechanism.Combined{Variance: float64(weights[1]*weights[1]) * round.variance(), Weight: float64(weights[1]), Family: noise.Gaussian}
				half := l.Apart(g).HalfWidth()
				if inside := inside(sharp, round, weights, half); inside < 0.95 {
					t.Errorf("scale %v, sigma %v, weights %v: ± %v holds %.4f", scale, sigma, weights, half, inside)
				}
			}
		}
	}
	// The interval of the Gaussian law alone would not do: the test can fail.
	sharp, round := laplaceLaw(20), gaussLaw(0.7)
	narrow := mechanism.Combined{Variance: sharp.variance() + round.variance(), Weight: 0, Family: noise.Gaussian}.HalfWidth() - 1
	if p := inside(sharp, round, [2]int{1, 1}, narrow); p >= 0.95 {
		t.Errorf("± %v holds %.4f, though it is too narrow", narrow, p)
	}
}

// law is a law over whole numbers, from the middle of the list on to both sides.
type law []float64

func lawOf(reach int, weight func(z float64) float64) law {
	p, sum := make(law, 2*reach+1), 0.0
	for i := range p {
		p[i] = weight(float64(i - reach))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

func laplaceLaw(scale float64) law {
	return lawOf(int(25*scale)+3, func(z float64) float64 { return math.Exp(-math.Abs(z) / scale) })
}

func gaussLaw(sigma float64) law {
	return lawOf(int(9*sigma)+3, func(z float64) float64 { return math.Exp(-z * z / 2 / sigma / sigma) })
}

func (p law) variance() float64 {
	v := 0.0
	for i, x := range p {
		z := float64(i - len(p)/2)
		v += x * z * z
	}
	return v
}

// inside returns the chance that the weighted sum of one draw of each law is at most half away from 0.
func inside(a, b law, weights [2]int, half float64) float64 {
	sum := 0.0
	for i, x := range a {
		at := weights[0] * (i - len(a)/2)
		for k, y := range b {
			if math.Abs(float64(at+weights[1]*(k-len(b)/2))) <= half+1e-9 {
				sum += x * y
			}
		}
	}
	return sum
}
