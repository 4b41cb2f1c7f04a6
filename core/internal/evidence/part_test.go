package evidence

import (
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	begin, end := Marks("a")
	other, otherEnd := Marks("ab")
	document := "one\n" + begin + "\nold\nolder\n" + end + "\ntwo\n" + other + "\nkept\n" + otherEnd + "\n"
	got, err := Replace(document, "a", "new\n\n")
	if err != nil {
		t.Fatal(err)
	}
	if want := "one\n" + begin + "\nnew\n" + end + "\ntwo\n" + other + "\nkept\n" + otherEnd + "\n"; got != want {
		t.Errorf("the document is\n%s\nwant\n%s", got, want)
	}
	if again, err := Replace(got, "a", "new"); err != nil || again != got {
		t.Errorf("the same once more is not the same: %v", err)
	}
	for why, bad := range map[string]string{
		"has no part": "one\n", "has no end": begin + "\n", "more than once": document + document,
	} {
		if _, err := Replace(bad, "a", ""); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v", why, err)
		}
	}
}

func TestTable(t *testing.T) {
	table := NewTable("data", "error")
	table.Add("A", 12345.6)
	table.Add("B", 7)
	if want := "| data | error |\n|---|---|\n| A | 1.23e+04 |\n| B | 7 |\n"; table.String() != want {
		t.Errorf("the table is\n%s", table)
	}
}
