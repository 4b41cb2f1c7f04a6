package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/plan/secret"
)

func TestInspect(t *testing.T) {
	d := newDesk(t, "people.csv", strings.Replace(sixty(), "20,North,900", "n/a,North\x1b[31m,900", 1), peoplePlan())
	out := d.must("inspect", d.data)
	for _, want := range []string{"Sheet people.csv", "60 records below the header in row 1", "age", "whole numbers", "town", "a list of values", "wage", "numbers in ranges",
		"Can be read by rule", "--mend \"missing:age\"", "line 2, column 1 (age)", "They become part of a plan only when you confirm"} {
		if !strings.Contains(out, want) {
			t.Errorf("inspect does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Errorf("a cell commands the terminal: %q", out)
	}
	var got struct {
		Sheets     []struct{ Name string }
		HeaderRow  int
		Inspection struct {
			Rows    int
			Columns []struct {
				Name   string
				Values []string
			}
		}
	}
	if err := json.Unmarshal([]byte(d.must("inspect", d.data, "--json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.HeaderRow != 1 || got.Inspection.Rows != 60 || len(got.Inspection.Columns) != 3 || len(got.Inspection.Columns[1].Values) != 4 {
		t.Errorf("inspected %+v", got)
	}
	d.refused([]string{"inspect", filepath.Join(d.dir, "missing.csv")}, "missing.csv", "check the name")
}

// The flags that say how a file is read are heeded, and kept in a new plan.
func TestReadingFlags(t *testing.T) {
	d := newDesk(t, "people.csv", "a title|\nage|wage\n20|1,5\n21|2,5\n", plan.Plan{})
	out := d.must("inspect", d.data, "--header-row", "2", "--delimiter", "|", "--decimal-comma")
	if !strings.Contains(out, "2 records below the header in row 2") || !strings.Contains(out, "1.5 to 2.5") {
		t.Errorf("inspect says\n%s", out)
	}
	fresh := filepath.Join(d.dir, "fresh.steward")
	d.must("new", d.data, "--out", fresh, "--header-row", "2", "--delimiter", "|", "--decimal-comma")
	d.plan = fresh
	want := plan.Data{File: "people.csv", HeaderRow: 2, Delimiter: "|", DecimalComma: true}
	if p := d.load(); !reflect.DeepEqual(p.Data, want) || len(p.Columns) != 2 {
		t.Errorf("the plan reads %+v, want %+v", p.Data, want)
	}
	if out := d.must("inspect", d.data, "--header-row", "2", "--delimiter", "||"); strings.Contains(out, "1.5 to 2.5") {
		t.Errorf("with another delimiter inspect says\n%s", out)
	}
	if err := os.WriteFile(d.data, []byte("name,wage\n'Zo\xeb',\"1,234.5\"\n'Bo',7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := d.must("inspect", d.data); !strings.Contains(out, "Zoë") || !strings.Contains(out, "--encoding windows-1252") {
		t.Errorf("inspect says\n%s", out)
	}
	d.refused([]string{"inspect", d.data, "--encoding", "utf-8"}, "line 2, column 1", "choose the encoding")
	d.refused([]string{"inspect", d.data, "--encoding", "ebcdic"}, `“ebcdic”`, "windows-1252")
	flags := []string{"--encoding", "windows-1252", "--thousands", ",", "--quote", "none", "--delimiter", ";"}
	out = d.must(append([]string{"inspect", d.data}, flags...)...)
	if !strings.Contains(out, "Zoë") {
		t.Errorf("inspect says\n%s", out)
	}
	d.must(append([]string{"new", d.data, "--out", filepath.Join(d.dir, "encoded.steward")}, flags...)...)
	d.plan = filepath.Join(d.dir, "encoded.steward")
	want = plan.Data{File: "people.csv", HeaderRow: 1, Delimiter: ";", Thousands: ",", Quote: "none", Encoding: "windows-1252"}
	if p := d.load(); !reflect.DeepEqual(p.Data, want) {
		t.Errorf("the plan reads %+v, want %+v", p.Data, want)
	}
	d.refused([]string{"inspect", d.data, "--sheet", "Wages"}, `“Wages”`, "people.csv")
}

// What is assumed of a text file is said and becomes part of the plan; a plan that does not say it reads nothing.
func TestWhatIsAssumedIsPlanned(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), plan.Plan{})
	if err := os.WriteFile(d.data, []byte("district;born\n"+strings.Repeat("S\xfcd;1980-05-17\nNord;1991-01-02\n", 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	d.plan = filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", d.plan, "--confirm", "--table", "district", "--one-row-each")
	if !strings.Contains(out, `Western European (Windows-1252), with a semicolon`) || !strings.Contains(out, `(--encoding windows-1252 --delimiter ";")`) {
		t.Errorf("new says\n%s", out)
	}
	if p := d.load(); p.Data.Encoding != "windows-1252" || p.Data.Delimiter != ";" || p.Columns[0].Values[1] != "Süd" || p.Columns[1].Kind != domain.Periods {
		t.Errorf("the plan reads %+v, with the columns %+v", p.Data, p.Columns)
	}
	d.must("check", d.plan, "--data", d.data)
	d.edit(func(p *plan.Plan) { p.Data.Encoding = "" })
	d.refused([]string{"check", d.plan, "--data", d.data}, "not UTF-8", "Windows-1252")
}

// From a spreadsheet to a release by way of new, as its last line says.
func TestNewThenRelease(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", d.plan, "--confirm")
	if !strings.Contains(out, "steward check "+d.plan+" --data "+d.data) {
		t.Errorf("new says\n%s", out)
	}
	d.refused([]string{"check", d.plan, "--data", d.data}, "Questions", "add a question")
	d.edit(func(p *plan.Plan) {
		for i, c := range p.Columns {
			if c.Origin != domain.Confirmed || i == 0 && (*c.Lowest != 20 || *c.Highest != 29) || i == 1 && !slices.Equal(c.Values, []string{"East", "North", "South"}) || i == 2 && len(c.Ranges) < 3 {
				t.Errorf("column %+v", c)
			}
		}
		p.Questions = []plan.Question{{ID: "a", Title: "Ages", Kind: "cumulative", Columns: []domain.AttributeName{"age"}}, {ID: "w", Title: "Wages", Kind: "table", Columns: []domain.AttributeName{"wage"}}}
	})
	d.check()
	d.must(d.releaseArgs()...)
	if r := record(t, d.out, "fresh"); len(r.Questions) != 2 || r.Ledger.DataSet != "people" {
		t.Errorf("record %+v", r)
	}
	d.refused([]string{"new", d.data, "--out", d.plan}, d.plan+" already exists", "choose another name")
	d.refused([]string{"new", filepath.Join(d.dir, "missing.csv"), "--out", filepath.Join(d.dir, "x.steward")}, "missing.csv", "check the name")
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.data, "x.steward")}, "x.steward", "choose a folder")
	var told struct {
		Plan    string
		Columns int
		Skipped []string
	}
	if err := json.Unmarshal([]byte(d.must("new", d.data, "--out", filepath.Join(d.dir, "y.steward"), "--json")), &told); err != nil || told.Columns != 3 || told.Skipped == nil {
		t.Errorf("new --json says %+v (%v)", told, err)
	}
}

// Numbers so large that a sheet hardly tells them apart are still cut into a few ranges.
func TestNewWithHugeNumbers(t *testing.T) {
	for _, text := range []string{
		"id,n\n" + strings.Repeat("1,1000000000000000000.0\n2,1000000000000000384.0\n", 40),
		"id,n\n" + strings.Repeat("1,-9e18\n2,9e18\n3,0.5\n", 40),
		"id,n\n" + strings.Repeat("1,-1e300\n2,1e300\n", 40),
		"id,n\n" + strings.Repeat("1,0.001\n2,0.002\n", 40),
	} {
		d := newDesk(t, "huge.csv", text, plan.Plan{})
		d.plan = filepath.Join(d.dir, "fresh.steward")
		d.must("new", d.data, "--out", d.plan, "--confirm")
		for _, c := range d.load().Columns {
			if c.Kind == domain.Ranges && (len(c.Ranges) < 2 || len(c.Ranges) > 15) {
				t.Errorf("%d ranges", len(c.Ranges))
			}
		}
	}
}

func TestCheckWithoutData(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	before := read(t, d.plan)
	if out := d.must("check", d.plan); !strings.Contains(out, "The plan is complete.") || !strings.Contains(out, `“age” from another within 3`) {
		t.Errorf("check says\n%s", out)
	}
	var got struct {
		Complete, Reviewed bool
		Records            int
		Disclosed          []string
	}
	if err := json.Unmarshal([]byte(d.must("check", d.plan, "--json")), &got); err != nil || !got.Complete || got.Reviewed {
		t.Errorf("check --json says %+v (%v)", got, err)
	}
	if read(t, d.plan) != before {
		t.Error("a check without data changed the plan")
	}
	if err := json.Unmarshal([]byte(d.must("check", d.plan, "--data", d.data, "--json")), &got); err != nil || !got.Reviewed || got.Records != 60 {
		t.Errorf("check --json says %+v (%v)", got, err)
	}
	// All that is wrong with a plan is said at once.
	d.edit(func(p *plan.Plan) { p.DataSet, p.Budget.Epsilon, p.Secrets.Columns[0].Within = "", "-1", "" })
	d.refused([]string{"check", d.plan}, "the plan is not complete", "Your data: the data set has no name", "Privacy and error: the budget", "Secrets, secret 1: the distance")
}

// What the policy discloses is said loudly.
func TestDisclosedIsSaid(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) {
		p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{"town"}, Kind: secret.Groups,
			Groups: []secret.Group{{Name: "Coast", Values: []string{"South", "East"}}, {Name: "Inland", Values: []string{"North"}}}})
	})
	for _, command := range []string{"check", "preview"} {
		out := d.must(command, d.plan)
		if !strings.Contains(out, "NOT PROTECTED by this choice. Anyone may learn exactly:\n") || !strings.Contains(out, "Coast, Inland") || strings.Contains(out, "You agreed") {
			t.Errorf("%s says\n%s", command, out)
		}
	}
}

func TestCodebook(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.edit(func(p *plan.Plan) { p.Columns[1].Values[1] = `So"uth, by the sea` })
	rows, err := csv.NewReader(strings.NewReader(d.must("codebook", d.plan))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+10+4+4 { // ages; towns and blank; ranges and blank
		t.Errorf("the codebook has %d rows:\n%v", len(rows), rows)
	}
	for _, want := range [][]string{
		{"column", "kind", "origin", "number", "value"}, {"age", "whole", "typed", "1", "20"}, {"town", "list", "typed", "2", `So"uth, by the sea`},
		{"town", "list", "typed", "4", "(blank)"}, {"wage", "ranges", "typed", "2", "1000 to under 2000"},
	} {
		if !slices.ContainsFunc(rows, func(r []string) bool { return reflect.DeepEqual(r, want) }) {
			t.Errorf("the codebook has no row %q", want)
		}
	}
	var got []struct {
		Column, Kind, Origin string
		Values               []string
	}
	if err := json.Unmarshal([]byte(d.must("codebook", d.plan, "--json")), &got); err != nil || len(got) != 3 || len(got[0].Values) != 10 || got[0].Origin != "typed" {
		t.Errorf("codebook --json says %+v (%v)", got, err)
	}
	d.refused([]string{"codebook", filepath.Join(d.dir, "missing.steward")}, "missing.steward", "check the name")
}

func TestMechanisms(t *testing.T) {
	var got []struct {
		ID, Name, Source string
		DataDependent    bool
	}
	if err := json.Unmarshal([]byte(steward("mechanisms", "--json").out), &got); err != nil {
		t.Fatal(err)
	}
	text := steward("mechanisms").out
	if len(got) != len(registry.All()) || len(got) < 4 {
		t.Errorf("%d mechanisms are listed of %d", len(got), len(registry.All()))
	}
	for _, m := range got {
		if m.ID == "" || m.Name == "" || m.Source == "" || !strings.Contains(text, m.ID) || !strings.Contains(text, m.Source) {
			t.Errorf("mechanism %+v in\n%s", m, text)
		}
	}
}

func TestLedgerCommand(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.ledgers = filepath.Join(d.dir, "led[gers]*?") // a folder may have any name
	if out := d.must("ledger"); !strings.Contains(out, "There are no accounts in "+d.ledgers) {
		t.Errorf("ledger says\n%s", out)
	}
	d.refused([]string{"ledger", "People"}, `no account of “People”`)
	if out := d.must("ledger", "--json"); strings.TrimSpace(out) != "[]" {
		t.Errorf("ledger --json says %s", out)
	}
	d.check()
	d.must(d.releaseArgs()...)
	write(t, filepath.Join(d.ledgers, "notes.txt"), "not an account")
	for _, args := range [][]string{{"ledger"}, {"ledger", "People"}} {
		if out := d.must(args...); !strings.Contains(out, "People") || !strings.Contains(out, "0.5") || strings.Contains(out, "1/2") {
			t.Errorf("%v says\n%s", args, out)
		}
	}
	var list []struct{ DataSet, Spent, Path string }
	if err := json.Unmarshal([]byte(d.must("ledger", "--json")), &list); err != nil || len(list) != 1 || list[0].DataSet != "People" || list[0].Spent != "0.5" {
		t.Errorf("ledger --json says %+v (%v)", list, err)
	}
	var one struct {
		DataSet, Spent string
		CutOff         bool
		Entries        []struct{ Kind, Epsilon string }
	}
	if err := json.Unmarshal([]byte(d.must("ledger", "People", "--json")), &one); err != nil || one.Spent != "0.5" || len(one.Entries) != 2 || one.Entries[1].Kind != "written" {
		t.Errorf("ledger People --json says %+v (%v)", one, err)
	}
	// A crash in the middle of a debit is told.
	content := read(t, list[0].Path)
	write(t, list[0].Path, content+content[:80])
	if out := d.must("ledger", "People"); !strings.Contains(out, "cut off by a crash") || !strings.Contains(out, "have spent 1.") {
		t.Errorf("ledger says\n%s", out)
	}
	d.ledgers = d.data
	d.refused([]string{"ledger", "People"}, "folder of the accounts", d.data)
	d.refused([]string{"ledger"}, "folder of the accounts", d.data)
}

// Without --ledgers the ledgers are in the settings folder.
func TestLedgersInTheSettingsFolder(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, home)
	}
	settings, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.check()
	if o := stewardWith(d.noise, d.releaseArgs()...); o.code != 0 {
		t.Fatalf("exit code %d\n%s", o.code, o.err)
	}
	if found, err := filepath.Glob(filepath.Join(settings, "steward", "ledgers", "people-*.ledger")); err != nil || len(found) != 1 {
		t.Errorf("ledgers %v (%v)", found, err)
	}
	if o := steward("ledger"); !strings.Contains(o.out, "People") {
		t.Errorf("ledger says\n%s", o.out)
	}
	for _, name := range []string{"HOME", "XDG_CONFIG_HOME", "AppData"} {
		t.Setenv(name, "")
	}
	d.out = filepath.Join(d.dir, "second")
	o := steward(d.releaseArgs()...)
	if o.code != 1 || !strings.Contains(o.err, "settings folder") || !strings.Contains(o.err, "--ledgers") {
		t.Errorf("without a settings folder: exit code %d\n%s", o.code, o.err)
	}
}

// A release holds together until a byte of it is changed or its ledger is another.
func TestVerify(t *testing.T) {
	d := releasedDesk(t)
	path := filepath.Join(d.out, "people.json")
	if out := d.must("verify", path); strings.Contains(out, "DOES NOT") || strings.Count(out, "holds") < 6 {
		t.Errorf("verify says\n%s", out)
	}
	table := filepath.Join(d.out, "people-wages.csv")
	write(t, table, strings.Replace(read(t, table), "Published", "Publishes", 1))
	d.ledgers = filepath.Join(d.dir, "other")
	o := d.steward("verify", path)
	for _, want := range []string{"people-wages.csv is not as it was written", "the account is on the steward's computer"} {
		if !strings.Contains(o.out, want) {
			t.Errorf("verify does not say %q:\n%s", want, o.out)
		}
	}
	if o.code != 4 || o.err != "" || !strings.Contains(o.out, "This is not the original.") {
		t.Errorf("exit code %d\n%s%s", o.code, o.out, o.err)
	}
	var found struct {
		Outcome  string
		Findings []struct {
			OK   bool
			What string
		}
	}
	o = d.steward("verify", path, "--json")
	if err := json.Unmarshal([]byte(o.out), &found); err != nil || o.code != 4 || len(found.Findings) < 6 || found.Outcome != "not the original" {
		t.Errorf("exit code %d, %v, %+v", o.code, err, found)
	}
	d.refused([]string{"verify", filepath.Join(d.dir, "missing.json")}, "missing.json")
	d.refused([]string{"verify", d.data}, d.data)
}

// Columns on one scale are pointed out, declared alike, also as one that a codebook declares, and each gets its table.
func TestManyColumnsInAStroke(t *testing.T) {
	lines := []string{"district,q1,q2,q3,q4,since"}
	for i := range 60 {
		lines = append(lines, fmt.Sprintf("%s,%d,%d,%d,%d,%d", []string{"North", "South"}[i%2], 1+i%5, 1+i*3%5, 2+i%4, 1+(i+1)%5, 1990+i%9))
	}
	d := newDesk(t, "people.csv", strings.Join(lines, "\n")+"\n", plan.Plan{})
	if out := d.must("inspect", d.data); !strings.Contains(out, "4 columns have answers on one scale: q1 to q4 (steward new --alike q1..q4)") {
		t.Errorf("inspect says\n%s", out)
	}
	d.plan = filepath.Join(d.dir, "fresh.steward")
	d.must("new", d.data, "--out", d.plan, "--confirm", "--alike", "q1..q4", "--each", "*", "--each", "district")
	p := d.load()
	for _, c := range p.Columns[1:5] {
		if c.Kind != domain.Whole || *c.Lowest != 1 || *c.Highest != 5 || c.Origin != domain.Confirmed {
			t.Errorf("column %+v, want 1 to 5", c)
		}
	}
	if len(p.Questions) != 6 || p.Questions[3].Title != "Counts by q3" {
		t.Errorf("questions %+v", p.Questions)
	}
	d.must("check", d.plan, "--data", d.data)
	book := filepath.Join(d.dir, "book.csv")
	if err := os.WriteFile(book, []byte("column,type,value\nq2,ordered list,1\nq2,,2\nq2,,3\nq2,,4\nq2,,5\nq2,,6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.plan = filepath.Join(d.dir, "booked.steward")
	d.must("new", d.data, "--out", d.plan, "--codebook", book, "--alike", "q1..q3", "--alike", "q4")
	p = d.load()
	for _, c := range p.Columns[1:4] {
		if c.Kind != domain.Ordered || len(c.Values) != 6 || c.Origin != domain.Codebook {
			t.Errorf("column %+v, want that of the codebook", c)
		}
	}
	if c := p.Columns[4]; c.Kind != domain.Whole || c.Lowest != nil || c.Origin != "" {
		t.Errorf("without a confirmation the column %+v has what was read off the data", c)
	}
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.dir, "no.steward"), "--alike", "q1..q9"}, `“q1..q9”`, "a..b")
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.dir, "no.steward"), "--each", "q9"}, `“q9”`)
}

// A table can be for people with some answers only, whose column it then has.
func TestATableForSomePeople(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), plan.Plan{})
	d.plan = filepath.Join(d.dir, "fresh.steward")
	named := d.must("inspect", d.data)
	if !strings.Contains(named, "North") {
		t.Fatalf("inspect says\n%s", named)
	}
	header, _, _ := strings.Cut(sixty(), "\n")
	columns := strings.Split(header, ",")
	d.must("new", d.data, "--out", d.plan, "--confirm", "--table", columns[0], "--only", columns[1]+":North|East")
	q := d.load().Questions[0]
	if len(q.Columns) != 2 || len(q.Only) != 1 || !slices.Equal(q.Only[0].Values, []string{"North", "East"}) || !strings.HasSuffix(q.Title, ", only those with "+columns[1]+": North or East") {
		t.Errorf("the question is %+v", q)
	}
	d.must("check", d.plan, "--data", d.data)
	if out := d.must("preview", d.plan); !strings.Contains(out, "numbers") {
		t.Errorf("preview says\n%s", out)
	}
	out := filepath.Join(d.dir, "out")
	d.must("release", d.plan, "--data", d.data, "--out", out)
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.dir, "no.steward"), "--only", "nothing:x", "--table", columns[0]}, "--only", "nothing:x")
	d.refused([]string{"new", d.data, "--out", filepath.Join(d.dir, "no.steward"), "--only", columns[1] + ":North"}, "--table")
}
