package synthetic

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
)

// tiny is a domain of three ages and two towns.
func tiny(t testing.TB) *domain.Domain {
	t.Helper()
	refuse := domain.Special{Rule: domain.Refuse}
	opts := domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse}
	age, err := domain.NewWhole("age", 0, 2, opts)
	if err != nil {
		t.Fatal(err)
	}
	town, err := domain.NewList("town", []string{"North", "South"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{town, age}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tinyPolicies are policies over it by name.
func tinyPolicies(t testing.TB, d *domain.Domain) map[string]*policy.Policy {
	t.Helper()
	town, age := d.Attributes()[0], d.Attributes()[1]
	near, err := policy.Near(age, big.NewRat(1, 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	graded, err := policy.Graded([]policy.Scaled{{Attribute: age, Scale: big.NewRat(1, 1)}}, policy.Grade{Norm: distance.L1, Unit: big.NewRat(2, 1)})
	if err != nil {
		t.Fatal(err)
	}
	made := func(s policy.Spec) *policy.Policy {
		s.Domain = d
		p, err := policy.New(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	return map[string]*policy.Policy{
		"all":              policy.Full(d, false),
		"all and presence": policy.Full(d, true),
		"presence":         policy.PresenceOnly(d),
		"each answer":      made(policy.Spec{Parts: []policy.Part{policy.Complete(town), near}, Together: 1}),
		"graded":           made(policy.Spec{Parts: []policy.Part{policy.Complete(town), graded}, Together: 1}),
		"apart by town":    made(policy.Spec{Parts: []policy.Part{policy.Alone(town), policy.Complete(age)}}),
	}
}

// three is a domain of three columns of two values each.
func three(t testing.TB) *domain.Domain {
	t.Helper()
	refuse := domain.Special{Rule: domain.Refuse}
	var attrs []*domain.Attribute
	for _, name := range []domain.AttributeName{"a", "b", "c"} {
		a, err := domain.NewWhole(name, 0, 1, domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse})
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
	}
	d, err := domain.New(attrs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// chances are those of the exponential mechanism.
func chances(rate *big.Rat, scores []int64) []float64 {
	f, _ := rate.Float64()
	best, sum := slices.Max(scores), 0.0
	out := make([]float64, len(scores))
	for i, s := range scores {
		out[i] = math.Exp(f * float64(s-best))
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// lossOf returns the largest log ratio of two laws.
func lossOf(p, q []float64) float64 {
	worst := 0.0
	for i := range p {
		worst = max(worst, math.Abs(math.Log(p[i]/q[i])))
	}
	return worst
}

// TestAuditOfTinySmallDataSets: the exact law of the drawn data set on all neighbouring files of up to two
// people per cell loses at most what is promised; at four times the rate it would not.
func TestAuditOfTinySmallDataSets(t *testing.T) {
	d := tiny(t)
	facts, _ := constraint.Known(3)
	caught := 0
	for name, p := range tinyPolicies(t, d) {
		q := Question{Title: name, Columns: namesOf(d), Method: Small, Size: 2, Tables: [][]domain.AttributeName{{"town"}, {"town", "age"}}}
		problem, counts := problemOf(t, q, p, facts, "1.5", [][]int{{0, 1}, {1, 1}, {1, 2}})
		prepared, made := released(t, problem, counts, 1)
		s, all := prepared.problem.Sheet, columns(3)
		rate := new(big.Rat).Quo(rat(t, made.Steps[len(made.Steps)-1].Rate), big.NewRat(2, 1))
		scores := func(x []int64) (out []int64) {
			eachMultiset(6, 2, func(set []int) {
				worst := int64(0)
				for _, table := range s.tables {
					truth := make([]int64, int(table.cells(s.sizes)))
					for cell, at := range places(all, table, s.sizes) {
						truth[at] += 2 * x[cell]
						for _, drawn := range set {
							if drawn == cell {
								truth[at] -= 3
							}
						}
					}
					for _, n := range truth {
						worst = max(worst, n, -n)
					}
				}
				out = append(out, -worst)
			})
			return out
		}
		sabotaged := new(big.Rat).Mul(rate, big.NewRat(4, 1))
		found := false
		eachNeighbour(t, p, 1, func(x, y []int64, e policy.Edge) {
			a, b := scores(x), scores(y)
			promised := 1.5 * e.Weight.Steps()
			if got := lossOf(chances(rate, a), chances(rate, b)); got > promised*(1+1e-9) {
				t.Fatalf("%s: loses %v of %v", name, got, promised)
			}
			found = found || lossOf(chances(sabotaged, a), chances(sabotaged, b)) > promised*(1+1e-9)
		})
		if found {
			caught++
		}
	}
	if caught < 3 {
		t.Errorf("%d sabotaged copies of 6 are found out", caught)
	}
}

// TestAuditOfTinyWeights: one round of multiplicative weights, that is the choice and the number measured,
// loses at most what is promised on all neighbouring files of up to two people per cell, by the exact
// chances of both; with noise of half the scale it does not.
func TestAuditOfTinyWeights(t *testing.T) {
	d := tiny(t)
	facts, _ := constraint.Known(3)
	caught := 0
	for name, p := range tinyPolicies(t, d) {
		q := Question{Title: name, Columns: namesOf(d), Method: Weights, Rounds: 1, Tables: [][]domain.AttributeName{{"town"}, {"age"}, {"town", "age"}}}
		problem, counts := problemOf(t, q, p, facts, "1.5", [][]int{{0, 1}, {1, 1}, {1, 2}})
		// Which count is chosen decides its noise: collect the scale of each table.
		scale := make(map[string]float64)
		var rate *big.Rat
		var s *Sheet
		for seed := range uint64(60) {
			prepared, made := released(t, problem, counts, seed)
			step := made.Steps[0]
			f, _ := rat(t, step.Scale).Float64()
			scale[fmt.Sprint(step.Columns)], rate, s = f, rat(t, step.Rate), prepared.problem.Sheet
		}
		if len(scale) != 3 {
			t.Fatalf("%s: only %d of 3 tables were ever chosen", name, len(scale))
		}
		even := newEstimate(s, 3)
		look := func(x []int64) (scores, truths []int64, scales []float64) {
			for _, table := range s.tables {
				e := factor{3, even.people}.onto(table, s.sizes).vals
				truth := make([]int64, len(e))
				for cell, at := range places(3, table, s.sizes) {
					truth[at] += x[cell]
				}
				for i, n := range truth {
					diff := n - int64(math.Round(e[i]))
					scores, truths = append(scores, max(diff, -diff)), append(truths, n)
					scales = append(scales, scale[fmt.Sprint((&run{Prepared: &Prepared{problem: Problem{Sheet: s}}}).labels(table))])
				}
			}
			return scores, truths, scales
		}
		found := false
		eachNeighbour(t, p, 1, func(x, y []int64, e policy.Edge) {
			a, an, scales := look(x)
			b, bn, _ := look(y)
			pa, pb := chances(rate, a), chances(rate, b)
			promised := 1.5 * e.Weight.Steps()
			worst, sabotaged := 0.0, 0.0
			for i := range pa {
				moved := math.Abs(float64(an[i] - bn[i]))
				choice := math.Abs(math.Log(pa[i] / pb[i]))
				// The log ratio of a discrete Laplace law and one moved reaches moved/scale on either side.
				worst = max(worst, choice+moved/scales[i])
				sabotaged = max(sabotaged, choice+2*moved/scales[i])
			}
			if worst > promised*(1+1e-9) {
				t.Fatalf("%s: loses %v of %v", name, worst, promised)
			}
			found = found || sabotaged > promised*(1+1e-9)
		})
		if found {
			caught++
		}
	}
	if caught < 4 {
		t.Errorf("%d sabotaged copies of 6 are found out", caught)
	}
}

// TestAuditOfTinyRounds: a round of the graphical model, that is the choice of a table and its noise, loses at most
// what is charged for it on all neighbouring files of up to one person per cell, by the exact chances of both; at twice
// the rate it does not, and neither with noise of half the scale.
func TestAuditOfTinyRounds(t *testing.T) {
	d := three(t)
	facts, _ := constraint.Known(3)
	made := func(s policy.Spec) *policy.Policy {
		s.Domain = d
		p, err := policy.New(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	a, b, c := d.Attributes()[0], d.Attributes()[1], d.Attributes()[2]
	source := seeded.Named(t.Name())
	caught := make(map[string]int)
	for name, p := range map[string]*policy.Policy{
		"all":              policy.Full(d, false),
		"all and presence": policy.Full(d, true),
		"presence":         policy.PresenceOnly(d),
		"each answer":      made(policy.Spec{Parts: []policy.Part{policy.Complete(a), policy.Complete(b), policy.Complete(c)}, Together: 1}),
		"one column":       made(policy.Spec{Parts: []policy.Part{policy.Alone(a), policy.Alone(b), policy.Complete(c)}}),
	} {
		problem, _ := problemOf(t, Question{Title: name, Columns: namesOf(d), Tables: [][]domain.AttributeName{{"a", "b"}, {"a", "b", "c"}}}, p, facts, "1.5", nil)
		prepared, err := Prepare(t.Context(), problem)
		if err != nil {
			t.Fatal(err)
		}
		own, s := prepared.start(), problem.Sheet
		if len(s.candidates) != 4 {
			t.Fatalf("%d tables may be measured, not the four over two columns or more", len(s.candidates))
		}
		loss := own.roundLoss(3)
		rate, err := own.tableRate(loss)
		if err != nil {
			t.Fatal(err)
		}
		var charged [][]*big.Rat // by candidate and class
		var scales, extra []float64
		for _, one := range s.candidates {
			r := prepared.start()
			l, err := r.tableLaw(one.over, loss)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.spending.choose(rate, func(c class) int64 { return distanceSpan(c, s.candidates) }); err != nil {
				t.Fatal(err)
			}
			if err := r.spending.measure(one.over, l); err != nil {
				t.Fatal(err)
			}
			scale, _ := l.Rat().Float64()
			charged, scales = append(charged, r.spending.spent), append(scales, scale)
			extra = append(extra, l.MeanAbs()*one.over.cells(s.sizes))
		}
		guess := make([]float64, 8)
		for i := range guess {
			guess[i] = source.Float64()
		}
		all := columns(7)
		look := func(x []int64) (scores []int64, tables [][]int64) {
			for i, one := range s.candidates {
				table := make([]int64, int(one.over.cells(s.sizes)))
				for cell, at := range places(all, one.over, s.sizes) {
					table[at] += x[cell]
				}
				estimate := factor{all, guess}.onto(one.over, s.sizes).vals
				scores, tables = append(scores, fromTruth(table, estimate)-int64(extra[i])), append(tables, table)
			}
			return scores, tables
		}
		twice := new(big.Rat).Mul(rate, big.NewRat(2, 1))
		found := make(map[string]bool)
		eachNeighbour(t, p, 1, func(x, y []int64, e policy.Edge) {
			if source.IntN(4) > 0 {
				return
			}
			from, tables := look(x)
			to, others := look(y)
			pa, pb, qa, qb := chances(rate, from), chances(rate, to), chances(twice, from), chances(twice, to)
			for i := range s.candidates {
				moved := 0.0
				for cell, n := range tables[i] {
					moved += math.Abs(float64(n - others[i][cell]))
				}
				choice, noise := math.Abs(math.Log(pa[i]/pb[i])), moved/scales[i]
				for k, c := range own.spending.classes {
					if !slices.Contains(classesUnder(d, []class{c}, e), c) {
						continue
					}
					most, _ := charged[i][k].Float64()
					most *= 1 + 1e-9
					if choice+noise > most {
						t.Fatalf("%s: %v is charged %v and loses %v", name, s.namesOf(s.candidates[i].over), most, choice+noise)
					}
					found["rate"] = found["rate"] || math.Abs(math.Log(qa[i]/qb[i]))+noise > most
					found["noise"] = found["noise"] || choice+2*noise > most
				}
			}
		})
		for what := range found {
			if found[what] {
				caught[what]++
			}
		}
	}
	if caught["rate"] < 3 || caught["noise"] < 5 {
		t.Errorf("sabotaged copies are found out: %v of 5 each", caught)
	}
}
