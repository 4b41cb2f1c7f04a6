package page

import "testing"

// Where a text is shown as it stands, the marks that set a name off would be signs that nobody can read.
func TestListedNamesHaveNoMarks(t *testing.T) {
	if got := Listed([]string{"/a/counts.csv", "/a/columns.csv"}); got != "counts.csv and columns.csv" {
		t.Errorf("the files are listed as %q", got)
	}
}
