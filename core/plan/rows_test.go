package plan

import (
	"strings"
	"testing"

	"steward/core/domain"
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

// With the number of people known, one who comes ties another who goes, so that all slots of
// two people are hidden together; a single slot each is the plan of one row with secret
// presence.
func TestKnownPeopleTieAllTheirRows(t *testing.T) {
	n := int64(40)
	for atMost, want := range map[int]int{1: 1, 2: 2, 7: 7} {
		p := visits(atMost)
		if got := compileVisits(t, p).Tied().Factor; got != want {
			t.Errorf("up to %d rows: factor %d, want %d", atMost, got, want)
		}
		p.Facts.People = &n
		c := compileVisits(t, p)
		if got := c.Tied(); got.Factor != 2*want || !strings.Contains(got.Why.String(), "another one is") {
			t.Errorf("up to %d rows of a known number of people: factor %d (%s), want %d", atMost, got.Factor, got.Why, 2*want)
		}
		if got := c.Problems[0].Multiplier().Factor; got != 2*want {
			t.Errorf("the noise counts %d, want %d", got, 2*want)
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
// nothing less than all of the people that differ can change; the slots that differ are what
// has to be hidden together.
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
	slotsApart := func(a, b int) int {
		n := 0
		for range slots {
			if a%values != b%values {
				n++
			}
			a, b = a/values, b/values
		}
		return n
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
				differ, apart := 0, 0
				for i := range persons {
					if d := slotsApart(state(a, i), state(b, i)); d > 0 {
						differ, apart = differ|1<<i, apart+d
					}
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
			t.Errorf("%d people: factor %d, but %d slots change together", n, got, most)
		}
	}
}
