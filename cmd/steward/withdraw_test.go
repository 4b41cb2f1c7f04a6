package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
)

// A release is withdrawn and replaced by the command line: account and verification say so, the sums stay.
func TestWithdrawCommand(t *testing.T) {
	d := ledgerDesk(t)
	first := filepath.Join(d.dir, "out", "people.json")
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon, p.Title = "0.1", "Corrected" })
	d.must(d.releaseArgs()...)
	second := filepath.Join(d.out, "people.json")
	if o := d.steward("withdraw", first, "--why", "x"); o.code != 2 {
		t.Errorf("without a name: exit code %d\n%s", o.code, o.err)
	}
	d.refused([]string{"withdraw", d.data, "--why", "x", "--by", "y"}, "people.csv")
	d.says([]string{"withdraw", first, "--instead", second, "--why", "one column was coded wrongly", "--by", "A. Steward"}, "What it spent stays spent", "people-notice.txt")
	d.says([]string{"withdraw", first, "--instead", second, "--why", "again", "--by", "A. Steward"}, "people-notice.txt")
	notice, err := os.ReadFile(filepath.Join(d.dir, "out", "people-notice.txt"))
	if err != nil {
		t.Fatal(err)
	}
	// Records of releases of one day have one name: what takes the place is told by its seal.
	if seal := record(t, d.out, "people").Seal; seal == "" || !strings.Contains(string(notice), "has the seal "+seal+".") {
		t.Errorf("the notice does not say that the release with the seal %q takes its place:\n%s", seal, notice)
	}
	o := d.steward("verify", first)
	for _, want := range []string{"WITHDRAWN", `The account notes that “Corrected” (entry 3) takes the place of this release`, "people-notice.txt, beside the record", "Do not use its numbers"} {
		if !strings.Contains(o.out, want) {
			t.Errorf("verify does not say %q:\n%s", want, o.out)
		}
	}
	if o.code != 0 {
		t.Errorf("a withdrawn release is no original any more: exit code %d", o.code)
	}
	d.says([]string{"ledger", "People"}, "withdrawn (of 1)", "the release of entry 3 takes its place", "one column was coded wrongly", "have spent 0.6")
	if s := d.ledger("People"); s.Spent != "0.6" || len(s.Entries) != 5 {
		t.Errorf("%+v", s)
	}
}
