package plan

import (
	"fmt"
	"reflect"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism"
)

// Every list of a plan whose entries can be published is gone through, taken over by another plan, emptied, and
// gone where one question takes the place of all.
func TestEveryKindOfOutputIsListed(t *testing.T) {
	of, kinds := reflect.TypeFor[Plan](), 0
	for i := range of.NumField() {
		list := of.Field(i)
		if list.Type.Kind() != reflect.Slice || !reflect.PointerTo(list.Type.Elem()).Implements(reflect.TypeFor[Output]()) {
			continue
		}
		kinds++
		var p, other Plan
		reflect.ValueOf(&p).Elem().Field(i).Set(reflect.MakeSlice(list.Type, 2, 2))
		all := p.Outputs()
		if len(all) != 2 || reflect.TypeOf(all[0]).Elem() != list.Type.Elem() {
			t.Errorf("%s: a plan with two publishes %v", list.Name, all)
			continue
		}
		*all[1].Head().Share = "7"
		if got := *p.Outputs()[1].Head().Share; got != "7" {
			t.Errorf("%s: a share of 7 became %q", list.Name, got)
		}
		other.PublishAs(p)
		if len(other.Outputs()) != 2 {
			t.Errorf("%s: not taken over", list.Name)
		}
		first := true
		p.KeepOutputs(func(o Output) bool {
			first = !first
			return !first
		})
		if len(p.Outputs()) != 1 {
			t.Errorf("%s: %d are left of two, of which one was to go", list.Name, len(p.Outputs()))
		}
		c := &Compiled{Plan: other}
		if only := c.Only(Question{ID: "only"}, mechanism.Problem{}).Plan.Outputs(); len(only) != 1 || only[0].Head().ID != "only" {
			t.Errorf("%s: stays beside the only question", list.Name)
		}
	}
	if kinds < 4 {
		t.Errorf("%d kinds of output were looked at", kinds)
	}
}

// What is about a column goes with it, but for made-up records of others, which go on without it.
func TestWithdraw(t *testing.T) {
	age, town := domain.AttributeName("age"), domain.AttributeName("town")
	both := []domain.AttributeName{age, town}
	p := Plan{
		Questions: []Question{{ID: "a", Columns: both}, {ID: "b", Columns: both[1:]}},
		Choices:   []Choice{{ID: "c", Column: town, By: both[:1]}, {ID: "d", Column: town}},
		Clusters:  []Clustering{{ID: "e", Columns: []ClusterColumn{{Name: town}, {Name: age}}}, {ID: "f", Columns: []ClusterColumn{{Name: town}}}},
		Synthetic: []Synthetic{{ID: "g", Columns: []domain.AttributeName{age}}, {ID: "h", Columns: []domain.AttributeName{age, town}, Tables: [][]domain.AttributeName{both, both[1:]}}},
	}
	p.Withdraw(age)
	left := ""
	for _, o := range p.Outputs() {
		left += o.Head().ID
	}
	if left != "bdfh" {
		t.Errorf("without age %q are left", left)
	}
	if h := p.Synthetic[0]; len(h.Columns) != 1 || len(h.Tables) != 1 || h.Columns[0] != town {
		t.Errorf("records without age: %+v", h)
	}
}

// Others are named by titles where they are few, and by runs of numbers otherwise.
func TestOthersOfAGroupAreNamedInShort(t *testing.T) {
	title := func(i int) string { return fmt.Sprint("T", i+1) }
	for _, c := range []struct {
		group []int
		but   int
		want  string
	}{
		{nil, 0, ""},
		{[]int{3}, 3, ""},
		{[]int{0, 2, 4}, 2, `"T1" and "T5"`},
		{[]int{0, 1, 2, 3, 4, 5, 6}, 0, `"T2", "T3", "T4", "T5", "T6" and "T7"`},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12}, 3, "questions 1 to 3, 5 to 8, 10 and 12 to 13"},
	} {
		if got := Others(c.group, c.but, title).String(); got != c.want {
			t.Errorf("of %v but %d: %s, want %s", c.group, c.but, got, c.want)
		}
	}
}
