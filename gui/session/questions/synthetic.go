package questions

import (
	"image"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/synthetic"
	"steward/gui/session/amounts"
	"steward/gui/session/pictures"
	"steward/gui/words"
	"steward/reports/chart"
	"steward/reports/model"
)

// SyntheticName and SyntheticExplained are what the menu offers made-up records as.
// They are shown with words.T.
const (
	SyntheticName      = "Made-up records"
	SyntheticExplained = "a spreadsheet of people who do not exist, with tables close to yours"
)

// CannotAskSynthetic says why made-up records cannot be asked for, and nothing when they can.
func (s *Step) CannotAskSynthetic() string {
	if reason := s.lacks(1, false); reason != "" || s.of.Plan().Weight == nil {
		return reason
	}
	return words.T("not where rows have weights")
}

// firstSyntheticCells is the most combinations of a table over two columns that is asked for at first.
const firstSyntheticCells = 1 << 14

// AskSynthetic adds a table of made-up records over all published columns that suit it, and returns its
// number among all that is published. It takes an even part of the budget. It errors when no column suits it.
func (s *Step) AskSynthetic() (int, error) {
	if reason := s.CannotAskSynthetic(); reason != "" {
		return -1, words.Errorf("%s: %s", words.T(SyntheticName), reason)
	}
	q := plan.Synthetic{ID: s.freeID(), Title: words.T(SyntheticName)}
	d := s.of.Declared()
	var failed error
	largest := 1
	for _, c := range s.of.Plan().Columns {
		size := 1
		if d != nil {
			if a, ok := d.Attribute(c.Name); ok {
				size = a.Size()
			}
		}
		with := q
		with.Columns = append(slices.Clone(q.Columns), c.Name)
		if _, err := s.sheetOf(with); err != nil || size*largest > firstSyntheticCells {
			failed = err
			continue
		}
		q, largest = with, max(largest, size)
	}
	if len(q.Columns) == 0 {
		if failed == nil {
			failed = words.Errorf("no column has few enough values: declare coarser ranges")
		}
		return -1, failed
	}
	return s.ask(q.ID, func(p *plan.Plan) { p.Synthetic = append(p.Synthetic, q) }), nil
}

// Synthetic is made-up records that are asked for, at a place among all of them.
type Synthetic struct {
	step *Step
	i    int
}

// Synthetic returns the one at a place.
func (s *Step) Synthetic(i int) Synthetic { return Synthetic{s, i} }

// Try changes a synthetic table, if what comes out makes sense: otherwise the plan stays as it
// is, and the error says what is wrong.
func (at Synthetic) Try(change func(*plan.Synthetic)) error {
	if _, ok := nth(at.step.of.Plan().Synthetic, at.i); !ok {
		return nil
	}
	next := at.step.of.Plan().Clone().Synthetic[at.i]
	change(&next)
	if err := titled(next.Title); err != nil {
		return err
	}
	if next.Method != string(synthetic.Weights) {
		next.Rounds = 0
	}
	if next.Method != string(synthetic.Small) {
		next.Size = 0
	}
	if _, err := at.step.sheetOf(next); err != nil {
		return err
	}
	at.step.of.Edit(func(p *plan.Plan) { p.Synthetic[at.i] = next })
	return nil
}

// sheetOf returns what a synthetic table asks, nil while the columns are not declared.
func (s *Step) sheetOf(q plan.Synthetic) (*synthetic.Sheet, error) {
	d := s.of.Declared()
	if d == nil {
		return nil, nil
	}
	return synthetic.New(q.Asked(), d)
}

// Records says how many records a synthetic table will have: "32,561", or "about as many as
// there are people".
func (at Synthetic) Records() string {
	q, ok := nth(at.step.of.Plan().Synthetic, at.i)
	if !ok {
		return ""
	}
	if n := q.Records; n > 0 {
		return manyRecords(int(n))
	}
	if n := at.step.of.Plan().Facts.People; n != nil && !at.step.of.Plan().Slotted() {
		return manyRecords(int(*n))
	}
	return words.T("about as many records as there are %s", at.step.of.Counted())
}

func manyRecords(n int) string { return words.N(n, "%s record", "%s records", amounts.Commas(n)) }

// Publishes says what a synthetic table publishes.
func (at Synthetic) Publishes() string {
	q, ok := nth(at.step.of.Plan().Synthetic, at.i)
	if !ok {
		return ""
	}
	n := len(q.Columns)
	text := words.Sentence(words.N(n, "%s of %s column", "%s of %s columns", at.Records(), amounts.Commas(n))) + words.T(" None of them belongs to a real person.")
	sheet, err := at.step.sheetOf(q)
	if err != nil || sheet == nil {
		return text
	}
	n = len(sheet.Tables())
	return text + words.N(n, " Counted from them, %s table will be close to the true one; tables over more columns at once may be far off.",
		" Counted from them, %s tables will be close to the true ones; tables over more columns at once may be far off.", amounts.Commas(n))
}

// SyntheticColumns returns the published columns and which of them a synthetic table has.
func (s *Step) SyntheticColumns(q plan.Synthetic) (names []string, in []bool) {
	for _, c := range s.of.Plan().Columns {
		in = append(in, slices.Contains(q.Columns, c.Name))
	}
	return s.of.Plan().ColumnNames(), in
}

// SetColumn puts a column into a synthetic table, or takes it out. Tables that are named with a
// column that is taken out go with it.
func (at Synthetic) SetColumn(name string, in bool) error {
	column := domain.AttributeName(name)
	return at.Try(func(q *plan.Synthetic) {
		if in {
			q.Columns = at.step.inOrder(append(q.Columns, column))
			return
		}
		q.Without(column)
	})
}

// inOrder returns columns in the order of the plan.
func (s *Step) inOrder(names []domain.AttributeName) (out []domain.AttributeName) {
	for _, c := range s.of.Plan().Columns {
		if slices.Contains(names, c.Name) {
			out = append(out, c.Name)
		}
	}
	return out
}

// NearTables writes the tables that records are to answer well, one on a line with commas between the
// columns; empty for every two.
func NearTables(q plan.Synthetic) string {
	var lines []string
	for _, t := range q.Tables {
		lines = append(lines, strings.Join(domain.Texts(t), ", "))
	}
	return strings.Join(lines, "; ")
}

// SetNearTables sets the tables as NearTables writes them.
func (at Synthetic) SetNearTables(text string) error {
	var tables [][]domain.AttributeName
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		var t []domain.AttributeName
		for _, name := range strings.Split(line, ",") {
			if name = strings.TrimSpace(name); name != "" {
				t = append(t, domain.AttributeName(name))
			}
		}
		if len(t) > 0 {
			tables = append(tables, t)
		}
	}
	return at.Try(func(q *plan.Synthetic) { q.Tables = tables })
}

// DrawPairs draws how far off tables over two columns were on public data.
func DrawPairs(q synthetic.Quality, counted message.Text, p pictures.Spec) (image.Image, error) {
	return p.Draw(&chart.Pairs{Picture: model.PairsOf(q, counted)})
}

// PairsCaption says what DrawPairs draws.
func PairsCaption(q synthetic.Quality, counted message.Text) string {
	return words.Say(model.PairsOf(q, counted).Caption)
}
