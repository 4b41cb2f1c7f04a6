package plan

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/seeded"
)

// publicFile is what identifies a public file.
var publicFile = Fingerprint{Salt: "00", Digest: "aa"}

// publicCounts makes numbers for the columns of a plan's questions, a few of them large.
func publicCounts(t *testing.T, c *Compiled) []PublicCounts {
	t.Helper()
	r := seeded.New(7, 7)
	var out []PublicCounts
	for _, p := range c.Problems {
		k, err := p.Workload.Domain().Cells()
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]int64, k)
		for i := range counts {
			if r.IntN(4) == 0 {
				counts[i] = r.Int64N(50)
			}
		}
		columns := p.Workload.Question().Columns
		out = append(out, PublicCounts{columns, c.Plan.CellsKey(columns), counts})
	}
	return out
}

// comparedOn is a good plan compared on a public file.
func comparedOn(t *testing.T, p Plan) *Compiled {
	t.Helper()
	c, err := Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	tables := publicCounts(t, c)
	if c, err = c.CompareOn(NewFileStandIn("lastyear.csv", publicFile, tables), tables); err != nil {
		t.Fatal(err)
	}
	return c
}

// A plan keeps the numbers of a public file and its questions are compared on them, also when it
// was saved and opened again.
func TestCompareOnAFile(t *testing.T) {
	c := comparedOn(t, good())
	data, err := json.Marshal(c.Plan)
	if err != nil {
		t.Fatal(err)
	}
	var back Plan
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	again, err := Compile(back)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Compiled{c, again} {
		if len(c.Lacking) > 0 {
			t.Errorf("questions %v lack numbers", c.Lacking)
		}
		for i, p := range c.Problems {
			if p.StandIn.Source().String() != "lastyear.csv" || !slices.Equal(p.StandIn.Counts(), again.Problems[i].StandIn.Counts()) {
				t.Errorf("question %d is compared on %q, %v", i, p.StandIn.Source(), p.StandIn.Counts())
			}
		}
	}
	dependent := 0
	p := again.Problems[0]
	p.Quick = !seeded.Audit
	list, err := registry.Candidates(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	for _, cand := range list {
		if cand.Prepared != nil && cand.Prepared.ExpectedError().Kind == accuracy.Simulated {
			dependent++
		}
	}
	if dependent == 0 {
		t.Error("no method is measured on the file")
	}
	joint, err := again.Joint([]int{0, 2})
	if err != nil || !joint.StandIn.IsZero() {
		t.Errorf("questions together are compared on the numbers of one of them: %v", err)
	}
}

// Numbers that are too many for a plan are remembered while it is worked on. A plan whose numbers
// are not there says so, and is answered without them; a method that needs them is refused.
func TestCompareOnALargeFile(t *testing.T) {
	seeded.ForAudits(t)
	p := good()
	p.Columns[0].Highest = number(1 << 17)
	c := comparedOn(t, p)
	if len(c.Lacking) > 0 || len(c.Plan.StandIn.Tables) != 2 {
		t.Errorf("lacking %v, %d tables are in the plan: want all but the large one", c.Lacking, len(c.Plan.StandIn.Tables))
	}
	dearer := c.Plan
	dearer.Budget.Epsilon = "0.9"
	if more, err := c.Again(dearer); err != nil || len(more.Lacking) > 0 || len(more.Problems[0].StandIn.Counts()) != 1<<17+2 {
		t.Errorf("at another budget: %v, %+v", err, more)
	}
	fresh := c.Plan
	fresh.Questions = slices.Clone(fresh.Questions)
	lone, err := Compile(fresh)
	if err != nil || !slices.Equal(lone.Lacking, []int{0}) || !lone.Problems[0].StandIn.IsZero() {
		t.Fatalf("without the file: %v, lacking %v", err, lone.Lacking)
	}
	if _, err := lone.Group(context.Background(), []int{0}, ""); err != nil {
		t.Errorf("the question is not answered without the file: %v", err)
	}
	fresh.Questions[0].Mechanism = "tree-dawa"
	if lone, err = Compile(fresh); err != nil {
		t.Fatalf("the file may still come: %v", err)
	}
	for what, err := range map[string]error{"together": second(lone.Arrange(context.Background())), "one": second(lone.Group(context.Background(), []int{0}, "tree-dawa"))} {
		if err == nil || !strings.Contains(err.Error(), "lastyear.csv") || !strings.Contains(err.Error(), "put it next to the plan") {
			t.Errorf("%s, without the file that the method needs: %v", what, err)
		}
	}
	fresh.StandIn = nil
	if _, err := Compile(fresh); err == nil || !strings.Contains(err.Error(), "public numbers") {
		t.Errorf("without a stand-in: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

// Numbers over columns that are declared otherwise by now are not used; a renamed column keeps them.
func TestStandInOfOtherDeclarations(t *testing.T) {
	c := comparedOn(t, good())
	p := c.Plan
	p.Columns = slices.Clone(p.Columns)
	p.Columns[0].Highest = number(98)
	changed, err := Compile(p)
	if err != nil || !slices.Equal(changed.Lacking, []int{0}) {
		t.Errorf("with another highest age: %v, lacking %v", err, changed.Lacking)
	}
	p = c.Plan
	p.Columns = slices.Clone(p.Columns)
	p.Columns[0].Origin = domain.Codebook
	if same, err := Compile(p); err != nil || len(same.Lacking) > 0 {
		t.Errorf("where the list comes from changes nothing: %v, lacking %v", err, same.Lacking)
	}
	before, _ := json.Marshal(c.Plan.StandIn)
	p = c.Plan
	p.RenameColumn("age", "years")
	if renamed, err := Compile(p); err != nil || len(renamed.Lacking) > 0 {
		t.Errorf("renamed: %v, lacking %v", err, renamed.Lacking)
	}
	if after, _ := json.Marshal(c.Plan.StandIn); string(after) != string(before) {
		t.Error("renaming reached into another plan")
	}
}

func TestCompareOnMadeUpAndPaid(t *testing.T) {
	p := good()
	p.StandIn = &StandIn{Kind: StandInEven}
	c, err := Compile(p)
	if err != nil || len(c.Lacking) > 0 {
		t.Fatalf("%v, lacking %v", err, c.Lacking)
	}
	if got := sum(c.Problems[0].StandIn.Counts()); got != 1000 {
		t.Errorf("made-up data hold %d people, want the 1000 that are known", got)
	}
	p.Facts = Facts{}
	if c, err = Compile(p); err != nil || sum(c.Problems[0].StandIn.Counts()) != MadeUpPeople {
		t.Errorf("of an unknown number: %v", err)
	}
	d := c.Problems[1].Workload.Domain()
	numbers := make([]int64, d.PossibleCells())
	numbers[1] = 7
	columns := p.Questions[1].Columns
	var none *StandIn
	if p.StandIn, err = none.WithPilot(d, StandInTable{Columns: columns, Of: p.CellsKey(columns), Paid: &Paid{"0.1", 3, "h"}}, numbers); err != nil {
		t.Fatal(err)
	}
	if c, err = Compile(p); err != nil || !slices.Equal(c.Lacking, []int{0, 2}) || c.Problems[1].StandIn.Counts()[1] != 7 {
		t.Errorf("a pilot for one of three questions: %v, lacking %v", err, c.Lacking)
	}
	if !strings.Contains(c.Problems[1].StandIn.Source().String(), "paid for") {
		t.Errorf("a pilot is called %q", c.Problems[1].StandIn.Source())
	}
	numbers[1] = 9
	twice, err := p.StandIn.WithPilot(d, StandInTable{Columns: columns, Of: p.CellsKey(columns)}, numbers)
	if err != nil || len(twice.Tables) != 1 {
		t.Errorf("a second pilot for the same columns: %v, %d tables", err, len(twice.Tables))
	}
	if _, err := none.WithPilot(d, StandInTable{}, numbers[1:]); err == nil {
		t.Error("a pilot of too few numbers")
	}
}

func sum(counts []int64) (n int64) {
	for _, c := range counts {
		n += c
	}
	return n
}

func TestStandInFaults(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*StandIn)
		want   string
	}{
		"kind":      {func(s *StandIn) { s.Kind = "guess" }, `on "guess"`},
		"no name":   {func(s *StandIn) { s.Name = " " }, "choose it again"},
		"no digest": {func(s *StandIn) { s.File = nil }, "choose it again"},
		"words":     {func(s *StandIn) { s.Tables[0].Counts = "many" }, `found "many"`},
		"negative":  {func(s *StandIn) { s.Tables[0].Counts = "-1*100" }, `found "-1*100"`},
		"nothing":   {func(s *StandIn) { s.Tables[0].Counts = "1*0" }, `found "1*0"`},
		"huge":      {func(s *StandIn) { s.Tables[0].Counts = "0*9000000000" }, "more than"},
		"few":       {func(s *StandIn) { s.Tables[0].Counts = "1 2 3" }, "3 numbers for"},
	} {
		p := comparedOn(t, good()).Plan
		c.change(p.StandIn)
		if _, err := Compile(p); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Numbers come back as they were written.
func TestPackedCounts(t *testing.T) {
	r := seeded.New(1, 2)
	for range 200 {
		counts := make([]int64, 1+r.IntN(60))
		for i := range counts {
			if counts[i] = r.Int64N(3); r.IntN(9) == 0 {
				counts[i] = r.Int64N(1 << 40)
			}
		}
		text := packed(counts)
		if back, err := unpacked(text, len(counts)); err != nil || !slices.Equal(back, counts) {
			t.Fatalf("%v is written %q and read %v, %v", counts, text, back, err)
		}
		if _, err := unpacked(text, len(counts)+1); err == nil {
			t.Fatalf("%q was read as %d numbers", text, len(counts)+1)
		}
	}
	if got := packed([]int64{0, 0, 0, 5, 1, 1}); got != "0*3 5 1*2" {
		t.Errorf("written %q", got)
	}
}
