package constraint_test

import (
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
)

// One more fact costs beside the others what it costs among them, whatever its numbers are, and
// its refusal is the one that stating it would meet.
func TestBeside(t *testing.T) {
	refused, priced := 0, 0
	for seed := range uint64(300) {
		m := newMaker(t, 31_000+seed)
		s := m.scene(12)
		all := s.facts.Stated()
		if len(all) < 2 {
			continue
		}
		d := s.policy.Domain()
		last := all[len(all)-1]
		rest := facts(t, d, all[:len(all)-1]...)
		for _, reading := range []constraint.Reading{constraint.EdgeMinimal, constraint.Strict} {
			got, err := rest.Beside(last, s.policy, reading)
			must(t, err)
			tied, tieErr := s.facts.Tie(s.policy, reading)
			if tieErr != nil {
				refused++
				if got.With != 0 || got.Why.String() != tieErr.Error() {
					t.Fatalf("seed %d, %s: %+v, but stating it says %v", seed, reading, got, tieErr)
				}
				continue
			}
			priced++
			without, err := rest.Tie(s.policy, reading)
			if err != nil {
				without.Factor = 0
			}
			if got.With != tied.Factor || got.Without != without.Factor {
				t.Fatalf("seed %d, %s: %+v, but stating it costs %d, and without it %d", seed, reading, got, tied.Factor, without.Factor)
			}
		}
	}
	if refused < 20 || priced < 100 {
		t.Errorf("%d were refused and %d priced: too few to tell", refused, priced)
	}
}

// A fact that contradicts another one has a price: what it is about, not what it says, ties
// people together.
func TestBesideComparesNoNumbers(t *testing.T) {
	one, district, _ := towns(t, 1, false)
	f := facts(t, one.Domain(), people(17))
	x, err := f.Beside(totals(district, 200), one, constraint.EdgeMinimal)
	if err != nil || x.With != 4 || x.Without != 1 {
		t.Errorf("%+v, %v", x, err)
	}
	x, err = constraint.Facts{}.Beside(totals(district, 200), one, constraint.EdgeMinimal)
	if err != nil || x.With != 4 || x.Why.String() != `knowing the totals by "district" (4 numbers) means that up to 4 people's answers can be tied together; to hide them as well as before, the noise becomes 4 times as large` {
		t.Errorf("%+v, %v", x, err)
	}
	bad := constraint.Fact{ID: "x", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: domain.AttributeName("moon"), Values: []string{"full"}}}}}}}
	_, err = f.Beside(bad, one, constraint.EdgeMinimal)
	says(t, "unknown column", err, `names the column "moon", which is not published`)
	_, err = f.Beside(totals(district, 1), one, "loose")
	says(t, "unknown reading", err, `unknown reading "loose"`)
}
