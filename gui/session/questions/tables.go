package questions

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/workload"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// Kind is a sort of question as the menu offers it.
type Kind struct {
	ID                string
	Kind              workload.Kind
	Name, Explanation string
	Least             int // columns that it needs
	Ordered           bool
}

// The ids of the sorts of question. A cross-table is a table of counts over several columns, boxes
// are combinations of ranges of several columns.
const (
	AskTable      = "table"
	AskCross      = "cross-table"
	AskCumulative = "cumulative"
	AskRanges     = "ranges"
	AskBoxes      = "boxes"
	AskTotals     = "totals"
)

// Kinds returns the sorts of question.
func Kinds() []Kind {
	return []Kind{
		{AskTable, workload.Table, words.T("Table of counts"), words.T("people with each answer"), 1, false},
		{AskCross, workload.Table, words.T("Cross-table"), words.T("counts of several columns together"), 2, false},
		{AskCumulative, workload.Cumulative, words.T("Cumulative counts"), words.T("people at or below each value, for medians and percentiles"), 1, true},
		{AskRanges, workload.Ranges, words.T("Ranges"), words.T("people from one value to another"), 1, true},
		{AskBoxes, workload.Ranges, words.T("Ranges of several columns"), words.T("people in combinations of ranges"), 2, false},
		{AskTotals, workload.Totals, words.T("Totals and averages"), words.T("of a column of numbers, also by groups"), 1, false},
	}
}

// KindOf returns the sort of a question.
func KindOf(q plan.Question) Kind {
	for _, k := range Kinds() {
		if string(k.Kind) == q.Kind && (k.Kind == workload.Cumulative || k.Kind == workload.Totals || (k.Least > 1) == (len(q.Columns) > 1)) {
			return k
		}
	}
	return Kind{ID: q.Kind, Kind: workload.Kind(q.Kind), Name: q.Kind, Least: 1}
}

// CannotAsk says why a sort of question cannot be asked about the published columns, and
// nothing when it can.
func (s *Step) CannotAsk(k Kind) string {
	return s.lacks(k.Least, k.Ordered || k.ID == AskBoxes)
}

// lacks says what the published columns lack for something that needs so many of them, and perhaps one with an order; "" for nothing.
func (s *Step) lacks(least int, ordered bool) string {
	switch columns := s.of.Plan().Columns; {
	case len(columns) == 0:
		return words.T("choose the columns to publish first")
	case len(columns) < least:
		return words.T("needs %d published columns", least)
	case ordered && !slices.ContainsFunc(columns, plan.Column.HasOrder):
		return words.T("needs a column of numbers, or an ordered list")
	}
	return ""
}

// Ask adds a question of a sort about columns that suit it, those first that no question is
// about yet, and returns its index. It errors when there are none.
func (s *Step) Ask(k Kind) (int, error) {
	if reason := s.CannotAsk(k); reason != "" {
		return -1, words.Errorf("%s: %s", k.Name, reason)
	}
	if k.ID == AskTotals {
		return s.askTotal()
	}
	suits := func(c plan.Column) bool { return !k.Ordered || c.HasOrder() }
	asked := func(c plan.Column) bool {
		return slices.ContainsFunc(s.of.Plan().Questions, func(q plan.Question) bool {
			return KindOf(q).ID == k.ID && slices.Contains(q.Columns, c.Name)
		})
	}
	var fresh, used []domain.AttributeName
	columns := slices.Clone(s.of.Plan().Columns)
	if k.ID == AskCross { // of many values few people fall into each combination
		slices.SortStableFunc(columns, fewerValues)
	}
	for _, c := range columns {
		switch {
		case !suits(c):
		case asked(c):
			used = append(used, c.Name)
		default:
			fresh = append(fresh, c.Name)
		}
	}
	about := append(fresh, used...)
	if k.ID == AskBoxes { // those with an order have ranges
		slices.SortStableFunc(about, func(a, b domain.AttributeName) int {
			return s.unordered(a) - s.unordered(b)
		})
	}
	s.Add(k.Kind, about[:k.Least])
	return len(s.of.Plan().Questions) - 1, nil
}

// Add adds a question of a kind over columns, with a title that says so. It takes an
// even part of the budget; the others keep their proportions.
func (s *Step) Add(kind workload.Kind, columns []domain.AttributeName) {
	q := plan.Question{ID: s.freeID(), Kind: string(kind), Columns: slices.Clone(columns), Title: s.titleFor(kind, columns)}
	switch {
	case kind == workload.Ranges && len(columns) > 1:
		q.Boxes = [][]plan.Span{s.half(columns)}
	case kind == workload.Ranges:
		q.Every = true
	}
	s.ask(q.ID, func(p *plan.Plan) { p.Questions = append(p.Questions, q) })
}

// AskEach adds a table of counts for every column that is alone in none, in one edit, and returns the number of the first
// of them. It errors where every column has one.
func (s *Step) AskEach() (int, error) {
	left := s.WithoutTable()
	if len(left) == 0 {
		return -1, words.Errorf("every published column already has a table of counts")
	}
	first := s.freeID()
	s.of.Edit(func(p *plan.Plan) {
		for _, c := range left {
			columns := []domain.AttributeName{c}
			id := freeID(p.Outputs())
			p.Questions = append(p.Questions, plan.Question{ID: id, Kind: string(workload.Table), Columns: columns, Title: titleOf(p.Counted(), workload.Table, columns)})
			oneMore(p, id)
		}
	})
	return placeOf(s.plan(), first), nil
}

// WithoutTable returns the columns that are alone in no table of counts.
func (s *Step) WithoutTable() []domain.AttributeName {
	has := make(map[domain.AttributeName]bool)
	for _, q := range s.of.Plan().Questions {
		if KindOf(q).ID == AskTable {
			has[q.Columns[0]] = true
		}
	}
	var out []domain.AttributeName
	for _, c := range s.of.Plan().Columns {
		if !has[c.Name] {
			out = append(out, c.Name)
		}
	}
	return out
}

// freeID returns an id that nothing has which is published.
func (s *Step) freeID() string { return freeID(s.outputs()) }

func freeID(all []plan.Output) string {
	for n := len(all) + 1; ; n++ {
		id := fmt.Sprintf("q%d", n)
		if !slices.ContainsFunc(all, func(o plan.Output) bool { return o.Head().ID == id }) {
			return id
		}
	}
}

func (s *Step) titleFor(kind workload.Kind, columns []domain.AttributeName) string {
	return titleOf(s.of.Plan().Counted(), kind, columns)
}

// titleOf is the title that a question of the plan has at first.
func (s *Step) titleOf(q plan.Question) string {
	if q.Sum != nil {
		return words.Say(q.TitleOfSum())
	}
	return titleOfTable(s.of.Plan().Counted(), q)
}

// titleOfTable is titleOf, and says also whom a table is about that is not for everybody.
func titleOfTable(about message.Text, q plan.Question) string {
	title := titleOf(about, workload.Kind(q.Kind), q.Columns)
	if only := q.Asked().OnlyFor(); !only.IsZero() {
		title += words.T(", %s", words.Say(only))
	}
	return title
}

// titleOf is the title that a question has at first, about what its numbers count.
func titleOf(about message.Text, kind workload.Kind, columns []domain.AttributeName) string {
	counted := words.Say(about.Sentence())
	names := domain.Texts(columns)
	switch kind {
	case workload.Totals:
		return "" // see titleOfSum
	case workload.Cumulative:
		return words.T("%s up to each %s", counted, names[0])
	case workload.Ranges:
		return words.T("%s by range of %s", counted, words.Joined(names))
	}
	return words.T("%s by %s", counted, words.Joined(names))
}

// Question is the question at a place.
type Question struct {
	step *Step
	i    int
}

// Question returns the one at a place.
func (s *Step) Question(i int) Question { return Question{s, i} }

// asked returns the question as the plan has it, false where there is none at the place.
func (at Question) asked() (plan.Question, bool) { return nth(at.step.of.Plan().Questions, at.i) }

// nth returns what stands at a place of a list, false beyond it.
func nth[T any](list []T, i int) (of T, ok bool) {
	if i < 0 || i >= len(list) {
		return of, false
	}
	return list[i], true
}

// Change changes the question.
func (at Question) Change(change func(*plan.Question)) {
	if _, ok := at.asked(); ok {
		at.step.of.Edit(func(p *plan.Plan) { change(&p.Questions[at.i]) })
	}
}

// Try changes the question, if what comes out makes sense: otherwise the
// plan stays as it is, and the error says what is wrong. A title that was made from the
// question's kind and columns follows them.
func (at Question) Try(change func(*plan.Question)) error {
	old, ok := at.asked()
	if !ok {
		return nil
	}
	next := at.step.of.Plan().Clone().Questions[at.i]
	change(&next)
	if old.Title == at.step.titleOf(old) && next.Title == old.Title && len(next.Columns) > 0 {
		next.Title = at.step.titleOf(next)
	}
	if err := at.step.sensible(next); err != nil {
		return err
	}
	at.Change(func(q *plan.Question) { *q = next })
	return nil
}

// sensible reports what is wrong with a question by itself.
func (s *Step) sensible(q plan.Question) error {
	if err := titled(q.Title); err != nil {
		return err
	}
	for i, a := range q.Boxes {
		if slices.ContainsFunc(q.Boxes[:i], func(b []plan.Span) bool { return slices.Equal(a, b) }) {
			return words.Errorf("the same combination of ranges is already there")
		}
	}
	for i, a := range q.Ranges {
		if slices.Contains(q.Ranges[:i], a) {
			return words.Errorf("the range from %s to %s is already there", a.From, a.To)
		}
	}
	d := s.of.Declared()
	if d == nil {
		return nil
	}
	w, err := workloadOf(q, d)
	if err != nil {
		return err
	}
	if _, err := q.Derived(w); err != nil {
		return err
	}
	_, err = q.Publishing.Rule()
	return err
}

// titled errors where something that is asked has no title.
func titled(title string) error {
	if strings.TrimSpace(title) == "" {
		return words.Errorf("a question needs a title: say in a few words what it asks")
	}
	return nil
}

// workloadOf returns what a question asks for.
func workloadOf(q plan.Question, d *domain.Domain) (*workload.Workload, error) {
	return workload.New(q.Asked(), d)
}

// Only returns whom the question at an index can be about, beside everybody: those with one answer to a column.
func (s *Step) Only() (out []plan.Answers) {
	for _, c := range s.of.Plan().Columns {
		if a, err := c.Attribute(); err == nil {
			for _, label := range a.Labels() {
				out = append(out, plan.Answers{Column: c.Name, Values: []string{label}})
			}
		}
	}
	return out
}

// SetOnly makes a table one about people with some answers to a column, or about everybody. It has the
// column then, and no totals.
func (at Question) SetOnly(only *plan.Answers) error {
	return at.Try(func(q *plan.Question) {
		if q.Only = nil; only == nil {
			return
		}
		if !slices.Contains(q.Columns, only.Column) {
			q.Columns = append(slices.Clone(q.Columns), only.Column)
		}
		q.Only = []plan.Answers{*only}
		q.Totals, q.Percent, q.Rates, q.Differences = false, nil, nil, nil
	})
}

// Remove removes the question at an index, or something else that is published by its number after
// them.
func (s *Step) Remove(i int) {
	if i < 0 || i >= len(s.outputs()) {
		return
	}
	s.of.Edit(func(p *plan.Plan) {
		p.KeepOutputs(func(plan.Output) bool {
			i--
			return i != -1
		})
	})
}

// Numbers returns how many numbers the question publishes, or 0 while it has issues.
func (at Question) Numbers() int {
	if w := at.workload(); w != nil {
		return w.Len()
	}
	return 0
}

// workload returns what the question asks for, or nil while it has issues.
func (at Question) workload() *workload.Workload {
	q, ok := at.asked()
	if !ok {
		return nil
	}
	if c := at.step.of.Compiled(); c != nil && at.i < len(c.Problems) {
		return c.Problems[at.i].Workload
	}
	if d := at.step.of.Declared(); d != nil {
		if w, err := workloadOf(q, d); err == nil {
			return w
		}
	}
	return nil
}

// Publishes says what the question publishes: how many numbers, and which.
func (at Question) Publishes() string {
	w, s := at.workload(), at.step
	if w == nil {
		return ""
	}
	n, key := w.Len(), func(k int) string { return strings.Join(w.Key(k), words.T(" to ")) }
	attrs := w.Domain().Attributes()
	switch q := w.Question(); q.Kind {
	case workload.Totals:
		return s.publishesSums(w)
	case workload.Cumulative:
		a := attrs[0]
		text := words.N(n, "%s cumulative count: how many %s have %s up to %s, up to %s, … up to %s",
			"%s cumulative counts: how many %s have %s up to %s, up to %s, … up to %s", amounts.Commas(n), s.of.Counted(), a.Name(), a.Label(0), a.Label(min(1, a.Regular()-1)), a.Label(a.Regular()-1))
		if a.Size() > a.Regular() {
			var special []string
			for _, label := range a.Labels()[a.Regular():] {
				special = append(special, amounts.Value(label))
			}
			text += words.T("; and %s by themselves", words.Joined(special))
		}
		return text + words.T(". Every count between two of them follows, and so do the median and all percentiles.")
	case workload.Ranges:
		if len(attrs) > 1 {
			return s.publishesBoxes(w)
		}
		if text := result.SaidFollow(w); !text.IsZero() {
			return words.Say(text)
		}
		if q.Every {
			return words.N(n, "%s count: every range of %s, from any value to any other.", "%s counts: every range of %s, from any value to any other.", amounts.Commas(n), attrs[0].Name())
		}
		if n == 1 {
			return words.T("1 count: %s %s.", attrs[0].Name(), key(0))
		}
		return words.T("%s counts of %s: from %s, … %s.", amounts.Commas(n), attrs[0].Name(), key(0), key(n-1))
	}
	totals := ""
	if w.Question().Totals {
		totals = words.T(" Totals are among them.")
	}
	if len(attrs) == 1 {
		return words.N(n, "%s count: how many %s have each %s.", "%s counts: how many %s have each %s.", amounts.Commas(n), s.of.Counted(), attrs[0].Name()) + totals
	}
	if only := w.Question().OnlyFor(); !only.IsZero() {
		totals = words.T(" It counts %s.", words.Say(only))
	}
	sizes := make([]string, len(attrs))
	for k, a := range attrs {
		sizes[k] = words.T("%d of %s", a.Size(), a.Name())
	}
	return words.N(n, "%s count: how many %s have each combination of the answers (%s).",
		"%s counts: how many %s have each combination of the answers (%s).", amounts.Commas(n), s.of.Counted(), strings.Join(sizes, ", ")) + totals
}

// publishesBoxes says what a question about combinations of ranges publishes.
func (s *Step) publishesBoxes(w *workload.Workload) string {
	n, over := w.Len(), words.Joined(domain.Texts(w.Question().Columns))
	if w.Question().Every {
		return words.N(n, "%s count: how many %s fall in every combination of ranges of %s.",
			"%s counts: how many %s fall in every combination of ranges of %s.", amounts.Commas(n), s.of.Counted(), over)
	}
	return words.N(n, "%s count: how many %s fall in the combinations of ranges of %s that are listed.",
		"%s counts: how many %s fall in the combinations of ranges of %s that are listed.", amounts.Commas(n), s.of.Counted(), over)
}

// Unasked returns the published columns that no question is about.
func (s *Step) Unasked() (out []string) {
	for _, c := range s.of.Plan().Columns {
		if !slices.ContainsFunc(s.outputs(), func(o plan.Output) bool { return slices.Contains(o.About(), c.Name) }) {
			out = append(out, string(c.Name))
		}
	}
	return out
}

// SetCounting changes what is counted. Titles of questions that were made from it follow.
func SetCounting(p *plan.Plan, change func(*plan.Plan)) {
	before := p.Counted()
	change(p)
	for i := range p.Questions {
		q := &p.Questions[i]
		if len(q.Columns) > 0 && q.Title == titleOfTable(before, *q) {
			q.Title = titleOfTable(p.Counted(), *q)
		}
	}
}
