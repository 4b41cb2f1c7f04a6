package sheet

import (
	"context"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/bitset"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
	"steward/io/sheet/number"
)

// Inspection is what a sheet holds, for the steward's eyes only: it quotes values and
// counts records, so it is shown and never saved, planned with or published.
type Inspection struct {
	Source    message.Text // the sheet's name
	Rows      int          // records
	BlankRows int          // wholly blank rows between records, skipped; 0 for a source that is not a *Sheet
	// LeftOut are the rows that are no records by Options.LeaveOut or by a table's own word.
	// The rows of the sheet below its header are Rows, BlankRows and these.
	LeftOut []LeftRow
	Columns []Column
	// Problems are the first MaxProblems cells and columns that need a decision, in the
	// order of the sheet; ProblemCount says how many there are.
	Problems     []Problem
	ProblemCount int // of cells and columns
	// Repairs are cells of one column and one cause that a rule reads as they are meant: those that rules read, and those that
	// can be read so. None of them is among the problems.
	Repairs []Repair
	// Several are the columns whose cells seem to hold several answers.
	Several []Several
	// Notes are about rows, and about the sheet as a whole.
	Notes []Note
	// Keys are the columns that look like keys of persons, Namesakes those by which rows seem to be about the same people where
	// no column is a key of them, or nil.
	Keys      []People
	Namesakes *People
}

// Unlisted is how many cells and columns with a problem Problems does not tell of.
func (in *Inspection) Unlisted() int {
	n := in.ProblemCount
	for _, p := range in.Problems {
		n -= p.Cells
	}
	return n
}

// MaxProblems is how many problems an inspection lists.
const MaxProblems = 100

// Column is what one column of a sheet holds.
type Column struct {
	Name  string
	Kinds [table.Error + 1]int // cells, by table.Kind
	// Distinct is the number of different values, blanks and spreadsheet errors apart:
	// exact up to 4096, beyond that an estimate that is within a few percent.
	Distinct int
	// Values lists different values: the first limits.MaxProposedValues met, those longer
	// than limits.MaxNameRunes apart. Numbers come first, in their order, then texts
	// without regard to case, digits within them read as numbers. Unlisted counts the
	// cells with other values.
	Values   []string
	Unlisted int
	// Min, Max and Whole (no number has a fraction) are meant where there are numbers.
	Min, Max float64
	Whole    bool
	// Uncalculated counts the cells of formulas whose results the file does not store.
	Uncalculated int
	// Longest is the length of the longest value, in characters.
	Longest int
	// Proposed is what the column could be declared as; the steward decides.
	Proposed Proposal
	// Spelled are the most frequent spellings of values that others differ from by letter case or blanks alone.
	Spelled []string
	// PartOf is the column that this one is read from, as whether an option is among several answers; IsSplit says that others are
	// read from it so.
	PartOf  string
	IsSplit bool
	// Key says that the column looks like a key of persons, whose entries are no answers. Values lists none of them.
	Key bool

	cells []table.Cell // that Values lists
}

// Cells returns the cells whose texts Values lists, which are texts where no inspection made the
// column.
func (c Column) Cells() []table.Cell {
	if len(c.cells) == len(c.Values) {
		return slices.Clone(c.cells)
	}
	cells := make([]table.Cell, len(c.Values))
	for i, v := range c.Values {
		cells[i] = table.Cell{Kind: table.Text, Text: v}
	}
	return cells
}

// Header returns the names of the columns.
func (in *Inspection) Header() []string {
	names := make([]string, len(in.Columns))
	for i, c := range in.Columns {
		names[i] = c.Name
	}
	return names
}

// Problem is a cell or a column that needs a decision.
type Problem struct {
	Address message.Text // of the cell, or of the first such cell
	Column  string
	Found   message.Text
	Remedy  message.Text
	// Cell is what stands there, its Text left out where it is long; a blank cell where the
	// problem is one of the whole column.
	Cell table.Cell
	// Cells is how many cells of the column are alike, this one the first of them.
	Cells int
}

// InspectOptions says how an inspection runs.
type InspectOptions struct {
	// Progress, unless nil, is called now and then with the number of records read.
	Progress func(rows int)
}

// Inspect reads all records of a source and describes what its columns hold. It is for the
// steward's eyes only: what it returns is taken from the records, so that no list or bound
// of it may enter a plan before the steward has confirmed it as public. Its memory is
// bounded, whatever the number of records. It errors as src.Rows does.
func Inspect(ctx context.Context, src table.Source, opts InspectOptions) (*Inspection, error) {
	own, ok := src.(*Sheet)
	if !ok {
		return describe(ctx, src, nil, new(tally), src.Rows(ctx), opts)
	}
	var in *Inspection
	err := own.again(func() (err error) {
		seen := tally{late: own.late()}
		in, err = describe(ctx, src, own, &seen, own.rows(ctx, own.lateGrid(), &seen), opts)
		return err
	})
	return in, err
}

// describe describes rows of a source, which is a sheet of ours or not. What the sheet tells
// beside them is in seen.
func describe(ctx context.Context, src table.Source, own *Sheet, seen *tally, rows iter.Seq2[table.Row, error], opts InspectOptions) (*Inspection, error) {
	in := &Inspection{Source: src.Name()}
	header := src.Header()
	columns := make([]*collector, len(header))
	for i, name := range header {
		columns[i] = newCollector(name)
		if own != nil {
			columns[i].mender = own.mender(i)
			if g, ok := own.base.(*delimited.Grid); ok {
				columns[i].written, columns[i].grouped = true, slices.Contains(g.Thousands, ",")
			}
		}
	}
	fromFile := len(header)
	if own != nil {
		fromFile = own.own()
		for i, o := range own.splits {
			columns[fromFile+i].PartOf, columns[o.of].IsSplit = o.split.Column, true
		}
	}
	ends := newEnding(fromFile)
	alike := newNamesakes(header)
	for row, err := range rows {
		if err != nil {
			return nil, err
		}
		ends.add(row)
		alike.add(row)
		for i := range row.Cells {
			if c := &row.Cells[i]; isLate(c) {
				columns[i].addLate(row.Number, c, seen.late)
			} else {
				columns[i].read(row.Number, *c)
			}
		}
		if in.Rows++; opts.Progress != nil && in.Rows%progressRows == 0 {
			opts.Progress(in.Rows)
		}
	}
	if err := seen.late.take(ctx, ends, columns); err != nil {
		return nil, err
	}
	var spots []problemSpot
	for i, c := range columns {
		in.Columns = append(in.Columns, c.column())
		if i >= fromFile { // of options, which are as they are read
			continue
		}
		if in.Columns[i].Key {
			in.Keys = append(in.Keys, c.people())
		}
		c.repairs = c.findRepairs()
		in.Columns[i].Spelled = c.Spelled
		for k := range c.repairs {
			r := &c.repairs[k]
			r.Address = src.Address(r.row, i)
		}
		if own != nil {
			in.Repairs = append(in.Repairs, c.inForce(src, i, own.rules)...)
			in.Repairs = append(in.Repairs, c.repairs...)
			if s, ok := c.several(); ok && !c.IsSplit {
				in.Several = append(in.Several, s)
			}
		}
		found, total := c.problems(i)
		spots = append(spots, found...)
		in.ProblemCount += total
	}
	if same, ok := alike.found(header); ok {
		if _, known := in.RepeatedKey(); !known {
			in.Namesakes = &same
		}
	}
	in.Problems = listProblems(src, spots)
	if own != nil {
		for _, split := range own.several {
			in.Several = append(in.Several, Several{Split: split, InForce: true})
		}
		in.BlankRows, in.LeftOut = seen.blanks, seen.left
		in.Notes = append(own.footers(ends, columns[:fromFile]), own.tallied(seen)...)
		ofMarks := func(r Repair) bool { return !r.InForce && r.isOfMarks() }
		left := 0
		for _, r := range in.Repairs {
			if ofMarks(r) {
				left += r.Cells
			}
		}
		whole, gain := own.otherWriting(columns[:fromFile])
		switch { // one way for all columns where it does for all, else one for each
		case gain == 0:
		case gain >= left:
			in.Repairs = slices.DeleteFunc(in.Repairs, ofMarks)
		default:
			whole = nil
		}
		in.Notes = slices.Concat(in.Notes, own.doubtful(columns[:fromFile]), own.markNotes(columns[:fromFile]), whole)
	}
	return in, nil
}

const progressRows = 1 << 13

// collector gathers what one column holds.
type collector struct {
	Column
	values  map[string]*value
	errors  map[string]*grid.RowCount // by their codes, the first MaxProblems of them
	sketch  sketch
	first   [table.Error + 1][]spot // the first cells of each kind
	digits  [2]int                  // fewest and most characters of a number
	sum     float64                 // of the numbers
	long    grid.RowCount           // whole numbers of more digits than a spreadsheet keeps
	stored  grid.RowCount           // numbers that are stored as texts
	late    map[int]*value          // by the number of a text that is not held
	used    bitset.Set              // texts that are not held
	marks   map[string]*marked      // numbers with a sign beside them, by that
	entries *entries                // of a column that is named like a key, else nil

	written bool         // numbers are texts as well, of a text table
	grouped bool         // and commas stand between thousands
	mender  *mend.Mender // nil for none
	took    map[repair.Kind]*find
	beyond  map[string]*value // that are not listed and take a rule to be read
	free    bool              // texts that are not listed are not looked at
	// plainDays counts texts that are not listed and days as they stand, codes numbers that may stand for nothing.
	plainDays int
	codes     map[float64]*grid.RowCount
	least     float64 // of the numbers that are no codes for nothing
	most      float64
	repairs   []Repair
}

// value is a value that Values lists.
type value struct {
	text   string
	number float64
	kind   table.Kind
	count  int
	row    int // where it was first met
}

// spot is a cell that may turn out to be a problem, and how many are alike, 0 for this one only.
type spot struct {
	row   int
	text  string
	count int
}

func newCollector(name string) *collector {
	c := &collector{values: make(map[string]*value), errors: make(map[string]*grid.RowCount), digits: [2]int{math.MaxInt, 0}}
	if keeps(name) {
		c.entries = new(entries)
	}
	c.Name, c.Whole, c.Min, c.Max = name, true, math.Inf(1), math.Inf(-1)
	c.least, c.most = c.Min, c.Max
	return c
}

// read adds a cell as it is read by the column's rules.
func (c *collector) read(row int, cell table.Cell) {
	if c.mender != nil {
		after, took := c.mender.Cell(cell)
		c.noteTook(row, cell, took)
		cell = after
	}
	c.add(row, cell)
}

func (c *collector) add(row int, cell table.Cell) {
	c.Kinds[cell.Kind]++
	if cell.Kind == table.Blank {
		return
	}
	if f := &c.first[cell.Kind]; len(*f) < MaxProblems {
		*f = append(*f, spot{row: row, text: strings.Clone(cell.Text[:min(len(cell.Text), longText)])})
	}
	if cell.Kind == table.Number {
		c.Min, c.Max = min(c.Min, cell.Number), max(c.Max, cell.Number)
		c.Whole = c.Whole && cell.Number == math.Trunc(cell.Number)
		c.sum += cell.Number
		c.noteCode(row, cell.Number)
		if math.Abs(cell.Number) >= 1e15 && cell.Number == math.Trunc(cell.Number) {
			c.long.Add(row)
		}
		if !plainEnds(cell.Text) {
			c.noteMark(row, cell.Text)
		}
	}
	if cell.Kind == table.Text && number.Is(cell.Text) {
		c.stored.Add(row)
	}
	if cell.Kind == table.Error {
		c.addError(row, cell.Text)
		return // a problem, and no value
	}
	if c.entries != nil {
		c.entries.add(identityOf(cell))
	}
	if v := c.values[cell.Text]; v != nil {
		v.count++
		return
	}
	n := utf8.RuneCountInString(cell.Text)
	c.Longest = max(c.Longest, n)
	if cell.Kind == table.Number {
		c.digits = [2]int{min(c.digits[0], n), max(c.digits[1], n)}
	}
	c.sketch.add(cell.Text)
	if len(c.values) >= limits.MaxProposedValues || n > limits.MaxNameRunes {
		c.Unlisted++
		c.noteBeyond(row, cell)
		return
	}
	text := strings.Clone(cell.Text)
	c.values[text] = &value{text, cell.Number, cell.Kind, 1, row}
}

// addError counts the cells with each spreadsheet error.
func (c *collector) addError(row int, text string) {
	if text == table.NotCalculated {
		c.Uncalculated++
	}
	text = text[:min(len(text), longText)]
	met := c.errors[text]
	switch {
	case met != nil:
		met.Add(row)
	case len(c.errors) < MaxProblems:
		c.errors[strings.Clone(text)] = &grid.RowCount{First: row, Count: 1}
	}
}

// column returns what was gathered.
func (c *collector) column() Column {
	out := c.Column
	if out.Kinds[table.Number] == 0 {
		out.Min, out.Max, out.Whole = 0, 0, false
	}
	out.Distinct = c.sketch.estimate()
	filled := 0
	for kind, n := range out.Kinds {
		if table.Kind(kind) != table.Blank && table.Kind(kind) != table.Error {
			filled += n
		}
	}
	out.Distinct = min(out.Distinct, filled)
	listed := make([]*value, 0, len(c.values))
	for _, v := range c.values {
		listed = append(listed, v)
	}
	slices.SortFunc(listed, compareValues)
	for _, v := range listed {
		out.Values = append(out.Values, v.text)
		out.cells = append(out.cells, table.Cell{Kind: v.kind, Text: v.text, Number: v.number})
	}
	c.Column = out
	out.Proposed = c.propose()
	if out.Key = c.isKey(c.filled()); out.Key {
		out.Values, out.cells, out.Unlisted = nil, nil, c.filled()
	}
	return out
}
