package session

import (
	"path/filepath"

	"steward/core/plan"
	"steward/gui/session/columns"
	"steward/gui/words"
	"steward/io/project"
)

// EarlierPlan is the plan of another project, such as last year's, compared with the open file.
type EarlierPlan struct {
	Name    string // of its file
	Plan    plan.Plan
	Misfits []columns.Misfit // with the open file; none while none is open
	// Facts is how many known facts it has, which are not taken over: they are true of its own
	// data.
	Facts int
}

// ReadEarlier reads the plan of another project and says what of it does not fit the open file.
// It changes nothing. It errors when it cannot be read, and when it publishes nothing.
func (s *Session) ReadEarlier(path string) (EarlierPlan, error) {
	p, err := project.Load(path)
	if err != nil {
		return EarlierPlan{}, err
	}
	if len(p.Columns) == 0 {
		return EarlierPlan{}, words.Errorf("%s publishes no columns: choose the project of an earlier release", filepath.Base(path))
	}
	e := EarlierPlan{Name: filepath.Base(path), Plan: p, Facts: len(p.Facts.Stated)}
	if p.Facts.People != nil {
		e.Facts++
	}
	if s.file != nil {
		e.Misfits = columns.MisfitsOf(p, s.file.Found)
	}
	return e, nil
}

// TakeEarlier takes over what an earlier plan decides, in one edit: who a row is about, the
// columns, the secrets, the questions and the budget of a release. The file, the data set with
// its ledger and its limit stay; what was known of the earlier data, and what was agreed for its
// release, is left out.
func (s *Session) TakeEarlier(e EarlierPlan) {
	s.Edit(func(p *plan.Plan) {
		from := e.Plan.Clone()
		p.Rows, p.Weight, p.Columns, p.Impossible, p.Secrets = from.Rows, from.Weight, from.Columns, from.Impossible, from.Secrets
		p.PublishAs(from)
		p.Budget.Epsilon, p.Budget.Delta = from.Budget.Epsilon, from.Budget.Delta
		p.Facts, p.Agreed, p.Data.Reviewed = plan.Facts{}, nil, nil
		if p.Title == "" || p.Title == p.DataSet {
			p.Title = from.Title
		}
		s.Columns.InSheetOrder(p)
	})
}
