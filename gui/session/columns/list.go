package columns

import (
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// Published reports whether the plan publishes a column, and returns its declaration.
func (s *Step) Published(name string) (plan.Column, bool) {
	for _, c := range s.of.Plan().Columns {
		if string(c.Name) == name {
			return c, true
		}
	}
	return plan.Column{}, false
}

// Publish adds a column to the plan, or replaces its declaration.
func (s *Step) Publish(c plan.Column) {
	s.of.Edit(func(p *plan.Plan) {
		for i := range p.Columns {
			if p.Columns[i].Name == c.Name {
				p.Columns[i] = c
				return
			}
		}
		p.Columns = append(p.Columns, c)
		s.InSheetOrder(p)
	})
}

// PublishAll is Publish for several columns of the plan, in one edit.
func (s *Step) PublishAll(all []plan.Column) {
	s.of.Edit(func(p *plan.Plan) {
		for _, c := range all {
			for i := range p.Columns {
				if p.Columns[i].Name == c.Name {
					p.Columns[i] = c
				}
			}
		}
	})
}

// InSheetOrder keeps the columns in the order of the sheet.
func (s *Step) InSheetOrder(p *plan.Plan) {
	if s.of.File() != nil {
		p.InOrder(s.of.File().Header)
	}
}

// Withdraw takes columns out of the plan, in one edit, with the secrets and questions that need them. It
// returns the titles of the questions that go with them.
func (s *Step) Withdraw(names ...string) []string {
	before := s.of.Plan()
	s.of.Edit(func(p *plan.Plan) {
		for _, name := range names {
			attr := domain.AttributeName(name)
			p.Columns = slices.DeleteFunc(p.Columns, func(c plan.Column) bool { return c.Name == attr })
			p.Secrets.Columns = slices.DeleteFunc(p.Secrets.Columns, func(c secret.Secret) bool { return slices.Contains(c.Columns, attr) })
			p.Impossible = slices.DeleteFunc(p.Impossible, func(c domain.Combination) bool { _, named := c[attr]; return named })
			p.Withdraw(attr)
		}
		p.Secrets.Together = min(p.Secrets.Together, len(p.Columns))
	})
	return Gone(before, s.of.Plan())
}

// Uses is what else in a plan names a column, and falls away with it.
type Uses struct {
	Questions  []string // their titles
	Secrets    int
	Impossible int // combinations that cannot occur
}

// Gone returns the titles of what a plan publishes and a later one does not.
func Gone(before, after plan.Plan) (out []string) {
	for _, o := range before.Outputs() {
		if h := o.Head(); !slices.ContainsFunc(after.Outputs(), func(now plan.Output) bool { return now.Head().ID == h.ID }) {
			out = append(out, h.Title)
		}
	}
	return out
}

// Uses returns what else in the plan names a column.
func (s *Step) Uses(name string) (u Uses) {
	attr := domain.AttributeName(name)
	after := s.of.Plan().Clone()
	after.Withdraw(attr)
	u.Questions = Gone(s.of.Plan(), after)
	for _, c := range s.of.Plan().Secrets.Columns {
		if slices.Contains(c.Columns, attr) {
			u.Secrets++
		}
	}
	for _, c := range s.of.Plan().Impossible {
		if _, named := c[attr]; named {
			u.Impossible++
		}
	}
	return u
}

// Absent returns the published columns that the open file does not have.
func (s *Step) Absent() []string {
	if s.of.File() == nil {
		return nil
	}
	var out []string
	for _, c := range s.of.Plan().Columns {
		if !slices.Contains(s.of.File().Header, string(c.Name)) {
			out = append(out, string(c.Name))
		}
	}
	return out
}

// ColumnIssue returns what has to be mended in a column as a sentence, without its name; ""
// for nothing.
func (s *Step) ColumnIssue(c plan.Column) string {
	_, err := c.Attribute()
	if err == nil {
		return ""
	}
	return words.Sentence(strings.TrimPrefix(words.Error(err), words.T("column %q", c.Name)+": "))
}

// KindWords names the kinds of column as the screens do.
func KindWords(k domain.Kind) string {
	switch k {
	case domain.List:
		return words.T("List of values")
	case domain.Ordered:
		return words.T("Ordered list")
	case domain.Whole:
		return words.T("Whole numbers")
	case domain.Ranges:
		return words.T("Numbers in ranges")
	case domain.Periods:
		return words.T("Dates in periods")
	}
	return words.T("Not said yet")
}

// ShortKindWords names the kinds of column where there is little room.
func ShortKindWords(k domain.Kind) string {
	switch k {
	case domain.List:
		return words.T("List")
	case domain.Ranges:
		return words.T("Ranges")
	case domain.Periods:
		return words.T("Dates")
	}
	return KindWords(k)
}

// OriginWords says in a word where a column's values come from.
func OriginWords(o domain.Origin) string {
	switch o {
	case domain.Codebook:
		return words.T("codebook")
	case domain.Typed:
		return words.T("typed")
	case domain.Confirmed:
		return words.T("confirmed")
	}
	return words.T("not said")
}

// ValuesLine names the values of a column on a line: all of a few, of more the first and the last.
func ValuesLine(c plan.Column) string {
	if c.Regular() == 0 {
		return words.T("none yet")
	}
	switch c.Kind {
	case domain.Whole:
		return words.T("%d to %d", *c.Lowest, *c.Highest)
	case domain.Ranges:
		return firstAndLast(RangeLabels(c))
	case domain.Periods:
		a := c.Calendar()
		line := a.Label(0)
		if n := a.Regular(); n > 1 {
			line += " … " + a.Label(n-1)
		}
		return line
	}
	return firstAndLast(c.Values)
}

// firstAndLast joins a list, of a long one the first and the last.
func firstAndLast(list []string) string {
	if len(list) <= 3 {
		return strings.Join(list, ", ")
	}
	return list[0] + " … " + list[len(list)-1]
}

// Combinations returns the sizes of the published columns, blank and other cells counted,
// and their product in figures; "" while a column has no values.
func (s *Step) Combinations() (sizes []int, product string) {
	all := big.NewInt(1)
	for _, c := range s.of.Plan().Columns {
		a, err := c.Attribute()
		if err != nil {
			return nil, ""
		}
		sizes = append(sizes, a.Size())
		all.Mul(all, big.NewInt(int64(a.Size())))
	}
	if len(sizes) == 0 {
		return nil, ""
	}
	return sizes, Figures(all)
}

// Figures writes a whole number with commas, or where it is very large as a power of ten.
func Figures(n *big.Int) string {
	text := n.String()
	if len(text) <= 15 {
		return amounts.Thousands(text)
	}
	return words.T("about %s × 10^%d", words.Number(text[:1]+"."+text[1:2]), len(text)-1)
}
