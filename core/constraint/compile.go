package constraint

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
)

// stated is what Facts hold: the facts in the order given, over the declared domain.
type stated struct {
	domain    *domain.Domain
	facts     []*compiled
	unchecked []message.Text
	last      memory // of what they tie together
}

// compiled is a fact with its labels resolved.
type compiled struct {
	fact    Fact
	columns []int // positions in the domain, rising, of all columns it looks at
	names   []domain.AttributeName
	table   *table    // of totals, otherwise nil
	counts  []counted // of the others
	// people is the number of people in the file when the fact alone says it, or -1.
	people int64
}

// counted is a predicate with its public count.
type counted struct {
	of    predicate
	count int64
}

// predicate is a union of boxes. No boxes hold for nobody.
type predicate []box

// box holds where all its conditions hold. They are in the order of the columns, without
// those that every value meets.
type box []condition

type condition struct {
	column int // position in the domain
	set    runs
}

// table is the totals of a fact.
type table struct {
	domain  *domain.Domain // over the table's columns, in the order given
	at      []int          // positions of its columns in the facts' domain
	stated  []int64        // per cell the public count, or -1
	whole   bool           // every possible cell has one
	cells   int            // how many have one
	numbers int            // of rows given
}

// compile resolves the labels of a fact. It errors on what the domain cannot say, with the
// fact's name and a remedy.
func compile(d *domain.Domain, f Fact) (*compiled, error) {
	if err := f.shape(); err != nil {
		return nil, err
	}
	c := &compiled{fact: f, people: -1}
	var err error
	switch {
	case f.People != nil:
		err = c.count(d, Count{Everyone(), *f.People})
	case f.Totals != nil:
		err = c.total(d, f.Totals)
	default:
		for i, n := range f.Counts {
			if e := c.count(d, n); e != nil {
				err = message.Errorf("count %d: %w", i+1, e)
				break
			}
		}
	}
	if err != nil {
		return nil, message.Errorf("the fact %q: %w", f.title(), err)
	}
	slices.Sort(c.columns)
	c.columns = slices.Compact(c.columns)
	for _, pos := range c.columns {
		c.names = append(c.names, d.Attributes()[pos].Name())
	}
	return c, nil
}

// shape checks that a fact states one kind of thing.
func (f Fact) shape() error {
	kinds := 0
	for _, set := range []bool{f.People != nil, f.Totals != nil, len(f.Counts) > 0} {
		if set {
			kinds++
		}
	}
	name := f.Title
	if name == "" {
		name = f.ID
	}
	switch {
	case kinds == 0:
		return message.Errorf("the fact %q states nothing: give the number of people, totals or counts", name)
	case kinds > 1:
		return message.Errorf("the fact %q states several kinds of numbers: make a fact of each", name)
	}
	return nil
}

func checkCount(n int64) error {
	switch {
	case n < 0:
		return message.Errorf("a number of people is %d, but it cannot be below zero", n)
	case n > limits.MaxFactCount:
		return message.Errorf("a number of people is %d, more than %d: check it", n, int64(limits.MaxFactCount))
	}
	return nil
}

func (c *compiled) count(d *domain.Domain, n Count) error {
	if err := checkCount(n.Count); err != nil {
		return err
	}
	p, err := resolve(d, n.Of)
	if err != nil {
		return err
	}
	c.counts = append(c.counts, counted{p, n.Count})
	for _, b := range p {
		if len(b) == 0 {
			c.people = n.Count
		}
		for _, x := range b {
			c.columns = append(c.columns, x.column)
		}
	}
	return nil
}

// resolve finds the values that a predicate names.
func resolve(d *domain.Domain, p Predicate) (predicate, error) {
	if len(p) == 0 {
		return nil, message.Errorf("it does not say who is counted: give a condition, or one without columns for everybody")
	}
	out := make(predicate, len(p))
	for i, b := range p {
		for _, c := range b {
			x, all, err := resolveCondition(d, c)
			if err != nil {
				return nil, err
			}
			if count(b, c.Column) > 1 {
				return nil, message.Errorf("it has two conditions on the column %q: put their values into one", c.Column)
			}
			if !all {
				out[i] = append(out[i], x)
			}
		}
		slices.SortFunc(out[i], func(a, b condition) int { return a.column - b.column })
	}
	return out, nil
}

func count(b Box, column domain.AttributeName) int {
	n := 0
	for _, c := range b {
		if c.Column == column {
			n++
		}
	}
	return n
}

// resolveCondition finds the values of a condition, and whether they are all there are.
func resolveCondition(d *domain.Domain, c Condition) (x condition, all bool, err error) {
	pos, ok := d.Position(c.Column)
	if !ok {
		return x, false, message.Errorf("it names the column %q, which is not published", c.Column)
	}
	a := d.Attributes()[pos]
	var list []run
	for _, label := range c.Values {
		v, ok := a.Find(strings.TrimSpace(label))
		if !ok {
			return x, false, message.Errorf("%q is not a value of %q: use one of its values, %s", label, c.Column, few(a))
		}
		list = append(list, run{v, v})
	}
	for _, s := range c.Spans {
		r, err := resolveSpan(a, s)
		if err != nil {
			return x, false, err
		}
		list = append(list, r)
	}
	if len(list) == 0 {
		return x, false, message.Errorf("it names no value of %q: list some, or leave the column out", c.Column)
	}
	set := join(list)
	return condition{pos, set}, len(set) == 1 && set[0] == run{0, a.Size() - 1}, nil
}

func resolveSpan(a *domain.Attribute, s Span) (run, error) {
	if !a.HasOrder() {
		return run{}, message.Errorf("the values of %q have no order, so there is nothing from %q to %q: list the values", a.Name(), s.From, s.To)
	}
	lo, okLo := a.Find(strings.TrimSpace(s.From))
	hi, okHi := a.Find(strings.TrimSpace(s.To))
	switch {
	case !okLo || lo >= a.Regular():
		return run{}, message.Errorf("a range begins at %q, which is not a value of %q: use one of its values, %s", s.From, a.Name(), few(a))
	case !okHi || hi >= a.Regular():
		return run{}, message.Errorf("a range ends at %q, which is not a value of %q: use one of its values, %s", s.To, a.Name(), few(a))
	case lo > hi:
		return run{}, message.Errorf("a range goes from %q down to %q: swap them", s.From, s.To)
	}
	return run{lo, hi}, nil
}

// few writes the first values of a column and the last.
func few(a *domain.Attribute) string {
	n := a.Size()
	if n <= 4 {
		return strings.Join(a.Labels(), ", ")
	}
	return fmt.Sprintf("%s, %s … %s", a.Label(0), a.Label(1), a.Label(n-1))
}

func (c *compiled) total(d *domain.Domain, f *Totals) error {
	t := &table{numbers: len(f.Rows)}
	if len(f.Columns) == 0 {
		return message.Errorf("it names no column: choose the columns of the table, or state the number of people")
	}
	if len(f.Rows) == 0 {
		return message.Errorf("it has no numbers: enter or import its rows")
	}
	var err error
	if t.domain, err = d.Project(f.Columns); err != nil {
		return err
	}
	size := 1
	for _, a := range t.domain.Attributes() {
		if size *= a.Size(); size > limits.MaxFactCells {
			return message.Errorf("%s has more than %d combinations: state totals over fewer columns", names(f.Columns), limits.MaxFactCells)
		}
		pos, _ := d.Position(a.Name())
		t.at = append(t.at, pos)
	}
	t.stated = slices.Repeat([]int64{-1}, size)
	for i, r := range f.Rows {
		if err := t.row(r); err != nil {
			return message.Errorf("row %d: %w", i+1, err)
		}
	}
	t.finish(f.NobodyElse)
	c.table, c.columns = t, slices.Clone(t.at)
	if t.whole {
		c.people = t.sum()
		if c.people > limits.MaxFactCount {
			return message.Errorf("its numbers add up to more than %d: check them", int64(limits.MaxFactCount))
		}
	}
	return nil
}

func (t *table) row(r Row) error {
	attrs := t.domain.Attributes()
	if len(r.Labels) != len(attrs) {
		return message.Errorf("%d labels are given for %d columns: give one label per column", len(r.Labels), len(attrs))
	}
	if err := checkCount(r.Count); err != nil {
		return err
	}
	values := make([]int, len(attrs))
	for i, l := range r.Labels {
		v, ok := attrs[i].Find(strings.TrimSpace(l))
		if !ok {
			return message.Errorf("%q is not a value of %q: use one of its values, %s", l, attrs[i].Name(), few(attrs[i]))
		}
		values[i] = v
	}
	cell := t.domain.Index(values)
	switch {
	case t.stated[cell] >= 0:
		return message.Errorf("%s already has a number: keep one", t.label(cell))
	case !t.domain.Possible(cell) && r.Count > 0:
		return message.Errorf("%s was declared impossible, but %d people are stated: correct the number or the declaration", t.label(cell), r.Count)
	}
	t.stated[cell] = r.Count
	return nil
}

// finish fills in what is known of the cells without a row.
func (t *table) finish(nobodyElse bool) {
	t.whole = true
	for cell, n := range t.stated {
		if n < 0 && (nobodyElse || !t.domain.Possible(cell)) {
			t.stated[cell], n = 0, 0
		}
		if n < 0 {
			t.whole = false
		} else if t.domain.Possible(cell) {
			t.cells++
		}
	}
}

// sum adds up the stated numbers. Each is at most limits.MaxFactCount and there are at most
// limits.MaxFactCells of them, so an int64 holds it.
func (t *table) sum() int64 {
	var n int64
	for _, c := range t.stated {
		n += max(c, 0)
	}
	return n
}

// label writes a cell by its values.
func (t *table) label(cell int) message.Text {
	var labels []string
	for i, a := range t.domain.Attributes() {
		labels = append(labels, a.Label(t.domain.Value(cell, i)))
	}
	return message.Verbatim(strings.Join(labels, " × "))
}
