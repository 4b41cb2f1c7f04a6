package questions

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/table"
	"steward/core/workload"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/sheet"
)

// NewSum returns a question for the total of what some columns stand for over groups, with averages
// where they are wanted. Where no numbers are given for the values of one column that are none
// themselves, they get some to begin with: the end of a range that is open on the other side, and the
// places of the values of a list.
func NewSum(columns []plan.Column, of, by []domain.AttributeName, averages bool, numbers []plan.Number) (plan.Question, error) {
	q := plan.Question{Kind: string(workload.Totals), Columns: append(slices.Clone(by), of...), Totals: len(by) > 0,
		Sum: &plan.Sum{Of: slices.Clone(of), Averages: averages, Numbers: numbers}}
	q.Title = titleOfSum(q)
	for _, c := range of {
		if slices.Contains(by, c) {
			return q, words.Errorf("the column %q is added up, so it cannot make the groups as well", c)
		}
	}
	var err error
	if numbers == nil && len(of) == 1 {
		q.Sum.Numbers, err = FirstNumbers(columns, of[0])
	}
	return q, err
}

// FirstNumbers returns what the values of a column stand for to begin with, where they are no numbers
// themselves.
func FirstNumbers(columns []plan.Column, of domain.AttributeName) ([]plan.Number, error) {
	at := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Name == of })
	if at < 0 {
		return nil, words.Errorf("%q is not published: publish it first", of)
	}
	a, err := columns[at].Attribute()
	if err != nil {
		return nil, err
	}
	if a.Regular() > mostFirstNumbers && !a.Kind().OfNumbers() {
		return nil, words.Errorf("%q has %d values, which are not numbers: give the numbers they stand for in a sheet", of, a.Regular())
	}
	var out []plan.Number
	for v := range a.Regular() {
		if a.Kind() == domain.Whole {
			break
		}
		if _, own := workload.OwnNumber(a, v); own {
			continue
		}
		n := plan.Number{Values: []string{a.Label(v)}, Number: fmt.Sprint(v + 1)}
		if a.Kind() == domain.Ranges {
			lo, hi := a.Ends(v)
			if n.Number = "0"; lo != nil {
				n.Number = plan.Decimal(lo)
			} else if hi != nil {
				n.Number = plan.Decimal(hi)
			}
		}
		out = append(out, n)
	}
	return out, nil
}

// mostFirstNumbers is the longest list whose values get numbers by themselves.
const mostFirstNumbers = 1000

// titleOfSum is the title that a question of totals has at first.
func titleOfSum(q plan.Question) string {
	if q.Sum == nil || len(q.Sum.Of) == 0 {
		return words.T("Totals")
	}
	of, by := joinedNames(q.Sum.Of), q.GroupedBy()
	switch grouped := len(by) > 0; {
	case q.Sum.Averages && grouped:
		return words.T("Average %s by %s", of, joinedNames(by))
	case q.Sum.Averages:
		return words.T("Average %s", of)
	case grouped:
		return words.T("Total %s by %s", of, joinedNames(by))
	}
	return words.T("Total %s", of)
}

func joinedNames(names []domain.AttributeName) string { return words.Joined(domain.Texts(names)) }

// ReadNumbers reads what the values of some columns stand for from a sheet: under headings that name
// the columns, a value of each and a number; an empty number says that it counts as none. It errors,
// naming the row, on anything else.
func ReadNumbers(ctx context.Context, path string, columns []plan.Column, of []domain.AttributeName) ([]plan.Number, error) {
	file, err := records.OpenFile(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := file.Top(ctx, sheet.Options{}, limits.MaxRuleRows+2)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(path)
	switch {
	case len(rows) < 2:
		return nil, words.Errorf("%s has no numbers under its headings: give a value and its number on each row", base)
	case len(rows) > limits.MaxRuleRows+1:
		return nil, words.Errorf("%s has more than %d rows: use coarser values", base, limits.MaxRuleRows)
	}
	at, number, err := numberColumns(base, rows[0], of)
	if err != nil {
		return nil, err
	}
	attrs := make([]*domain.Attribute, len(of))
	for i, name := range of {
		k := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Name == name })
		if k < 0 {
			return nil, words.Errorf("%q is not published: publish it first", name)
		}
		if attrs[i], err = columns[k].Attribute(); err != nil {
			return nil, err
		}
	}
	var out []plan.Number
	for _, row := range rows[1:] {
		text := func(i int) string {
			if i >= len(row.Cells) {
				return ""
			}
			return strings.TrimSpace(row.Cells[i].Text)
		}
		if !slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return strings.TrimSpace(c.Text) != "" }) {
			continue
		}
		n := plan.Number{Number: text(number)}
		for i, a := range attrs {
			value := text(at[i])
			if _, ok := a.Find(value); !ok {
				return nil, words.Errorf("%s, row %d: %q is not a value of %q", base, row.Number, value, a.Name())
			}
			n.Values = append(n.Values, value)
		}
		if n.Number != "" {
			if _, err := workload.ParseNumber(n.Number); err != nil {
				return nil, words.Errorf("%s, row %d: %w", base, row.Number, err)
			}
		}
		out = append(out, n)
	}
	return out, nil
}

// numberColumns finds the columns of values by their headings, and that of the numbers, the first
// other one.
func numberColumns(base string, head table.Row, of []domain.AttributeName) (at []int, number int, err error) {
	find := func(name string) int {
		return slices.IndexFunc(head.Cells, func(c table.Cell) bool { return strings.EqualFold(strings.TrimSpace(c.Text), name) })
	}
	for _, name := range of {
		i := find(string(name))
		if i < 0 {
			return nil, 0, words.Errorf("%s has no column %q: its first row should be headings, %s and then number", base, name, joinedNames(of))
		}
		at = append(at, i)
	}
	for i, c := range head.Cells {
		if strings.TrimSpace(c.Text) != "" && !slices.Contains(at, i) {
			return at, i, nil
		}
	}
	return nil, 0, words.Errorf("%s has no column of numbers beside %s", base, joinedNames(of))
}

// SumChoice is a column that can be added up.
type SumChoice struct {
	Column domain.AttributeName
	Note   string
}

// SumChoices returns the columns that can be added up, those of numbers first.
func (s *Step) SumChoices() []SumChoice {
	var numbers, others []SumChoice
	for _, c := range s.of.Plan().Columns {
		switch c.Kind {
		case domain.Whole:
			numbers = append(numbers, SumChoice{c.Name, words.T("its numbers")})
		case domain.Ranges:
			numbers = append(numbers, SumChoice{c.Name, words.T("the middle of each range")})
		default:
			others = append(others, SumChoice{c.Name, words.T("numbers that you give for its values")})
		}
	}
	return append(numbers, others...)
}

// SetSumOf adds up another column.
func (s *Step) SetSumOf(i int, of domain.AttributeName) error {
	if i < 0 || i >= len(s.of.Plan().Questions) || s.of.Plan().Questions[i].Sum == nil || slices.Equal(s.of.Plan().Questions[i].Sum.Of, []domain.AttributeName{of}) {
		return nil
	}
	old := s.of.Plan().Questions[i]
	by := slices.DeleteFunc(old.GroupedBy(), func(n domain.AttributeName) bool { return n == of })
	next, err := NewSum(s.of.Plan().Columns, []domain.AttributeName{of}, by, old.Sum.Averages, nil)
	if err != nil {
		return err
	}
	next.Sum.Unit = old.Sum.Unit
	return s.Try(i, func(q *plan.Question) { q.Columns, q.Sum, q.Totals = next.Columns, next.Sum, next.Totals })
}

// SetSumBy adds up over other groups.
func (s *Step) SetSumBy(i int, by []domain.AttributeName) error {
	return s.Try(i, func(q *plan.Question) {
		if q.Sum != nil {
			had := len(q.GroupedBy())
			q.Columns = append(slices.Clone(by), q.Sum.Of...)
			if q.Totals = q.Totals && len(by) > 0; had == 0 && len(by) > 0 {
				q.Totals = true
			}
		}
	})
}

// ChangeSum changes what is asked about what is added up.
func (s *Step) ChangeSum(i int, change func(*plan.Sum)) error {
	return s.Try(i, func(q *plan.Question) {
		if q.Sum != nil {
			sum := *q.Sum
			sum.Numbers = slices.Clone(sum.Numbers)
			change(&sum)
			q.Sum = &sum
		}
	})
}

// SetSumNumber says what a value stands for, as typed; empty for none.
func (s *Step) SetSumNumber(i, k int, text string) error {
	return s.ChangeSum(i, func(sum *plan.Sum) {
		if k >= 0 && k < len(sum.Numbers) {
			sum.Numbers[k].Number = words.Typed(strings.TrimSpace(text))
		}
	})
}

// ResetSumNumbers begins again with the values that the column has now.
func (s *Step) ResetSumNumbers(i int) error {
	if i < 0 || i >= len(s.of.Plan().Questions) || s.of.Plan().Questions[i].Sum == nil || len(s.of.Plan().Questions[i].Sum.Of) != 1 {
		return nil
	}
	numbers, err := FirstNumbers(s.of.Plan().Columns, s.of.Plan().Questions[i].Sum.Of[0])
	if err != nil {
		return err
	}
	return s.ChangeSum(i, func(sum *plan.Sum) { sum.Numbers = numbers })
}

// ImportSumNumbers reads what values stand for from a sheet.
func (s *Step) ImportSumNumbers(ctx context.Context, i int, path string) error {
	if i < 0 || i >= len(s.of.Plan().Questions) || s.of.Plan().Questions[i].Sum == nil {
		return nil
	}
	numbers, err := ReadNumbers(ctx, path, s.of.Plan().Columns, s.of.Plan().Questions[i].Sum.Of)
	if err != nil {
		return err
	}
	return s.ChangeSum(i, func(sum *plan.Sum) { sum.Numbers = numbers })
}

// SumSays says what the question of totals at an index adds up, and what becomes of numbers beyond
// the bounds and of blanks; nothing for other questions.
func (s *Step) SumSays(i int) []string {
	if w := s.workload(i); w != nil && i < len(s.of.Plan().Questions) {
		return words.SayAll(s.of.Plan().SumSentences(i, w))
	}
	return nil
}

// AverageError says how far averages may be off, for groups of several sizes: of how many people they
// are over the release only shows. It returns nothing where none are asked for.
func (s *Step) AverageError(i int) string {
	if i < 0 || i >= len(s.of.Plan().Questions) {
		return ""
	}
	q, p := s.of.Plan().Questions[i], s.of.Preview()
	if q.Sum == nil || !q.Sum.Averages || p == nil || i >= len(p.Questions) {
		return ""
	}
	return averageError(s.of.Plan(), q, p.Questions[i].Of().Aim)
}

// averageError says it for an expected squared error of a total less average times people.
func averageError(p plan.Plan, q plan.Question, aim float64) string {
	if !(aim > 0) {
		return ""
	}
	half := noise.Laplace.HalfWidth(math.Sqrt(aim), 0, 0.95)
	within := func(people float64) string {
		return words.T("about %s over %s %s", FineNumber(half/people), amounts.Commas(int(people)), words.Say(p.Counted()))
	}
	return words.T("Averages cost nothing more: 19 times in 20 within %s, %s and %s (%s). Where a group is too small for an average, the release says so.",
		within(100), within(1000), within(10000), UnitInWords(p, q))
}

// FineNumber writes a number with two digits that matter, or more where it is large.
func FineNumber(x float64) string {
	if x >= 100 || x == 0 {
		return amounts.People(math.Ceil(x))
	}
	digits := max(1-int(math.Floor(math.Log10(x))), 0)
	return words.Number(fmt.Sprintf("%.*f", digits, x))
}

// askTotal adds a question for the total and average of a column of numbers that none is about yet.
func (s *Step) askTotal() (int, error) {
	choices := s.SumChoices()
	fresh := slices.IndexFunc(choices, func(c SumChoice) bool {
		return !slices.ContainsFunc(s.of.Plan().Questions, func(q plan.Question) bool { return q.Sum != nil && slices.Contains(q.Sum.Of, c.Column) })
	})
	q, err := s.newTotal([]domain.AttributeName{choices[max(fresh, 0)].Column})
	if err != nil {
		return -1, err
	}
	q.ID = s.freeID()
	return s.ask(q.ID, func(p *plan.Plan) { p.Questions = append(p.Questions, q) }), nil
}

// newTotal returns a question for the total and average of the first of some columns that is one of
// numbers, by the others; of the first of all where there is none.
func (s *Step) newTotal(columns []domain.AttributeName) (plan.Question, error) {
	isNumber := func(n domain.AttributeName) bool {
		c, ok := s.of.Published(string(n))
		return ok && c.Kind.OfNumbers()
	}
	of, by := s.SumChoices()[0].Column, slices.Clone(columns)
	if at := slices.IndexFunc(columns, isNumber); at >= 0 {
		of = columns[at]
	} else if !isNumber(of) {
		of = columns[0]
	}
	by = slices.DeleteFunc(by, func(n domain.AttributeName) bool { return n == of })
	return NewSum(s.of.Plan().Columns, []domain.AttributeName{of}, by, true, nil)
}

// publishesSums says what a question of totals publishes.
func (s *Step) publishesSums(w *workload.Workload) string {
	q := w.Question()
	sums, _ := w.Sums()
	n, summed := sums.Figures(), joinedNames(q.Of)
	text := words.N(n, "%s total of %s", "%s totals of %s", amounts.Commas(n), summed)
	if q.Averages {
		text = words.N(n, "%s total of %s, with how many %s each is over, and so the averages",
			"%s totals of %s, with how many %s each is over, and so the averages", amounts.Commas(n), summed, s.of.Counted())
	}
	if by := (plan.Question{Columns: q.Columns, Sum: &plan.Sum{Of: q.Of}}).GroupedBy(); len(by) > 0 {
		text += words.T(": for each %s", joinedNames(by))
		if q.Totals {
			text += words.T(", and of all together")
		}
	}
	return text + "."
}

// UnitInWords says what the numbers of a question are in. A unit that is typed stays as it is.
func UnitInWords(p plan.Plan, q plan.Question) string {
	if q.Sum != nil && q.Sum.Unit != "" {
		return q.Sum.Unit
	}
	return words.Say(p.InWords(q))
}
