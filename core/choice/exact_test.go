package choice

import (
	"slices"
	"testing"

	"steward/core/histogram"
	"steward/core/internal/randompolicy"
	"steward/core/seeded"
)

// undrawn is noise that nobody may draw.
type undrawn struct{ t *testing.T }

func (u undrawn) Uint64() uint64 {
	u.t.Fatal("noise is drawn for what costs nothing")
	return 0
}

// TestChoicesThatCostNothing takes random choices and says of which of them the rule is right that they need nothing of the budget: the best
// option is published, whatever the file, and stays the best when people move among cells with a known sum. Where the rule says no, such
// people often do make another option the best. Were the rule wrong, what is published would still follow from the sums alone.
func TestChoicesThatCostNothing(t *testing.T) {
	free, drawn, changed := 0, 0, 0
	for seed := range uint64(seeded.Often(1500, 15_000)) {
		m, ok := randomChoice(t, seed)
		if !ok {
			continue
		}
		p := m.problem
		p.Cells.Disclose = true
		made, err := CostsNothing(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if made {
			free++
		} else {
			drawn++
		}
		components, err := p.Cells.Components()
		if err != nil {
			t.Fatal(err)
		}
		known := p.Cells.Known(components)
		maker := randompolicy.New(t, seeded.New(79, seed))
		differs := false
		for range 6 {
			counts := maker.Counts(m.choice.domain, -1)
			v, err := histogram.FromCounts(m.choice.domain, counts)
			if err != nil {
				t.Fatal(err)
			}
			// Others with the same sums.
			moved := make([]int64, len(counts))
			if err := known.Each(func(_ int, cells []int) error {
				for _, cell := range cells {
					for range counts[cell] {
						moved[cells[maker.Pick(0, len(cells)-1)]]++
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			plain := m.choice.plain()
			same := func(x []int64) []int { return bests(plain, x) }
			if known.Count == 0 {
				continue
			}
			differs = differs || !slices.Equal(same(counts), same(moved))
			if !made {
				continue
			}
			exact := p
			exact.Cells.Exact = true
			prepared, err := Prepare(t.Context(), exact)
			if err != nil {
				t.Fatal(err)
			}
			got, err := prepared.Release(t.Context(), v, undrawn{t})
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range same(counts) {
				if got[i].Option != want || m.choice.question.Interval && (got[i].Low != want || got[i].High != want) {
					t.Fatalf("seed %d: group %d has %+v, and the best is %d", seed, i, got[i], want)
				}
			}
			if !prepared.Loss().IsZero() || prepared.Info().ID != ExactID {
				t.Fatalf("%s takes %s", prepared.Info().ID, prepared.Loss())
			}
			// Nothing but the sums is looked at, whether or not the rule is right.
			w, err := histogram.FromCounts(m.choice.domain, moved)
			if err != nil {
				t.Fatal(err)
			}
			a, err := p.Cells.Rebuilt(v)
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.Cells.Rebuilt(w)
			if err != nil || !slices.Equal(a.Counts(), b.Counts()) {
				t.Fatalf("seed %d: %v and %v are seen, %v", seed, a.Counts(), b.Counts(), err)
			}
		}
		if made && differs {
			t.Fatalf("seed %d: people who move where no secret is told change what is published", seed)
		}
		if !made && differs {
			changed++
		}
		// What is asked of a wrong rule: it sees the sums alone.
		wrong := p
		wrong.Cells.Exact = true
		for range 2 {
			counts := maker.Counts(m.choice.domain, 20)
			v, err := histogram.FromCounts(m.choice.domain, counts)
			if err != nil {
				t.Fatal(err)
			}
			a, err := wrong.prepareExact().Release(t.Context(), v, undrawn{t})
			if err != nil {
				t.Fatal(err)
			}
			public, err := wrong.Cells.Rebuilt(v)
			if err != nil {
				t.Fatal(err)
			}
			b, err := wrong.prepareExact().Release(t.Context(), public, undrawn{t})
			if err != nil || len(a) != len(b) || slices.ContainsFunc(a, func(x Chosen) bool {
				return !slices.ContainsFunc(b, func(y Chosen) bool { return slices.Equal(x.Key, y.Key) && x.Option == y.Option })
			}) {
				t.Fatalf("seed %d: %+v is published of a file, %+v of its sums", seed, a, b)
			}
		}
	}
	if t.Logf("%d cost nothing, %d do, of which %d were seen to change", free, drawn, changed); free < 40 || drawn < 200 || changed < drawn/4 {
		t.Error("too few")
	}
}

// bests returns the first of the best options of every group.
func bests(c *Choice, x []int64) []int {
	var out []int
	for _, s := range scoresOf(c, []scorer{c.score}, x) {
		out = append(out, slices.Index(s, slices.Max(s)))
	}
	return out
}
