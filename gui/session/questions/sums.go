package questions

import (
	"context"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/workload"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/questions"
)

// newSum returns a question of totals with the title that it has at first, in the language in use.
func newSum(columns []plan.Column, of, by []domain.AttributeName, averages bool) (plan.Question, error) {
	q, err := plan.NewSum(columns, of, by, averages, nil)
	q.Title = words.Say(q.TitleOfSum())
	return q, err
}

func joinedNames(names []domain.AttributeName) string { return words.Joined(domain.Texts(names)) }

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

// Sum is the question for totals at a place.
type Sum struct{ Question }

// Sum returns the one at a place.
func (s *Step) Sum(i int) Sum { return Sum{s.Question(i)} }

// SetOf adds up another column.
func (at Sum) SetOf(of domain.AttributeName) error {
	old, ok := at.asked()
	if !ok || old.Sum == nil || slices.Equal(old.Sum.Of, []domain.AttributeName{of}) {
		return nil
	}
	by := slices.DeleteFunc(old.GroupedBy(), func(n domain.AttributeName) bool { return n == of })
	next, err := newSum(at.step.of.Plan().Columns, []domain.AttributeName{of}, by, old.Sum.Averages)
	if err != nil {
		return err
	}
	next.Sum.Unit = old.Sum.Unit
	return at.Try(func(q *plan.Question) { q.Columns, q.Sum, q.Totals = next.Columns, next.Sum, next.Totals })
}

// SetBy adds up over other groups.
func (at Sum) SetBy(by []domain.AttributeName) error {
	return at.Try(func(q *plan.Question) {
		if q.Sum != nil {
			had := len(q.GroupedBy())
			q.Columns = append(slices.Clone(by), q.Sum.Of...)
			if q.Totals = q.Totals && len(by) > 0; had == 0 && len(by) > 0 {
				q.Totals = true
			}
		}
	})
}

// Change changes what is asked about what is added up.
func (at Sum) Change(change func(*plan.Sum)) error {
	return at.Try(func(q *plan.Question) {
		if q.Sum != nil {
			sum := *q.Sum
			sum.Numbers = slices.Clone(sum.Numbers)
			change(&sum)
			q.Sum = &sum
		}
	})
}

// SetNumber says what a value stands for, as typed; empty for none.
func (at Sum) SetNumber(k int, text string) error {
	return at.Change(func(sum *plan.Sum) {
		if k >= 0 && k < len(sum.Numbers) {
			sum.Numbers[k].Number = words.Typed(strings.TrimSpace(text))
		}
	})
}

// ResetNumbers begins again with the values that the column has now.
func (at Sum) ResetNumbers() error {
	q, ok := at.asked()
	if !ok || q.Sum == nil || len(q.Sum.Of) != 1 {
		return nil
	}
	numbers, err := plan.FirstNumbers(at.step.of.Plan().Columns, q.Sum.Of[0])
	if err != nil {
		return err
	}
	return at.Change(func(sum *plan.Sum) { sum.Numbers = numbers })
}

// Import reads what values stand for from a sheet.
func (at Sum) Import(ctx context.Context, path string) error {
	q, ok := at.asked()
	if !ok || q.Sum == nil {
		return nil
	}
	numbers, err := questions.ReadNumbers(ctx, path, at.step.of.Plan().Columns, q.Sum.Of)
	if err != nil {
		return err
	}
	return at.Change(func(sum *plan.Sum) { sum.Numbers = numbers })
}

// Says says what the question of totals at an index adds up, and what becomes of numbers beyond
// the bounds and of blanks; nothing for other questions.
func (at Sum) Says() []string {
	if w := at.workload(); w != nil {
		return words.SayAll(at.step.of.Plan().SumSentences(at.i, w))
	}
	return nil
}

// AverageError says how far averages may be off, for groups of several sizes: of how many people they
// are over the release only shows. It returns nothing where none are asked for.
func (at Sum) AverageError() string {
	q, ok := at.asked()
	p := at.previewed()
	if !ok || q.Sum == nil || p == nil {
		return ""
	}
	return words.Say(preview.DerivedError(at.step.of.Plan(), q, p))
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
	return newSum(s.of.Plan().Columns, []domain.AttributeName{of}, by, true)
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
