package session

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/gui/session/columns"
)

func TestReadCodebookSaysWhatIsMissing(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	data := write("people.csv", "who,age,town,wage\np1,20,North,5\np2,30,South,6\n")
	s.Data.OpenFile(data, plan.Data{})
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	refuse := plan.Special{Rule: domain.Refuse}
	s.Edit(func(p *plan.Plan) {
		p.Rows = &plan.Rows{Person: "who", AtMost: 2}
		p.Columns = []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"Nowhere"}, Origin: domain.Typed,
			Blank: refuse, Other: plan.Special{Rule: domain.AsValue, Value: "Nowhere"}}}
	})
	before := s.Plan()
	book := write("book.csv", "column,type,value,lower,upper\nwho,list,p1,,\nshoe,whole,,30,50\ntown,list,North,,\n,,South,,\nage,whole,,0,120\n")
	b, err := s.Columns.ReadCodebook(book)
	if err != nil {
		t.Fatal(err)
	}
	if b.Name != "book.csv" || len(b.Columns) != 2 || !slices.Equal(b.Lacking, []string{"shoe"}) || !slices.Equal(b.Undeclared, []string{"wage"}) {
		t.Errorf("read %+v", b)
	}
	if !reflect.DeepEqual(s.Plan(), before) {
		t.Error("reading changed the plan")
	}
	s.Columns.ApplyCodebook(b)
	low, high := int64(0), int64(120)
	want := []plan.Column{
		{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Codebook},
		// the rule for blanks stays; that for others names a value that is gone
		{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Codebook, Blank: refuse},
	}
	if got := s.Plan().Columns; !reflect.DeepEqual(got, want) {
		t.Errorf("applied\n%+v\nwant\n%+v", got, want)
	}
	b.Columns[1].Values = []string{"changed"}
	*b.Columns[1].Lowest = 7
	if got := s.Plan().Columns; !reflect.DeepEqual(got, want) {
		t.Error("the plan shares memory with what was read")
	}
	s.Undo()
	if !reflect.DeepEqual(s.Plan(), before) {
		t.Errorf("after undoing the plan is %+v, want %+v", s.Plan(), before)
	}
	if _, err := s.Columns.ReadCodebook(write("bad.csv", "column,value\na,x\na,x\n")); err == nil || !strings.Contains(err.Error(), "line 3, column 2 (value)") {
		t.Errorf("a value twice: %v", err)
	}
}

// Without a file all columns of the codebook are taken, and those of the plan may lack values.
func TestReadCodebookWithoutFile(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	s.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{{Name: "a", Kind: domain.List}, {Name: "b", Kind: domain.List}}
	})
	path := filepath.Join(t.TempDir(), "book.csv")
	if err := os.WriteFile(path, []byte("column,value\nc,x\na,y\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := s.Columns.ReadCodebook(path)
	if err != nil || len(b.Columns) != 2 || b.Lacking != nil || !slices.Equal(b.Undeclared, []string{"b"}) {
		t.Fatalf("read %+v (%v)", b, err)
	}
	s.Columns.ApplyCodebook(b)
	var names []string
	for _, c := range s.Plan().Columns {
		names = append(names, string(c.Name))
	}
	if want := []string{"a", "b", "c"}; !slices.Equal(names, want) {
		t.Errorf("the plan publishes %v, want %v", names, want)
	}
}

// TestCodebookNamesThePeople applies a codebook that says whose the rows are: the column is no
// longer published, and titles follow what is counted.
func TestCodebookNamesThePeople(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s.Data.OpenFile(write("people.csv", "who,town\np1,North\np1,South\n"), plan.Data{})
	s.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{{Name: "who", Kind: domain.List, Values: []string{"p1"}, Origin: domain.Typed}}
	})
	b, err := s.Columns.ReadCodebook(write("book.csv", "column,type,value,upper\nwho,person,,4\ntown,list,North,\n,,South,\n"))
	if err != nil || b.Rows == nil || len(b.Columns) != 1 || len(b.Undeclared) != 0 || len(b.Lacking) != 0 {
		t.Fatalf("read %+v, %v", b, err)
	}
	changes := s.Columns.CodebookChanges(b)
	if len(changes) != 2 || changes[0] != (columns.CodebookChange{Column: "who", After: "who says whose row it is, up to 4 rows of each person count", KeptOut: true}) {
		t.Errorf("changes %+v", changes)
	}
	s.Columns.ApplyCodebook(b)
	p := s.Plan()
	if p.Rows == nil || *p.Rows != (plan.Rows{Person: "who", AtMost: 4}) || len(p.Columns) != 1 || p.Columns[0].Name != "town" || s.Counted() != "rows" {
		t.Errorf("applied: rows %+v, columns %+v", p.Rows, p.Columns)
	}
	b.Rows.AtMost = 7
	if s.Plan().Rows.AtMost != 4 {
		t.Error("the plan shares memory with what was read")
	}
	if again := s.Columns.CodebookChanges(columns.Codebook{Rows: &plan.Rows{Person: "who", AtMost: 4}}); again[0].After != "" {
		t.Errorf("the same again changes %+v", again)
	}
	out := filepath.Join(dir, "written.csv")
	if err := s.Columns.SaveCodebook(out); err != nil {
		t.Fatal(err)
	}
	if back, err := s.Columns.ReadCodebook(out); err != nil || back.Rows == nil || *back.Rows != *s.Plan().Rows {
		t.Errorf("written and read again: %+v, %v", back.Rows, err)
	}
	lacking, err := s.Columns.ReadCodebook(write("other.csv", "column,type,value,upper\npatient,person,,4\ntown,list,North,\n"))
	if err != nil || lacking.Rows != nil || !slices.Equal(lacking.Lacking, []string{"patient"}) {
		t.Errorf("people that the file does not have: %+v, %v", lacking, err)
	}
}

// TestCodebookOfSeveralAnswers reads a file by a codebook that says which cells hold several answers, and writes that back.
func TestCodebookOfSeveralAnswers(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	s.Data.OpenFile(write("people.csv", "town,ways\nNorth,bus|car\nSouth,car\n"), plan.Data{})
	s.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{{Name: "ways", Kind: domain.List, Values: []string{"car"}, Origin: domain.Typed}}
	})
	book := "column,type,value,separator\nways,several answers,bus,|\n,,car,\nways: bus,list,yes,\n,,no,\nways: car,list,yes,\n,,no,\ntown,list,North,\n,,South,\n"
	b, err := s.Columns.ReadCodebook(write("book.csv", book))
	if err != nil || len(b.Lacking) > 0 || len(b.Columns) != 3 || len(b.Splits) != 1 {
		t.Fatalf("read %+v, %v", b, err)
	}
	s.Columns.ApplyCodebook(b)
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	var names []string
	for _, c := range s.Plan().Columns {
		names = append(names, string(c.Name)+" of "+c.PartOf)
	}
	if want := []string{"town of ", "ways: bus of ways", "ways: car of ways"}; !slices.Equal(names, want) {
		t.Errorf("the plan publishes %q, want %q", names, want)
	}
	if s.Persons.KeptOut("ways") == "" || !slices.Contains(s.Data.File().Header, "ways: car") {
		t.Error("the column itself can still be published, or is not read as its options")
	}
	out := filepath.Join(dir, "written.csv")
	if err := s.Columns.SaveCodebook(out); err != nil {
		t.Fatal(err)
	}
	back, err := s.Columns.ReadCodebook(out)
	if err != nil {
		t.Fatal(err)
	}
	if len(back.Splits) > 0 {
		t.Errorf("what is read so already is to be read so again: %+v", back.Splits)
	}
	for _, c := range s.Columns.CodebookChanges(back) {
		if c.After != "" {
			t.Errorf("its own codebook changes %+v", c)
		}
	}
}
