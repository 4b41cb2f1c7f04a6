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

// What a terminal or the order of reading obeys is told from what is shown, marks that join letters among it.
func TestObeyed(t *testing.T) {
	for _, r := range "\x00\x1b\r\v\x7f\u0080\u009b\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029" {
		if !Obeyed(r) {
			t.Errorf("%U is shown", r)
		}
	}
	for _, r := range "\n\t aZ\u00e4\u00a0\u200d\u4e2d\u0301\ufffd\U0001f600" {
		if Obeyed(r) {
			t.Errorf("%U is not shown", r)
		}
	}
}

// What is named after a file has a name that is text alone.
func TestAfter(t *testing.T) {
	for file, want := range map[string]string{
		"people.csv": "people", "Z\xfcrich.xlsx": "Zrich", "a\u202eb\x1b[2J.csv": "ab[2J", " two  words.tar.gz": "two words.tar", "\u202e.csv": "", "none": "none",
	} {
		if got := After(file); got != want {
			t.Errorf("%q gives %q, want %q", file, got, want)
		}
	}
}
