package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/core/seeded"
)

// A fresh account about people who are in another one is refused until it is said that they are others, or the two are linked: for the
// very file always, and for a file with the same keys where a sketch of them was asked for.
func TestSamePeopleUnderAnotherName(t *testing.T) {
	seeded.ForAudits(t)
	d := ledgerDesk(t)
	again := func(name string) {
		d.out = filepath.Join(d.dir, name)
		d.edit(func(p *plan.Plan) { p.DataSet, p.Budget.Epsilon = name, "0.1" })
		d.check()
	}
	spent := func(name string, want string) {
		t.Helper()
		if s := d.ledger(name); s.Spent != want {
			t.Errorf("%q has spent %s, want %s", name, s.Spent, want)
		}
	}
	again("people (2)")
	d.refused(d.releaseArgs(), "nothing was spent", `this same file was released in the account “People”`, `“people (2)” would begin with a fresh budget`, "--other-people")
	d.must("ledger", "link", "people (2)", "People", "--new", "--why", "the same people")
	d.must(d.releaseArgs()...)
	spent("people (2)", "0.1")
	// The file is another, by a line; its people are the same.
	d.refused([]string{"ledger", "sketch", d.plan}, "--column")
	d.refused([]string{"ledger", "sketch", d.plan, "--data", d.data, "--column", "nobody"}, `no column “nobody”`)
	d.says([]string{"ledger", "sketch", d.plan, "--data", d.data, "--column", "wage"}, "on this computer only", "Whoever can read the folder")
	lines := strings.SplitAfter(read(t, d.data), "\n")
	write(t, d.data, strings.Join(append(lines[:1:1], lines[2:]...), ""))
	d.edit(func(p *plan.Plan) { p.Facts = plan.Facts{} })
	again("people (3)")
	d.refused(d.releaseArgs(), `59 of the 60 people in the account “people (2)” are in this file too, by the column “wage”`)
	var out, said bytes.Buffer
	code := run(remembering, append(d.releaseArgs(), "--ledgers", d.ledgers), machine{&out, &said, false, d.noise, noon, testKey()})
	untold := outcome{code, out.String(), said.String()}
	if untold.code != 1 || !strings.Contains(untold.err, `people in the account “people (2)” seem to be in this file too`) || !strings.Contains(untold.err, "--other-people") || strings.Contains(untold.err, "by the column") {
		t.Errorf("without: exit code %d\n%s", untold.code, untold.err)
	}
	d.must(append(d.releaseArgs(), "--other-people")...)
	d.says([]string{"ledger", "sketch", d.plan, "--forget"}, "Nothing is kept any more")
	if found, err := filepath.Glob(d.ledgers + ".people/*.sketch"); err != nil || len(found) != 1 {
		t.Errorf("kept are %v (%v)", found, err)
	}
	if err := os.RemoveAll(d.ledgers + ".people"); err != nil {
		t.Fatal(err)
	}
	again("people (4)")
	d.must(d.releaseArgs()...) // nothing is known any more
}
