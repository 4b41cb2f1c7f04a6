package release

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/seeded"
)

// cells is a Source that holds what another one told, counted by the needed columns alone: what
// an engine returns that counts where the rows lie.
type cells struct {
	of     Data
	values [][]int
	counts []int64
	unread []error
	totals Totals
}

func (c *cells) Name() message.Text                              { return c.of.Name() }
func (c *cells) SameAsReviewed(f plan.Fingerprint) (bool, error) { return c.of.SameAsReviewed(f) }

func (c *cells) Read(_ context.Context, _ *plan.Compiled, v Visit) (Totals, error) {
	for i, values := range c.values {
		if err := v.Cell(values, c.counts[i]); err != nil {
			return c.totals, err
		}
	}
	for _, why := range c.unread {
		if err := v.Unread(1, why); err != nil {
			return c.totals, err
		}
	}
	return c.totals, nil
}

// counted counts a source.
func counted(t *testing.T, p *plan.Compiled, of Data) *cells {
	t.Helper()
	c := &cells{of: of}
	needed := make(map[int]bool)
	for _, name := range Needed(p) {
		at, _ := p.Domain.Position(name)
		needed[at] = true
	}
	at := make(map[string]int)
	var err error
	c.totals, err = of.Read(context.Background(), p, Visit{
		Cell: func(values []int, n int64) error {
			kept := slices.Clone(values)
			for i := range kept {
				if !needed[i] {
					kept[i] = -1
				}
			}
			key := fmt.Sprint(kept)
			if _, seen := at[key]; !seen {
				at[key] = len(c.values)
				c.values, c.counts = append(c.values, kept), append(c.counts, 0)
			}
			c.counts[at[key]] += n
			return nil
		},
		Unread:   func(_ int64, why error) error { c.unread = append(c.unread, why); return nil },
		Progress: func(int64) {},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// madePlan makes a plan about ages and towns by chance, and people for it.
func madePlan(r *seeded.Source) (plan.Plan, *memory) {
	lo := int64(20)
	hi := lo + 1 + int64(r.IntN(8))
	p := plan.Plan{
		Version: plan.Version, DataSet: "Made", Data: plan.Data{Reviewed: &plan.Fingerprint{Digest: "x"}},
		Columns: []plan.Column{{Name: "age", Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}}},
		Budget:  plan.Budget{Epsilon: "0.7"},
	}
	town := plan.Column{Name: "town", Kind: domain.Ordered, Values: []string{"North", "South", "West"}, Origin: domain.Typed}
	if r.IntN(4) == 0 {
		town.Other = plan.Special{Rule: domain.Refuse}
	}
	data := &memory{}
	whose := r.IntN(4) == 0
	for range r.IntN(120) {
		place := []string{"North", "South", "West", "East"}[r.IntN(4)]
		if town.Other.Rule == domain.Refuse && r.IntN(8) > 0 {
			place = "West"
		}
		if whose {
			place = fmt.Sprint("person ", r.IntN(90))
		}
		data.rows = append(data.rows, []string{fmt.Sprint(18 + r.IntN(12)), place})
	}
	ask := func(kind string, columns ...domain.AttributeName) {
		p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint("q", len(p.Questions)), Title: fmt.Sprint(kind, columns), Kind: kind, Columns: columns})
	}
	if whose { // so many slots that every row fills one: which are kept is drawn anew for each release
		p.Rows = &plan.Rows{Person: "town", AtMost: 100}
		ask("table", "age")
		return p, data
	}
	p.Columns = append(p.Columns, town)
	switch r.IntN(4) {
	case 0:
		ask("table", "age", "town")
		ask("cumulative", "town")
	case 1:
		ask("cumulative", "age")
	case 2:
		ask("table", "town", "age")
	case 3:
		ask("table", "town")
	}
	n := int64(len(data.rows))
	switch r.IntN(5) {
	case 0:
		p.Facts.People = &n
	case 1:
		n++
		p.Facts.People = &n
	case 2: // about a column that a question may not ask for
		south := int64(0)
		for _, row := range data.rows {
			if row[1] == "South" {
				south++
			}
		}
		p.Facts.Stated = []constraint.Fact{{ID: "s", Title: "In the South", Counts: []constraint.Count{{
			Of: constraint.Predicate{{{Column: "town", Values: []string{"South"}}}}, Count: south + int64(r.IntN(2)),
		}}}}
	}
	return p, data
}

// TestCellsReleaseWhatRowsRelease makes plans and files and releases each twice with the same
// noise: from the rows, and from their counts per cell. Either both are refused with the same
// words or both tell the same numbers.
func TestCellsReleaseWhatRowsRelease(t *testing.T) {
	released, refused, plans := 0, 0, seeded.Often(14, 200)
	enough := func() bool { return released >= plans*3/10 && refused >= plans*3/20 }
	for seed := 0; seed < plans || !enough() && seed < 20*plans; seed++ {
		p, data := madePlan(seeded.New(uint64(seed), 9))
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		table := counted(t, c, data)
		byRow, errRow := runSmall(t, p, data, newWitness())
		byCell, errCell := runSmall(t, p, table, newWitness())
		if fmt.Sprint(errRow) != fmt.Sprint(errCell) {
			t.Fatalf("seed %d: %v from rows, %v from cells", seed, errRow, errCell)
		}
		if errRow != nil {
			refused++
		} else {
			released++
			a, _ := json.Marshal(byRow)
			b, _ := json.Marshal(byCell)
			if byRow.Digest != byCell.Digest || string(a) != string(b) {
				t.Fatalf("seed %d: another release from cells than from rows", seed)
			}
		}
		fromRows, err1 := Check(context.Background(), c, data, nil)
		fromCells, err2 := Check(context.Background(), c, table, nil)
		if fmt.Sprint(err1) != fmt.Sprint(err2) || !reflect.DeepEqual(errs(fromRows), errs(fromCells)) {
			t.Fatalf("seed %d: checked %+v from rows, %+v from cells", seed, fromRows, fromCells)
		}
	}
	if !enough() {
		t.Errorf("%d released and %d refused: the plans are not various enough", released, refused)
	}
}

// errs is what was checked, with errors as texts.
func errs(c Checked) []string {
	out := []string{fmt.Sprint(c.Records, c.UnreadCount, c.Beyond, c.Fact)}
	for _, err := range c.Unread {
		out = append(out, err.Error())
	}
	return out
}

// TestNeeded wants the columns of questions and facts, in the order of the domain.
func TestNeeded(t *testing.T) {
	p := smallPlan(10)
	p.Questions = p.Questions[1:]
	for _, want := range [][]domain.AttributeName{{"age"}, {"age", "town"}} {
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		if got := Needed(c); !slices.Equal(got, want) {
			t.Errorf("%q are needed, want %q", got, want)
		}
		p.Facts.Stated = []constraint.Fact{{ID: "t", Totals: &constraint.Totals{Columns: []domain.AttributeName{"town"}, Rows: []constraint.Row{{Labels: []string{"North"}, Count: 5}}}}}
	}
}

// TestCellsOfTooMany refuses counts that cannot be, with nothing spent.
func TestCellsOfTooMany(t *testing.T) {
	p := noisyCells(smallPlan(0))
	p.Facts = plan.Facts{}
	for _, counts := range [][]int64{{-1}, {limits.MaxCountedRecords, 1}, {1<<63 - 1, 1<<63 - 1}} {
		c := &cells{of: people(1), counts: counts}
		for range counts {
			c.values = append(c.values, []int{0, 0})
		}
		w := newWitness()
		if _, err := runSmall(t, p, c, w); err == nil || !strings.Contains(err.Error(), "split the data") || len(w.events) > 0 {
			t.Errorf("%v rows: %v, events %v", len(counts), err, w.events)
		}
	}
	c := &cells{of: people(1), values: [][]int{{0, 0}}, counts: []int64{3}, unread: []error{errors.New("a column cannot be read")}}
	if _, err := runSmall(t, p, c, newWitness()); err == nil || err.Error() != "a column cannot be read" {
		t.Errorf("an unreadable row: %v", err)
	}
}

// TestTotalsAreNotPrinted prints them in every way that package fmt knows.
func TestTotalsAreNotPrinted(t *testing.T) {
	totals := Totals{4711, 4711, 4711, 4711, 4711, 4711, []Cells{{Unread: 4711}}}
	for _, verb := range []string{"%v", "%+v", "%#v", "%d", "%s", "%x"} {
		if s := fmt.Sprintf(verb, totals) + fmt.Sprintf(verb, &totals); strings.Contains(s, "4711") || strings.Contains(s, "1267") {
			t.Errorf("%s prints %q", verb, s)
		}
	}
}
