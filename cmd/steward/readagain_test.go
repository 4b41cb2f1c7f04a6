package main

import (
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/io/publish"
	"steward/io/released"
)

// readAgain reads the release whose record is at a path again, and writes its summary anew: it is what it was, byte for byte, so that
// nothing is lost of a release that its project remembers.
func readAgain(t *testing.T, path string) {
	t.Helper()
	again, err := released.Read(remembering, path)
	if err != nil {
		t.Error(err)
		return
	}
	for _, paper := range []plan.Paper{again.Plan.Paper, "Letter"} { // which the command line can choose
		var summary strings.Builder
		if err := publish.WriteSummary(&summary, again, paper); err != nil {
			t.Fatal(err)
		}
		if summary.String() == read(t, strings.TrimSuffix(path, ".json")+publish.SummarySuffix) {
			return
		}
	}
	t.Errorf("the summary of %s is another one once the release was read again", filepath.Base(path))
}
