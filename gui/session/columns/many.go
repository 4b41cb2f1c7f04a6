package columns

import (
	"slices"

	"steward/core/plan"
	"steward/io/propose"
	"steward/io/sheet"
)

// Blocks finds the blocks among the columns of the open file that may be published.
func (s *Step) Blocks() []propose.Block {
	if s.of.File() == nil || s.of.File().Counted {
		return nil
	}
	var may []sheet.Column
	for _, c := range s.of.File().Found.Columns {
		if s.persons.KeptOut(c.Name) == "" {
			may = append(may, c)
		}
	}
	return propose.Blocks(may)
}

// Undeclared tells whether some of the columns are not published, or not completely declared.
func (s *Step) Undeclared(names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		c, published := s.Published(n)
		return !published || s.ColumnIssue(c) != ""
	})
}

// ProposeTogether returns a declaration for several columns from what was found in all of them, without a name or an origin.
// It errors as propose.As does.
func (s *Step) ProposeTogether(names []string) (plan.Column, error) {
	return propose.Together(s.found(names))
}

// found returns what was found in columns of the open file.
func (s *Step) found(names []string) (out []sheet.Column) {
	for _, n := range names {
		if c, ok := s.of.File().Column(n); ok {
			out = append(out, c)
		}
	}
	return out
}

// Strays returns those of several columns in which the open file has answers, or blank cells, that a declaration has no
// place for, or that it would count as other answers.
func (s *Step) Strays(c plan.Column, names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		o, ok := s.Outside(c.As(n, ""))
		return !ok || o.Count == 0
	})
}

// DeclareAll publishes columns with one declaration, in one edit.
func (s *Step) DeclareAll(names []string, c plan.Column) {
	s.of.Edit(func(p *plan.Plan) {
		for _, n := range names {
			at := slices.IndexFunc(p.Columns, func(old plan.Column) bool { return string(old.Name) == n })
			if at < 0 {
				at = len(p.Columns)
				p.Columns = append(p.Columns, plan.Column{})
			}
			p.Columns[at] = c.As(n, p.Columns[at].Label)
		}
		s.InSheetOrder(p)
	})
}
