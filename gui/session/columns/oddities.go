package columns

import (
	"fmt"
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/amounts"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/misfits"
	"steward/io/records"
	"steward/io/sheet"
)

// Oddity is something that was noticed in the file, for the steward's eyes only.
type Oddity struct {
	Address string // of the first cell, or what it is about
	More    int    // further cells alike that were noticed
	Column  string
	Text    string // what stands in the cell, "" where the oddity is one of a column
	Words   string // what was found
	State   OddityState
	// Now says what becomes of it as the plan stands.
	Now string
	// Readings are how the text can be read instead, Chosen the one that the plan has, -1
	// for none. There are none where nothing is to be decided.
	Readings []Reading
	Chosen   int
	// Fix is another way to read the sheet that does away with it, or nil.
	Fix *sheet.Fix
	// Repair is the cells of a cause that rules read or can read, or nil.
	Repair *sheet.Repair
	// Several is how a column's cells are or can be read as several answers, or nil.
	Several *sheet.Several
}

// OddityState says whether an oddity needs the steward.
type OddityState int

// The states.
const (
	Note    OddityState = iota // nothing to decide
	Settled                    // decided, or read in a way that loses nothing
	Open                       // a release would stop here
	Advised                    // records may be counted that are none
)

// Needs tells whether the steward should say something about it.
func (o Oddity) Needs() bool { return o.State == Open || o.State == Advised }

// Reading is a way to read a text: as the label Target.
type Reading struct{ Words, Target string }

// Oddities returns what was noticed in the file, what needs a decision first. It lists at
// most sheet.MaxProblems cells; unlisted counts the others.
func (s *Step) Oddities() (list []Oddity, unlisted int) {
	if s.of.File() == nil {
		return nil, 0
	}
	found := s.of.File().Found
	unlisted = found.Unlisted()
	if known := s.oddities; known.of != s.of.File() || !sameColumns(known.columns, s.of.Plan().Columns) {
		s.oddities = knownOddities{s.of.File(), s.of.Plan().Columns, s.findOddities(found)}
	}
	return s.oddities.list, unlisted
}

// knownOddities are what was noticed in a file with the columns of a plan.
type knownOddities struct {
	of      *opened.File
	columns []plan.Column
	list    []Oddity
}

// sameColumns tells whether two lists are one and the same: those of a plan are never changed
// in place.
func sameColumns(a, b []plan.Column) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

func (s *Step) findOddities(found *sheet.Inspection) (list []Oddity) {
	read := make(map[string]reader)
	for _, r := range found.Repairs {
		list = append(list, s.repairOddity(r))
	}
	list = append(list, severalOddities(found)...)
	for _, p := range found.Problems {
		same := func(f Oddity) bool { return f.Column == p.Column && f.Text != "" && f.Text == p.Cell.Text }
		if i := slices.IndexFunc(list, same); i >= 0 {
			list[i].More += p.Cells
			continue
		}
		list = append(list, s.oddity(p, read))
	}
	list = append(list, s.columnOddities()...)
	slices.SortStableFunc(list, func(a, b Oddity) int { return rank(a.State) - rank(b.State) })
	return list
}

// rank orders oddities: what needs a decision first, then what has one.
func rank(s OddityState) int {
	switch s {
	case Open:
		return 0
	case Advised:
		return 1
	case Settled:
		return 2
	}
	return 3
}

// reader is how the cells of a column can be read; its attribute is nil while it is not said
// what the column's values are.
type reader struct {
	attr     *domain.Attribute
	readings []Reading
}

// oddity says what becomes of a cell or column with a problem.
func (s *Step) oddity(p sheet.Problem, read map[string]reader) Oddity {
	f := Oddity{Address: s.place(p), Column: p.Column, Text: p.Cell.Text, Words: words.Say(p.Found), More: p.Cells - 1, Chosen: -1}
	col, published := s.Published(p.Column)
	if !published {
		f.Now = words.T("not published: nothing to decide")
		return f
	}
	r, ok := read[p.Column]
	if !ok {
		if r.attr, _ = col.Attribute(); r.attr != nil {
			r.readings = Readings(r.attr)
		}
		read[p.Column] = r
	}
	attr := r.attr
	switch {
	case attr == nil:
		f.Now = words.T("say in Columns what its values are")
		return f
	case p.Cell.Kind == table.Blank: // of the whole column
		f.State, f.Now = Settled, words.T("read as a list of values")
		if attr.Kind().OfNumbers() {
			f.State, f.Now = Open, words.T("a column of numbers cannot contain text: declare it as a list")
		}
		if attr.Kind() == domain.Periods {
			f.Now = words.T("each is read as a date, where it is one")
		}
		return f
	case f.Text == "":
		f.State, f.Now = Open, words.T("too long to be read: shorten it in the spreadsheet")
		return f
	}
	f.Readings = r.readings
	if target, ok := col.Readings[f.Text]; ok {
		f.Chosen = slices.IndexFunc(f.Readings, func(r Reading) bool { return r.Target == target })
		if f.Chosen < 0 {
			f.Readings = append(slices.Clip(f.Readings), Reading{ReadAs(target), target})
			f.Chosen = len(f.Readings) - 1
		}
	}
	f.State, f.Now = outcome(attr, table.Cell{Kind: p.Cell.Kind, Text: f.Text})
	return f
}

// place names a cell with its column, which the address in a text table does by itself.
func (s *Step) place(p sheet.Problem) string {
	if s.of.File().TextTable {
		return words.Say(p.Address)
	}
	return fmt.Sprintf("%s (%s)", p.Address, p.Column)
}

// outcome says what becomes of a cell.
func outcome(attr *domain.Attribute, c table.Cell) (OddityState, string) {
	i, err := attr.ValueOf(c)
	if err != nil {
		return Open, words.T("a release would stop here")
	}
	return Settled, ReadAs(attr.Label(i))
}

// ReadAs says what a text is read as.
func ReadAs(label string) string { return words.Say(misfits.ReadAs(label)) }

// shownReadings is up to how many values are offered for a reading.
const shownReadings = 500

// Readings lists how texts of a column can be read.
func Readings(attr *domain.Attribute) (list []Reading) {
	blank, other := attr.Special()
	if blank.Rule != domain.Refuse {
		list = append(list, Reading{ReadAs(domain.BlankLabel), domain.BlankLabel})
	}
	if other.Rule == domain.OwnCell || other.Rule == domain.AsValue || other.Rule == domain.AsBlank {
		list = append(list, Reading{ReadAs(domain.OtherLabel), domain.OtherLabel})
	}
	for i := range min(attr.Regular(), shownReadings) {
		list = append(list, Reading{ReadAs(attr.Label(i)), attr.Label(i)})
	}
	return list
}

// columnOddities are what was noticed beside single cells: skipped rows and empty columns.
func (s *Step) columnOddities() (list []Oddity) {
	f := s.of.File()
	if n := f.Found.BlankRows; n > 0 {
		list = append(list, Oddity{Address: amounts.Count(n, "blank row", "blank rows"), Words: words.T("between the records"), State: Settled, Now: words.T("skipped"), Chosen: -1})
	}
	for _, n := range f.Found.Notes {
		o := Oddity{Address: words.Say(n.Address), Words: words.Say(n.Found), Now: words.Say(n.Becomes), Chosen: -1, Fix: n.Fix}
		switch {
		case n.Advised:
			o.State = Advised
		case n.Fix != nil:
			o.State = Settled
		}
		list = append(list, o)
	}
	for _, sh := range f.Sheets {
		if sh.Name == f.Sheet && sh.Hidden {
			list = append(list, Oddity{Address: words.T("Sheet %s", sh.Name), Words: words.T("is hidden in the workbook"), Now: words.T("read anyway"), Chosen: -1})
		}
	}
	for i, c := range f.Found.Columns {
		if c.Proposed == sheet.ProposeNothing {
			list = append(list, Oddity{Address: words.T("Column %s (%s)", f.Place(i), c.Name), Column: c.Name, Words: words.T("no values at all"), Now: words.T("nothing to publish"), Chosen: -1})
		}
	}
	return list
}

// OpenOddities returns how many oddities need a decision, and the first of them.
func (s *Step) OpenOddities() (n int, first Oddity) {
	list, _ := s.Oddities()
	for _, f := range list {
		if f.State == Open {
			if n == 0 {
				first = f
			}
			n++
		}
	}
	return n, first
}

// ReadMended reads the file again in the way that does away with an oddity.
func (s *Step) ReadMended(f sheet.Fix) {
	if s.of.File() == nil {
		return
	}
	d, err := records.Mended(s.of.Plan().Data, f)
	if err != nil {
		s.of.Fail(guide.Data, err)
		return
	}
	d.Reviewed = nil
	s.data.OpenFile(s.of.File().Path, d)
}

// Ask says what has to be decided about an oddity.
func (f Oddity) Ask() string {
	if f.Text == "" {
		return words.T("Look at %s: %s.", f.Address, f.Now)
	}
	return words.T("Say how %s in %s is to be read.", f.Text, f.Address)
}

// Read has a text of a published column read as a label; "" takes the reading back.
func (s *Step) Read(column, text, target string) {
	s.of.Edit(func(p *plan.Plan) {
		for i := range p.Columns {
			c := &p.Columns[i]
			if string(c.Name) != column {
				continue
			}
			if target == "" {
				delete(c.Readings, text)
				if len(c.Readings) == 0 {
					c.Readings = nil
				}
				continue
			}
			if c.Readings == nil {
				c.Readings = make(map[string]string)
			}
			c.Readings[text] = target
		}
	})
}
