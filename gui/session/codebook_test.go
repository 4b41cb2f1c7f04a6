package session

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

func TestReadCodebookSaysWhatIsMissing(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, LedgerDir: t.TempDir()})
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
	s.OpenFile(data, plan.Data{})
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
	b, err := s.ReadCodebook(book)
	if err != nil {
		t.Fatal(err)
	}
	if b.Name != "book.csv" || len(b.Columns) != 2 || !slices.Equal(b.Lacking, []string{"shoe"}) || !slices.Equal(b.Undeclared, []string{"wage"}) {
		t.Errorf("read %+v", b)
	}
	if !reflect.DeepEqual(s.Plan(), before) {
		t.Error("reading changed the plan")
	}
	s.ApplyCodebook(b)
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
	if _, err := s.ReadCodebook(write("bad.csv", "column,value\na,x\na,x\n")); err == nil || !strings.Contains(err.Error(), "line 3, column 2 (value)") {
		t.Errorf("a value twice: %v", err)
	}
}

// Without a file all columns of the codebook are taken, and those of the plan may lack values.
func TestReadCodebookWithoutFile(t *testing.T) {
	s := New(Surroundings{Go: func(f func()) { f() }, LedgerDir: t.TempDir()})
	s.Edit(func(p *plan.Plan) {
		p.Columns = []plan.Column{{Name: "a", Kind: domain.List}, {Name: "b", Kind: domain.List}}
	})
	path := filepath.Join(t.TempDir(), "book.csv")
	if err := os.WriteFile(path, []byte("column,value\nc,x\na,y\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b, err := s.ReadCodebook(path)
	if err != nil || len(b.Columns) != 2 || b.Lacking != nil || !slices.Equal(b.Undeclared, []string{"b"}) {
		t.Fatalf("read %+v (%v)", b, err)
	}
	s.ApplyCodebook(b)
	var names []string
	for _, c := range s.Plan().Columns {
		names = append(names, string(c.Name))
	}
	if want := []string{"a", "b", "c"}; !slices.Equal(names, want) {
		t.Errorf("the plan publishes %v, want %v", names, want)
	}
}
