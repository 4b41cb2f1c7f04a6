package policy

import (
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// TestMetricVectors checks metrics that Kamalaruban et al. (2020) define: the weighted Hamming
// metric of their introduction, the second metric of section 4.4 and the smaller of two
// budgets of section 5; and what an edge weighs along which several parts change.
func TestMetricVectors(t *testing.T) {
	a, one := must(domain.NewList("x", []string{"0", "1", "2"}, typed)), rat("1")

	// Σ ε_i 1[x_i ≠ x'_i].
	b := whole("y", 4, typed)
	hamming := must(New(Spec{Domain: over(a, b), Together: 1, Parts: []Part{must(Complete(a).Weigh(rat("0.5"))), must(Complete(b).Weigh(rat("2")))}}))
	if d := hamming.Distance([]int{0, 0}, []int{2, 3}); d != weighted.One/2+2*weighted.One {
		t.Errorf("weighted Hamming: %g, want 2.5", d.Steps())
	}
	// With both together, the heavier of the two, and each by itself its own.
	both := must(New(Spec{Domain: over(a, b), Parts: hamming.Parts()}))
	for _, c := range []struct {
		v    []int
		want weighted.Weight
	}{{[]int{2, 3}, 2 * weighted.One}, {[]int{2, 0}, weighted.One / 2}, {[]int{0, 3}, 2 * weighted.One}} {
		if d := both.Distance([]int{0, 0}, c.v); d != c.want {
			t.Errorf("both together, to %v: %g, want %g", c.v, d.Steps(), c.want.Steps())
		}
	}

	// Within 2 as the budget, then in proportion.
	line := whole("age", 20, typed)
	graded := must(Graded([]Scaled{{line, one}}, Grade{Norm: distance.L1, Unit: rat("2"), AtLeast: rat("2")}))
	for v, want := range map[int]string{1: "1", 2: "1", 3: "1.5", 4: "2", 19: "9.5"} {
		if d := graded.Distance(0, v); d.Rat().Cmp(rat(want)) != 0 {
			t.Errorf("max(1, d/2) at %d: %g, want %s", v, d.Steps(), want)
		}
	}

	// min(b_u, b_v), over three values no metric: 2 comes within twice the least of 1.
	budgets := must(Budgets(a, []Budget{{"0", rat("0.25")}}, one))
	if w, _ := budgets.Weight(1, 2); w != weighted.One {
		t.Errorf("entered %g, want 1", w.Steps())
	}
	if d := budgets.Distance(1, 2); d != weighted.One/2 {
		t.Errorf("kept %g, want 0.5", d.Steps())
	}
}

// TestSensitiveColumns checks that only chosen columns are secret, and
// what is said of the others.
func TestSensitiveColumns(t *testing.T) {
	a, b, c := whole("a", 2, typed), whole("b", 3, typed), whole("c", 2, typed)
	p := must(New(Spec{Domain: over(a, b, c), Parts: []Part{Complete(a), Alone(b), Complete(c)}, Together: 1}))
	edges := 0
	if err := p.Edges(func(Edge) bool { edges++; return true }); err != nil || edges != 12 {
		t.Errorf("%d edges (%v), want 12", edges, err)
	}
	said := p.Describe()
	if want := `Nobody can tell any answer in "a" or "c" from any other. Not secret: "b".`; said.Secret.String() != want {
		t.Errorf("%q, want %q", said.Secret, want)
	}
	if want := []string{`how many people have each answer in "b"`}; !slices.Equal(message.English(said.Disclosed), want) {
		t.Errorf("disclosed %q, want %q", said.Disclosed, want)
	}
	if want := "Each answer is hidden by itself: people who differ in m such answers are m times easier to tell apart, up to 2 times."; said.Together.String() != want {
		t.Errorf("%q, want %q", said.Together, want)
	}
	if open := must(New(Spec{Domain: over(a), Parts: []Part{Alone(a)}})).Describe(); open.Secret.String() != "No answer is secret." || !open.Together.IsZero() {
		t.Errorf("nothing is secret: %q and %q", open.Secret, open.Together)
	}
}

// TestMixedPresence says what is disclosed when being in the file is a secret for some: the
// numbers of people in those sets of values that nobody of them is in.
func TestMixedPresence(t *testing.T) {
	a := whole("x", 10, typed)
	low, high := domain.Combination{"x": {"0"}}, domain.Combination{"x": {"9"}}
	groups := must(Groups(a, []Group{{"low", a.Labels()[:5]}, {"high", a.Labels()[5:]}}, OwnGroup))
	mixed := must(New(Spec{Domain: over(a), Parts: []Part{groups}, Absences: []Absence{{Where: low}}}))
	said := mixed.Describe()
	if want := `Whether a person is in the file is hidden too for those with "x" 0. For everybody else this may become known.`; said.Presence.String() != want {
		t.Errorf("%q, want %q", said.Presence, want)
	}
	want := []string{`how many people are in each of these groups of "x": low, high`, `but no number that counts people with "x" 0, or others that nobody can tell from them`}
	if !slices.Equal(message.English(said.Disclosed), want) {
		t.Errorf("disclosed %q, want %q", said.Disclosed, want)
	}
	if _, n, err := mixed.Components(); err != nil || n != 2 {
		t.Errorf("%d components (%v), want the low ones with not in the file, and the high ones", n, err)
	}
	if joined := must(New(Spec{Domain: over(a), Parts: []Part{groups}, Absences: []Absence{{Where: low}, {Where: high}}})); joined.Disclosed() != nil {
		t.Errorf("disclosed %q, though not in the file connects both groups", joined.Disclosed())
	}
	if key := mixed.DisclosureKey(); key == must(New(Spec{Domain: over(a), Parts: []Part{groups}})).DisclosureKey() {
		t.Error("who is hidden does not change the key")
	}
}
