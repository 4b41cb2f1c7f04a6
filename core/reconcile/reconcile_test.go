package reconcile

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/mechanism/registry"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// setting is several questions about the same people, each answered by itself.
type setting struct {
	name   string
	domain *domain.Domain
	truth  []int64
	groups []registry.Group
	asked  []place
}

// place is where the answers to a question are.
type place struct {
	group, n int
	at       margin // its cells
}

// add adds a group of questions.
func (s *setting) add(g registry.Group) {
	for n := range g.Questions {
		s.asked = append(s.asked, place{len(s.groups), n, newSpace(s.domain).onto(g.Workload(n).Domain())})
	}
	s.groups = append(s.groups, g)
}

// answers returns those to a question.
func (s setting) answers(q int, all []mechanism.Answers) mechanism.Answers {
	at := s.asked[q]
	return s.groups[at.group].Of(at.n, all[at.group])
}

// workload returns a question.
func (s setting) workload(q int) *workload.Workload {
	return s.groups[s.asked[q].group].Workload(s.asked[q].n)
}

var (
	byA   = []domain.AttributeName{"a"}
	byB   = []domain.AttributeName{"b"}
	byC   = []domain.AttributeName{"c"}
	byAB  = []domain.AttributeName{"a", "b"}
	byBC  = []domain.AttributeName{"b", "c"}
	byCA  = []domain.AttributeName{"c", "a"}
	byABC = []domain.AttributeName{"a", "b", "c"}
)

// asks are questions that overlap in all the ways there are.
var asks = map[string][]workload.Question{
	"a column in common":        {{Kind: workload.Table, Columns: byAB}, {Kind: workload.Table, Columns: byBC}},
	"a table and its margins":   {{Kind: workload.Table, Columns: byABC}, {Kind: workload.Table, Columns: byA}, {Kind: workload.Cumulative, Columns: byC}},
	"nothing but people":        {{Kind: workload.Table, Columns: byA}, {Kind: workload.Table, Columns: byB}, {Kind: workload.Cumulative, Columns: byC}},
	"sums within a table":       {{Kind: workload.Table, Columns: byAB, Totals: true}, {Kind: workload.Table, Columns: byA}},
	"a circle":                  {{Kind: workload.Table, Columns: byAB}, {Kind: workload.Table, Columns: byBC}, {Kind: workload.Table, Columns: byCA}},
	"a chain with two ends":     {{Kind: workload.Table, Columns: byA}, {Kind: workload.Table, Columns: byAB}, {Kind: workload.Table, Columns: byBC}, {Kind: workload.Cumulative, Columns: byC}},
	"ranges and a table":        {{Kind: workload.Ranges, Columns: byC, Spans: []workload.Span{{From: "1", To: "2"}, {From: "2", To: "4"}}}, {Kind: workload.Table, Columns: byBC}},
	"boxes and tables":          {{Kind: workload.Ranges, Columns: byCA, Every: true}, {Kind: workload.Table, Columns: byAB}},
	"one question, asked twice": {{Kind: workload.Cumulative, Columns: byC}, {Kind: workload.Table, Columns: byC}},
	"tables for some people": {
		{Kind: workload.Table, Columns: byAB, Only: []workload.Answers{{Column: "a", Values: []string{"0", "2"}}}}, {Kind: workload.Table, Columns: byB},
		{Kind: workload.Table, Columns: byCA, Only: []workload.Answers{{Column: "c", Values: []string{"3"}}}},
	},
	"averages and a table": {
		{Kind: workload.Totals, Columns: byCA, Of: byC, Numbers: numbers(), Averages: true, Totals: true}, {Kind: workload.Table, Columns: byAB},
	},
	"averages of groups and of all": {
		{Kind: workload.Totals, Columns: byC, Of: byC, Numbers: numbers(), Averages: true},
		{Kind: workload.Totals, Columns: []domain.AttributeName{"b", "c", "a"}, Of: byC, Numbers: numbers(), Averages: true},
		{Kind: workload.Cumulative, Columns: byC}, {Kind: workload.Table, Columns: byA},
	},
	"totals, averages and tables": {
		{Kind: workload.Totals, Columns: byC, Of: byC, Numbers: numbers()}, {Kind: workload.Totals, Columns: byCA, Of: byC, Numbers: numbers(), Averages: true},
		{Kind: workload.Table, Columns: byC}, {Kind: workload.Table, Columns: byAB},
	},
}

// names lists the asks, in order.
func names() []string { return slices.Sorted(maps.Keys(asks)) }

// numbers say what the values of column c stand for.
func numbers() (out []workload.Number) {
	for v := range 5 {
		out = append(out, workload.Number{Values: []string{fmt.Sprint(v)}, Number: fmt.Sprint(v)})
	}
	return out
}

// newSetting makes a setting; its people are few or many, and all over the place or in few cells, some of which may be impossible.
func newSetting(t testing.TB, name string, r *seeded.Source) setting {
	t.Helper()
	columns := []*domain.Attribute{column(t, "a", 4, false), column(t, "b", 3, false), column(t, "c", 5, true)}
	var zeros []domain.Combination
	if r.IntN(3) == 0 {
		zeros = append(zeros, domain.Combination{"a": {"1"}, "b": {"2"}})
	}
	d, err := domain.New(columns, zeros)
	if err != nil {
		t.Fatal(err)
	}
	known, disclosed := r.IntN(2) == 0, r.IntN(3) == 0
	var parts []policy.Part
	for i, a := range columns {
		if parts = append(parts, policy.Complete(a)); disclosed && i == 1 { // no secret, and publishing its counts is agreed to
			parts[i] = policy.Alone(a)
		}
	}
	secrets, err := policy.New(policy.Spec{Domain: d, Parts: parts, Presence: !known})
	if err != nil {
		t.Fatal(err)
	}
	s := setting{name: name, domain: d, truth: make([]int64, 60)}
	people, most := int64(0), []int64{0, 3, 40, 5000}[r.IntN(4)]
	for cell := range s.truth {
		if d.Possible(cell) && (most == 3 || r.IntN(3) == 0) {
			s.truth[cell] = r.Int64N(most + 1)
		}
		people += s.truth[cell]
	}
	var facts constraint.Facts
	if known {
		if facts, err = constraint.Known(people); err != nil {
			t.Fatal(err)
		}
	}
	var works []*workload.Workload
	for i, q := range asks[name] {
		q.ID, q.Title = fmt.Sprint(i), fmt.Sprintf("%s %d", name, i)
		w, err := workload.New(q, d)
		if err != nil {
			t.Fatal(err)
		}
		works = append(works, w)
	}
	together := 1
	if len(works) > 2 && r.IntN(2) == 0 {
		together = 2 // the first ones are answered from the same estimate
	}
	for i := 0; i < len(works); i++ {
		w, questions := works[i], []int{i}
		if i == 0 && together > 1 {
			if w, err = workload.Join(works[:together], d); err != nil {
				t.Fatal(err)
			}
			questions, i = []int{0, 1}, together-1
		}
		budget, err := account.ParseEpsilon([]string{"0.1", "0.5", "2"}[r.IntN(3)])
		if err != nil {
			t.Fatal(err)
		}
		p, err := mechanism.NewProblem(w, secrets, facts, budget)
		if err != nil {
			t.Fatal(err)
		}
		p.Quick, p.Disclose = true, disclosed
		g, err := registry.NewGroup(context.Background(), questions, make([]account.Epsilon, len(questions)), p, anyOf(p, r))
		if err != nil {
			t.Fatal(err)
		}
		s.add(g)
	}
	return s
}

func column(t testing.TB, name string, size int, ordered bool) *domain.Attribute {
	t.Helper()
	var labels []string
	for i := range size {
		labels = append(labels, fmt.Sprint(i))
	}
	if ordered {
		return mechanismtest.Column(t)(domain.NewOrdered(domain.AttributeName(name), labels, mechanismtest.NoSpecial))
	}
	return mechanismtest.Column(t)(domain.NewList(domain.AttributeName(name), labels, mechanismtest.NoSpecial))
}

// anyOf returns a mechanism that applies, any of them, or the best.
func anyOf(p mechanism.Problem, r *seeded.Source) string {
	var ids []string
	for _, m := range registry.All() {
		if info := m.Info(); m.Check(p).OK() && !info.Laborious && !info.DataDependent {
			ids = append(ids, info.ID)
		}
	}
	return append(ids, "")[r.IntN(len(ids)+1)]
}

// counts returns the true counts over a domain.
func (s setting) counts(d *domain.Domain) []int64 {
	at := newSpace(s.domain).onto(d)
	out := make([]int64, at.cells)
	for cell, own := range at.of {
		out[own] += s.truth[cell]
	}
	return out
}

// exact returns the true answers to a question.
func (s setting) exact(q int) []int64 {
	w := s.workload(q)
	out := make([]int64, w.Len())
	w.Operator().Apply(out, s.counts(w.Domain()))
	return out
}

// draw draws answers to all questions.
func (s setting) draw(t testing.TB, seed uint64) []mechanism.Answers {
	t.Helper()
	out := make([]mechanism.Answers, len(s.groups))
	for g, group := range s.groups {
		var err error
		out[g], err = group.Prepared.Release(context.Background(), mechanismtest.VectorOf(t, group.Problem, s.counts(group.Problem.Workload.Domain())), seeded.New(seed, uint64(g)))
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// whole returns the cells that tidied answers say, where they say all of them.
func (s setting) whole(at int, a mechanism.Answers) ([]float64, bool) {
	w := s.workload(at)
	q, out := w.Question(), make([]float64, s.asked[at].at.cells)
	if q.Kind == workload.Ranges || q.Kind == workload.Totals {
		return nil, false
	}
	for i := range w.Len() {
		var cells []int
		w.Operator().Row(i, func(cell int, _ int64) { cells = append(cells, cell) })
		switch last := cells[len(cells)-1]; {
		case q.Kind == workload.Cumulative && i > 0:
			out[last] = a.TidiedAt(i) - a.TidiedAt(i-1)
		case len(cells) == 1:
			out[last] = a.TidiedAt(i)
		}
	}
	return out, true
}

// The published answers of all questions agree, whatever the questions, methods and people are: sums of one are what another says,
// unless they say that they gave that up, which few do.
func TestAnswersAgree(t *testing.T) {
	whole, apart, all := 0, 0, 0
	for _, name := range names() {
		for seed := range uint64(seeded.Often(8, 120)) {
			s := newSetting(t, name, seeded.New(seed, 41))
			drawn := s.draw(t, seed)
			agreed, err := Answers(context.Background(), s.groups, drawn)
			if err != nil {
				t.Fatal(err)
			}
			for q := range s.asked {
				g, a, before := s.asked[q].group, s.answers(q, agreed), s.answers(q, drawn)
				switch all++; a.Gave {
				case mechanism.GaveNothing:
					whole++
				case mechanism.GaveAgreement:
					apart++
				case mechanism.GaveFacts:
					t.Errorf("%s, seed %d: question %d gave up facts", name, seed, q)
				}
				if !slices.Equal(a.Unadjusted, before.Unadjusted) {
					t.Errorf("%s, seed %d: unadjusted answers have moved", name, seed)
				}
				for i, e := range s.groups[g].Error(s.asked[q].n).Answers {
					if e.Variance == 0 && math.Abs(a.TidiedAt(i)-a.Unadjusted[i]) > 1e-6 {
						t.Errorf("%s, seed %d: answer %d to question %d is exactly %v, and %v is published", name, seed, i, q, a.Unadjusted[i], a.TidiedAt(i))
					}
					if a.TidiedAt(i) < 0 && a.Gave < mechanism.GaveSigns {
						t.Errorf("%s, seed %d: answer %d to question %d is %v", name, seed, i, q, a.TidiedAt(i))
					}
				}
			}
			s.compare(t, seed, agreed)
		}
	}
	if whole < all*9/10 || apart > all*2/100 {
		t.Errorf("of %d questions %d have whole answers, and %d do not agree with others", all, whole, apart)
	}
}

// compare says where answers contradict one another, or the number of people.
func (s setting) compare(t *testing.T, seed uint64, agreed []mechanism.Answers) {
	t.Helper()
	for g := range s.asked {
		one := s.answers(g, agreed)
		cells, ok := s.whole(g, one)
		some := len(s.workload(g).Question().Only) > 0 // of the cells are asked for, and the others are as if nobody were there
		if !ok || one.Gave == mechanism.GaveAgreement {
			continue
		}
		if people, known := s.groups[0].Problem.Facts.Total(); known {
			if sum := sumOf(cells); math.Abs(sum-float64(people)) > slack(one) && (!some || sum > float64(people)) {
				t.Errorf("%s, seed %d: question %d has %v people of %d", s.name, seed, g, sum, people)
			}
		}
		over := newSpace(s.workload(g).Domain())
		for h := range s.asked {
			two := s.answers(h, agreed)
			other := s.workload(h)
			if two.Gave == mechanism.GaveAgreement || other.Weighs() || len(other.Question().Only) > 0 && h != g { // of numbers Contradictions tells
				continue
			}
			near := slack(one) + slack(two)
			if theirs := newSpace(other.Domain()); theirs.within(over) { // all of what the other asks follows
				sums, told := make([]float64, theirs.cells), make([]float64, other.Len())
				over.onto(theirs.Domain).add(sums, cells)
				other.Operator().ApplyFloat(told, sums)
				for i, v := range told {
					if math.Abs(v-two.TidiedAt(i)) > near && (!some || v > two.TidiedAt(i)) {
						t.Errorf("%s, seed %d: answer %d to question %d is %v, and %v by question %d", s.name, seed, i, h, two.TidiedAt(i), v, g)
					}
				}
				continue
			}
			if theirs, ok := s.whole(h, two); ok && !some && len(other.Question().Only) == 0 {
				names := common(over, newSpace(other.Domain()))
				own, _ := over.margin(names)
				its, _ := newSpace(other.Domain()).margin(names)
				a, b := make([]float64, own.cells), make([]float64, its.cells)
				own.add(a, cells)
				its.add(b, theirs)
				for i := range a {
					if math.Abs(a[i]-b[i]) > near {
						t.Errorf("%s, seed %d: sum %d over %v is %v by question %d, and %v by question %d", s.name, seed, i, names, a[i], g, b[i], h)
					}
				}
			}
		}
	}
}

// slack is by how much sums of answers with decimals may be off: half of the last one for each cell.
func slack(a mechanism.Answers) float64 {
	if a.Parts > 1 {
		return 0.06
	}
	return 0
}

func sumOf(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// In all questions together, each measured by what is expected of it, the possible counts that agree are never farther from the truth
// than the answers from which they are sought: whatever the noise was.
func TestAgreeingIsNoFarther(t *testing.T) {
	for _, name := range names() {
		for seed := range uint64(seeded.Often(8, 120)) {
			s := newSetting(t, name, seeded.New(seed, 42))
			drawn := s.draw(t, seed)
			for _, c := range components(s.groups, members(s.groups, drawn)) {
				if !c.divided(drawn) {
					continue
				}
				from := c.estimates(s.groups, drawn)
				search, ok := newSearch(c, linksOf(c.blocks, !c.total), from, settle(s.groups, from, !c.total))
				if !ok {
					t.Fatal("too much work")
				}
				near, gave, err := search.nearest()
				if err != nil {
					t.Fatal(err)
				}
				if gave == mechanism.GaveAgreement {
					continue // its answers are as they were
				}
				before, after := 0.0, 0.0
				for _, a := range search.asked {
					truth, own := make([]float64, a.op.Rows()), make([]float64, a.at.cells)
					for cell, n := range s.counts(a.over.Domain) {
						own[cell] = float64(n)
					}
					a.op.ApplyFloat(truth, own)
					a.at.add(own, near[search.first[a.block]:search.first[a.block+1]])
					found := make([]float64, len(truth))
					a.op.ApplyFloat(found, own)
					for i, v := range truth {
						before += a.weight * (a.target[i] - v) * (a.target[i] - v)
						after += a.weight * (found[i] - v) * (found[i] - v)
					}
				}
				if after > before*(1+1e-9)+search.metric.Slack+1e-6 {
					t.Errorf("%s, seed %d: %v before, %v after (%v)", name, seed, before, after, gave)
				}
			}
		}
	}
}

// No question pays for agreeing: the squared error that is expected of its published answers is at most a hundredth above that of the
// unadjusted ones, and rounding.
func TestNoQuestionPays(t *testing.T) {
	draws := seeded.Often(40, 300)
	for _, name := range names() {
		for seed := range uint64(seeded.Often(1, 5)) {
			s := newSetting(t, name, seeded.New(seed, 43))
			over, squares := make([]float64, len(s.asked)), make([]float64, len(s.asked))
			before := make([]float64, len(s.asked))
			for n := range draws {
				drawn := s.draw(t, uint64(n)*1000+seed)
				agreed, err := Answers(context.Background(), s.groups, drawn)
				if err != nil {
					t.Fatal(err)
				}
				for g := range s.asked {
					d, a := 0.0, s.answers(g, agreed)
					for i, v := range s.exact(g) {
						u, p := a.Unadjusted[i]-float64(v), a.TidiedAt(i)-float64(v)
						d += p*p - rounded - 1.01*u*u
						before[g] += u * u
					}
					over[g] += d
					squares[g] += d * d
				}
			}
			for g := range over {
				n := float64(draws)
				mean := over[g] / n
				spread := math.Sqrt(max(squares[g]/n-mean*mean, 0) / n)
				if mean > deviations*spread {
					t.Errorf("%s, seed %d: question %d, by %s, is %v farther than %v, give or take %v", name, seed, g, s.groups[s.asked[g].group].Prepared.Info().ID, mean, before[g]/n, spread)
				}
			}
		}
	}
}

const (
	// rounded is what rounding adds to the square of an answer.
	rounded = 0.5
	// deviations are those of a mean that come by chance once in a billion.
	deviations = 6.1
)
