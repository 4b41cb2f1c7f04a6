package plan

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/workload"
)

// Percent asks for every number of a table with totals in per cent of a total: of all, or within
// each combination of values of some columns, so that the shares there add up to 100.
type Percent struct {
	Within []domain.AttributeName `json:"within,omitempty"`
}

// Rate asks, for every group that a table's other columns make, which part of it has one of some
// values of a column, in per cent.
type Rate struct {
	Column domain.AttributeName `json:"column"`
	Values []string             `json:"values"`
}

// Difference asks by how much the numbers with one value of a column exceed those with another:
// counts, or, where Shares says so, the parts that they are of all with that value.
type Difference struct {
	Column domain.AttributeName `json:"column"`
	First  string               `json:"first"`
	Second string               `json:"second"`
	Shares bool                 `json:"shares,omitempty"`
}

// Unit is what derived numbers are in.
type Unit string

// The units.
const (
	InCounts  Unit = "counts"            // what the plan counts
	InPercent Unit = "percent"           // per cent
	InPoints  Unit = "percentage points" // the difference of two percentages
	// InAverages is what the numbers of a question of totals are in.
	InAverages Unit = "average"
)

// Said names the unit of what is no count.
func (u Unit) Said() message.Text {
	switch u {
	case InPercent:
		return message.Sprintf("per cent")
	case InPoints:
		return message.Sprintf("percentage points")
	}
	return message.Sprintf("average")
}

// Derivation says how one number follows from the answers to a question: as a sum of answers in
// counts, as 100 times a sum over another in per cent, and as the difference of two of those in
// points. An average is Low and a part, Sum over Whole, of what High exceeds it by.
type Derivation struct {
	Key                  []string // labels, one per column of the question
	Sum, Whole           []mechanism.Term
	LessSum, LessOfWhole []mechanism.Term // in points, what is taken away
}

// DerivedTable is the numbers of one Percent, Rate or Difference, or averages, which are from Low to
// High.
type DerivedTable struct {
	Title     message.Text
	Unit      Unit
	Low, High float64
	Values    []Derivation
	Joined    Joined
}

// Joined is what stands in a column of a derived table for several of its values together: "North less South".
type Joined struct {
	Column int
	Said   message.Text // nothing where no values are put together
}

// SaidKey returns labels of a derived table as they are said in a language.
func (j Joined) SaidKey(say func(message.Text) string, key []string) []string {
	out := workload.SaidLabels(say, key)
	if !j.Said.IsZero() {
		out[j.Column] = say(j.Said)
	}
	return out
}

// SaysNothing reports whether a number of the table says next to nothing in an interval so wide: it could be any in more
// than half of all that are possible, from 0 to 100 per cent, from -100 to 100 percentage points, and from the least to the largest
// number that an average can be.
func (t DerivedTable) SaysNothing(width float64) bool {
	switch t.Unit {
	case InPercent:
		return width > 50
	case InPoints:
		return width > 100
	case InAverages:
		return width > (t.High-t.Low)/2
	}
	return false
}

// Derives reports whether the question asks for numbers that follow from its answers.
func (q Question) Derives() bool {
	return len(q.Percent)+len(q.Rates)+len(q.Differences) > 0 || q.Sum != nil && q.Sum.Averages
}

// Derived returns what the question asks for that follows from the answers of its workload. They
// are made of released numbers and cost nothing. It errors when that does not fit the question.
func (q Question) Derived(w *workload.Workload) ([]DerivedTable, error) {
	if !q.Derives() {
		return nil, nil
	}
	if _, ok := w.Sums(); ok && len(q.Percent)+len(q.Rates)+len(q.Differences) == 0 {
		t, err := q.averages(w)
		return []DerivedTable{t}, err
	}
	op, ok := w.Operator().(linop.Crosstab)
	if !ok {
		return nil, message.Errorf("percentages, rates and differences are made from a table with its totals: make it a table, and ask for the totals")
	}
	d := deriving{table: op, domain: w.Domain(), at: make(map[string]int)}
	for i := range op.Rows() {
		d.at[d.name(d.entries(i))] = i
	}
	var out []DerivedTable
	left := limits.MaxDerived
	add := func(t DerivedTable, err error) error {
		if err != nil {
			return err
		}
		if left -= len(t.Values); left < 0 {
			return message.Errorf("it asks for more than %d percentages, rates and differences: ask for fewer, or over fewer values", limits.MaxDerived)
		}
		out = append(out, t)
		return nil
	}
	for _, p := range q.Percent {
		if err := add(d.percent(p)); err != nil {
			return nil, err
		}
	}
	for _, r := range q.Rates {
		if err := add(d.rate(r)); err != nil {
			return nil, err
		}
	}
	for _, x := range q.Differences {
		if err := add(d.difference(x)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// deriving finds the answers of a table by their values.
type deriving struct {
	table  linop.Crosstab
	domain *domain.Domain
	at     map[string]int
}

// entries returns which value of each column answer i counts, -1 for all.
func (d deriving) entries(i int) []int {
	out := make([]int, len(d.domain.Attributes()))
	for j := range out {
		out[j] = d.table.Entry(i, j)
	}
	return out
}

// name names a combination of values; all values of a column that has one are that one.
func (d deriving) name(entries []int) string {
	var b strings.Builder
	for j, e := range entries {
		if e < 0 && d.domain.Attributes()[j].Size() == 1 {
			e = 0
		}
		fmt.Fprint(&b, e, " ")
	}
	return b.String()
}

// find returns the answer that counts a combination, false where that cannot occur.
func (d deriving) find(entries []int) ([]mechanism.Term, bool) {
	i, ok := d.at[d.name(entries)]
	return []mechanism.Term{{Answer: i, Weight: 1}}, ok
}

// labels writes a combination.
func (d deriving) labels(entries []int) []string {
	out := make([]string, len(entries))
	for j, a := range d.domain.Attributes() {
		if out[j] = domain.TotalLabel; entries[j] >= 0 {
			out[j] = a.Label(entries[j])
		}
	}
	return out
}

func (d deriving) column(name domain.AttributeName) (int, error) {
	for j, a := range d.domain.Attributes() {
		if a.Name() == name {
			return j, nil
		}
	}
	return 0, message.Errorf("%q is not a column of the table: choose one of its own", name)
}

func (d deriving) value(j int, label string) (int, error) {
	v, ok := d.domain.Attributes()[j].Find(label)
	if !ok {
		return 0, message.Errorf("%q is not a value of %q: choose one of its values", label, d.domain.Attributes()[j].Name())
	}
	return v, nil
}

func (d deriving) percent(p Percent) (DerivedTable, error) {
	t := DerivedTable{Title: message.Sprintf("Per cent of all"), Unit: InPercent}
	within := make([]bool, len(d.domain.Attributes()))
	var names []string
	for _, c := range p.Within {
		j, err := d.column(c)
		if err != nil {
			return t, err
		}
		if within[j] {
			return t, message.Errorf("percentages are asked for within %q twice: name it once", c)
		}
		within[j], names = true, append(names, string(c))
	}
	if !slices.Contains(within, false) {
		return t, message.Errorf("percentages within all columns of the table would all be 100: leave one out")
	}
	if len(names) > 0 {
		t.Title = message.Sprintf("Per cent within each %s", message.List(message.Names(names), "%s and %s", "%s and %s"))
	}
	for i := range d.table.Rows() {
		own := d.entries(i)
		of := slices.Clone(own)
		for j := range of {
			if !within[j] {
				of[j] = -1
			}
		}
		whole, ok := d.find(of)
		if !ok || whole[0].Answer == i {
			continue
		}
		t.Values = append(t.Values, Derivation{Key: d.labels(own), Sum: []mechanism.Term{{Answer: i, Weight: 1}}, Whole: whole})
	}
	return t, nil
}

func (d deriving) rate(r Rate) (DerivedTable, error) {
	t := DerivedTable{Unit: InPercent}
	j, err := d.column(r.Column)
	if err != nil {
		return t, err
	}
	if len(r.Values) == 0 {
		return t, message.Errorf("a rate of %q names no value: choose one or more", r.Column)
	}
	var values []int
	for _, label := range r.Values {
		v, err := d.value(j, label)
		if err != nil {
			return t, err
		}
		if slices.Contains(values, v) {
			return t, message.Errorf("a rate of %q names %q twice: name it once", r.Column, label)
		}
		values = append(values, v)
	}
	t.Joined = Joined{j, message.List(domain.Said(r.Values), "%s or %s", "%s or %s")}
	named := strings.Join(r.Values, " or ")
	t.Title = message.Sprintf("Per cent with %s %s", r.Column, t.Joined.Said)
	for i := range d.table.Rows() {
		entries := d.entries(i)
		if entries[j] >= 0 && d.domain.Attributes()[j].Size() > 1 {
			continue
		}
		x := Derivation{Key: d.labels(entries), Whole: []mechanism.Term{{Answer: i, Weight: 1}}}
		x.Key[j] = named
		for _, v := range values {
			entries[j] = v
			if of, ok := d.find(entries); ok {
				x.Sum = append(x.Sum, of...)
			}
		}
		if len(x.Sum) > 0 {
			t.Values = append(t.Values, x)
		}
	}
	return t, nil
}

func (d deriving) difference(x Difference) (DerivedTable, error) {
	t := DerivedTable{Unit: InCounts}
	j, err := d.column(x.Column)
	if err != nil {
		return t, err
	}
	first, err := d.value(j, x.First)
	if err != nil {
		return t, err
	}
	second, err := d.value(j, x.Second)
	if err != nil {
		return t, err
	}
	switch {
	case first == second:
		return t, message.Errorf("the difference of %q and itself is always zero: choose two values of %q", x.First, x.Column)
	case x.Shares && len(d.domain.Attributes()) == 1:
		return t, message.Errorf("the shares of %q and %q in themselves are both 100: ask for a difference of counts, or add a column to the table", x.First, x.Second)
	}
	two := domain.Said([]string{x.First, x.Second})
	t.Joined = Joined{j, message.Sprintf("%s less %s", two[0], two[1])}
	named := x.First + " less " + x.Second
	t.Title = message.Sprintf("%s: %s less %s", x.Column, two[0], two[1])
	if x.Shares {
		t.Unit, t.Title = InPoints, message.Sprintf("%s, in percentage points", t.Title)
	}
	for i := range d.table.Rows() {
		entries := d.entries(i)
		if entries[j] != first {
			continue
		}
		one := Derivation{Key: d.labels(entries), Sum: []mechanism.Term{{Answer: i, Weight: 1}}}
		one.Key[j] = named
		entries[j] = second
		less, ok := d.find(entries)
		if !ok {
			continue
		}
		if !x.Shares {
			one.Sum = append(one.Sum, mechanism.Term{Answer: less[0].Answer, Weight: -1})
			t.Values = append(t.Values, one)
			continue
		}
		of := slices.Repeat([]int{-1}, len(entries))
		of[j] = second
		one.LessSum = less
		one.LessOfWhole, _ = d.find(of)
		of[j] = first
		one.Whole, _ = d.find(of)
		if one.Whole[0].Answer != i {
			t.Values = append(t.Values, one)
		}
	}
	return t, nil
}

// checkDerived errors when what is to follow from a question's answers does not fit them, or the
// method that was chosen for them.
func (q Question) checkDerived(w *workload.Workload) error {
	if _, err := q.Derived(w); err != nil || !q.Derives() {
		return err
	}
	if m, ok := registry.ByID(q.Mechanism); ok && m.Info().DataDependent {
		return message.Errorf("percentages, rates, differences and averages need a method whose error does not depend on the data, and that of “%s” does: choose another", m.Info().Name)
	}
	return nil
}
