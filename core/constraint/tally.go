package constraint

import (
	"steward/core/domain"
	"steward/core/message"
)

// FactError says that a stated fact is not true of the data. It does not say how far off
// it is.
type FactError struct {
	Fact message.Text
	// ID is that of the stated fact, empty for the number of people.
	ID string
}

// Error names the fact and says that nothing was released.
func (e *FactError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *FactError) Said() message.Text {
	return message.Sprintf("the data do not agree with the fact %q: check it; nothing was released (how far off it is stays hidden)", e.Fact)
}

// Private says the same without which fact it is.
func (e *FactError) Private() message.Text {
	return message.Sprintf("the data do not agree with all that is stated about them; nothing was released")
}

// CheckTotal compares the number of records with the stated number of people. It errors
// with *FactError when they differ.
func (f Facts) CheckTotal(records int64) error {
	if f.hasTotal && records != f.total {
		return &FactError{Fact: message.Sprintf("number of people: %d", f.total)}
	}
	return nil
}

// Counter counts the records of a data set for which a predicate holds.
type Counter interface {
	Count(p Predicate) (int64, error)
}

// Check compares every fact with what a counter counts. It errors with *FactError on the
// first that is false, and with the counter's own errors. A Tally does the same in one pass
// over records.
func (f Facts) Check(c Counter) error {
	var err error
	for _, fact := range f.compiled() {
		fact.each(func(k int, n int64) bool {
			found, e := c.Count(fact.asks(k))
			switch {
			case e != nil:
				err = message.Errorf("checking the fact %q: %w", fact.fact.title(), e)
			case found != n:
				err = fact.wrong(k)
			}
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// asks returns the predicate of number k.
func (c *compiled) asks(k int) Predicate {
	switch {
	case c.fact.People != nil:
		return Everyone()
	case c.table == nil:
		return c.fact.Counts[k].Of
	}
	var b Box
	for i, a := range c.table.domain.Attributes() {
		b = append(b, Condition{Column: a.Name(), Values: []string{a.Label(c.table.domain.Value(k, i))}})
	}
	return Predicate{b}
}

// wrong returns the error of a fact whose number k is not true.
func (c *compiled) wrong(k int) *FactError {
	title := c.fact.title()
	if c.table != nil || len(c.counts) > 1 {
		title = message.Sprintf("%s: %s", title, c.label(k))
	}
	return &FactError{Fact: title, ID: c.fact.ID}
}

// Tally counts records as they are read and compares them with the facts at the end. It
// holds true counts: Wipe it when it is done with.
type Tally struct {
	facts  []*compiled
	tables []tallier
	counts [][]int64 // per fact and number
}

// Tally returns an empty tally over records of a domain, which has the facts' columns; a
// record is given by its values in the order of the domain's attributes. It errors when a
// column is missing.
func (f Facts) Tally(d *domain.Domain) (*Tally, error) {
	t := &Tally{facts: f.compiled()}
	for _, c := range t.facts {
		at := make([]int, 0, len(c.columns))
		if f.stated != nil {
			for i := range f.stated.domain.Attributes() {
				pos, ok := d.Position(f.stated.domain.Attributes()[i].Name())
				if !ok {
					pos = -1
				}
				at = append(at, pos)
			}
			for i, pos := range c.columns {
				if at[pos] < 0 || d.Attributes()[at[pos]] != f.stated.domain.Attributes()[pos] {
					return nil, message.Errorf("the fact %q is about the column %q as it was declared before: state it again", c.fact.title(), c.names[i])
				}
			}
		}
		t.tables = append(t.tables, newTallierAt(c, at))
		t.counts = append(t.counts, make([]int64, c.places()))
	}
	return t, nil
}

// Add counts a record.
func (t *Tally) Add(values []int) { t.AddMany(values, 1) }

// AddMany counts n records of the same values.
func (t *Tally) AddMany(values []int, n int64) {
	for i := range t.facts {
		t.tables[i].each(values, func(k int) { t.counts[i][k] += n })
	}
}

// Check errors with *FactError when a fact is not true of the records counted.
func (t *Tally) Check() error {
	if wrong := t.Wrong(); len(wrong) > 0 {
		return wrong[0]
	}
	return nil
}

// Wrong returns a *FactError for every fact that is not true of the records counted, which names the first number of it that is not.
func (t *Tally) Wrong() []*FactError {
	var out []*FactError
	for i, c := range t.facts {
		c.each(func(k int, n int64) bool {
			if t.counts[i][k] == n {
				return true
			}
			out = append(out, c.wrong(k))
			return false
		})
	}
	return out
}

// Wipe overwrites the counts.
func (t *Tally) Wipe() {
	for _, c := range t.counts {
		clear(c)
	}
}

// tallier tells which numbers of a fact count a record.
type tallier struct {
	table *tableTallier
	boxes *boxTallier
}

// newTallier returns the tallier of a fact over records whose values are those of the
// columns at some positions of the facts' domain.
func newTallier(c *compiled, at []int) tallier {
	where := make([]int, 0)
	for i, pos := range at {
		for len(where) <= pos {
			where = append(where, -1)
		}
		where[pos] = i
	}
	return newTallierAt(c, where)
}

// newTallierAt returns the tallier of a fact; at says for every column of the facts' domain
// where its value stands in a record.
func newTallierAt(c *compiled, at []int) tallier {
	if c.table != nil {
		t := &tableTallier{domain: c.table.domain}
		for _, pos := range c.table.at {
			t.at = append(t.at, at[pos])
		}
		return tallier{table: t}
	}
	return tallier{boxes: newBoxTallier(c, at)}
}

// each calls yield for every number that counts a record.
func (t tallier) each(values []int, yield func(k int)) {
	if t.table != nil {
		yield(t.table.cell(values))
		return
	}
	t.boxes.each(values, yield)
}

// tableTallier finds the cell of a table.
type tableTallier struct {
	domain *domain.Domain
	at     []int // of the table's columns in a record
}

func (t *tableTallier) cell(values []int) int {
	cell := 0
	for i, pos := range t.at {
		cell += values[pos] * t.domain.Stride(i)
	}
	return cell
}
