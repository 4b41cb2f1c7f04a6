package plan

import (
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism/cells"
	"steward/core/plan/secret"
)

func visits(atMost int) Plan {
	low, high := int64(1), int64(5)
	p := Plan{
		Version: Version, DataSet: "Visits",
		Columns:   []Column{{Name: "ward", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed}},
		Questions: []Question{{ID: "w", Title: "Wards", Kind: "table", Columns: []domain.AttributeName{"ward"}}},
		Budget:    Budget{Epsilon: "1"},
	}
	if atMost > 0 {
		p.Rows = &Rows{Person: "patient", AtMost: atMost}
	}
	return p
}

func compileVisits(t *testing.T, p Plan) *Compiled {
	t.Helper()
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// With the number of people known, one who comes ties another who goes. Of the slots of the two as many are apart as one
// person has, since counts do not tell whose they are, where everything is secret; where nothing but being in the file is, a slot that moves from one
// answer to another moves twice. A single slot each is the plan of one row with secret presence.
func TestKnownPeopleTieAllTheirRows(t *testing.T) {
	n := int64(40)
	for atMost, want := range map[int]int{1: 1, 2: 2, 7: 7} {
		p := visits(atMost)
		if got := compileVisits(t, p).Tied().Factor; got != want {
			t.Errorf("up to %d rows: factor %d, want %d", atMost, got, want)
		}
		p.Facts.People = &n
		c := compileVisits(t, p)
		if got := c.Tied(); got.Factor != want || !c.FactsTie() || !strings.Contains(got.Why.String(), "another one is") {
			t.Errorf("up to %d rows of a known number of people: factor %d (%s), want %d", atMost, got.Factor, got.Why, want)
		}
		if got := c.Problems[0].Multiplier().Factor; got != want {
			t.Errorf("the noise counts %d, want %d", got, want)
		}
		p.Secrets.PresenceOnly, p.Secrets.Presence = true, true
		if got := compileVisits(t, p).Tied(); got.Factor != 2*want || !strings.Contains(got.Why.String(), "another one is") {
			t.Errorf("up to %d rows of a known number of people, nothing else being secret: factor %d (%s), want %d", atMost, got.Factor, got.Why, 2*want)
		}
		if _, known := c.Facts.Total(); known {
			t.Error("the number of people is taken for the number of rows")
		}
	}
	one := visits(0)
	one.Secrets.Presence, one.Facts.People = true, &n
	slot := visits(1)
	slot.Facts.People = &n
	if a, b := compileVisits(t, one).Tied().Factor, compileVisits(t, slot).Tied().Factor; a != b {
		t.Errorf("factor %d with one row each and %d with one slot each", a, b)
	}
}

// Where everything is secret and the number of people known, somebody comes for each who goes: questions are answered as where nobody comes or goes, with
// the same noise by the same methods. So it is with a further fact that takes no more noise, and not where some answers are joined by
// the way out of the file alone, other things weigh otherwise, people have several rows, or nothing else is secret.
func TestComingAndGoingIsAChange(t *testing.T) {
	people := func(change ...func(p *Plan)) Plan {
		p := visits(0)
		p.Secrets.Presence, p.Facts.People = true, number(40)
		for _, c := range change {
			c(&p)
		}
		return p
	}
	stay := compileVisits(t, people(func(p *Plan) { p.Secrets.Presence = false })).Problems[0]
	for name, c := range map[string]struct {
		plan  Plan
		swaps bool
	}{
		"everything secret": {people(), true},
		"a number of one value known": {people(func(p *Plan) {
			p.Facts.Stated = []constraint.Fact{{ID: "one", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "ward", Values: []string{"1"}}}}, Count: 3}}}}
		}), true},
		"the number not known":   {people(func(p *Plan) { p.Facts.People = nil }), false},
		"nothing else secret":    {people(func(p *Plan) { p.Secrets.PresenceOnly = true }), false},
		"the weight of presence": {people(func(p *Plan) { p.Secrets.Presence, p.Secrets.Absences = false, []secret.Absence{{Weight: "0.5"}} }), false},
		"neighbours": {people(func(p *Plan) {
			p.Secrets.Columns = []secret.Secret{{Columns: []domain.AttributeName{"ward"}, Kind: secret.Near, Within: "1"}}
		}), false},
		"one row each, of those found": {func() Plan { p := visits(1); p.Facts.People = number(40); return p }(), false},
	} {
		of := compileVisits(t, c.plan)
		got := of.Problems[0]
		if got.Policy.Presence() == c.swaps || of.Policy.Presence() == false {
			t.Errorf("%s: somebody comes or goes in the question: %v", name, got.Policy.Presence())
		}
		if c.swaps && (!got.Effective().Rat().IsInt() || got.Effective().Cmp(stay.Effective()) != 0 || len(of.Disclosed) > 0) {
			t.Errorf("%s: %s is left for noise, and %s where nobody comes or goes", name, got.Effective(), stay.Effective())
		}
		if fit := (cells.BalancedCells{}).Check(got); name == "everything secret" && !fit.OK() {
			t.Errorf("%s: balanced noise is refused: %v", name, fit)
		}
	}
}

func TestRowsInWords(t *testing.T) {
	one := visits(0)
	if got := one.Counted(); got.String() != "people" {
		t.Errorf("%q are counted", got)
	}
	if got, want := compileVisits(t, one).Describe().Presence, compileVisits(t, one).Policy.Describe().Presence; got.String() != want.String() {
		t.Errorf("%q, want %q", got, want)
	}
	for atMost, want := range map[int]string{
		1:  "People can appear once; what is hidden is everything about their row, and whether there is one.",
		2:  "People can appear up to 2 times; what is hidden is everything about both rows together, and how many there are.",
		3:  "People can appear up to 3 times; what is hidden is everything about all three rows together, and how many there are.",
		40: "People can appear up to 40 times; what is hidden is everything about all 40 rows together, and how many there are.",
	} {
		p := visits(atMost)
		if p.Counted().String() != "rows" {
			t.Errorf("%q are counted", p.Counted())
		}
		said := compileVisits(t, p).Describe()
		if want += " If someone has more rows, "; !strings.Contains(said.Presence.String(), want) || !strings.HasSuffix(said.Presence.String(), "up to the square of the stated factor.") || !strings.Contains(said.Presence.String(), "in the file is hidden") || len(said.Disclosed) > 0 {
			t.Errorf("up to %d: %+v", atMost, said)
		}
	}
}

// TestTiedRowsBruteForce goes through all files of three possible people with two slots each
// over "no row" and two values. Two files with the known number of people are neighbours when
// nothing less than all of the people that differ can change; how many slots have to move to make the counts of one those of
// the other, each along an edge, is what has to be hidden together.
func TestTiedRowsBruteForce(t *testing.T) {
	const persons, slots, values = 3, 2, 3 // value 0 is "no row"
	const states, files = 9, 729           // of a person, of all
	state := func(file, person int) int {
		for range person {
			file /= states
		}
		return file % states
	}
	present := func(file int) int {
		n := 0
		for i := range persons {
			if state(file, i) != 0 {
				n++
			}
		}
		return n
	}
	add := func(counts *[values]int, state, by int) {
		for range slots {
			counts[state%values] += by
			state /= values
		}
	}
	// mixed is file a with the people of a set as in file b.
	mixed := func(a, b, set int) int {
		out, place := 0, 1
		for i := range persons {
			from := a
			if set&(1<<i) != 0 {
				from = b
			}
			out, place = out+place*state(from, i), place*states
		}
		return out
	}
	for n := int64(0); n <= persons; n++ {
		most := 0
		for a := range files {
			for b := range files {
				if a == b || present(a) != int(n) || present(b) != int(n) {
					continue
				}
				differ, apart, counts := 0, 0, [values]int{}
				for i := range persons {
					if state(a, i) != state(b, i) {
						differ |= 1 << i
					}
					add(&counts, state(a, i), -1)
					add(&counts, state(b, i), 1)
				}
				for _, more := range counts {
					apart += max(more, 0)
				}
				minimal := true
				for set := (differ - 1) & differ; set > 0 && minimal; set = (set - 1) & differ {
					minimal = present(mixed(a, b, set)) != int(n)
				}
				if minimal {
					most = max(most, apart)
				}
			}
		}
		p := visits(slots)
		p.Facts.People = &n
		if got := compileVisits(t, p).Tied().Factor; got < most || n == 1 && got != most {
			t.Errorf("%d people: factor %d, but counts are %d slots apart", n, got, most)
		}
	}
}
