package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/columns"
	"steward/gui/words"
	"steward/io/propose"
)

// bookOf writes a workbook whose first sheet has the given rows.
func bookOf(t *testing.T, name string, fill func(*excelize.File), opts excelize.Options, rows ...[]any) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range rows {
		cell, err := excelize.CoordinatesToCellName(1, i+1)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.SetSheetRow("Sheet1", cell, &row); err != nil {
			t.Fatal(err)
		}
	}
	if fill != nil {
		fill(f)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := f.SaveAs(path, opts); err != nil {
		t.Fatal(err)
	}
	return path
}

// atOnce is a session whose work is done when its methods return.
func atOnce() *Session { return New(Surroundings{Go: func(f func()) { f() }}) }

func TestLockedWorkbook(t *testing.T) {
	path := bookOf(t, "locked.xlsx", nil, excelize.Options{Password: "open sesame"}, []any{"name", "pay"}, []any{"Ann", 1}, []any{"Bo", 2})
	s := atOnce()
	s.Data.OpenFile(path, plan.Data{})
	l := s.Data.Locked()
	if l == nil || l.Wrong || l.Name != "locked.xlsx" || s.Data.File() != nil {
		t.Fatalf("locked %+v, file %v", l, s.Data.File())
	}
	s.Data.Unlock(l, "other")
	if l = s.Data.Locked(); l == nil || !l.Wrong {
		t.Fatalf("locked %+v after a wrong password", l)
	}
	s.Data.Unlock(l, "open sesame")
	if s.Data.Locked() != nil || s.Data.File() == nil || s.Data.File().Found.Rows != 2 {
		t.Fatalf("locked %+v, problem %+v", s.Data.Locked(), s.Problem())
	}
	s.Data.OpenFile(path, plan.Data{HeaderRow: 1}) // it is not asked for again
	if s.Data.Locked() != nil || s.Problem() != nil {
		t.Errorf("problem %+v", s.Problem())
	}
}

func TestFootersAreLeftOutByAButton(t *testing.T) {
	path := bookOf(t, "a.xlsx", nil, excelize.Options{}, []any{"name", "town", "pay"}, []any{"Ann", "Rome", 1}, []any{"Bo", "Oslo", 2}, []any{"Total", nil, 3}, nil, []any{"Source: office"})
	s := atOnce()
	s.Data.OpenFile(path, plan.Data{})
	list, _ := s.Columns.Oddities()
	i := slices.IndexFunc(list, func(o columns.Oddity) bool { return o.Fix != nil && o.Fix.Words.String() == "Leave all 2 out" })
	if i < 0 || list[i].State != columns.Advised || s.Data.File().Found.Rows != 4 {
		t.Fatalf("oddities %+v", list)
	}
	s.Columns.ReadMended(*list[i].Fix)
	if got := s.Plan().Data.LeaveOut; got != "4, 6" || s.Data.File().Found.Rows != 2 {
		t.Errorf("left out %q, %d rows", got, s.Data.File().Found.Rows)
	}
	list, _ = s.Columns.Oddities()
	i = slices.IndexFunc(list, func(o columns.Oddity) bool { return o.Address == "Row 4" })
	if i < 0 || !strings.Contains(list[i].Now, "left out") {
		t.Fatalf("oddities %+v", list)
	}
	s.Columns.ReadMended(*list[i].Fix)
	if got := s.Plan().Data.LeaveOut; got != "6" || s.Data.File().Found.Rows != 3 {
		t.Errorf("left out %q, %d rows", got, s.Data.File().Found.Rows)
	}
}

// TestFileInGerman has what is noticed in a file, and what is wrong with one, said in another language.
func TestFileInGerman(t *testing.T) {
	inGerman(t)
	s := atOnce()
	s.Data.OpenFile(bookOf(t, "a.xlsx", nil, excelize.Options{}, []any{"name", "the day", "pay"}, []any{"Ann", "Monday", 1}, []any{"Bo", 7, 2}, []any{"Cy", true, 4}, []any{"Total", nil, 7}), plan.Data{})
	list, _ := s.Columns.Oddities()
	var got []string
	for _, o := range list {
		got = append(got, o.Address+": "+o.Words+": "+o.Now)
		if o.Fix != nil {
			got = append(got, words.Say(o.Fix.Words))
		}
	}
	s.Data.OpenFile(bookOf(t, "b.xlsx", nil, excelize.Options{}, []any{"name", "name"}, []any{"Ann", 1}), plan.Data{})
	got = append(got, s.Problem().Message)
	want := []string{
		"Zeile 5: sieht wie eine Summenzeile aus („Total“): Eine Zahl darin ist die Summe der darüber stehenden: als Datensatz gezählt", "Weglassen",
		"B4 (the day): Zellen verschiedener Art: 1 mit einer Zahl, 1 mit einem Text und 1 mit wahr oder falsch; die erste dieser Art (wahr oder falsch) ist hier, „TRUE“: nicht veröffentlicht: nichts zu entscheiden",
		"b.xlsx, Blatt „Sheet1“, Zeile 1: Spalten A und B heißen beide „name“: Benennen Sie alle bis auf eine um: Berichtigen Sie das in der Tabelle, oder sagen Sie, in welcher Zeile die Namen der Spalten stehen.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// TestReadAsTheProjectSays opens a file again as its project says: joined names, a table, rows
// left out and merged cells.
func TestReadAsTheProjectSays(t *testing.T) {
	path := bookOf(t, "a.xlsx", func(f *excelize.File) {
		if err := f.MergeCell("Sheet1", "B1", "C1"); err != nil {
			t.Fatal(err)
		}
		if err := f.SetDefinedName(&excelize.DefinedName{Name: "few", RefersTo: "Sheet1!$A$1:$C$4"}); err != nil {
			t.Fatal(err)
		}
	}, excelize.Options{}, []any{nil, 2023}, []any{"name", "in", "out"}, []any{"Ann", 1, 2}, []any{"Bo", 3, 4}, []any{"Cy", 5, 6})
	s := atOnce()
	s.Data.OpenFile(path, plan.Data{})
	f := s.Data.File()
	if f == nil || !slices.Equal(f.Header, []string{"name", "2023 / in", "2023 / out"}) || s.Plan().Data.HeaderRows != 2 || len(f.Ranges) != 1 {
		t.Fatalf("file %+v, problem %+v", f, s.Problem())
	}
	s.Data.OpenFile(path, s.Plan().Data)
	if f = s.Data.File(); f.HeaderRows != 2 || f.Found.Rows != 3 {
		t.Errorf("%d rows joined and %d records the second time", f.HeaderRows, f.Found.Rows)
	}
	s.Data.OpenFile(path, plan.Data{Range: "few"})
	if f = s.Data.File(); f.Found.Rows != 2 || f.Range != "few" || f.Sheet != "Sheet1" {
		t.Errorf("%d records of %s in %s", f.Found.Rows, f.Range, f.Sheet)
	}
	s.Data.OpenFile(path, plan.Data{Merged: "sideways"})
	if s.Problem() == nil || !strings.Contains(s.Problem().Message, "sideways") {
		t.Errorf("problem %+v", s.Problem())
	}
}

func TestLockFileIsNoWorkbook(t *testing.T) {
	path := filepath.Join(t.TempDir(), "~$a.xlsx")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := atOnce()
	s.Data.OpenFile(path, plan.Data{})
	if s.Problem() == nil || !strings.Contains(s.Problem().Message, "a.xlsx") {
		t.Errorf("problem %+v", s.Problem())
	}
}

// TestNumbersAreReadByAButton reads a table in the way in which its texts are numbers: the plan keeps
// it, and a column that is declared as numbers has none outside of its ranges.
func TestNumbersAreReadByAButton(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("town;share;wage\nRome;25,5 %;1.200,50 €\nOslo;30 %;980 €\nBern;7 %;(12,50)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := atOnce()
	s.Data.OpenFile(path, plan.Data{})
	list, _ := s.Columns.Oddities()
	i := slices.IndexFunc(list, func(o columns.Oddity) bool { return o.Fix != nil && o.Fix.Words.String() == "Read it as 0.255" })
	if i < 0 || list[i].State != columns.Advised {
		t.Fatalf("noticed %+v", list)
	}
	s.Columns.ReadMended(*list[i].Fix)
	if d := s.Plan().Data; !d.DecimalComma || d.Thousands != "." {
		t.Errorf("read with %+v", d)
	}
	list, _ = s.Columns.Oddities()
	if slices.ContainsFunc(list, func(o columns.Oddity) bool { return o.Fix != nil || o.State != columns.Note }) {
		t.Errorf("noticed after that %+v", list)
	}
	wage := plan.Column{Name: "wage", Kind: domain.Ranges, Origin: domain.Typed, Ranges: []plan.Range{{From: "-20", To: "1000"}, {From: "1000", To: "2000"}}}
	if o, ok := s.Columns.Outside(wage); !ok || o.Count != 0 {
		t.Errorf("outside %+v, %v", o, ok)
	}
	wage.Ranges[0].From = "0"
	if o, ok := s.Columns.Outside(wage); !ok || o.Count != 1 || o.Examples[0] != "(12,50)" {
		t.Errorf("outside %+v, %v", o, ok)
	}
	found, _ := s.Data.File().Column("share")
	if c, ok := propose.Column(found); !ok || c.Kind != domain.Ranges {
		t.Errorf("proposed %+v", c)
	}
}
