package synthetic

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/internal/randompolicy"
	"steward/core/noise"
	"steward/core/policy"
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
	graded, err := policy.Graded([]policy.Scaled{{Attribute: age, Scale: big.NewRat(1, 1)}}, policy.Grade{Norm: policy.L1, Unit: big.NewRat(2, 1)})
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

// eachNeighbour calls yield for each histogram of up to most people per cell, and for each edge that
// somebody can go along, with what comes of it.
func eachNeighbour(t testing.TB, p *policy.Policy, most int64, yield func(x, y []int64, e policy.Edge)) {
	t.Helper()
	k, err := p.Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	x := make([]int64, k)
	var fill func(v int)
	fill = func(v int) {
		if v < k {
			for x[v] = 0; x[v] <= most; x[v]++ {
				fill(v + 1)
			}
			x[v] = 0
			return
		}
		err := p.Edges(func(e policy.Edge) bool {
			for _, way := range [][2]policy.Vertex{{e.U, e.V}, {e.V, e.U}} {
				y := slices.Clone(x)
				if way[0] != policy.Absent {
					y[way[0]]--
				}
				if way[1] != policy.Absent {
					y[way[1]]++
				}
				if slices.Min(y) >= 0 {
					yield(x, y, e)
				}
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	fill(0)
}

// spread returns the largest less the smallest difference of two vectors.
func spread(a, b []int64) int64 {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range a {
		lo, hi = min(lo, b[i]-a[i]), max(hi, b[i]-a[i])
	}
	return hi - lo
}

// classesUnder returns the classes that an edge is below.
func classesUnder(d *domain.Domain, classes []class, e policy.Edge) (out []class) {
	own := class{changes: changedAlong(d, e), absent: e.V == policy.Absent, weight: e.Weight}
	for _, c := range classes {
		if own.below(c) {
			out = append(out, c)
		}
	}
	return out
}

// TestRangesOfScores compares the ranges of all three scores along edges with brute force over all
// histograms, for random policies: never above what is charged, and equal to it on some.
func TestRangesOfScores(t *testing.T) {
	r := seeded.New(5, 2026)
	reached := make(map[string]int)
	seldom := func(name string) bool { return reached[name] < 10 }
	names := []string{"distance", "count", "small"}
	for n := 0; n < 60 || n < 1000 && slices.ContainsFunc(names, seldom); n++ {
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(2), false)
		k, err := d.Cells()
		if err != nil || k > 6 || k < 2 {
			continue
		}
		p := m.Policy(d)
		classes, err := classesOf(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		var sizes []int
		for _, a := range d.Attributes() {
			sizes = append(sizes, a.Size())
		}
		all := of(indices(len(sizes)))
		var tables []columns
		var candidates []candidate
		for s := columns(1); s <= all; s++ {
			if r.IntN(3) > 0 {
				tables, candidates = append(tables, s), append(candidates, candidate{over: s})
			}
		}
		if len(tables) == 0 {
			continue
		}
		guess := make([]float64, k)
		for i := range guess {
			guess[i] = 3 * r.Float64()
		}
		small := []int64{int64(r.IntN(4)), int64(r.IntN(4))} // people in two made-up small data sets
		of := func(x []int64, t columns) []int64 {
			out := make([]int64, int(t.cells(sizes)))
			for cell, at := range places(all, t, sizes) {
				out[at] += x[cell]
			}
			return out
		}
		scores := func(x []int64) (far, counts, sets []int64) {
			for range small {
				sets = append(sets, 0)
			}
			for _, t := range tables {
				e := factor{all, guess}.onto(t, sizes).vals
				far = append(far, distance(of(x, t), e))
				for cell, n := range of(x, t) {
					diff := n - int64(math.Round(e[cell]))
					counts = append(counts, max(diff, -diff))
					for i, s := range small {
						diff := n - s*int64(cell)
						sets[i] = min(sets[i], -max(diff, -diff))
					}
				}
			}
			return far, counts, sets
		}
		checked := 0
		eachNeighbour(t, p, 1, func(x, y []int64, e policy.Edge) {
			if checked++; checked > 3000 {
				return
			}
			a, b, c := scores(x)
			a2, b2, c2 := scores(y)
			for _, over := range classesUnder(d, classes, e) {
				for _, s := range []struct {
					name      string
					got, most int64
				}{
					{"distance", spread(a, a2), distanceSpan(over, candidates)},
					{"count", spread(b, b2), countSpan(over, tables)},
					{"small", spread(c, c2), smallSpanOf(over, tables)},
				} {
					if s.got > s.most {
						t.Fatalf("%s score under %s: range %d above %d", s.name, randompolicy.Describe(p), s.got, s.most)
					}
					if s.got == s.most && s.most > 0 {
						reached[s.name]++
					}
				}
			}
		})
	}
	for _, name := range names {
		if seldom(name) {
			t.Errorf("the range of the %s score is reached only %d times", name, reached[name])
		}
	}
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

// rat reads an exact fraction.
func rat(t testing.TB, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("no fraction: %q", s)
	}
	return r
}

// released returns what a release of nobody in particular measured: rates and scales are public.
func released(t testing.TB, p Problem, counts []*histogram.Vector, seed uint64) (*Prepared, *Made) {
	t.Helper()
	prepared, err := Prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	made, err := prepared.Release(context.Background(), counts, seeded.New(seed, 9))
	if err != nil {
		t.Fatal(err)
	}
	return prepared, made
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
		loss := own.roundLoss()
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
				scores, tables = append(scores, distance(table, estimate)-int64(extra[i])), append(tables, table)
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

// lost adds up what the published steps of a release cost an edge, by definition and exactly: in L1 over
// the scales and by the ranges of choices over all tables, or the squares with a delta.
func lost(t testing.TB, s *Sheet, made *Made, e policy.Edge, d *domain.Domain, gaussian bool) *big.Rat {
	t.Helper()
	changed, sum := changedAlong(d, e), new(big.Rat)
	moves := func(table columns) int64 {
		switch {
		case e.V == policy.Absent:
			return 1
		case table&changed != 0:
			return 2
		}
		return 0
	}
	choices := 0
	for _, step := range made.Steps {
		table := columns(0)
		for _, name := range step.Columns {
			j, _ := d.Position(domain.AttributeName(name))
			table |= 1 << j
		}
		n := moves(table)
		if step.Cell != nil {
			n = min(n, 1)
		}
		for _, scale := range []string{step.Scale, step.SigmaSquared} {
			if scale != "" {
				sum.Add(sum, new(big.Rat).Quo(big.NewRat(n, 1), rat(t, scale)))
			}
		}
		if !step.Chosen {
			continue
		}
		span := int64(0)
		switch {
		case step.Cell == nil && step.Loss != "": // of distances
			moved, most := 0, int64(0)
			for _, table := range made.among[choices] {
				if n := moves(table); n > 0 {
					moved, most = moved+1, max(most, n)
				}
			}
			if span = most; moved > 1 {
				span *= 2
			}
			choices++
		case step.Cell != nil:
			span = 0
			for _, table := range s.tables {
				span += moves(table)
			}
			span = min(span, 2)
		}
		if step.Scale+step.SigmaSquared == "" { // a data set was drawn
			span = 0
			for _, table := range s.tables {
				if moves(table) > 0 {
					span = 2
				}
			}
		}
		l := new(big.Rat).Mul(rat(t, step.Rate), big.NewRat(span, 1))
		if gaussian {
			l.Mul(l, l)
			l.Quo(l, big.NewRat(4, 1))
		}
		sum.Add(sum, l)
	}
	return sum
}

// TestReleasesKeepTheirBudgets adds up, edge by edge, what whole releases under random policies measured:
// exactly within the budget times the edge's weight, or with a delta its square, and near it for most.
func TestReleasesKeepTheirBudgets(t *testing.T) {
	r := seeded.New(6, 2026)
	tried, near := 0, 0
	for round := range 120 {
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(4), round%5 == 0)
		if d.PossibleCells() == 0 {
			continue
		}
		p := m.Policy(d)
		var people [][]int
		for cell, n := range m.Counts(d, 40) {
			for range n {
				values := make([]int, len(d.Attributes()))
				d.Values(values, cell)
				people = append(people, values)
			}
		}
		facts := constraint.Facts{}
		if round%2 == 0 {
			facts, _ = constraint.Known(int64(len(people)))
		}
		q := Question{Title: "random", Columns: namesOf(d)}
		if round%3 == 0 {
			q.Method = Weights
		}
		if k, err := d.Cells(); err == nil && k <= 12 && round%7 == 2 {
			q.Method = Small
		}
		problem, counts := problemOf(t, q, p, facts, "0.7", people)
		gaussian := round%4 == 1
		for i := range problem.Tables {
			problem.Tables[i].Gaussian = gaussian
		}
		prepared, made := released(t, problem, counts, uint64(round))
		if err := prepared.Check(context.Background(), made); err != nil {
			t.Fatalf("%s, %s: what was measured is not found right: %v", randompolicy.Describe(p), q.Method, err)
		}
		wrong := *made
		wrong.Steps = slices.Clone(made.Steps)
		last := &wrong.Steps[len(wrong.Steps)-1]
		*last = Step{Columns: last.Columns, Cell: last.Cell, Chosen: last.Chosen, Rate: last.Rate, Loss: last.Loss, Stated: noise.Stated{Scale: "1/3"}}
		if prepared.Check(context.Background(), &wrong) == nil {
			t.Fatalf("%s, %s: noise of another scale is found right", randompolicy.Describe(p), q.Method)
		}
		own := prepared.problem.Policy
		dearest := 0.0
		err := own.Edges(func(e policy.Edge) bool {
			limit := new(big.Rat).Mul(big.NewRat(7, 10), e.Weight.Rat())
			if gaussian {
				limit.Mul(limit, limit)
			}
			loss := lost(t, prepared.problem.Sheet, made, e, own.Domain(), gaussian)
			if loss.Cmp(limit) > 0 {
				t.Fatalf("%s, %s: an edge loses %s of %s", randompolicy.Describe(p), q.Method, loss.FloatString(6), limit.FloatString(6))
			}
			f, _ := loss.Quo(loss, limit).Float64()
			dearest = max(dearest, f)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if tried++; dearest > 0.9 {
			near++
		}
	}
	if near < tried/2 {
		t.Errorf("of %d releases %d use most of their budget", tried, near)
	}
	t.Logf("%d of %d use most of their budget", near, tried)
}
