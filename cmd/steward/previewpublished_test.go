package main

import (
	"strings"
	"testing"
)

// The trial releases use made-up data only: the spreadsheet is not even named.
func TestPreviewPublished(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	path := d.plan
	o := steward("preview", path, "--published", "20")
	if o.code != 0 || !strings.Contains(o.out, "20 trial releases of 60 made-up people") {
		t.Fatalf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	_, table, _ := strings.Cut(o.out, "PUBLISHED, MEASURED")
	if rows := strings.Count(strings.TrimSpace(table), "\n") + 1; rows != 2 {
		t.Errorf("%d rows for two questions:\n%s", rows, table)
	}
	if earlier := steward("preview", path, "--tidied", "20"); earlier.out != o.out { // as earlier versions called it
		t.Errorf("--tidied says\n%s%s", earlier.out, earlier.err)
	}
	if o := steward("preview", path, "--published=-1"); o.code == 0 || !strings.Contains(o.err, "ask for 1 to") {
		t.Errorf("exit code %d\n%s", o.code, o.err)
	}
}
