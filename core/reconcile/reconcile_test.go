package reconcile

import (
	"context"
	"fmt"
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
	marg   []margin // per group, of its question's cells
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
}

// names lists the asks, in order.
func names() (out []string) {
	for name := range asks {
		out = append(out, name)
	}
	slices.Sort(out)
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
	for i, q := range asks[name] {
		q.ID, q.Title = fmt.Sprint(i), fmt.Sprintf("%s %d", name, i)
		w, err := workload.New(q, d)
		if err != nil {
			t.Fatal(err)
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
		g, err := registry.NewGroup(context.Background(), []int{i}, []account.Epsilon{budget}, p, anyOf(p, r))
		if err != nil {
			t.Fatal(err)
		}
		s.groups = append(s.groups, g)
		s.marg = append(s.marg, newSpace(d).onto(w.Domain()))
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

// counts returns the counts of a group's question.
func (s setting) counts(g int) []int64 {
	out := make([]int64, s.marg[g].cells)
	for cell, own := range s.marg[g].of {
		out[own] += s.truth[cell]
	}
	return out
}

// draw draws answers to all questions.
func (s setting) draw(t testing.TB, seed uint64) []mechanism.Answers {
	t.Helper()
	out := make([]mechanism.Answers, len(s.groups))
	for g, group := range s.groups {
		var err error
		out[g], err = group.Prepared.Release(context.Background(), mechanismtest.VectorOf(t, group.Problem, s.counts(g)), seeded.New(seed, uint64(g)))
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// whole returns the cells that tidied answers say, where they say all of them.
func (s setting) whole(g int, a mechanism.Answers) ([]float64, bool) {
	w := s.groups[g].Problem.Workload
	q, out := w.Question(), make([]float64, s.marg[g].cells)
	if q.Kind == workload.Ranges {
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
			for g, a := range agreed {
				switch all++; a.Gave {
				case mechanism.GaveNothing:
					whole++
				case mechanism.GaveAgreement:
					apart++
				case mechanism.GaveFacts:
					t.Errorf("%s, seed %d: question %d gave up facts", name, seed, g)
				}
				if !slices.Equal(a.Unadjusted, drawn[g].Unadjusted) {
					t.Errorf("%s, seed %d: unadjusted answers have moved", name, seed)
				}
				for i, e := range s.groups[g].Error(0).Answers {
					if e.Variance == 0 && math.Abs(a.TidiedAt(i)-a.Unadjusted[i]) > 1e-6 {
						t.Errorf("%s, seed %d: answer %d to question %d is exactly %v, and %v is published", name, seed, i, g, a.Unadjusted[i], a.TidiedAt(i))
					}
					if a.TidiedAt(i) < 0 && a.Gave < mechanism.GaveSigns {
						t.Errorf("%s, seed %d: answer %d to question %d is %v", name, seed, i, g, a.TidiedAt(i))
					}
				}
			}
			s.compare(t, seed, agreed)
		}
	}
	if whole < all*95/100 || apart > all*2/100 {
		t.Errorf("of %d questions %d have whole answers, and %d do not agree with others", all, whole, apart)
	}
}

// compare says where answers contradict one another, or the number of people.
func (s setting) compare(t *testing.T, seed uint64, agreed []mechanism.Answers) {
	t.Helper()
	for g := range agreed {
		cells, ok := s.whole(g, agreed[g])
		if !ok || agreed[g].Gave == mechanism.GaveAgreement {
			continue
		}
		own := s.groups[g].Problem
		if people, known := own.Facts.Total(); known {
			if sum := sumOf(cells); math.Abs(sum-float64(people)) > slack(agreed[g]) {
				t.Errorf("%s, seed %d: question %d has %v people of %d", s.name, seed, g, sum, people)
			}
		}
		over := newSpace(own.Workload.Domain())
		for h := range agreed {
			if agreed[h].Gave == mechanism.GaveAgreement {
				continue
			}
			other := s.groups[h].Problem.Workload
			near := slack(agreed[g]) + slack(agreed[h])
			if theirs := newSpace(other.Domain()); theirs.within(over) { // all of what the other asks follows
				sums, told := make([]float64, theirs.cells), make([]float64, other.Len())
				over.onto(theirs.Domain).add(sums, cells)
				other.Operator().ApplyFloat(told, sums)
				for i, v := range told {
					if math.Abs(v-agreed[h].TidiedAt(i)) > near {
						t.Errorf("%s, seed %d: answer %d to question %d is %v, and %v by question %d", s.name, seed, i, h, agreed[h].TidiedAt(i), v, g)
					}
				}
				continue
			}
			if theirs, ok := s.whole(h, agreed[h]); ok {
				names := common(over, newSpace(other.Domain()))
				one, _ := over.margin(names)
				two, _ := newSpace(other.Domain()).margin(names)
				a, b := make([]float64, one.cells), make([]float64, two.cells)
				one.add(a, cells)
				two.add(b, theirs)
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
				from := c.estimates(drawn)
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
					for cell, n := range s.counts(a.group) {
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
		for seed := range uint64(seeded.Often(1, 16)) {
			s := newSetting(t, name, seeded.New(seed, 43))
			over, squares := make([]float64, len(s.groups)), make([]float64, len(s.groups))
			before := make([]float64, len(s.groups))
			for n := range draws {
				drawn := s.draw(t, uint64(n)*1000+seed)
				agreed, err := Answers(context.Background(), s.groups, drawn)
				if err != nil {
					t.Fatal(err)
				}
				for g, a := range agreed {
					d := 0.0
					truth := make([]int64, len(a.Tidied))
					s.groups[g].Problem.Workload.Operator().Apply(truth, s.counts(g))
					for i, v := range truth {
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
					t.Errorf("%s, seed %d: question %d, by %s, is %v farther than %v, give or take %v", name, seed, g, s.groups[g].Prepared.Info().ID, mean, before[g]/n, spread)
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
