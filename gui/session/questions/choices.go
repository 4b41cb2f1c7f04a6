package questions

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"steward/core/choice"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/workload"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/questions"
)

// ChoiceKind is a sort of choice as the menu offers it.
type ChoiceKind struct {
	Kind              choice.Kind
	Name, Explanation string
	Ordered           bool // it needs a column whose values have an order
}

// ChoiceKinds returns the sorts of choice.
func ChoiceKinds() []ChoiceKind {
	return []ChoiceKind{
		{choice.Percentile, words.T("Percentile or median"), words.T("the value at or below which a given share of people fall"), true},
		{choice.MostCommon, words.T("Most common value"), words.T("the value that people have most often"), false},
		{choice.Best, words.T("Best choice"), words.T("the price that brings in the most, or any score you define"), false},
	}
}

// ChoiceKindOf returns the sort of a choice.
func ChoiceKindOf(q plan.Choice) ChoiceKind {
	for _, k := range ChoiceKinds() {
		if string(k.Kind) == q.Kind {
			return k
		}
	}
	return ChoiceKind{Kind: choice.Kind(q.Kind), Name: q.Kind}
}

// CannotAskChoice says why a sort of choice cannot be asked for, and nothing when it can.
func (s *Step) CannotAskChoice(k ChoiceKind) string { return s.lacks(1, k.Ordered) }

// AskChoice adds a choice of a sort about a column that suits it, and returns its number among
// all that is published. It takes an even part of the budget. It errors when no column suits it.
func (s *Step) AskChoice(k ChoiceKind) (int, error) {
	if reason := s.CannotAskChoice(k); reason != "" {
		return -1, fmt.Errorf("%s: %s", k.Name, reason)
	}
	var suited []plan.Column
	for _, c := range s.of.Plan().Columns {
		if !k.Ordered && k.Kind != choice.Best || c.HasOrder() {
			suited = append(suited, c)
		}
	}
	if len(suited) == 0 {
		suited = s.of.Plan().Columns
	}
	column := suited[0]
	for _, c := range suited {
		if !slices.ContainsFunc(s.of.Plan().Choices, func(q plan.Choice) bool { return q.Kind == string(k.Kind) && q.Column == c.Name }) {
			column = c
			break
		}
	}
	q := plan.Choice{ID: s.freeID(), Kind: string(k.Kind), Column: column.Name}
	if k.Kind == choice.Best {
		q.Test, q.Options = s.firstOptions(column)
	}
	q.Title = choiceTitle(q)
	return s.ask(q.ID, func(p *plan.Plan) { p.Choices = append(p.Choices, q) }), nil
}

// firstOptions are the options of a list until the steward gives others: up to eight of a column's
// values, as prices where they are numbers.
func (s *Step) firstOptions(c plan.Column) (test string, options []plan.Option) {
	a, ok := s.of.Attribute(string(c.Name))
	if !ok {
		return string(choice.Equal), nil
	}
	const most = 8
	n := min(most, a.Regular())
	for i := range n {
		label := a.Label((i*(a.Regular()-1) + (n-1)/2) / max(n-1, 1))
		o := plan.Option{Label: label, At: label}
		if a.Kind() == domain.Ranges {
			if lo, _ := a.Ends((i*(a.Regular()-1) + (n-1)/2) / max(n-1, 1)); lo != nil {
				o.At = lo.RatString()
			} else {
				continue
			}
		}
		if x, err := choice.Number(o.At); err == nil {
			if x.Sign() <= 0 {
				continue // no price
			}
			o.Times = o.At
		}
		options = append(options, o)
	}
	if a.HasOrder() {
		return string(choice.AtLeast), options
	}
	return string(choice.Equal), options
}

// choiceTitle is the title that a choice has at first.
func choiceTitle(q plan.Choice) string {
	title := ""
	switch choice.Kind(q.Kind) {
	case choice.Percentile:
		title = words.T("%s of %s", words.Upper(words.Say(result.Percentile(q.Percentile))), q.Column)
	case choice.MostCommon:
		title = words.T("Most common %s", q.Column)
	default:
		title = words.T("Best choice for %s", q.Column)
	}
	for i, n := range q.By {
		if i == 0 {
			title = words.T("%s by %s", title, n)
			continue
		}
		title = words.T("%s and %s", title, n)
	}
	return title
}

// Choice is a choice that is asked for, at a place among all of them.
type Choice struct {
	step *Step
	i    int
}

// Choice returns the one at a place.
func (s *Step) Choice(i int) Choice { return Choice{s, i} }

// Try changes a choice, if what comes out makes sense: otherwise the plan stays as it is, and
// the error says what is wrong. A title that was made from the choice follows it.
func (at Choice) Try(change func(*plan.Choice)) error {
	old, ok := nth(at.step.of.Plan().Choices, at.i)
	if !ok {
		return nil
	}
	next := at.step.of.Plan().Clone().Choices[at.i]
	change(&next)
	if old.Title == choiceTitle(old) && next.Title == old.Title {
		next.Title = choiceTitle(next)
	}
	if err := titled(next.Title); err != nil {
		return err
	}
	if _, err := at.step.choiceOf(next); err != nil {
		return err
	}
	at.step.of.Edit(func(p *plan.Plan) {
		p.Choices[at.i] = next
		if old.Table != "" && next.Table == "" {
			oneMore(p, next.ID)
		}
	})
	return nil
}

// SetColumn makes a choice about another column. What only fits the old one is left out: its
// groups where the column is among them, and a list of options.
func (at Choice) SetColumn(name domain.AttributeName) error {
	return at.Try(func(q *plan.Choice) {
		q.Column, q.Table = name, ""
		q.By = slices.DeleteFunc(q.By, func(n domain.AttributeName) bool { return n == name })
		columns := at.step.of.Plan().Columns
		column := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Name == name })
		if choice.Kind(q.Kind) == choice.Best && column >= 0 {
			q.Test, q.Options = at.step.firstOptions(columns[column])
		}
	})
}

// choiceOf returns what a choice asks, nil while the columns are not declared.
func (s *Step) choiceOf(q plan.Choice) (*choice.Choice, error) {
	asked, err := q.Asked()
	if err != nil {
		return nil, err
	}
	d := s.of.Declared()
	if d == nil {
		return nil, nil
	}
	return choice.New(asked, d)
}

// choiceValues returns how many values a choice publishes, or 0 while it has issues.
func (s *Step) choiceValues(q plan.Choice) int {
	c, err := s.choiceOf(q)
	if err != nil || c == nil {
		return 0
	}
	return len(c.Groups())
}

// ChoiceTables returns the cumulative questions that a percentile can be read off.
func (s *Step) ChoiceTables(q plan.Choice) (out []plan.Question) {
	for _, t := range s.of.Plan().Questions {
		if choice.Kind(q.Kind) == choice.Percentile && len(q.By) == 0 && t.Kind == string(workload.Cumulative) && slices.Equal(t.Columns, []domain.AttributeName{q.Column}) {
			out = append(out, t)
		}
	}
	return out
}

// Publishes says what a choice publishes.
func (at Choice) Publishes() string {
	q, ok := nth(at.step.of.Plan().Choices, at.i)
	if !ok {
		return ""
	}
	c, err := at.step.choiceOf(q)
	if err != nil || c == nil {
		return ""
	}
	n, options := len(c.Groups()), len(c.Options())
	each := ""
	if len(q.By) > 0 {
		each = words.T(", one for each %s", words.Joined(domain.Texts(q.By)))
	}
	values := amounts.Several(n, "value", "values") + each
	switch choice.Kind(q.Kind) {
	case choice.Percentile:
		part := q.Percentile
		if strings.TrimSpace(part) == "" {
			part = "50"
		}
		text := words.T("%s: the %s at or below which %s in 100 %s are.", values, q.Column, words.Number(part), at.step.of.Counted())
		if q.Interval {
			text += words.T(" Two more say between which values it lies, 19 times in 20.")
		}
		if q.Table != "" {
			text += words.T(" It follows from published numbers and costs nothing.")
		}
		return text
	case choice.MostCommon:
		return words.T("%s: which of the %d answers of %s most %s have.", values, options, q.Column, at.step.of.Counted())
	}
	return words.T("%s: which of %d options has the highest score. Its score itself is not published.", values, options)
}

// OptionLines writes a list of options as it is typed: what it is called, and where they differ
// what values are compared with and how much each counts, with semicolons between.
func OptionLines(q plan.Choice) string {
	var lines []string
	for _, o := range q.Options {
		switch {
		case len(o.Weights) > 0:
			var weights []string
			for label, w := range o.Weights {
				weights = append(weights, label+" = "+words.Number(w))
			}
			slices.Sort(weights)
			lines = append(lines, o.Label+"; "+strings.Join(weights, "; "))
		case o.Label == o.At && o.Times == o.At:
			lines = append(lines, words.Number(o.Label))
		case o.Times == "":
			lines = append(lines, o.Label+"; "+words.Number(o.At))
		default:
			lines = append(lines, o.Label+"; "+words.Number(o.At)+"; "+words.Number(o.Times))
		}
	}
	return strings.Join(lines, "\n")
}

// ReadOptionLines reads what OptionLines writes, under a test. It errors naming the line.
func ReadOptionLines(text, test string) ([]plan.Option, error) {
	var out []plan.Option
	for i, l := range strings.Split(text, "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		parts := strings.Split(l, ";")
		for k := range parts {
			parts[k] = strings.TrimSpace(parts[k])
		}
		o := plan.Option{Label: parts[0]}
		switch {
		case test == string(choice.Weights):
			o.Weights = make(map[string]string)
			for _, p := range parts[1:] {
				at := strings.LastIndex(p, "=")
				if at < 0 {
					return nil, words.Errorf("line %d: found %q where a value and its weight such as cook = 2 are expected", i+1, p)
				}
				o.Weights[strings.TrimSpace(p[:at])] = words.Typed(strings.TrimSpace(p[at+1:]))
			}
		case len(parts) == 1:
			o.Label = words.Typed(parts[0])
			o.At = o.Label
			if x, err := choice.Number(o.At); err == nil && x.Sign() > 0 {
				o.Times = o.At
			}
		case len(parts) == 2:
			o.At = words.Typed(parts[1])
		case len(parts) == 3:
			o.At, o.Times = words.Typed(parts[1]), words.Typed(parts[2])
		default:
			return nil, words.Errorf("line %d: found %d parts where up to three are expected: the option; what values are compared with; what each counts", i+1, len(parts))
		}
		out = append(out, o)
	}
	return out, nil
}

// SetOptions sets the list of a choice as it is typed, and the test.
func (at Choice) SetOptions(text, test string) error {
	options, err := ReadOptionLines(text, test)
	if err != nil {
		return err
	}
	return at.Try(func(q *plan.Choice) { q.Options, q.Test = options, test })
}

// ReadOptions reads the list of a choice off a sheet, away from the window's thread, and tells done.
func (at Choice) ReadOptions(path string, done func(error)) {
	var options []plan.Option
	var weights bool
	var err error
	at.step.of.Background(func(ctx context.Context) { options, weights, err = questions.ReadOptions(ctx, path) }, func() {
		if err == nil {
			err = at.Try(func(q *plan.Choice) {
				switch {
				case weights:
					q.Test = string(choice.Weights)
				case q.Test == string(choice.Weights):
					q.Test = string(choice.AtLeast)
				}
				q.Options = options
			})
		}
		done(err)
	})
}
