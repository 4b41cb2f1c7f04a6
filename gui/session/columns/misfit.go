package columns

import (
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/opened"
	"steward/io/misfits"
)

// Misfit is something in a file that does not fit a plan.
type Misfit = misfits.Misfit

// MissingColumn is the kind of a column that the file does not have.
const MissingColumn = misfits.MissingColumn

// Misfits says what in the open file does not fit the plan, missing columns first; nothing while
// no file is open.
func (s *Step) Misfits() []misfits.Misfit {
	if s.of.File() == nil {
		return nil
	}
	known := &s.misfits
	if known.of != s.of.File() || known.rows != s.of.Plan().Rows || known.weight != s.of.Plan().Weight || !sameColumns(known.columns, s.of.Plan().Columns) {
		*known = knownMisfits{s.of.File(), s.of.Plan().Columns, s.of.Plan().Rows, s.of.Plan().Weight, misfits.Of(s.of.Plan(), s.of.File().Found)}
	}
	return known.list
}

// knownMisfits are what in a file does not fit the columns of a plan.
type knownMisfits struct {
	of      *opened.File
	columns []plan.Column
	rows    *plan.Rows
	weight  *plan.Weight
	list    []misfits.Misfit
}

// UseInstead has the plan take another column of the file for one that is missing: it gives it
// that name wherever the plan names it.
func (s *Step) UseInstead(missing, instead string) {
	s.of.Edit(func(p *plan.Plan) {
		p.RenameColumn(domain.AttributeName(missing), domain.AttributeName(instead))
		s.InSheetOrder(p)
	})
}
