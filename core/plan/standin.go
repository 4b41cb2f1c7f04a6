package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/workload"
)

// StandInKind says what stands in for the data.
type StandInKind string

// The kinds of stand-in.
const (
	StandInEven  StandInKind = "even"  // made-up data spread evenly
	StandInFile  StandInKind = "file"  // a file of public or made-up rows
	StandInPilot StandInKind = "pilot" // a noisy pilot, paid for from the ledger
)

// MadeUpPeople is how many people made-up data hold where their number is not public.
const MadeUpPeople = 1000

// StandIn is public data in the place of the steward's own, for comparing methods whose error
// depends on the data. A release publishes its numbers with the plan, so that anyone can
// work the errors out again: it must contain nothing that is not public.
type StandIn struct {
	Kind StandInKind `json:"kind"`
	// Name is that of the file, without its folder, and File identifies it.
	Name string       `json:"name,omitempty"`
	File *Fingerprint `json:"file,omitempty"`
	// Tables are the numbers over the columns of questions. Those of a file can be too many to be
	// kept here; it is counted again then.
	Tables []StandInTable `json:"tables,omitempty"`
}

// StandInTable is the numbers of a stand-in over the columns of a question.
type StandInTable struct {
	Columns []domain.AttributeName `json:"columns"`
	// Of identifies how the columns were declared (CellsKey): under other declarations the numbers
	// mean nothing.
	Of string `json:"of"`
	// Counts are one number per cell, in the order of the cells and with blanks between; "0*12" is
	// twelve of 0.
	Counts string `json:"counts"`
	// Paid is what was spent on the numbers of a pilot.
	Paid *Paid `json:"paid,omitempty"`
}

// Digest identifies the numbers, as the ledger notes those of a pilot.
func (t StandInTable) Digest() string {
	sum := sha256.Sum256([]byte(t.Of + " " + t.Counts))
	return hex.EncodeToString(sum[:])
}

// Paid is a spend in the data set's account.
type Paid struct {
	Epsilon  string `json:"epsilon"`
	Sequence int    `json:"sequence"`
	Hash     string `json:"hash"`
}

// PublicCounts are the numbers of a public file over the columns of a question, one per cell.
type PublicCounts struct {
	Columns []domain.AttributeName
	Of      string // CellsKey of the columns
	Counts  []int64
}

// NewFileStandIn returns what a plan keeps of a public file: its tables, but for those that would
// make more than limits.MaxStandInCells cells in all.
func NewFileStandIn(name string, file Fingerprint, tables []PublicCounts) *StandIn {
	s := &StandIn{Kind: StandInFile, Name: name, File: &file}
	left := limits.MaxStandInCells
	for _, t := range tables {
		if len(t.Counts) > left {
			continue
		}
		left -= len(t.Counts)
		s.Tables = append(s.Tables, StandInTable{Columns: t.Columns, Of: t.Of, Counts: packed(t.Counts)})
	}
	return s
}

// WithPilot returns the stand-in of the pilots that s has and a further one, whose numbers are
// given per possible cell of the columns' domain d. It errors when they do not fit d.
func (s *StandIn) WithPilot(d *domain.Domain, t StandInTable, numbers []int64) (*StandIn, error) {
	pilot, err := registry.PilotStandIn(d, numbers)
	if err != nil {
		return nil, err
	}
	t.Counts = packed(pilot.Counts())
	out := &StandIn{Kind: StandInPilot}
	if s != nil && s.Kind == StandInPilot {
		out.Tables = slices.DeleteFunc(slices.Clone(s.Tables), func(old StandInTable) bool { return slices.Equal(old.Columns, t.Columns) })
	}
	out.Tables = append(out.Tables, t)
	return out, nil
}

// ToBeCompared compiles a plan that is about to be compared on public numbers. Where it has none yet it is compiled as if compared on
// made-up data, so that one that has chosen a method whose error depends on the data can be compared at all. It errors as Compile does.
func ToBeCompared(p Plan) (*Compiled, error) {
	if p.StandIn == nil {
		p.StandIn = &StandIn{Kind: StandInEven}
	}
	return Compile(p)
}

// CompareOn compiles the plan again, compared on a public file, whose numbers are given: those that
// are too many to be kept in a plan are remembered by it and by what comes of it with Again. It
// errors when numbers do not fit the plan's columns.
func (c *Compiled) CompareOn(s *StandIn, tables []PublicCounts) (*Compiled, error) {
	public := make(map[string]mechanism.StandIn)
	for _, t := range tables {
		d, err := c.Domain.Project(t.Columns)
		if err != nil {
			return nil, err
		}
		if public[t.Of], err = mechanism.Published(d, t.Counts, message.Verbatim(s.Name)); err != nil {
			return nil, err
		}
	}
	c.memory.keepPublic(*s.File, public)
	p := c.Plan
	p.StandIn = s
	return c.Again(p)
}

// CellsKey identifies how some of the plan's columns are declared, as far as that decides what
// their cells mean: names and their order, values, combinations that cannot occur, and how many
// rows, or what weight, a person has.
func (p *Plan) CellsKey(columns []domain.AttributeName) string {
	var of struct {
		Columns    []Column
		Impossible []domain.Combination
		Rows       *Rows
		Weight     *Weight
		Group      *Answers `json:",omitempty"`
	}
	for _, name := range columns {
		for _, c := range p.Columns {
			if c.Name == name {
				c.Origin = ""
				of.Columns = append(of.Columns, c)
			}
		}
	}
	of.Impossible, of.Rows, of.Weight, of.Group = p.Impossible, p.Rows, p.Weight, p.Group
	data, err := json.Marshal(of)
	if err != nil {
		panic("plan: declarations that cannot be written: " + err.Error())
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:16])
}

// standIn returns the numbers that stand in for the data of a question; none where the plan names
// no stand-in, or has no numbers for these columns as they are declared now.
func (c *compiler) standIn(w *workload.Workload) (mechanism.StandIn, error) {
	s := c.out.Plan.StandIn
	if s == nil {
		return mechanism.StandIn{}, nil
	}
	if s.Kind == StandInEven {
		n, known := c.out.Facts.Total()
		if !known {
			n = MadeUpPeople
		}
		return mechanism.Even(w.Domain(), n)
	}
	columns := w.Question().Columns
	of := c.out.Plan.CellsKey(columns)
	k, err := w.Domain().Cells()
	if err != nil {
		return mechanism.StandIn{}, err
	}
	i := slices.IndexFunc(s.Tables, func(t StandInTable) bool { return t.Of == of && slices.Equal(t.Columns, columns) })
	if i < 0 {
		remembered := c.out.memory.publicCounts(s.File, of)
		if !remembered.IsZero() && k <= c.room() {
			// What comes of the plan is to be worked out again without the file.
			with := *s
			with.Tables = append(slices.Clone(s.Tables), StandInTable{Columns: columns, Of: of, Counts: packed(remembered.Counts())})
			c.out.Plan.StandIn = &with
		}
		return remembered, nil
	}
	counts, err := unpacked(s.Tables[i].Counts, k)
	if err != nil {
		return mechanism.StandIn{}, message.Errorf("the public numbers over %s: %w: choose them again", joined(columns), err)
	}
	if s.Kind == StandInPilot {
		return mechanism.Published(w.Domain(), counts, registry.PilotSource)
	}
	return mechanism.Published(w.Domain(), counts, message.Verbatim(s.Name))
}

// room returns how many more public numbers the plan may hold.
func (c *compiler) room() int {
	left := limits.MaxStandInCells
	for _, p := range c.out.Cells() {
		columns := p.Workload.Question().Columns
		if k, err := p.Workload.Domain().Cells(); err == nil && slices.ContainsFunc(c.out.Plan.StandIn.Tables, func(t StandInTable) bool { return slices.Equal(t.Columns, columns) }) {
			left -= k
		}
	}
	return left
}

// checkStandIn says what is wrong with the plan's stand-in as a whole.
func (c *compiler) checkStandIn(s *StandIn) error {
	switch {
	case s == nil || s.Kind == StandInEven || s.Kind == StandInPilot:
		return nil
	case s.Kind != StandInFile:
		return message.Errorf("methods are to be compared on %q: use %q, %q or %q, or leave it out", s.Kind, StandInFile, StandInEven, StandInPilot)
	case strings.TrimSpace(s.Name) == "" || s.File == nil:
		return message.Errorf("the public file that methods are compared on has no name, or nothing that identifies it: choose it again")
	}
	return nil
}

// measurable errors when a question's numbers of the plan's stand-in are not there and a method
// needs them.
func (c *Compiled) measurable(question int, id string) error {
	m, ok := registry.ByID(id)
	if !ok || !m.Info().DataDependent || !slices.Contains(c.Lacking, question) {
		return nil
	}
	title, name := c.Plan.Questions[question].Title, m.Info().Name
	if c.Plan.StandIn.Kind == StandInPilot {
		return message.Errorf("question %q: the error of “%s” depends on the data, and there is no pilot for the question as its columns are declared now: pay for one, choose public data, or choose another method", title, name)
	}
	return message.Errorf("question %q: the error of “%s” depends on the data, and the public file %q that it is measured on is not there: put it next to the plan, choose public data again, or choose another method", title, name, c.Plan.StandIn.Name)
}

func joined(names []domain.AttributeName) string {
	list := make([]string, len(names))
	for i, n := range names {
		list[i] = string(n)
	}
	return strings.Join(list, ", ")
}

// packed writes counts as a plan keeps them.
func packed(counts []int64) string {
	var b strings.Builder
	for from := 0; from < len(counts); {
		to := from + 1
		for to < len(counts) && counts[to] == counts[from] {
			to++
		}
		if from > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.FormatInt(counts[from], 10))
		if to > from+1 {
			b.WriteByte('*')
			b.WriteString(strconv.Itoa(to - from))
		}
		from = to
	}
	return b.String()
}

// unpacked reads counts of so many cells.
func unpacked(text string, cells int) ([]int64, error) {
	out := make([]int64, 0, cells)
	for word := range strings.FieldsSeq(text) {
		number, times, several := strings.Cut(word, "*")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 || n > limits.MaxCountedRecords {
			return nil, message.Errorf("found %q where a count is expected", word)
		}
		repeat := 1
		if several {
			if repeat, err = strconv.Atoi(times); err != nil || repeat < 1 {
				return nil, message.Errorf("found %q where a count is expected", word)
			}
		}
		if repeat > cells-len(out) {
			return nil, message.Errorf("there are more than %d numbers, one per combination of values", cells)
		}
		for range repeat {
			out = append(out, n)
		}
	}
	if len(out) != cells {
		return nil, message.Errorf("there are %d numbers for %d combinations of values", len(out), cells)
	}
	return out, nil
}
