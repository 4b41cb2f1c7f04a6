package spelling

import (
	"slices"
	"testing"
)

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"people", "peopel", 2}, {"kitten", "sitting", 3}, {"Ärzte", "Arzte", 1}} {
		if got := Edits(c.a, c.b); got != c.want || Edits(c.b, c.a) != c.want {
			t.Errorf("%q and %q are %d apart, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"Register", "people 2025", "People", "peoples", "Staff", "Clinic survey"}
	for name, want := range map[string][]string{
		"peopel": {"People", "peoples"}, "PEOPLE": {"People", "peoples", "people 2025"}, "Clinic": {"Clinic survey"}, "regster": {"Register"}, "visits": {}, "x": {}, "": {},
	} {
		if got := Nearest(name, known); !slices.Equal(got, want) {
			t.Errorf("near %q are %q, want %q", name, got, want)
		}
	}
}
