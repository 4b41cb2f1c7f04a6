package mechanism

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/policy"
	"steward/core/workload"
)

// auditRuns is how many releases are drawn on each of two neighbouring files.
const auditRuns = 20_000

// tinyProblems have so few cells that what comes out can be counted.
func tinyProblems(t *testing.T) []example {
	t.Helper()
	two := column(t)(domain.NewOrdered("x", []string{"a", "b"}, noSpecial))
	three := column(t)(domain.NewWhole("x", 0, 2, noSpecial))
	pair := []policy.Group{{Name: "low", Values: []string{"0", "1"}}, {Name: "high", Values: []string{"2"}}}
	cumulative := workload.Question{Kind: workload.Cumulative}
	table := workload.Question{Kind: workload.Table}
	every := workload.Question{Kind: workload.Ranges, Every: true}
	just := func(a *domain.Attribute) []*domain.Attribute { return []*domain.Attribute{a} }
	parts := func(p policy.Part) []policy.Part { return []policy.Part{p} }
	near := part(t)(policy.Near(three, ratOf(1), policy.OwnGroup))
	var out []example
	for _, s := range []struct {
		name string
		setup
	}{
		{"two values", setup{columns: just(two), parts: parts(policy.Complete(two)), question: table, epsilon: "1"}},
		{"two values, people known", setup{columns: just(two), parts: parts(policy.Complete(two)), question: table, known: true, epsilon: "1"}},
		{"two values, presence", setup{columns: just(two), parts: parts(policy.Complete(two)), presence: true, question: cumulative, epsilon: "1"}},
		{"two values, presence only", setup{columns: just(two), question: table, epsilon: "1"}},
		{"two values, presence, people known", setup{columns: just(two), question: cumulative, known: true, epsilon: "1"}},
		{"three values within 1", setup{columns: just(three), parts: parts(near), question: cumulative, known: true, epsilon: "1"}},
		{"three values, every range", setup{columns: just(three), parts: parts(policy.Complete(three)), question: every, known: true, epsilon: "1"}},
		{"two groups, agreed", setup{columns: just(three), parts: parts(part(t)(policy.Groups(three, pair, policy.OwnGroup))), question: every, disclose: true, epsilon: "1"}},
		{"three values, one impossible", setup{columns: just(three), zeros: []domain.Combination{{"x": {"1"}}}, parts: parts(policy.Complete(three)), question: every, known: true, epsilon: "1"}},
	} {
		out = append(out, s.make(t, s.name))
	}
	return out
}

// neighbours returns pairs of counts that a release must not tell apart by more than the
// budget: one edge between two values apart; with presence secret one person more, or, when
// the number of people is known, one more where another is missing.
func neighbours(s scene) [][2][]int64 {
	d := s.Policy.Domain()
	k, _ := d.Cells()
	people, known := s.Facts.Total()
	if !known {
		people = 3
	}
	all := func(u int) []int64 { // everybody in one cell
		x := make([]int64, k)
		x[u] = people
		return x
	}
	var out [][2][]int64
	for u := range k {
		if !d.Possible(u) {
			continue
		}
		for v := range k {
			_, edge := s.Policy.Weight(policy.Vertex(u), policy.Vertex(v))
			if u != v && d.Possible(v) && (edge || (known && s.Policy.Presence())) {
				moved := all(u)
				moved[u]--
				moved[v]++
				out = append(out, [2][]int64{all(u), moved})
			}
		}
		if s.Policy.Presence() && !known {
			more := all(u)
			more[u]++
			out = append(out, [2][]int64{all(u), more}, [2][]int64{more, all(u)})
		}
	}
	return out
}

// audit counts events in releases on two neighbouring files and returns one whose chances
// differ by more than the factor e^epsilon, beyond doubt, or nothing.
func audit(t *testing.T, s scene, q Prepared, pair [2][]int64, epsilon float64) string {
	t.Helper()
	truth := [2][]int64{make([]int64, s.Workload.Len()), make([]int64, s.Workload.Len())}
	var seen [2]map[event]int
	for side := range pair {
		seen[side] = make(map[event]int)
		s.Workload.Operator().Apply(truth[side], pair[side])
	}
	step := math.Sqrt(largest(variances(q))) / 2
	for side := range pair {
		x, src := vectorOf(t, s.Problem, pair[side]), seeded(uint64(side))
		for range auditRuns {
			a, err := q.Release(t.Context(), x, src)
			if err != nil {
				t.Fatal(err)
			}
			count(seen[side], a.Unadjusted, beyond{truth, step})
		}
	}
	chance := falseAlarm / 1e6 / float64(len(seen[0])+1)
	for e, n := range seen[0] {
		if float64(n) <= math.Exp(epsilon)*float64(seen[1][e]) {
			continue
		}
		low, high := leastChance(n, chance), 1-leastChance(auditRuns-seen[1][e], chance)
		if low > math.Exp(epsilon)*high {
			return fmt.Sprintf("%v: %d times against %d", e, n, seen[1][e])
		}
	}
	return ""
}

// event is what is counted of a release: the answers themselves, in thousandths, or that
// the answers lie at least so many steps beyond those of the first file.
type event struct {
	steps   int // 0 for the answers themselves
	answers [6]int64
}

// beyond says how far answers lie away from those of the second file: all that differ
// between the two files lie so many steps beyond those of the first.
type beyond struct {
	truth [2][]int64
	step  float64
}

func count(seen map[event]int, a []float64, b beyond) {
	var same event
	least := math.Inf(1)
	for i, v := range a {
		same.answers[i] = int64(math.Round(1000 * v))
		switch d := b.truth[0][i] - b.truth[1][i]; {
		case d > 0:
			least = min(least, v-float64(b.truth[0][i]))
		case d < 0:
			least = min(least, float64(b.truth[0][i])-v)
		}
	}
	seen[same]++
	for j := range 5 {
		if least >= float64(j)*b.step-1e-9 && !math.IsInf(least, 1) {
			seen[event{steps: j + 1}]++
		}
	}
}

// leastChance returns the least chance of an event that was seen n times in auditRuns,
// except with the chance given (Chernoff).
func leastChance(n int, chance float64) float64 {
	share := float64(n) / auditRuns
	lo, hi := 0.0, share
	for range 60 {
		p := (lo + hi) / 2
		if auditRuns*relativeEntropy(share, p) > -math.Log(chance) {
			lo = p
		} else {
			hi = p
		}
	}
	return lo
}

// relativeEntropy is that of a coin of chance a to one of chance b.
func relativeEntropy(a, b float64) float64 {
	part := func(a, b float64) float64 {
		if a == 0 {
			return 0
		}
		return a * math.Log(a/b)
	}
	return part(a, b) + part(1-a, 1-b)
}

// No event on released answers has chances on neighbouring files that differ by more than
// the budget allows.
func TestAudit(t *testing.T) {
	for _, e := range tinyProblems(t) {
		for _, q := range e.applying(t) {
			for _, pair := range neighbours(e.scene) {
				if found := audit(t, e.scene, q, pair, e.scene.Budget.Float()); found != "" {
					t.Errorf("%s, %s, %v and %v: %s", q.Info().ID, e.name, pair[0], pair[1], found)
				}
			}
		}
	}
}

// sabotage returns mechanisms that break the promise: noise made for twice the budget, and
// an answer without noise.
func sabotage(t *testing.T, e example) []Prepared {
	t.Helper()
	wrong := e
	var err error
	if wrong.scene.Budget, err = account.FromRat(ratOf(2 * e.scene.Budget.Float())); err != nil {
		t.Fatal(err)
	}
	out := wrong.applying(t)
	for _, q := range e.applying(t) {
		if q, ok := q.(*preparedAnswers); ok {
			bare := *q
			bare.exact = slices.Clone(q.exact)
			bare.exact[0] = true
			out = append(out, &bare)
		}
	}
	return out
}

// The audit sees every sabotaged copy that does break the promise, on at least one pair of
// files.
func TestAuditCatchesSabotage(t *testing.T) {
	caught := make(map[string]int)
	for _, e := range tinyProblems(t) {
		for i, q := range sabotage(t, e) {
			broken, found := false, false
			for _, pair := range neighbours(e.scene) {
				if !found && breaks(t, e.scene, q, pair) {
					broken = true
					found = audit(t, e.scene, q, pair, e.scene.Budget.Float()) != ""
				}
			}
			if broken && !found {
				t.Errorf("%s (copy %d), %s: sabotage went unnoticed", q.Info().ID, i, e.name)
			}
			if found {
				caught[q.Info().ID]++
			}
		}
	}
	for _, m := range All() {
		if caught[m.Info().ID] < 2 {
			t.Errorf("%s was sabotaged and caught %d times only", m.Info().ID, caught[m.Info().ID])
		}
	}
}

// breaks says whether the certificate of a mechanism fails between two files.
func breaks(t *testing.T, s scene, q Prepared, pair [2][]int64) bool {
	t.Helper()
	m := measured(t, q)
	a, b := m.values(pair[0]), m.values(pair[1])
	loss := new(big.Rat)
	for i, r := range m.rows {
		switch d := a[i] - b[i]; {
		case d == 0:
		case r.scale.IsZero():
			return true
		default:
			loss.Add(loss, new(big.Rat).Quo(big.NewRat(max(d, -d), 1), r.scale.Rat()))
		}
	}
	return loss.Cmp(s.Budget.Rat()) > 0
}
