package session

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/words"
)

// FactKind is a form in which a known fact is entered.
type FactKind int

// The forms.
const (
	CountFact  FactKind = iota // how many people have certain answers
	RangesFact                 // how many people lie in ranges of one column
	TotalsFact                 // how many people have each value of some columns
	OtherFact                  // several counts of any kind, such as a project file can state: only the title can be changed
)

// FactForm is a form with its words for a menu.
type FactForm struct {
	Kind       FactKind
	Name, Note string
}

// FactForms returns the forms for new facts.
func FactForms() []FactForm {
	return []FactForm{
		{CountFact, words.T("A count"), words.T("How many people have certain answers, such as smokers in Harbour.")},
		{RangesFact, words.T("Counts by range"), words.T("How many people lie in ranges of one column, such as ages 0 to 17.")},
		{TotalsFact, words.T("Totals by columns"), words.T("How many people have each value of a column, or each combination of several.")},
	}
}

// FactDraft is a fact while it is entered. Nothing of it is stated before StateDraft. Callers
// change it through ChangeDraft only.
type FactDraft struct {
	Kind  FactKind
	Title string // empty for one made from what the fact says
	// Who is whom a count counts: everybody for whom all conditions of one of the boxes hold.
	Who constraint.Predicate
	// Number is the count as typed.
	Number string
	// Column and Ranges are those of counts by range.
	Column domain.AttributeName
	Ranges []RangeCount
	// Columns are those of totals; Numbers are theirs as typed, a number for each combination
	// of values, those of the last column next to one another; "" where nothing is known.
	Columns []domain.AttributeName
	Numbers []string
	// NobodyElse says that combinations without a number are known to hold nobody.
	NobodyElse bool
	// Trouble is why the fact could not be stated, a sentence.
	Trouble string

	edits   constraint.Fact // the stated fact that it replaces; without ID for a new one
	columns []plan.Column   // that it is about
}

// RangeCount is a range of an ordered column with the number of people in it as typed.
type RangeCount struct {
	constraint.Span
	Number string
}

// New reports whether the draft is of a new fact.
func (d *FactDraft) New() bool { return d.edits.ID == "" }

// Draft returns the fact that is being entered, or nil. When the columns change it is
// forgotten: its answers may be others.
func (s *Session) Draft() *FactDraft {
	if d := s.facts.draft; d != nil && !reflect.DeepEqual(d.columns, s.plan.Columns) {
		s.facts.draft = nil
	}
	return s.facts.draft
}

// NewFact begins a fact. It errors where no fact can be stated, saying why.
func (s *Session) NewFact(kind FactKind) error {
	if reason := s.CannotState(kind); reason != "" {
		return words.Errorf("%s", reason)
	}
	d := &FactDraft{Kind: kind, columns: s.plan.Columns}
	switch kind {
	case CountFact:
		d.Who = constraint.Predicate{{{Column: s.plan.Columns[0].Name}}}
	case RangesFact:
		d.Column, d.Ranges = s.ordered()[0], []RangeCount{{}}
	case TotalsFact:
		d.Columns = []domain.AttributeName{s.plan.Columns[0].Name}
		d.Numbers = s.blankNumbers(d.Columns)
	}
	s.facts.draft = d
	s.changed()
	return nil
}

// CannotState says why facts of a kind cannot be stated now; "" when they can.
func (s *Session) CannotState(kind FactKind) string {
	switch {
	case s.plan.Weight != nil:
		return words.T("facts about weighted counts cannot be bounded yet")
	case s.plan.Rows != nil:
		return words.T("facts about rows cannot be bounded yet where people have several rows each")
	case s.declared() == nil || len(s.plan.Columns) == 0:
		return words.T("say first, in step Columns, which columns are published and what their values are")
	case kind == RangesFact && len(s.ordered()) == 0:
		return words.T("none of the columns has an order")
	}
	return ""
}

// ordered returns the published columns whose values have an order.
func (s *Session) ordered() []domain.AttributeName {
	var out []domain.AttributeName
	for _, c := range s.plan.Columns {
		if a, ok := s.Attribute(string(c.Name)); ok && a.HasOrder() {
			out = append(out, c.Name)
		}
	}
	return out
}

// EditFact begins to edit one of the totals and counts of the list. Values that the columns no
// longer have are left out, and the draft says so.
func (s *Session) EditFact(id FactID) {
	if fact, ok := s.totalsOrCounts(id); ok {
		s.facts.draft = s.draftOf(fact)
		s.changed()
	}
}

func (s *Session) draftOf(fact constraint.Fact) *FactDraft {
	d := &FactDraft{Kind: OtherFact, Title: fact.Title, edits: fact, columns: s.plan.Columns}
	switch {
	case fact.Totals != nil:
		s.draftTotals(d, fact.Totals)
	case len(fact.Counts) == 1:
		d.Kind, d.Number = CountFact, strconv.FormatInt(fact.Counts[0].Count, 10)
		for _, b := range fact.Counts[0].Of {
			d.Who = append(d.Who, slices.Clone(b))
		}
	default:
		if column, ranges, ok := countedRanges(fact.Counts); ok {
			d.Kind, d.Column, d.Ranges = RangesFact, column, ranges
		}
	}
	return d
}

// countedRanges returns counts as ranges of one column, where they are.
func countedRanges(counts []constraint.Count) (column domain.AttributeName, ranges []RangeCount, ok bool) {
	for _, c := range counts {
		if len(c.Of) != 1 || len(c.Of[0]) != 1 {
			return "", nil, false
		}
		x := c.Of[0][0]
		if len(x.Spans) != 1 || len(x.Values) > 0 || column != "" && column != x.Column {
			return "", nil, false
		}
		column = x.Column
		ranges = append(ranges, RangeCount{x.Spans[0], strconv.FormatInt(c.Count, 10)})
	}
	return column, ranges, len(ranges) > 0
}

func (s *Session) draftTotals(d *FactDraft, t *constraint.Totals) {
	d.Kind, d.Columns, d.NobodyElse = TotalsFact, slices.Clone(t.Columns), t.NobodyElse
	if d.Numbers = s.blankNumbers(d.Columns); d.Numbers == nil {
		d.Kind = OtherFact // too many to type, or the columns are not what they were
		return
	}
	over := s.over(d.Columns)
	lost := 0
	for _, r := range t.Rows {
		if cell, err := cellOf(over, r.Labels); err == nil {
			d.Numbers[cell] = strconv.FormatInt(r.Count, 10)
		} else {
			lost++
		}
	}
	if lost > 0 {
		d.Trouble = words.N(lost, "%d row of the fact names values that the columns no longer have. Saving leaves them out.", "%d rows of the fact names values that the columns no longer have. Saving leaves them out.", lost)
	}
}

// over returns the domain of some columns, or nil where it cannot be had.
func (s *Session) over(columns []domain.AttributeName) *domain.Domain {
	all := s.declared()
	if all == nil || len(columns) == 0 {
		return nil
	}
	d, err := all.Project(columns)
	if err != nil {
		return nil
	}
	return d
}

// blankNumbers returns as many empty texts as the columns have combinations, or nil where
// those are too many to type.
func (s *Session) blankNumbers(columns []domain.AttributeName) []string {
	d := s.over(columns)
	if d == nil {
		return nil
	}
	if k, err := d.Cells(); err == nil && k <= limits.MaxTypedTotals {
		return make([]string, k)
	}
	return nil
}

// cellOf returns the cell that labels name.
func cellOf(d *domain.Domain, labels []string) (int, error) {
	attrs := d.Attributes()
	if len(labels) != len(attrs) {
		return 0, words.Errorf("found %d labels where one for each of %d columns is expected", len(labels), len(attrs))
	}
	values := make([]int, len(attrs))
	for i, l := range labels {
		v, ok := attrs[i].Find(strings.TrimSpace(l))
		if !ok {
			return 0, words.Errorf("%q is not a value of %s", strings.TrimSpace(l), attrs[i].Name())
		}
		values[i] = v
	}
	return d.Index(values), nil
}

// ChangeDraft changes the fact that is being entered.
func (s *Session) ChangeDraft(change func(d *FactDraft)) {
	d := s.Draft()
	if d == nil {
		return
	}
	columns := slices.Clone(d.Columns)
	d.Trouble = ""
	if change(d); d.Kind == TotalsFact && !slices.Equal(columns, d.Columns) {
		d.Numbers = s.blankNumbers(d.Columns)
	}
	s.changed()
}

// DropDraft forgets the fact that is being entered.
func (s *Session) DropDraft() {
	s.facts.draft = nil
	s.changed()
}

// DraftRows returns the labels of the combinations of a draft's totals, and whether each can
// occur. It is nil where they are too many to type.
func (s *Session) DraftRows() (labels [][]string, possible []bool) {
	d := s.Draft()
	if d == nil || d.Kind != TotalsFact || d.Numbers == nil {
		return nil, nil
	}
	over := s.over(d.Columns)
	if over == nil || len(d.Numbers) == 0 {
		return nil, nil
	}
	for cell := range d.Numbers {
		labels, possible = append(labels, cellLabels(over, cell)), append(possible, over.Possible(cell))
	}
	return labels, possible
}

func cellLabels(d *domain.Domain, cell int) []string {
	out := make([]string, len(d.Attributes()))
	for i, a := range d.Attributes() {
		out[i] = a.Label(d.Value(cell, i))
	}
	return out
}

// peopleOf reads a number of people as a person types it.
func peopleOf(text string) (int64, error) {
	plainly := strings.NewReplacer(",", "", " ", "", "\u00a0", "", "\u202f", "", "’", "", "'", "").Replace(words.Typed(text))
	n, err := strconv.ParseInt(plainly, 10, 64)
	if err != nil || n < 0 {
		return 0, words.Errorf("found %q where a whole number such as 4812 is expected", text)
	}
	return n, nil
}

// NumberProblem says what is wrong with a number of people as a person types it, "" for
// nothing.
func NumberProblem(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	if _, err := peopleOf(text); err != nil {
		return words.SentenceOf(err)
	}
	return ""
}

// fact returns what a draft states. Where numbers are missing it returns what it is about, with
// any numbers, and what is missing as an error.
func (s *Session) fact(d *FactDraft) (constraint.Fact, error) {
	f := constraint.Fact{ID: d.edits.ID, Title: strings.TrimSpace(d.Title)}
	if f.ID == "" {
		f.ID = s.newFactID("fact")
	}
	switch d.Kind {
	case CountFact:
		n, err := numberOf(d.Number)
		for _, b := range d.Who {
			for _, c := range b {
				if len(c.Values) == 0 && len(c.Spans) == 0 {
					err = words.Errorf("choose which answers of %s count", c.Column)
				}
			}
		}
		f.Counts = []constraint.Count{{Of: d.Who, Count: n}}
		return f, err
	case RangesFact:
		var missing error
		for _, r := range d.Ranges {
			n, err := numberOf(r.Number)
			if r.From == "" || r.To == "" {
				err = words.Errorf("choose where each range begins and ends")
			}
			if missing == nil {
				missing = err
			}
			f.Counts = append(f.Counts, constraint.Count{Count: n, Of: constraint.Predicate{{{Column: d.Column, Spans: []constraint.Span{r.Span}}}}})
		}
		return f, missing
	case TotalsFact:
		return s.totals(d, f)
	}
	f.Counts, f.Totals = d.edits.Counts, d.edits.Totals
	return f, nil
}

func numberOf(text string) (int64, error) {
	if strings.TrimSpace(text) == "" {
		return 0, words.Errorf("type the number of people that is known")
	}
	return peopleOf(text)
}

// totals puts the numbers of a draft into rows.
func (s *Session) totals(d *FactDraft, f constraint.Fact) (constraint.Fact, error) {
	f.Totals = &constraint.Totals{Columns: slices.Clone(d.Columns), NobodyElse: d.NobodyElse}
	over := s.over(d.Columns)
	if over == nil {
		return f, words.Errorf("choose at least one column")
	}
	if d.Numbers == nil {
		f.Totals.NobodyElse = true
		f.Totals.Rows = []constraint.Row{{Labels: cellLabels(over, 0)}}
		return f, words.Errorf("these columns have more than %s combinations: import the numbers from a sheet", thousands(strconv.Itoa(limits.MaxTypedTotals)))
	}
	typed := slices.ContainsFunc(d.Numbers, func(t string) bool { return strings.TrimSpace(t) != "" })
	var missing error
	for cell, text := range d.Numbers {
		if !typed && over.Possible(cell) {
			f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: cellLabels(over, cell)})
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		n, err := peopleOf(text)
		if err != nil && missing == nil {
			missing = words.Errorf("%s: %w", strings.Join(cellLabels(over, cell), " × "), err)
		}
		f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: cellLabels(over, cell), Count: n})
	}
	if !typed {
		missing = words.Errorf("type the numbers of people that are known, or paste them")
	}
	return f, missing
}

// newFactID returns an id that begins with a word and that no fact has.
func (s *Session) newFactID(word string) string {
	taken := func(id string) bool {
		has := func(f constraint.Fact) bool { return f.ID == id }
		return slices.ContainsFunc(s.plan.Facts.Stated, has) || slices.ContainsFunc(s.facts.aside, has)
	}
	for n := 1; ; n++ {
		if id := word + strconv.Itoa(n); !taken(id) {
			return id
		}
	}
}

// put states a fact in a plan, in the place of the one with the same id where there is one.
func put(p *plan.Plan, f constraint.Fact) {
	if i := slices.IndexFunc(p.Facts.Stated, func(c constraint.Fact) bool { return c.ID == f.ID }); i >= 0 {
		p.Facts.Stated[i] = f
		return
	}
	p.Facts.Stated = append(p.Facts.Stated, f)
}
