package counts

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/table"
)

// The words of a result's first column. Some are followed by the number, from 1, of a column or
// of an impossible combination of the plan.
const (
	lineCell       = "cell"       // rows that count, or the units of their weights
	lineUnread     = "unread"     // rows with a value that the plan does not say how to read
	lineImpossible = "impossible" // rows in a combination that was declared impossible
	lineWeight     = "weight"     // rows without a weight that can be read
	lineNobody     = "nobody"     // rows that do not say whose they are
	lineUnordered  = "unordered"  // rows of someone that do not say which of theirs they are
	lineAlike      = "alike"      // rows of one person that say the same of it
	lineSettings   = "settings"   // rows read under settings that write dates in another way
	lineTypes      = "types"      // columns of another type than the query was written for
	lineBeyond     = "beyond"     // rows beyond the slots of their person
	linePeople     = "people"     // the number of people, not of rows
	lineWeighed    = "weighed"    // rows that count with their weights, where rows have them
	lineUnits      = "units"      // what they add up to
	lineCapped     = "capped"     // rows with a weight above the cap
	lineUnweighted = "unweighted" // rows with a weight that counts as nothing
	lineMarks      = "marks"      // what the cells hold, each times its mark
	lineRows       = "rows"       // the number of all rows
)

// Result is what a query brought forth, in a sheet or a text table. It is a release.Source, and
// private data. It is read anew each time and nothing of it is kept.
type Result struct{ sheet table.Source }

var _ release.Source = Result{}

// Of returns the result that a sheet holds; its header is one that IsResult knows.
func Of(s table.Source) Result { return Result{s} }

// Name says where the result is, for messages.
func (r Result) Name() message.Text { return r.sheet.Name() }

// Fits errors where the result was counted for another plan.
func (r Result) Fits(p *plan.Compiled) error {
	_, err := r.reader(p)
	return err
}

// Read hands over the cells. It errors, naming sheet and cell, on everything that the plan's
// query does not write: a result of another plan, codes that are none, counts that are negative
// or not whole, cells given twice, lines that are not known; and on one that is not whole.
func (r Result) Read(ctx context.Context, p *plan.Compiled, v release.Visit) (release.Totals, error) {
	k, err := r.reader(p)
	if err != nil {
		return release.Totals{}, err
	}
	for row, err := range r.sheet.Rows(ctx) {
		if err == nil {
			err = k.read(row, v)
		}
		if err != nil {
			return release.Totals{}, err
		}
	}
	return k.finish()
}

// Records returns the number of rows that were counted, without a look at the plan. It errors
// where the result does not say it.
func (r Result) Records(ctx context.Context) (int64, error) {
	k := &reader{source: r.sheet, line: -1, count: -1}
	for i, name := range r.sheet.Header() {
		if _, ok := digestOf(name); ok {
			k.count = i
		}
		if strings.EqualFold(name, "line") {
			k.line = i
		}
	}
	if k.line < 0 || k.count < 0 {
		return 0, message.Errorf("%s: this is not the result of a query of Steward: its columns are not %q and one that begins with %q", r.Name(), "line", counted)
	}
	for row, err := range r.sheet.Rows(ctx) {
		if err != nil {
			return 0, err
		}
		if row.Cells[k.line].Text == lineRows {
			return k.number(row)
		}
	}
	return 0, k.cutOff()
}

// reader reads the lines of a result.
type reader struct {
	source  table.Source
	plan    *plan.Compiled
	line    int              // the sheet's columns
	count   int              //
	columns []codes          // that tell the cells apart
	values  []int            // of a cell, in the order of the plan's domain
	barred  []forbids        // combinations that cannot occur
	cells   int              // that were read
	last    []int            // the codes of the last of them, in the order of columns
	marked  int64            // what the cells hold, each times its mark
	totals  map[string]int64 // of the lines that are no cells, and of all that are
	given   map[string]bool  // totals that are there
}

// codes is a column of codes.
type codes struct {
	at, position int // in the sheet, in the domain
	size         int
}

// forbids are the values, by positions in the domain, of an impossible combination.
type forbids map[int][]int

func (r Result) reader(p *plan.Compiled) (*reader, error) {
	if err := unrepaired(p); err != nil {
		return nil, err
	}
	k := &reader{source: r.sheet, plan: p, line: -1, count: -1,
		totals: make(map[string]int64), given: make(map[string]bool)}
	attributes := p.Domain.Attributes()
	k.values = make([]int, len(attributes))
	for i := range k.values {
		k.values[i] = -1
	}
	found := ""
	carried := make(map[domain.AttributeName]bool)
	for i, name := range r.sheet.Header() {
		lower := strings.ToLower(name)
		if d, ok := digestOf(name); ok {
			k.count, found = i, d
			continue
		}
		if lower == "line" {
			k.line = i
			continue
		}
		n, err := strconv.Atoi(strings.TrimPrefix(lower, "c"))
		if err != nil || n < 1 || lower != "c"+strconv.Itoa(n) {
			return nil, message.Errorf("%s: there is a column %q, which no query of Steward returns: run the query again and do not edit its result", r.Name(), name)
		}
		if n <= len(attributes) { // otherwise the digest is another, too
			k.columns = append(k.columns, codes{i, n - 1, attributes[n-1].Size()})
			k.last = append(k.last, -1)
			carried[attributes[n-1].Name()] = true
		}
	}
	switch {
	case k.line < 0 || k.count < 0:
		return nil, message.Errorf("%s: this is not the result of a query of Steward: its columns are not %q and one that begins with %q", r.Name(), "line", counted)
	case found != digest(p):
		return nil, message.Errorf("%s: the rows were counted for other columns, values or rules than the plan's: write the query again (steward sql) and run it", r.Name())
	}
	if err := ordered(p); err != nil {
		return nil, message.Errorf("%s: %w; then write the query again (steward sql) and run it", r.Name(), err)
	}
	for _, name := range release.Needed(p) {
		if !carried[name] {
			return nil, message.Errorf("%s: the rows were not counted by %q, which a question or a known fact is about: write the query again (steward sql) and run it", r.Name(), name)
		}
	}
	k.forbidden(carried)
	return k, nil
}

// forbidden notes the impossible combinations that the result can tell.
func (k *reader) forbidden(carried map[domain.AttributeName]bool) {
	for _, c := range k.plan.Everybody().Impossible() {
		f := make(forbids)
		for name, labels := range c {
			if !carried[name] {
				f = nil
				break
			}
			at, _ := k.plan.Domain.Position(name)
			for _, l := range labels {
				value, _ := k.plan.Domain.Attributes()[at].Find(l)
				f[at] = append(f[at], value)
			}
		}
		if f != nil {
			k.barred = append(k.barred, f)
		}
	}
}

// in reports whether the values lie in the combination.
func (f forbids) in(values []int) bool {
	for at, which := range f {
		if !slices.Contains(which, values[at]) {
			return false
		}
	}
	return true
}

// read reads one line.
func (k *reader) read(row table.Row, v release.Visit) error {
	line := row.Cells[k.line].Text
	most := int64(limits.MaxCountedRecords)
	if line == lineMarks {
		most *= marks
	}
	n, err := k.numberTo(row, most)
	if err != nil {
		return err
	}
	word, number, numbered := strings.Cut(line, " ")
	var why error
	switch {
	case line == lineCell:
		return k.cell(row, n, v)
	case line == lineRows, line == lineMarks, line == lineBeyond && k.plan.Plan.Rows != nil, line == linePeople && k.plan.Plan.Rows != nil:
	case k.plan.Plan.Weight != nil && (line == lineWeighed || line == lineUnits || line == lineCapped || line == lineUnweighted):
	case k.plan.Plan.Weight != nil && line == lineWeight:
		why = notWeighed(k.plan.Plan.Weight)
	case line == lineNobody && k.plan.Plan.Rows != nil:
		why = message.Errorf("some rows are blank in column %q, which says whose row it is: give every row the person it belongs to", k.plan.Plan.Rows.Person)
	case line == lineUnordered && k.plan.Plan.Rows != nil:
		why = message.Errorf("some rows are blank in column %q, which orders the rows of a person: give every row its number or day, or choose another column", k.plan.Plan.Rows.Key)
	case line == lineAlike && k.plan.Plan.Rows != nil:
		why = message.Errorf("some people have rows with the same value in column %q, which orders the rows of a person: choose a column that tells the rows of a person apart", k.plan.Plan.Rows.Key)
	case line == lineTypes && n > 0:
		return k.fault(row, k.line, "the columns of the table no longer have the types they had when it was described: run the query that describes it again, give Steward its result, and write this query again")
	case line == lineSettings:
		why = message.Errorf("the database was set to write dates in another form than 2024-03-14: run the query again after SET DateStyle = ISO")
	case word == lineUnread && numbered:
		why, err = k.unread(row, number)
	case word == lineImpossible && numbered:
		why, err = k.impossible(row, number)
	default:
		return k.fault(row, k.line, "found the line %q, which no query of Steward returns: remove totals and notes, or run the query again", line)
	}
	if err == nil {
		err = k.others(row)
	}
	if err != nil {
		return err
	}
	if k.given[line] {
		return k.fault(row, k.line, "the line %q is there twice: run the query again and do not edit its result", line)
	}
	k.given[line] = true
	k.totals[line] = n
	if why == nil {
		return nil
	}
	k.totals[lineUnread] += n
	if n == 0 {
		return nil
	}
	return v.Unread(n, message.Errorf("%s, %s: %w", k.source.Name(), k.source.Address(row.Number, k.line), why))
}

// others checks that a line that is no cell has no codes.
func (k *reader) others(row table.Row) error {
	for _, c := range k.columns {
		if cell := row.Cells[c.at]; cell.Kind != table.Blank && (cell.Kind != table.Number || cell.Number != -1) {
			return k.fault(row, c.at, "found a code in a line that is not a cell, where -1 is expected: run the query again and do not edit its result")
		}
	}
	return nil
}

// unread says that a column cannot be read.
func (k *reader) unread(row table.Row, number string) (why, err error) {
	n, e := strconv.Atoi(number)
	attributes := k.plan.Domain.Attributes()
	if e != nil || n < 1 || n > len(attributes) {
		return nil, k.fault(row, k.line, "found a line about column %s of the plan, which has %d", number, len(attributes))
	}
	a := attributes[n-1]
	expected := message.Sprintf("one of its values")
	switch a.Kind() {
	case domain.Whole:
		expected = message.Sprintf("a whole number")
	case domain.Ranges:
		expected = message.Sprintf("a number")
	case domain.Periods:
		expected = message.Sprintf("a date or time that the query reads")
	}
	return message.Errorf("column %q: there are rows without %s, which the plan does not say how to read: say how blanks, others and such texts are to be read, or correct the rows; steward sql --unread writes the query that shows them", a.Name(), expected), nil
}

// impossible says that there are rows in a combination that cannot occur.
func (k *reader) impossible(row table.Row, number string) (why, err error) {
	n, e := strconv.Atoi(number)
	all := k.plan.Everybody().Impossible()
	if e != nil || n < 1 || n > len(all) {
		return nil, k.fault(row, k.line, "found a line about impossible combination %s of the plan, which has %d", number, len(all))
	}
	return message.Errorf("there are rows in impossible combination %d (%s): correct them or the declaration", n, described(k.plan.Domain, all[n-1])), nil
}

// described writes an impossible combination in the order of the columns.
func described(d *domain.Domain, c domain.Combination) message.Text {
	var parts []message.Text
	for _, a := range d.Attributes() {
		if labels := c[a.Name()]; len(labels) > 0 {
			values := make([]message.Text, len(labels))
			for i, l := range labels {
				values[i] = message.Verbatim(l)
			}
			parts = append(parts, message.Sprintf("%s %s", a.Name(), message.List(values, "%s or %s", "%s or %s")))
		}
	}
	return message.List(parts, "%s with %s", "%s with %s")
}

// cell hands a cell over. Only the codes of the one before it are remembered: a query returns the cells in the order
// of their codes, so that one that is there twice is not above the last.
func (k *reader) cell(row table.Row, n int64, v release.Visit) error {
	sum, order := int64(0), 0
	for i, c := range k.columns {
		cell := row.Cells[c.at]
		if cell.Kind != table.Number || cell.Number != math.Trunc(cell.Number) || cell.Number < 0 || cell.Number >= float64(c.size) {
			a := k.plan.Domain.Attributes()[c.position]
			return k.fault(row, c.at, "found no code for a value of column %q, a whole number from 0 to %d: run the query again and do not edit its result", a.Name(), c.size-1)
		}
		value := int(cell.Number)
		order = cmp.Or(order, cmp.Compare(value, k.last[i]))
		k.values[c.position], k.last[i] = value, value
		sum += int64(value) * factor(c.position+1)
	}
	switch {
	case order == 0:
		return k.fault(row, k.line, "the same combination of codes is there twice: run the query again and do not edit its result")
	case order < 0:
		return k.fault(row, k.line, "the lines are not in the order in which the query returns them: write the query again (steward sql), run it, and do not sort its result")
	}
	k.cells++
	for _, f := range k.barred {
		if f.in(k.values) {
			return k.fault(row, k.line, "found rows in a combination that was declared impossible: correct the rows or the declaration")
		}
	}
	k.marked += n * (sum%marks + 1)
	if k.totals[lineCell] += n; k.totals[lineCell] > limits.MaxCountedRecords {
		return k.fault(row, k.count, "there are more than %d rows: split the data", int64(limits.MaxCountedRecords))
	}
	if k.cells%linesPerReport == 0 {
		v.Progress(k.totals[lineCell])
	}
	return v.Cell(k.values, n)
}

// linesPerReport is how many cells are read between reports of progress.
const linesPerReport = 20_000

// number reads the number of rows in a line.
func (k *reader) number(row table.Row) (int64, error) {
	return k.numberTo(row, limits.MaxCountedRecords)
}

// numberTo reads the number in a line, which is at most as large as said.
func (k *reader) numberTo(row table.Row, most int64) (int64, error) {
	cell := row.Cells[k.count]
	switch {
	case cell.Kind != table.Number || cell.Number != math.Trunc(cell.Number):
		return 0, k.fault(row, k.count, "found %s where a whole number of rows is expected: run the query again and do not edit its result", broken(cell))
	case cell.Number < 0:
		return 0, k.fault(row, k.count, "found a negative number where a number of rows is expected: run the query again and do not edit its result")
	case cell.Number > float64(most):
		return 0, k.fault(row, k.count, "found a number above %d where a number of rows is expected: split the data", most)
	}
	return int64(cell.Number), nil
}

// broken says what stands in the place of a whole number without telling it.
func broken(c table.Cell) message.Text {
	if c.Kind == table.Number {
		return message.Sprintf("a fraction")
	}
	return c.Kind.Said()
}

// fault names the place in the sheet.
func (k *reader) fault(row table.Row, column int, format string, args ...any) error {
	return message.Errorf("%s, %s: %s", k.source.Name(), k.source.Address(row.Number, column), message.Sprintf(format, args...))
}

// cutOff is the error of a result that is not whole.
func (k *reader) cutOff() error {
	return message.Errorf("%s: its last line %q, which says how many rows there are, is missing: it was cut off, so run the query again and keep everything it returns", k.source.Name(), lineRows)
}

// finish checks that the result is whole.
func (k *reader) finish() (release.Totals, error) {
	t := release.Totals{Records: k.totals[lineRows], Beyond: k.totals[lineBeyond], People: k.totals[linePeople]}
	kept := k.totals[lineCell]
	rows := k.plan.Plan.Rows
	if !k.given[lineRows] {
		return release.Totals{}, k.cutOff()
	}
	if k.plan.Plan.Weight != nil {
		var err error
		if kept, err = k.weighed(&t); err != nil {
			return release.Totals{}, err
		}
		if rows == nil {
			t.People = t.Records
		}
	}
	switch {
	case kept+t.Beyond+k.totals[lineUnread] != t.Records:
		return release.Totals{}, message.Errorf("%s: its lines do not add up to the number of rows in its line %q: it was cut off or changed, so run the query again and keep everything it returns", k.source.Name(), lineRows)
	case rows != nil && !k.given[linePeople]:
		return release.Totals{}, message.Errorf("%s: its line %q is missing: it was cut off, so run the query again and keep everything it returns", k.source.Name(), linePeople)
	case rows != nil && (t.People > kept || kept > t.People*int64(rows.AtMost) || t.Beyond > 0 && kept < int64(rows.AtMost)):
		return release.Totals{}, message.Errorf("%s: that many rows cannot belong to that many people with at most %d each: it was changed, so run the query again and do not edit its result", k.source.Name(), rows.AtMost)
	case !k.given[lineMarks]:
		return release.Totals{}, message.Errorf("%s: its line %q is missing: it was cut off, so run the query again and keep everything it returns", k.source.Name(), lineMarks)
	case k.marked != k.totals[lineMarks]:
		return release.Totals{}, message.Errorf("%s: its cells are not those that the query counted: a number or a code was changed, so run the query again and do not edit its result", k.source.Name())
	}
	return t, nil
}
