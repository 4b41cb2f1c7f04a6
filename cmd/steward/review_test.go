package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/result"
	"steward/io/export"
)

// Two people sign a plan off by the command line: nothing is released that one alone made where a second is needed, nor what was
// refused, nor what was changed after it was approved. Record, summary and verification say who did, also without the account.
func TestReviewCommand(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.must("check", d.plan, "--data", d.data)
	d.says([]string{"review", d.plan}, "nobody has to")
	d.says([]string{"review", "need", "People", "--why", "our rules", "--by", "The office", "--new"}, "unless a second person")
	d.refused(d.releaseArgs(), "a second person has to approve this plan")
	d.refused([]string{"review", "approve", d.plan, "--by", "B. Checker"}, "ready to be checked")
	d.says([]string{"review", "submit", d.plan, "--by", "A. Preparer"}, "A. Preparer prepared the plan", "It cannot be released as it stands")
	d.refused([]string{"review", "approve", d.plan, "--by", "A. Preparer"}, "someone else")
	if o := d.steward("review", "refuse", d.plan, "--by", "B. Checker"); o.code != 2 {
		t.Errorf("refused without a reason: exit code %d", o.code)
	}
	d.says([]string{"review", "refuse", d.plan, "--by", "B. Checker", "--why", "too much of it", "--unsigned"}, "B. Checker refused the plan", "too much of it")
	d.refused(d.releaseArgs(), "too much of it")
	d.says([]string{"review", "approve", d.plan, "--by", "B. Checker", "--unsigned"}, "B. Checker approved the plan")
	approved := d.plan
	d.edit(func(p *plan.Plan) { p.Title = "Another title" })
	d.refused(d.releaseArgs(), "was changed afterwards")
	d.edit(func(p *plan.Plan) { p.Title = peoplePlan().Title })
	list := filepath.Join(d.dir, "list.pdf")
	d.says([]string{"review", "checklist", approved, "--out", list}, "list.pdf")
	if text, err := os.ReadFile(list); err != nil || !strings.HasPrefix(string(text), "%PDF") {
		t.Errorf("the checklist: %v", err)
	}
	d.must(d.releaseArgs()...)
	d.refused([]string{"release", d.plan, "--data", d.data, "--out", filepath.Join(d.dir, "again"), "--ledgers", d.ledgers}, "a second person has to approve this plan")
	record := filepath.Join(d.out, "people.json")
	r, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, v := range r.Ledger.Reviews {
		said = append(said, string(v.Verdict)+" "+v.By)
	}
	if got := strings.Join(said, ", "); got != "prepared A. Preparer, refused B. Checker, approved B. Checker" {
		t.Errorf("the record says %q", got)
	}
	for _, more := range [][]string{nil, {"--ledgers", t.TempDir()}} { // also where the account never was
		o := d.steward(append([]string{"verify", record}, more...)...)
		if o.code != 0 || !strings.Contains(o.out, "Everything that was said about the plan before its release was said about exactly this plan") {
			t.Errorf("exit code %d\n%s", o.code, o.out)
		}
	}
	d.says([]string{"review", "state", record, "--by", "B. Checker", "--says", "Table 1 is by home."}, "people-statement.txt")
	if o := d.steward("verify", record); o.code != 0 || strings.Contains(o.out, "WITHDRAWN") {
		t.Errorf("after a statement: exit code %d\n%s", o.code, o.out)
	}
	d.says([]string{"ledger", "People"}, "A. Preparer prepared the plan", "a second person has to approve plans", "Table 1 is by home.")
	d.says([]string{"review", "need", "People", "--no-longer", "--why", "moved", "--by", "The office"}, "any more")
	forged(t, d, record)
}

// forged tries records in which what was said of the plan is another than it was.
func forged(t *testing.T, d *desk, record string) {
	t.Helper()
	was, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	zeros := strings.Repeat("0", 64) + ".1"
	for name, forgery := range map[string]struct {
		change func(reviews []result.Review) []result.Review
		says   string
	}{
		"another name":            {func(r []result.Review) []result.Review { r[0].By = "C. Nobody"; return r }, "not signed as stated"},
		"another plan":            {func(r []result.Review) []result.Review { r[0].Plan = zeros; return r }, "said about a different plan"},
		"another plan, unsigned":  {func(r []result.Review) []result.Review { r[2].Plan = zeros; return r }, "said about a different plan"},
		"an approval by herself":  {func(r []result.Review) []result.Review { r[2].By = "A. Preparer"; return r }, "by whoever prepared it"},
		"a refusal at the end":    {func(r []result.Review) []result.Review { return r[:2] }, "not to be released as it stood"},
		"a signature of another":  {func(r []result.Review) []result.Review { r[1].Key, r[1].Signature = r[0].Key, r[0].Signature; return r }, "not signed as stated"},
		"a key without signature": {func(r []result.Review) []result.Review { r[2].Key = "SHA256:x"; return r }, "not signed as stated"},
	} {
		var rec map[string]any
		if err := json.Unmarshal(was, &rec); err != nil {
			t.Fatal(err)
		}
		of := rec["ledger"].(map[string]any)
		var reviews []result.Review
		text, err := json.Marshal(of["reviews"])
		if err == nil {
			err = json.Unmarshal(text, &reviews)
		}
		if err != nil || len(reviews) != 3 || reviews[0].Key == "" {
			t.Fatalf("%v: %v", reviews, err)
		}
		of["reviews"] = forgery.change(reviews)
		if text, err = json.Marshal(rec); err != nil {
			t.Fatal(err)
		}
		write(t, record, string(text))
		o := d.steward("verify", record, "--ledgers", t.TempDir())
		bad := false
		for line := range strings.Lines(o.out) {
			bad = bad || strings.HasPrefix(line, "DOES NOT") && strings.Contains(line, forgery.says)
		}
		if o.code == 0 || !bad {
			t.Errorf("%s: exit code %d\n%s", name, o.code, o.out)
		}
	}
}
