package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"steward/cmd/steward/accounts"
	"steward/core/domain"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
)

// deskReleased has the files of a desk once its plan was checked and carried out, which is done once for all tests.
var deskReleased struct {
	sync.Once
	files map[string]string
}

// releasedDesk is a desk with a release of 0.5 about "People".
func releasedDesk(t *testing.T) *desk {
	t.Helper()
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	deskReleased.Do(func() {
		first := newDesk(t, "people.csv", sixty(), peoplePlan())
		first.noise = func() noise.Fresh { return seeded.Named("the release that is there already") }
		first.check()
		first.must(first.releaseArgs()...)
		deskReleased.files = files(t, first.dir)
	})
	if len(deskReleased.files) == 0 {
		t.Fatal("there was no release")
	}
	for name, content := range deskReleased.files {
		path := filepath.Join(d.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, content)
	}
	return d
}

// ledgerDesk is one that is about to have another release.
func ledgerDesk(t *testing.T) *desk {
	t.Helper()
	d := releasedDesk(t)
	d.out = filepath.Join(d.dir, "second")
	return d
}

// says runs a command that is to succeed and to say all of wants.
func (d *desk) says(args []string, wants ...string) {
	d.t.Helper()
	out := d.must(args...)
	for _, want := range wants {
		if !strings.Contains(out, want) {
			d.t.Errorf("steward %s does not say %q:\n%s", strings.Join(args, " "), want, out)
		}
	}
}

type ledgerState struct {
	Spent, Reserved, Limit, Left, JointSpent, Taken, LargestLoss string
	Forgotten                                                    bool
	Unwritten, ClockSetBack                                      []int
	Linked                                                       []struct{ DataSet, Spent, Error string }
	LeftOpen                                                     []struct {
		Entry     int
		Known     bool
		Disclosed []string
	}
	Entries []struct {
		Kind, Note, By, Title string
		Of                    int
	}
}

func (d *desk) ledger(dataSet string) ledgerState {
	d.t.Helper()
	var s ledgerState
	if err := json.Unmarshal([]byte(d.must("ledger", "show", dataSet, "--json")), &s); err != nil {
		d.t.Fatal(err)
	}
	return s
}

// What is set aside is kept from a release of another title and drawn by one of its own.
func TestLedgerReserve(t *testing.T) {
	d := ledgerDesk(t)
	d.says([]string{"ledger", "reserve", "People", "0.25", "--for", "Next year", "--by", "A. Steward"}, `0.25 is set aside for “Next year”`)
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.25" })
	d.refused(d.releaseArgs(), "nothing was spent", "0.25 is set aside for other releases", "0 is left", "lower the budget")
	d.says([]string{"ledger", "People"}, `0.25 is set aside for “Next year” (entry 3)`, "by A. Steward")
	d.edit(func(p *plan.Plan) { p.Title = "next year" })
	d.must(d.releaseArgs()...)
	if s := d.ledger("People"); s.Spent != "0.75" || s.Reserved != "0" || s.Taken != "0.75" {
		t.Errorf("%+v", s)
	}
	d.says([]string{"ledger", "People"}, "spent (from 3)")
	d.refused([]string{"ledger", "reserve", "Poeple", "0.25", "--for", "x"}, `no account of “Poeple”: did you mean “People”?`, "steward ledger list", "--new")
	d.refused([]string{"ledger", "reserve", "People", "much", "--for", "x"}, "what is to be set aside", "much")
	d.says([]string{"ledger", "reserve", "Others", "0.25", "--for", "x", "--new"}, "Entry 1")
	d.says([]string{"ledger", "return", "Others", "1", "0.125"}, "0.125 of what entry 1 set aside")
	d.says([]string{"ledger", "return", "Others", "1"}, "0.125 of what entry 1 set aside")
	d.refused([]string{"ledger", "return", "Others", "1"}, "nothing is left")
}

func TestLedgerLimit(t *testing.T) {
	d := ledgerDesk(t)
	d.says([]string{"ledger", "limit", "people", "0.6", "--why", "the board said so"}, "at most 0.6 may be spent", "0.5 is spent or set aside")
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon, p.Budget.Limit = "0.2", "5" })
	d.refused(d.releaseArgs(), "0.5 of the 0.6 that you allowed is spent", "0.1 is left")
	d.says([]string{"ledger", "People"}, "You allowed 0.6 in total. 0.1 of it is neither spent nor set aside.", "the board said so")
	d.says([]string{"ledger"}, "0.6")
	d.refused([]string{"ledger", "limit", "People", "0", "--why", "x"}, "the limit: ")
	d.refused([]string{"ledger", "limit", "People", "1", "--why", " "}, "why the limit is set")
	d.refused([]string{"ledger", "limit", "People", "1", "--why", "x"}, "steward ledger raise")
	d.refused([]string{"ledger", "raise", "People", "0.6", "--why", "x", "--by", "y"}, "would not raise any limit")
	if o := d.steward("ledger", "raise", "People", "1", "--why", "x"); o.code != 2 || !strings.Contains(o.err, "--by") {
		t.Errorf("without a name: exit code %d\n%s", o.code, o.err)
	}
	d.says([]string{"ledger", "raise", "People", "1", "--why", "the board said so again", "--by", "A. Steward"}, "at most 1 may be spent")
	d.says([]string{"ledger", "People"}, "was raised from 0.6 to 1 by A. Steward: the board said so again.")
	if o := d.steward("ledger", "limit", "People", "1"); o.code != 2 || !strings.Contains(o.err, "--why") {
		t.Errorf("without a reason: exit code %d\n%s", o.code, o.err)
	}
}

func TestLedgerAnnotate(t *testing.T) {
	d := ledgerDesk(t)
	d.says([]string{"ledger", "annotate", "People", "1", "withdrawn from the website", "--by", "B. Clerk"}, "below entry 1")
	if s := d.ledger("People"); s.Entries[2].Note != "withdrawn from the website" || s.Entries[2].By != "B. Clerk" || s.Entries[2].Of != 1 || s.Spent != "0.5" {
		t.Errorf("%+v", s)
	}
	d.says([]string{"ledger", "People"}, "noted (of 1)", "withdrawn from the website; by B. Clerk")
	d.refused([]string{"ledger", "annotate", "People", "9", "x"}, "has no entry 9")
	if o := d.steward("ledger", "annotate", "People", "one", "x"); o.code != 2 {
		t.Errorf("exit code %d\n%s", o.code, o.err)
	}
}

// Two data sets about the same people share what is spent and one limit.
func TestLedgerLink(t *testing.T) {
	d := ledgerDesk(t)
	d.refused([]string{"ledger", "link", "People", "Register", "--why", "same town"}, `no account of “Register”`, "--new")
	d.says([]string{"ledger", "link", "People", "Register", "--new", "--why", "same town"}, `“Register” is about the same people`, "counts on all of them, and so does the least of their limits")
	d.edit(func(p *plan.Plan) { p.DataSet = "Register" })
	d.refused(d.releaseArgs(), "“Register”, which is about the same people as “People”", "0.5 of the 0.75", "0.25 is left")
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.25" })
	if out := d.must(d.releaseArgs()...); !strings.Contains(out, "have spent 0.75 of the 0.75 that you allowed") {
		t.Errorf("release says\n%s", out)
	}
	if s := d.ledger("People"); s.Spent != "0.5" || s.JointSpent != "0.75" || len(s.Linked) != 1 || s.Linked[0].Spent != "0.25" {
		t.Errorf("%+v", s)
	}
	d.says([]string{"ledger"}, "SAME PEOPLE AS")
	d.refused([]string{"ledger", "link", "People", "PEOPLE", "--why", "x"}, "are one data set")
	// When the other is gone, nothing is spent.
	found, err := filepath.Glob(filepath.Join(d.ledgers, "people-*.ledger"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	if err := os.Remove(found[0]); err != nil {
		t.Fatal(err)
	}
	d.says([]string{"ledger", "Register"}, "cannot be relied on", "old copy was put back")
	d.out = filepath.Join(d.dir, "third")
	kept := read(t, d.plan)
	d.edit(func(*plan.Plan) {}) // the project forgets the account
	d.refused(d.releaseArgs(), "nothing was spent", `the account of “People”, which is about the same people, cannot be read`, "old copy was put back")
	write(t, d.plan, kept)
	d.behind("people.steward")
	if s := d.ledger("People"); s.Spent != "0.5" || s.JointSpent != "0.75" || len(s.Linked) != 1 || s.Linked[0].Spent != "0.25" {
		t.Errorf("%+v", s)
	}
}

// behind has a release refused because the account lacked what something knows.
func (d *desk) behind(by string) {
	d.t.Helper()
	o := d.steward(d.releaseArgs()...)
	if o.code != 1 || !strings.Contains(o.err, "nothing was spent: the account of") || !strings.Contains(o.err, "did not have what "+by+" knows about it") || strings.Count(o.err, "\n") != 1 {
		d.t.Errorf("exit code %d, %s%s", o.code, o.out, o.err)
	}
}

// What the folder of the ledgers and their heads forget together, the project and the records of releases know.
func TestLedgersPutBackTogether(t *testing.T) {
	d := releasedDesk(t)
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon, p.Budget.Limit = "0.1", "5" })
	before := map[string]string{}
	for _, dir := range []string{d.ledgers, d.ledgers + ".heads"} {
		for name, content := range files(t, dir) {
			before[filepath.Join(dir, name)] = content
		}
	}
	back := func() {
		for path, content := range before {
			write(t, path, content)
		}
		if s := d.ledger("People"); s.Spent != "0.5" {
			t.Fatalf("put back: %+v", s)
		}
	}
	for _, name := range []string{"second", "third"} {
		d.out = filepath.Join(d.dir, name)
		d.must(d.releaseArgs()...)
	}
	d.out = filepath.Join(d.dir, "fourth")
	back()
	d.behind("people.steward")
	if s := d.ledger("People"); s.Spent != "0.7" || len(s.Entries) != 6 {
		t.Errorf("the project brings back %+v", s)
	}
	d.edit(func(*plan.Plan) {}) // the project forgets the account
	back()
	d.behind("people.json")
	if s := d.ledger("People"); s.Spent != "0.7" {
		t.Errorf("the records bring back %+v", s)
	}
	d.says([]string{"verify", filepath.Join(d.dir, "third", "people.json")}, "Entry 5 of the account is this release's spend of 0.1", "The account notes that this release was written")
	back()
	d.says([]string{"ledger", "recover", d.dir}, "did not have what people.json knows about it")
	d.says([]string{"ledger", "recover", d.dir}, "already have all of it")
	back()
	d.says([]string{"ledger", "recover", filepath.Join(d.dir, "third", "people.json"), "--json"}, `"entries": 3`)
	if s := d.ledger("People"); s.Spent != "0.7" {
		t.Errorf("the last record brings back %+v", s)
	}
	d.refused([]string{"ledger", "recover", d.data}, "people.csv")
	d.behind("people.json") // what the last record says was spent before it may be something else than the second release
}

func TestLedgerForget(t *testing.T) {
	d := ledgerDesk(t)
	d.refused([]string{"ledger", "forget", "People", "--why", "the file was destroyed"}, "lost for good", "steward ledger export", "--yes")
	d.says([]string{"ledger", "forget", "People", "--yes", "--why", "the file was destroyed"}, "is forgotten", "0.5, still counts")
	for name, content := range files(t, d.ledgers) {
		if strings.Contains(content, "People of the town") || strings.Contains(content, "Wages") {
			t.Errorf("%s still holds words", name)
		}
	}
	d.says([]string{"ledger"}, "0.5 (forgotten)")
	d.says([]string{"ledger", "People"}, "have spent 0.5", "was forgotten", "--undo", "its words were forgotten")
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.1" })
	d.refused(d.releaseArgs(), "nothing was spent", "was forgotten", "0.5 was spent", "still counts")
	d.says([]string{"ledger", "forget", "People", "--undo", "--why", "a second wave"}, "is used again")
	d.must(d.releaseArgs()...)
	if s := d.ledger("People"); s.Spent != "0.6" || s.Forgotten {
		t.Errorf("%+v", s)
	}
}

// A ledger goes to another computer and back, and is not let to part in two.
func TestLedgerExportImport(t *testing.T) {
	d := ledgerDesk(t)
	file := filepath.Join(d.dir, "people-ledger.json")
	d.says([]string{"ledger", "export", "People", "--out", file}, file, "no records and no answers")
	d.refused([]string{"ledger", "export", "People", "--out", file}, "already exists")
	d.refused([]string{"ledger", "export", "Nobody", "--out", filepath.Join(d.dir, "x")}, `no account of “Nobody”`)
	d.says([]string{"ledger", "import", file}, "already has all of it")
	here := d.ledgers
	d.ledgers = filepath.Join(d.dir, "there")
	d.says([]string{"ledger", "import", file}, "Added 2 entries")
	if s := d.ledger("People"); s.Spent != "0.5" || len(s.Entries) != 2 {
		t.Errorf("%+v", s)
	}
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.05" })
	d.must(d.releaseArgs()...)
	second := filepath.Join(d.dir, "second.json")
	d.must("ledger", "export", "People", "--out", second)
	d.ledgers, d.out = here, filepath.Join(d.dir, "third")
	var done struct {
		DataSet string
		Added   int
	}
	if err := json.Unmarshal([]byte(d.must("ledger", "import", second, "--json")), &done); err != nil || done.Added != 2 || done.DataSet != "People" {
		t.Errorf("import --json says %+v (%v)", done, err)
	}
	d.must(d.releaseArgs()...)
	d.ledgers, d.out = filepath.Join(d.dir, "there"), filepath.Join(d.dir, "fourth")
	d.behind("people.steward")
	d.ledgers = filepath.Join(d.dir, "elsewhere") // where nothing of that is known
	d.says([]string{"ledger", "import", second}, "Added 4 entries")
	if err := os.RemoveAll(filepath.Join(d.dir, "third")); err != nil {
		t.Fatal(err)
	}
	d.edit(func(*plan.Plan) {})
	d.must(d.releaseArgs()...)
	third := filepath.Join(d.dir, "third.json")
	d.must("ledger", "export", "People", "--out", third)
	d.ledgers = here
	d.refused([]string{"ledger", "import", third}, third, "differ after entry 4", "nothing was imported", "--merge", "set 0.05 aside here")
	d.says([]string{"ledger", "import", third, "--merge"}, "Added 2 entries")
	if s := d.ledger("People"); s.Spent != "0.65" {
		t.Errorf("merged: %+v", s)
	}
	d.says([]string{"ledger", "import", third, "--merge"}, "already has all of it")
	d.refused([]string{"ledger", "import", d.data}, d.data, "not an exported account")
	d.refused([]string{"ledger", "import", filepath.Join(d.dir, "missing.json")}, "missing.json", "check the name")
	write(t, third, strings.Replace(read(t, third), `"epsilon": "0.5"`, `"epsilon": "0.1"`, 1))
	d.refused([]string{"ledger", "import", third}, third, "was changed since it was exported")
}

// One damaged ledger does not keep the others from being listed.
func TestLedgerListWithADamagedOne(t *testing.T) {
	d := ledgerDesk(t)
	d.must("ledger", "limit", "Others", "1", "--new", "--why", "x")
	found, err := filepath.Glob(filepath.Join(d.ledgers, "people-*.ledger"))
	if err != nil || len(found) != 1 {
		t.Fatal(found, err)
	}
	write(t, found[0], strings.Replace(read(t, found[0]), `"epsilon":"0.5"`, `"epsilon":"0.1"`, 1))
	d.refused([]string{"ledger", "list"}, "1 of 2 accounts cannot be relied on", found[0], "restored from a copy")
	if o := d.steward("ledger", "list"); !strings.Contains(o.out, "Others") || !strings.Contains(o.out, "People") {
		t.Errorf("ledger list says\n%s", o.out)
	}
	var list []accounts.Listed
	o := d.steward("ledger", "list", "--json")
	if err := json.Unmarshal([]byte(o.out), &list); err != nil || o.code != 1 || len(list) != 2 || list[0].Error != "" || list[1].Error == "" || list[0].Limit != "1" {
		t.Errorf("exit code %d, %+v (%v)", o.code, list, err)
	}
}

// What the policies of earlier releases left open is listed, and how far the rest is bounded.
func TestLedgerSaysWhatIsLeftOpen(t *testing.T) {
	d := ledgerDesk(t)
	if s := d.ledger("People"); len(s.LeftOpen) != 0 || s.LargestLoss == "" || len(s.Unwritten) != 0 {
		t.Errorf("%+v", s)
	}
	d.edit(func(p *plan.Plan) {
		p.Budget.Epsilon = "0.25"
		p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{"town"}, Kind: secret.Groups,
			Groups: []secret.Group{{Name: "Coast", Values: []string{"South", "East"}}, {Name: "Inland", Values: []string{"North"}}}})
	})
	d.must(d.releaseArgs()...)
	d.says([]string{"ledger", "People"}, "Left unprotected for good by earlier releases:\n", `entry 3, “People of the town”: anyone may learn exactly`, "Coast", "shift the odds between the two by a factor of at most")
	if s := d.ledger("People"); len(s.LeftOpen) != 1 || s.LeftOpen[0].Entry != 3 || !s.LeftOpen[0].Known || len(s.LeftOpen[0].Disclosed) == 0 {
		t.Errorf("%+v", s)
	}
}

// A name that no ledger has is an error of every command that reads or notes something, and the nearest are named;
// nothing is begun by it.
func TestLedgersUnderOtherNames(t *testing.T) {
	d := ledgerDesk(t)
	before := files(t, d.ledgers)
	records, err := filepath.Glob(filepath.Join(d.dir, "*", "people*.json"))
	if err != nil || len(records) != 1 {
		t.Fatal(records, err)
	}
	for _, args := range [][]string{
		{"peopel"}, {"show", "peopel"}, {"show", "peopel", "--json"}, {"tell", "peopel", "--is", "age=20", "--or", "age=21"}, {"limit", "peopel", "1", "--why", "w"},
		{"raise", "peopel", "1", "--why", "w", "--by", "b"}, {"reserve", "peopel", "1", "--for", "t"}, {"return", "peopel", "1"}, {"annotate", "peopel", "1", "w"},
		{"know", "peopel", records[0]}, {"link", "People", "peopel", "--why", "w"}, {"link", "peopel", "People", "--why", "w"},
		{"forget", "peopel", "--yes", "--why", "w"}, {"export", "peopel", "--out", filepath.Join(d.dir, "x.json")},
	} {
		d.refused(append([]string{"ledger"}, args...), `no account of “peopel”: did you mean “People”?`)
	}
	d.refused([]string{"ledger", "show", "Visits"}, `no account of “Visits”: look for the right name`)
	if after := files(t, d.ledgers); !maps.Equal(before, after) {
		t.Errorf("a mistyped name left something: %v", slices.Collect(maps.Keys(after)))
	}
	d.says([]string{"ledger", "  PEOPLE "}, "have spent 0.5")
}

// Copies of a ledger as programs for cloud storage make them are told of and counted, the ledger itself goes on, and what the copy has is
// joined to it.
func TestCopiesOfALedgerAreTold(t *testing.T) {
	for _, name := range []string{" (1)", " (Anna's conflicted copy 2026-03-14)", "-DESKTOP-1", ".sync-conflict-20260314-120000-ABC", " - Copy"} {
		d := ledgerDesk(t)
		found, err := filepath.Glob(filepath.Join(d.ledgers, "*.ledger"))
		if err != nil || len(found) != 1 {
			t.Fatalf("%v, %v", found, err)
		}
		before := read(t, found[0])
		copied := strings.TrimSuffix(found[0], ".ledger") + name + ".ledger"
		write(t, copied, before)
		d.says([]string{"ledger", "show", "People"}, filepath.Base(copied)+" is a copy of the account of these people", `All releases about “People” have spent 1`)
		d.refused(d.releaseArgs(), "nothing was spent") // 1.5 of 0.75
		d.must("ledger", "annotate", "People", "1", "looked at")
		if read(t, copied) != before || read(t, found[0]) == before {
			t.Errorf("%s: the copy was gone on with", name)
		}
		other := filepath.Join(d.dir, "other")
		if err := os.Mkdir(other, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(copied, filepath.Join(other, filepath.Base(found[0]))); err != nil {
			t.Fatal(err)
		}
		exported := filepath.Join(d.dir, "copy.json")
		if o := stewardWith(d.noise, "ledger", "export", "People", "--out", exported, "--ledgers", other); o.code != 0 {
			t.Fatal(o.err)
		}
		d.must("ledger", "import", exported, "--merge")
		if out := d.must("ledger", "show", "People"); strings.Contains(out, "is a copy") || !strings.Contains(out, "have spent 0.5.") {
			t.Errorf("joined:\n%s", out)
		}
	}
}
