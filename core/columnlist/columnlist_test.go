package columnlist_test

import (
	"strings"
	"testing"

	"steward/core/columnlist"
)

// TestNamingColumns reads lists of columns, as the window finds by them and as commands name them.
func TestNamingColumns(t *testing.T) {
	header := []string{"id", "Age", "q1", "q2", "q3", "q10", "district"}
	for _, c := range []struct{ text, finds, names string }{
		{"", "id Age q1 q2 q3 q10 district", ""},
		{"q", "q1 q2 q3 q10", ""},
		{"Q1..q3, AGE", "Age q1 q2 q3", ""},
		{"q1", "q1 q10", "q1"},
		{"q2..q10,Age", "Age q2 q3 q10", "q2 q3 q10 Age"},
		{"q3..q1", "", ""},
		{"*", "", "id Age q1 q2 q3 q10 district"},
		{"nothing", "", ""},
	} {
		if got := strings.Join(columnlist.Find(c.text, header), " "); got != c.finds {
			t.Errorf("%q finds %s, want %s", c.text, got, c.finds)
		}
		if got, err := columnlist.Read(c.text, header); strings.Join(got, " ") != c.names || (err == nil) != (c.names != "") {
			t.Errorf("%q names %v (%v), want %s", c.text, got, err, c.names)
		}
	}
	if got := columnlist.Written([]string{"id", "q1", "q2", "q3", "district"}, header); got != "id,q1..q3,district" {
		t.Errorf("written as %s", got)
	}
	if got := columnlist.Listed([]string{"id", "q1", "q2", "q3", "district"}, header).String(); got != "id, q1 to q3 and district" {
		t.Errorf("listed as %s", got)
	}
}
