package rowaccount

import (
	"strings"
	"testing"

	"steward/core/release"
	"steward/io/sheet"
)

// Counts of more than a thousand rows have marks.
func TestCountsAreMarked(t *testing.T) {
	a := &Account{Rows: sheet.Rows{All: 4813}, Checked: release.Checked{Records: 4812}}
	if said := a.Sentence().String(); !strings.HasPrefix(said, "The file has 4,813 rows: ") || !strings.Contains(said, "4,812 ") {
		t.Errorf("it says %q", said)
	}
	a.Counted = true
	if said := a.Sentence().String(); !strings.HasPrefix(said, "A database counted 4,812 rows") {
		t.Errorf("it says %q", said)
	}
}
