package facts

import (
	"reflect"
	"slices"
	"steward/core/guide"
	"strconv"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// Kind is a form in which a known fact is entered.
type Kind int

// The forms.
const (
	Count  Kind = iota // how many people have certain answers
	Ranges             // how many people lie in ranges of one column
	Totals             // how many people have each value of some columns
	Other              // several counts of any kind, such as a project file can state: only the title can be changed
)

// Form is a form with its words for a menu.
type Form struct {
	Kind       Kind
	Name, Note string
}

// Forms returns the forms for new facts.
func Forms() []Form {
	return []Form{
		{Count, words.T("A count"), words.T("How many people have certain answers, such as smokers in Harbour.")},
		{Ranges, words.T("Counts by range"), words.T("How many people fall in ranges of one column, such as ages 0 to 17.")},
		{Totals, words.T("Totals by columns"), words.T("How many people have each value of a column, or each combination of several.")},
	}
}

// Draft is a fact while it is entered. Nothing of it is stated before StateDraft. Callers
// change it through ChangeDraft only.
type Draft struct {
	Kind  Kind
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
func (d *Draft) New() bool { return d.edits.ID == "" }

// Draft returns the fact that is being entered, or nil. When the columns change it is
// forgotten: its answers may be others.
func (s *Step) Draft() *Draft {
	if d := s.draft; d != nil && !reflect.DeepEqual(d.columns, s.of.Plan().Columns) {
		s.draft = nil
	}
	return s.draft
}

// New begins a fact. It errors where no fact can be stated, saying why.
func (s *Step) New(kind Kind) error {
	if reason := s.CannotState(kind); reason != "" {
		return words.Errorf("%s", reason)
	}
	d := &Draft{Kind: kind, columns: s.of.Plan().Columns}
	switch kind {
	case Count:
		d.Who = constraint.Predicate{{{Column: s.of.Plan().Columns[0].Name}}}
	case Ranges:
		d.Column, d.Ranges = s.ordered()[0], []RangeCount{{}}
	case Totals:
		d.Columns = []domain.AttributeName{s.of.Plan().Columns[0].Name}
		d.Numbers = s.blankNumbers(d.Columns)
	}
	s.draft = d
	s.of.Changed()
	return nil
}

// CannotState says why facts of a kind cannot be stated now; "" when they can.
func (s *Step) CannotState(kind Kind) string {
	switch {
	case s.of.Plan().Weight != nil:
		return words.T("facts about weighted counts cannot be bounded yet")
	case s.of.Plan().Rows != nil:
		return words.T("facts about rows cannot be bounded yet where people have several rows each")
	case s.of.Declared() == nil || len(s.of.Plan().Columns) == 0:
		return words.T("say first, in step %s, which columns are published and what their values are", guide.Columns.Title())
	case kind == Ranges && len(s.ordered()) == 0:
		return words.T("none of the columns has an order")
	}
	return ""
}

// ordered returns the published columns whose values have an order.
func (s *Step) ordered() (out []domain.AttributeName) {
	for _, c := range s.of.Plan().Columns {
		if a, ok := s.of.Attribute(string(c.Name)); ok && a.HasOrder() {
			out = append(out, c.Name)
		}
	}
	return out
}

// Edit begins to edit one of the totals and counts of the list. Values that the columns no
// longer have are left out, and the draft says so.
func (s *Step) Edit(id ID) {
	if fact, ok := s.totalsOrCounts(id); ok {
		s.draft = s.draftOf(fact)
		s.of.Changed()
	}
}

func (s *Step) draftOf(fact constraint.Fact) *Draft {
	d := &Draft{Kind: Other, Title: fact.Title, edits: fact, columns: s.of.Plan().Columns}
	switch {
	case fact.Totals != nil:
		s.draftTotals(d, fact.Totals)
	case len(fact.Counts) == 1:
		d.Kind, d.Number = Count, strconv.FormatInt(fact.Counts[0].Count, 10)
		for _, b := range fact.Counts[0].Of {
			d.Who = append(d.Who, slices.Clone(b))
		}
	default:
		if column, ranges, ok := countedRanges(fact.Counts); ok {
			d.Kind, d.Column, d.Ranges = Ranges, column, ranges
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

func (s *Step) draftTotals(d *Draft, t *constraint.Totals) {
	d.Kind, d.Columns, d.NobodyElse = Totals, slices.Clone(t.Columns), t.NobodyElse
	if d.Numbers = s.blankNumbers(d.Columns); d.Numbers == nil {
		d.Kind = Other // too many to type, or the columns are not what they were
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
func (s *Step) over(columns []domain.AttributeName) *domain.Domain {
	all := s.of.Declared()
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
func (s *Step) blankNumbers(columns []domain.AttributeName) []string {
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
		if !ok { // it may be as the window says it
			v = slices.Index(amounts.Values(attrs[i].Labels()), strings.TrimSpace(l))
		}
		if v < 0 {
			return 0, words.Errorf("%q is not a value of %s", strings.TrimSpace(l), attrs[i].Name())
		}
		values[i] = v
	}
	return d.Index(values), nil
}

// Change changes the fact that is being entered.
func (s *Step) Change(change func(d *Draft)) {
	d := s.Draft()
	if d == nil {
		return
	}
	columns := slices.Clone(d.Columns)
	d.Trouble = ""
	if change(d); d.Kind == Totals && !slices.Equal(columns, d.Columns) {
		d.Numbers = s.blankNumbers(d.Columns)
	}
	s.of.Changed()
}

// Drop forgets the fact that is being entered.
func (s *Step) Drop() {
	s.draft = nil
	s.of.Changed()
}

// DraftRows returns the labels of the combinations of a draft's totals, and whether each can
// occur. It is nil where they are too many to type.
func (s *Step) DraftRows() (labels [][]string, possible []bool) {
	d := s.Draft()
	if d == nil || d.Kind != Totals || d.Numbers == nil {
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

// CheckNumber errors on what is no number of people as a person types it. Nothing is a number that is not known yet.
func CheckNumber(text string) error {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	_, err := peopleOf(text)
	return err
}

// fact returns what a draft states. Where numbers are missing it returns what it is about, with
// any numbers, and what is missing as an error.
func (s *Step) fact(d *Draft) (constraint.Fact, error) {
	f := constraint.Fact{ID: d.edits.ID, Title: strings.TrimSpace(d.Title)}
	if f.ID == "" {
		f.ID = s.newFactID("fact")
	}
	switch d.Kind {
	case Count:
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
	case Ranges:
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
	case Totals:
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
func (s *Step) totals(d *Draft, f constraint.Fact) (constraint.Fact, error) {
	f.Totals = &constraint.Totals{Columns: slices.Clone(d.Columns), NobodyElse: d.NobodyElse}
	over := s.over(d.Columns)
	if over == nil {
		return f, words.Errorf("choose at least one column")
	}
	if d.Numbers == nil {
		f.Totals.NobodyElse = true
		f.Totals.Rows = []constraint.Row{{Labels: cellLabels(over, 0)}}
		return f, words.Errorf("these columns have more than %s combinations: import the numbers from a sheet", amounts.Thousands(strconv.Itoa(limits.MaxTypedTotals)))
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
func (s *Step) newFactID(word string) string {
	taken := func(id string) bool {
		has := func(f constraint.Fact) bool { return f.ID == id }
		return slices.ContainsFunc(s.of.Plan().Facts.Stated, has) || slices.ContainsFunc(s.aside, has)
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
