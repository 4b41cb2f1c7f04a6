package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/io/project"
)

// reviewedAs marks the desk's spreadsheet as reviewed as it stands, whatever is in it.
func (d *desk) reviewedAs() {
	d.t.Helper()
	f, err := project.NewFingerprint(sha256.Sum256([]byte(read(d.t, d.data))))
	if err != nil {
		d.t.Fatal(err)
	}
	d.edit(func(p *plan.Plan) { p.Data.Reviewed = &f })
}

// content replaces the spreadsheet, and marks the new one as reviewed.
func (d *desk) content(text string) {
	write(d.t, d.data, text)
	d.reviewedAs()
}

func sixtyBut(i int, change func(fields []string)) string {
	lines := strings.Split(sixty(), "\n")
	fields := strings.Split(lines[i], ",")
	change(fields)
	lines[i] = strings.Join(fields, ",")
	return strings.Join(lines, "\n")
}

// refusals are releases that must not happen. Each begins with a desk whose file is reviewed.
var refusals = []struct {
	name   string
	change func(d *desk)
	says   []string
}{
	{"not reviewed", func(d *desk) { d.edit(func(p *plan.Plan) { p.Data.Reviewed = nil }) },
		[]string{"has not been reviewed", "check the plan against the file"}},
	{"one byte changed", func(d *desk) { write(d.t, d.data, strings.Replace(sixty(), "20,North", "21,North", 1)) },
		[]string{"has changed since it was reviewed", "check the plan against it", "nothing was spent"}},
	{"one byte more", func(d *desk) { write(d.t, d.data, sixty()+"\n") },
		[]string{"has changed since it was reviewed", "nothing was spent"}},
	{"over the limit at once", func(d *desk) { d.edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.76" }) },
		[]string{"nothing was spent", `“People”`, "0 of the 0.75 that you allowed", "asks for 0.76", "0.75 is left", "lower the budget"}},
	{"over the limit by a hair", func(d *desk) { d.edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.750001" }) },
		[]string{"nothing was spent", "asks for 0.750001"}},
	{"output folder is a file", func(d *desk) { write(d.t, d.out, "a letter") },
		[]string{"nothing was spent", "/out", "choose"}},
	{"output folder below a file", func(d *desk) { d.out = filepath.Join(d.data, "out") },
		[]string{"nothing was spent", "people.csv/out", "choose"}},
	{"workbook exists", func(d *desk) { d.exists("people.xlsx") }, []string{"nothing was spent", "people.xlsx already exists", "choose another folder"}},
	{"a table exists", func(d *desk) { d.exists("people-wages.csv") }, []string{"nothing was spent", "people-wages.csv already exists", "choose another folder"}},
	{"record exists", func(d *desk) { d.exists("people.json") }, []string{"nothing was spent", "people.json already exists", "choose another folder"}},
	{"ledgers folder is a file", func(d *desk) { d.ledgers = d.data }, []string{"nothing was spent", "folder of the accounts", "people.csv"}},
	{"plan from a newer version", func(d *desk) { d.edit(func(p *plan.Plan) { p.Version = plan.Version + 1 }) },
		[]string{"people.steward", "newer version of Steward", "update Steward"}},
	{"plan with a slip", func(d *desk) {
		write(d.t, d.plan, strings.Replace(read(d.t, d.plan), `"epsilon"`, `"epsilno"`, 1))
	}, []string{"people.steward", "line ", `"epsilno"`, "correct its name"}},
	{"plan cut off", func(d *desk) { text := read(d.t, d.plan); write(d.t, d.plan, text[:len(text)/2]) },
		[]string{"people.steward", "ends too early", "restore it"}},
	{"plan missing", func(d *desk) { d.plan = filepath.Join(d.dir, "nothing.steward") }, []string{"nothing.steward", "check the name"}},
	{"false number of people", func(d *desk) { d.edit(func(p *plan.Plan) { *p.Facts.People = 61 }) },
		[]string{"do not agree with the fact", "number of people: 61", "check it", "nothing was released"}},
	{"text in a number column", func(d *desk) { d.content(sixtyBut(17, func(f []string) { f[0] = "n/a" })) },
		[]string{"people.csv", "line 18", "(age)", `“n/a”`, "a number is expected", "Say how it is to be read"}},
	{"text in a range column", func(d *desk) { d.content(sixtyBut(60, func(f []string) { f[2] = "much" })) },
		[]string{"people.csv", "line 61", "(wage)", `“much”`, "a number is expected"}},
	{"number out of bounds", func(d *desk) { d.content(sixtyBut(3, func(f []string) { f[0] = "30" })) },
		[]string{"line 4", "(age)", `“30”`, "a number from 20 to 29", "give them a rule"}},
	{"value not listed", func(d *desk) { d.content(sixtyBut(3, func(f []string) { f[1] = "West" })) },
		[]string{"line 4", "(town)", `“West”`, "one of the listed values", "add the value"}},
	{"blank where none may be", func(d *desk) { d.content(sixtyBut(3, func(f []string) { f[0] = "" })) },
		[]string{"line 4", "(age)", "found nothing", "give them a rule"}},
	{"file missing", func(d *desk) { d.data = filepath.Join(d.dir, "missing.csv") }, []string{"missing.csv", "no such file", "check the name"}},
	{"folder for a file", func(d *desk) { d.data = d.dir }, []string{"this is a folder", "choose a file"}},
	{"empty file", func(d *desk) { d.content("") }, []string{"people.csv", "empty", "choose another file"}},
	{"blank lines only", func(d *desk) { d.content("\n\n \n") }, []string{"people.csv, line 1", "nothing here looks like the names", "say which row"}},
	{"header only", func(d *desk) { d.content("age,town,wage\n") }, []string{"people.csv", "line 1", "no record below it", "choose another"}},
	{"duplicate header", func(d *desk) { d.content(strings.Replace(sixty(), "wage", "age", 1)) },
		[]string{"people.csv, line 1", "columns 1 and 3", `both called “age”`, "rename all but one"}},
	{"blank header", func(d *desk) { d.content(strings.Replace(sixty(), "age,town,wage", "age,,wage", 1)) },
		[]string{"people.csv, line 2, column 2", `found “North”`, "column 2 has no name", "give the column a name"}},
	{"column missing", func(d *desk) { d.content(strings.Replace(sixty(), "wage", "pay", 1)) },
		[]string{`no column “wage”`, "age, town, pay"}},
	{"overlapping ranges", func(d *desk) { d.edit(func(p *plan.Plan) { p.Columns[2].Ranges[1].From = "900" }) },
		[]string{"Columns, wage", `“under 1000” and “900 to under 2000” overlap`, "let the second begin at 1000"}},
	{"ranges with a gap", func(d *desk) { d.edit(func(p *plan.Plan) { p.Columns[2].Ranges[2].From = "2500" }) },
		[]string{"Columns, wage", `“1000 to under 2000” and “2500 or more” leave a gap`, "let the second begin at 2000"}},
	{"budget zero", budget("0"), []string{"Privacy and error", "the budget is zero", "type a number such as 0.5"}},
	{"budget below zero", budget("-1"), []string{"Privacy and error", `“-1”`, "above zero", "such as 0.5"}},
	{"budget in words", budget("a little"), []string{"Privacy and error", `“a little”`, "not a plain number", "such as 0.5"}},
	{"budget no number", budget("NaN"), []string{`“NaN”`, "not a plain number"}},
	{"budget endless", budget("Inf"), []string{`“Inf”`, "not a plain number"}},
	{"budget missing", budget(""), []string{"not a plain number", "such as 0.5"}},
	{"budget enormous", budget("101"), []string{"101", "between 0.000001 and 100"}},
	{"limit zero", func(d *desk) { d.edit(func(p *plan.Plan) { p.Budget.Limit = "0" }) }, []string{"Privacy and error, limit", "zero"}},
	{"no questions", func(d *desk) { d.edit(func(p *plan.Plan) { p.Questions = nil }) }, []string{"Questions", "nothing is asked", "add a question"}},
}

func budget(s string) func(d *desk) {
	return func(d *desk) { d.edit(func(p *plan.Plan) { p.Budget.Epsilon = s }) }
}

// exists puts a file into the folder of the release.
func (d *desk) exists(name string) {
	d.t.Helper()
	if err := os.MkdirAll(d.out, 0o755); err != nil {
		d.t.Fatal(err)
	}
	write(d.t, filepath.Join(d.out, name), "an earlier release")
}

// TestReleaseRefused tries every refusal where there is no ledger yet, and where something was
// spent: the fast run tries each at one of the two.
func TestReleaseRefused(t *testing.T) {
	fresh := newDesk(t, "people.csv", sixty(), peoplePlan())
	fresh.check()
	used := newDesk(t, "people.csv", sixty(), peoplePlan())
	used.check()
	used.edit(func(p *plan.Plan) { p.Budget = plan.Budget{Epsilon: "0.125"} })
	used.must("release", used.plan, "--data", used.data, "--out", filepath.Join(used.dir, "first"))
	used.edit(func(p *plan.Plan) { p.Budget = peoplePlan().Budget })
	for i, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			desks := []*desk{fresh, used}
			if !seeded.Audit {
				desks = desks[i%2 : i%2+1]
			}
			for _, desk := range desks {
				d := *desk
				d.t = t
				before := files(t, d.dir)
				c.change(&d)
				says := c.says
				if desk == used && strings.HasPrefix(c.name, "over the limit") {
					says = []string{"nothing was spent", "0.125 of the 0.75 that you allowed", "0.625 is left"}
				}
				d.refused(d.releaseArgs(), says...)
				if desk == fresh || seeded.Audit { // said to programs likewise
					d.refused(append(d.releaseArgs(), "--json"), says...)
				}
				if desk == fresh {
					if entries, _ := os.ReadDir(d.ledgers); len(entries) > 0 {
						t.Errorf("the ledgers' folder holds %v", entries)
					}
				}
				d.restore(before)
			}
		})
	}
}

// restore makes the desk's files what they were, which files told.
func (d *desk) restore(before map[string]string) {
	d.t.Helper()
	if err := os.RemoveAll(filepath.Join(d.dir, "out")); err != nil {
		d.t.Fatal(err)
	}
	after := files(d.t, d.dir)
	for name, content := range before {
		if after[name] != content {
			write(d.t, filepath.Join(d.dir, name), content)
		}
	}
	for name := range after {
		if _, was := before[name]; !was {
			d.t.Errorf("%s was written", name)
		}
	}
}

// Two releases add up: the second one is over the limit.
func TestSecondReleaseOverTheLimit(t *testing.T) {
	d := releasedDesk(t)
	d.out = filepath.Join(d.dir, "second")
	d.refused(d.releaseArgs(), "nothing was spent", "0.5 of the 0.75 that you allowed is spent", "asks for 0.5", "0.25 is left", "lower the budget")
	// Another file about the same people spends from the same budget.
	d.content(sixtyBut(5, func(f []string) { f[1] = "North" }))
	d.refused(d.releaseArgs(), "0.25 is left")
	d.edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.25" })
	d.must(d.releaseArgs()...)
	if out := d.must("ledger", "People"); !strings.Contains(out, "have spent 0.75.") {
		t.Errorf("the ledger says\n%s", out)
	}
}

// A ledger that was edited stops everything and is left as it is, where nothing knows what it held.
func TestDamagedLedger(t *testing.T) {
	d := releasedDesk(t)
	d.edit(func(*plan.Plan) {}) // the project forgets the account
	for name, content := range files(t, d.ledgers) {
		write(t, filepath.Join(d.ledgers, name), strings.Replace(content, `"epsilon":"0.5"`, `"epsilon":"0.1"`, 1))
	}
	d.out = filepath.Join(d.dir, "second")
	for _, args := range [][]string{d.releaseArgs(), {"ledger", "People"}, {"ledger"}} {
		d.refused(args, d.ledgers, "changed by something other than Steward", "restored from a copy")
	}
}

// What a release would refuse, check refuses too, and does not mark the file as reviewed.
func TestCheckRefuses(t *testing.T) {
	for _, c := range []struct {
		name, text string
		says       []string
	}{
		{"text in a number column", sixtyBut(17, func(f []string) { f[0] = "n/a" }),
			[]string{"1 of 60 rows cannot be read", "correct the plan or the file", "line 18, column 1 (age)", `“n/a”`, "Say how it is to be read"}},
		{"all rows unreadable", strings.ReplaceAll(sixty(), ",North", ",N"),
			[]string{"20 of 60 rows cannot be read", "(town)", `“N”`}},
		{"a row too many", sixty() + "20,North,1\n", []string{"do not agree with the fact", "number of people: 60", "check it"}},
		{"duplicate header", strings.Replace(sixty(), "wage", "age", 1), []string{`both called “age”`, "rename all but one"}},
		{"empty", "", []string{"empty"}},
		{"a stray quotation mark", strings.Replace(sixty(), "North", "No\"rth", 1), []string{"people.csv, line 2", "quotation mark", "double the one inside it"}},
		{"a cell too many", strings.Replace(sixty(), "20,North,900", "20,North,900,1", 1), []string{"people.csv, line 2, column 4", "column 4 has no name"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, "people.csv", c.text, peoplePlan())
			d.refused([]string{"check", d.plan, "--data", d.data}, c.says...)
			if d.load().Data.Reviewed != nil {
				t.Error("the file was marked as reviewed")
			}
		})
	}
}

// The same faults in a workbook are named by sheet and cell.
func TestWorkbookRefused(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(f *excelize.File) error
		says   []string
	}{
		{"text in a number column", func(f *excelize.File) error { return f.SetCellStr("Sheet1", "A18", "n/a") },
			[]string{`people.xlsx, sheet “Sheet1”`, "A18", `“n/a”`, "a number is expected", "Say how it is to be read"}},
		{"duplicate header", func(f *excelize.File) error { return f.SetCellStr("Sheet1", "C1", "age") },
			[]string{`sheet “Sheet1”`, `both called “age”`, "rename all but one"}},
		{"blank header", func(f *excelize.File) error { return f.SetCellStr("Sheet1", "B1", "") },
			[]string{`sheet “Sheet1”`, "B has no name"}},
		{"empty sheet", func(f *excelize.File) error {
			for range 61 {
				if err := f.RemoveRow("Sheet1", 1); err != nil {
					return err
				}
			}
			return nil
		}, []string{`sheet “Sheet1”`, "nothing in it", "choose another sheet"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, "people.xlsx", "", peoplePlan())
			f := excelize.NewFile()
			defer f.Close()
			for i, line := range strings.Split(strings.TrimSpace(sixty()), "\n") {
				row := make([]any, 3)
				for j, field := range strings.Split(line, ",") {
					row[j] = field
					var n int
					if _, err := fmt.Sscan(field, &n); err == nil {
						row[j] = n
					}
				}
				if err := f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
					t.Fatal(err)
				}
			}
			if err := f.SaveAs(d.data); err != nil {
				t.Fatal(err)
			}
			d.check() // it is in order
			d.edit(func(p *plan.Plan) { p.Data = plan.Data{} })
			if err := c.change(f); err != nil {
				t.Fatal(err)
			}
			if err := f.SaveAs(d.data); err != nil {
				t.Fatal(err)
			}
			d.refused([]string{"check", d.plan, "--data", d.data}, c.says...)
			d.reviewedAs()
			d.refused(d.releaseArgs(), c.says...)
		})
	}
}

// A command that is interrupted spends nothing and says that it was cancelled.
func TestCancelled(t *testing.T) {
	d := newDesk(t, "people.csv", sixty(), peoplePlan())
	d.check()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		d.releaseArgs(), {"check", d.plan, "--data", d.data}, {"preview", d.plan}, {"inspect", d.data},
		{"new", d.data, "--out", filepath.Join(d.dir, "new.steward")},
	} {
		before := files(t, d.dir)
		var out, err strings.Builder
		code := run(ctx, append(args, "--ledgers", d.ledgers), machine{&out, &err, true, noisetest.Fresh(t), noon, testKey()})
		if said := err.String(); code != 1 || !strings.HasSuffix(said, ": reading was stopped: start again\n") && said != "steward: cancelled\n" {
			t.Errorf("%s: exit code %d\n%s", args[0], code, err.String())
		}
		if after := files(t, d.dir); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%s changed a file", args[0])
		}
	}
	// An error that tells of a spend is told whole.
	spent := fmt.Errorf("0.5 of the budget is spent, but the release was not finished: %w", context.Canceled)
	if got, want := inWords(spent), "0.5 of the budget is spent, but the release was not finished: cancelled"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
