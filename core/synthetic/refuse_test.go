package synthetic

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/seeded"
)

func published(p Problem, table int, counts []int64) (mechanism.StandIn, error) {
	return mechanism.Published(p.Tables[table].Workload.Domain(), counts, message.Verbatim("last year"))
}

// wide returns a domain of so many columns with so many values each.
func wide(t testing.TB, n, values int, impossible ...domain.Combination) *domain.Domain {
	t.Helper()
	refuse := domain.Special{Rule: domain.Refuse}
	var attrs []*domain.Attribute
	for j := range n {
		a, err := domain.NewWhole(domain.AttributeName(fmt.Sprintf("c%02d", j)), 1, int64(values), domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse})
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
	}
	d, err := domain.New(attrs, impossible)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestRefusals: what cannot be made is refused in words that say what to do.
func TestRefusals(t *testing.T) {
	names := func(list ...string) (out []domain.AttributeName) {
		for _, n := range list {
			out = append(out, domain.AttributeName(n))
		}
		return out
	}
	all := domain.Combination{}
	var values []string
	for v := range 40 {
		values = append(values, fmt.Sprint(v+1))
	}
	for j := range 4 {
		all[domain.AttributeName(fmt.Sprintf("c%02d", j))] = values[:20]
	}
	for name, c := range map[string]struct {
		d    *domain.Domain
		q    Question
		says []string
	}{
		"no column":          {wide(t, 2, 3), Question{}, []string{"names no column"}},
		"too many columns":   {wide(t, 65, 2), Question{Columns: namesOf(wide(t, 65, 2))}, []string{"65 columns", "64"}},
		"unknown column":     {wide(t, 2, 3), Question{Columns: names("c07")}, []string{"c07"}},
		"twice":              {wide(t, 2, 3), Question{Columns: names("c00", "c00")}, []string{"twice"}},
		"unknown method":     {wide(t, 2, 3), Question{Columns: names("c00"), Method: "magic"}, []string{"magic", "graph"}},
		"foreign table":      {wide(t, 3, 3), Question{Columns: names("c00", "c01"), Tables: [][]domain.AttributeName{names("c02")}}, []string{"c02", "add the column"}},
		"empty table":        {wide(t, 2, 3), Question{Columns: names("c00"), Tables: [][]domain.AttributeName{{}}}, []string{"without columns"}},
		"large table":        {wide(t, 2, 2000), Question{Columns: names("c00", "c01")}, []string{"4000000 combinations", "coarser"}},
		"too many tables":    {wide(t, 64, 2), Question{Columns: namesOf(wide(t, 64, 2))}, []string{"2016 tables", "name those that matter"}},
		"weights of many":    {wide(t, 30, 3), Question{Columns: namesOf(wide(t, 30, 3)), Method: Weights}, []string{"combinations of values one by one", "from tables"}},
		"small of many":      {wide(t, 30, 3), Question{Columns: namesOf(wide(t, 30, 3)), Method: Small}, []string{"far too many", "graph"}},
		"small of too many":  {wide(t, 3, 20), Question{Columns: namesOf(wide(t, 3, 20)), Method: Small, Size: 3}, []string{"more than 200000 data sets of 3 people over 8000", "smaller size"}},
		"small below nobody": {wide(t, 1, 3), Question{Columns: names("c00"), Method: Small, Size: -1}, []string{"too many to choose from"}},
		"size elsewhere":     {wide(t, 1, 3), Question{Columns: names("c00"), Size: 5}, []string{"size is for"}},
		"rounds elsewhere":   {wide(t, 1, 3), Question{Columns: names("c00"), Rounds: 5}, []string{"rounds are for"}},
		"too many rounds":    {wide(t, 1, 3), Question{Columns: names("c00"), Method: Weights, Rounds: 5000}, []string{"5000 rounds"}},
		"too many records":   {wide(t, 1, 3), Question{Columns: names("c00"), Records: 1 << 40}, []string{"records are asked for"}},
		"impossible by four": {wide(t, 4, 40, all), Question{Columns: namesOf(wide(t, 4, 40))}, []string{"impossible combinations", "coarser"}},
	} {
		c.q.Title = "sheet"
		_, err := New(c.q, c.d)
		if err == nil {
			t.Errorf("%s: not refused", name)
			continue
		}
		for _, s := range append(c.says, `"`) {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", name, err, s)
			}
		}
	}
}

// TestWeightedRowsAreRefused: records cannot stand for different numbers of people.
func TestWeightedRowsAreRefused(t *testing.T) {
	d := wide(t, 2, 3)
	p, _ := problemOf(t, Question{Title: "sheet", Columns: namesOf(d)}, policy.Full(d, false), constraint.Facts{}, "1", nil)
	for i := range p.Tables {
		p.Tables[i].Unit = mechanism.Unit{People: 1, Parts: 10}
	}
	if _, err := Prepare(context.Background(), p); err == nil || !strings.Contains(err.Error(), "weights") {
		t.Errorf("weights: %v", err)
	}
}

// TestManyColumns makes records over so many columns that nobody could count their combinations.
func TestManyColumns(t *testing.T) {
	columns := seeded.Often(20, 30)
	d := wide(t, columns, 3)
	var people [][]int
	for i := range 500 {
		person := make([]int, columns)
		for j := range person {
			person[j] = (i/(1+j%3) + i*j) % 3
		}
		people = append(people, person)
	}
	facts, _ := constraint.Known(500)
	p, counts := problemOf(t, Question{Title: "wide", Columns: namesOf(d)}, policy.Full(d, false), facts, "5", people)
	_, made := released(t, p, counts, 1)
	if made.Len() != 500 || len(made.Records) != columns {
		t.Errorf("%d records of %d columns", made.Len(), len(made.Records))
	}
}

// TestCancelled: a release that is cancelled says so.
func TestCancelled(t *testing.T) {
	d := wide(t, 3, 3)
	p, counts := problemOf(t, Question{Title: "sheet", Columns: namesOf(d)}, policy.Full(d, false), constraint.Facts{}, "1", [][]int{{0, 1, 2}})
	prepared, err := Prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := prepared.Release(ctx, counts, seeded.New(1, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
