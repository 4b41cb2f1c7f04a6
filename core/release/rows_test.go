package release

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// visitsPlan is smallPlan over ages alone, where the towns are people with up to so many rows.
func visitsPlan(atMost int) plan.Plan {
	p := smallPlan(0)
	p.Facts = plan.Facts{}
	p.Columns = p.Columns[:1]
	p.Questions = []plan.Question{{ID: "t", Title: "Ages", Kind: "table", Columns: []domain.AttributeName{"age"}, Mechanism: "laplace"}}
	if atMost > 0 {
		p.Rows = &plan.Rows{Person: "town", AtMost: atMost}
	}
	return p
}

// visits is a sheet in which person i has i rows.
func visits(people int) *memory {
	m := &memory{}
	for i := range people {
		for j := range i {
			m.rows = append(m.rows, []string{fmt.Sprint(20 + (i+j)%10), fmt.Sprint("person ", i)})
		}
	}
	return m
}

// TestRowsFillSlots counts what is counted: three rows of each person at most.
func TestRowsFillSlots(t *testing.T) {
	c, err := plan.Compile(visitsPlan(3))
	if err != nil {
		t.Fatal(err)
	}
	vectors, err := count(context.Background(), Job{Plan: c, Data: visits(6), Progress: func(message.Text, float64) {}}, c.Problems)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := vectors[0].Total(), int64(1+2+3+3+3); got != want {
		t.Errorf("%d rows are counted, want %d", got, want)
	}
	checked, err := Check(context.Background(), c, visits(6), nil)
	if err != nil || !checked.OK() || checked.Beyond != 1+2 || checked.Records != 15 {
		t.Errorf("checked %+v, %v: want 15 records, 3 of them beyond", checked, err)
	}
}

// TestRowsOfANumberedPerson writes one person's number in several ways.
func TestRowsOfANumberedPerson(t *testing.T) {
	p := smallPlan(0)
	p.Facts, p.Columns = plan.Facts{}, p.Columns[1:]
	p.Secrets = secret.Secrets{}
	p.Questions = []plan.Question{{ID: "t", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}}
	p.Rows = &plan.Rows{Person: "age", AtMost: 2}
	people := int64(2)
	p.Facts.People = &people
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	data := &memory{rows: [][]string{{"7", "North"}, {"7.0", "South"}, {"+7", "North"}, {"8", "South"}}}
	checked, err := Check(context.Background(), c, data, nil)
	if err != nil || !checked.OK() || checked.Beyond != 1 {
		t.Errorf("checked %+v, %v: want 2 people, one with a row beyond", checked, err)
	}
}

// TestRowsCostTheirNumber compares the noise: with three rows each all three are hidden
// together, and that somebody has a row at all is hidden too.
func TestRowsCostTheirNumber(t *testing.T) {
	scale := func(p plan.Plan) *big.Rat {
		r, err := runSmall(t, p, visits(6), newWitness())
		if err != nil {
			t.Fatal(err)
		}
		if p.Rows != nil && (r.Multiplier != p.Rows.AtMost || !strings.Contains(r.MultiplierWhy.String(), fmt.Sprintf("up to %d rows", p.Rows.AtMost)) || r.Protection.Presence.IsZero() || len(r.Protection.Disclosed) > 0) {
			t.Errorf("the release says %d (%s), %q", r.Multiplier, r.MultiplierWhy, r.Protection.Presence)
		}
		s, _ := new(big.Rat).SetString(r.Questions[0].Noise[0].Scale)
		return s
	}
	one, three := scale(visitsPlan(0)), scale(visitsPlan(3))
	if new(big.Rat).Mul(one, big.NewRat(3, 1)).Cmp(three) != 0 {
		t.Errorf("noise of scale %s with one row each and %s with three", one, three)
	}
}

func TestRowsRefuse(t *testing.T) {
	for _, c := range []struct {
		change func(*plan.Plan)
		says   string
	}{
		{func(p *plan.Plan) { p.Rows.Person = "" }, "name the column that identifies people"},
		{func(p *plan.Plan) { p.Rows.AtMost = 0 }, "a number from 1 to"},
		{func(p *plan.Plan) { p.Rows.Person = "age" }, "cannot be published"},
	} {
		p := visitsPlan(3)
		c.change(&p)
		if _, err := plan.Compile(p); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want it to say %q", err, c.says)
		}
	}
	p := visitsPlan(3)
	p.Rows.Person = "patient"
	if _, err := runSmall(t, p, visits(4), newWitness()); err == nil || !strings.Contains(err.Error(), `no column "patient"`) {
		t.Errorf("a column that is not there: %v", err)
	}
	nobody := visits(4)
	nobody.rows[2][1] = ""
	if _, err := runSmall(t, visitsPlan(3), nobody, newWitness()); err == nil || !strings.Contains(err.Error(), "line 4, column 2") {
		t.Errorf("a row of nobody: %v", err)
	}
	n := int64(7)
	p = visitsPlan(3)
	p.Facts.People = &n
	if _, err := runSmall(t, p, visits(6), newWitness()); err == nil || !strings.Contains(err.Error(), "number of people") {
		t.Errorf("a false number of people: %v", err)
	}
	n = 5
	if _, err := runSmall(t, p, visits(6), newWitness()); err != nil {
		t.Errorf("the true number of people: %v", err)
	}
}

// TestPilotHidesRowsToo checks that a pilot's noise counts a person's rows, and what is known of
// people with several, as the release's own does.
func TestPilotHidesRowsToo(t *testing.T) {
	n := int64(5)
	for _, known := range []*int64{nil, &n} {
		p := visitsPlan(3)
		p.Facts.People = known
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		pilot, err := piloting{question: 0, budget: c.Budget}.plan(c)
		if err != nil {
			t.Fatal(err)
		}
		got, want := pilot.Problems[0].Effective(), c.Problems[0].Effective()
		if got.Cmp(want) != 0 || want.Cmp(c.Budget.Over(3)) > 0 {
			t.Errorf("a pilot makes noise for %s, the release for %s of %s", got, want, c.Budget)
		}
	}
}
