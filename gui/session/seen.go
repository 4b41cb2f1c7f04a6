package session

import (
	"context"
	"iter"
	"slices"
	"time"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/preview"
	"steward/core/result"
	"steward/gui/session/opened"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/records/rowaccount"
	"steward/io/sheet"
	"steward/io/signature"
	"steward/io/witness"
)

// seen is what the packages of steps see of a session (package current, and secrets.Project, facts.Project and so on).
type seen struct {
	*Session
	project int // its number; always, for any
}

// History returns the plans that Undo and Redo go to.
func (s seen) History() iter.Seq[plan.Plan] {
	return func(yield func(plan.Plan) bool) {
		for _, list := range [][]plan.Plan{s.past, s.future} {
			for _, p := range slices.Backward(list) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// Outlook, Declared, Changed and PriceOfPeople are the session's.
func (s seen) Outlook() *plan.Compiled                 { return s.outlook() }
func (s seen) Declared() *domain.Domain                { return s.declared() }
func (s seen) Changed()                                { s.changed() }
func (s seen) PriceOfPeople() (factor int, why string) { return s.priceOfPeople() }
func (s seen) Planner() preview.Planner                { return s.around.Planner }

// Go does work in the background, under Context.
func (s seen) Go(work func())           { s.around.Go(work) }
func (s seen) Context() context.Context { return s.background() }

// Dispatch takes in what was found, unless another project was opened meanwhile.
func (s seen) Dispatch(then func()) {
	s.around.Dispatch(func() {
		if s.project == always || s.project == s.number {
			then()
		}
	})
}

// Key, Noise and Program are those of the session's surroundings; Roughly is said in the step Privacy and error.
func (s seen) Key() *signature.Keep                { return s.around.Key }
func (s seen) Noise() func() noise.Fresh           { return s.around.Noise }
func (s seen) Program() string                     { return s.around.Program }
func (s seen) Roughly() (people int64, known bool) { return s.Budget.Roughly() }

// Carried returns the release that was carried out or is shown again, nil for none.
func (s seen) Carried() *publish.Finished {
	if f := s.Release.Finished(); f != nil {
		return f.Finished
	}
	return nil
}

// File is the open spreadsheet, nil for none, and SetFile changes it; WithPasswords adds the passwords that were typed so far.
func (s seen) File() *opened.File     { return s.Data.File() }
func (s seen) SetFile(f *opened.File) { s.Data.SetFile(f) }
func (s seen) WithPasswords(ctx context.Context) context.Context {
	return s.Data.WithPasswords(ctx)
}
func (s seen) OpenFile(path string, d plan.Data) { s.Data.OpenFile(path, d) }

// Opened notes a file that was opened: it may be what describes the table of a database.
func (s seen) Opened(f *opened.File) { s.Database.Opened(f) }

// Failure is what the window shows as having failed.
func (s seen) Failure() (in guide.Step, message string) {
	if s.problem == nil {
		return 0, ""
	}
	return s.problem.Step, s.problem.Message
}

// SetBudget is that of the step Privacy and error.
func (s seen) SetBudget(epsilon string) { s.Budget.SetBudget(epsilon) }

// CloseFile closes the spreadsheet that is open.
func (s seen) CloseFile() {
	s.SetFile(nil)
	s.changed()
}

// Recompile has the plan checked again.
func (s seen) Recompile() { s.compile() }

// Preview, Foreseen and Look are those of the step Privacy and error, and Fate that of Questions.
func (s seen) Preview() *preview.Preview                { return s.Budget.Preview() }
func (s seen) Foreseen() *preview.Preview               { return s.Budget.Foreseen() }
func (s seen) Look() (p *preview.Preview, current bool) { return s.Budget.Look() }
func (s seen) Fate(i int) plan.Fate                     { return s.Questions.Fate(i) }

// AllIssues returns what is wrong with the plan; SetSecret gives columns a secret.
func (s seen) AllIssues() []plan.Issue   { return s.issues }
func (s seen) SetSecret(x secret.Secret) { s.Secrets.SetSecret(x) }

// Published, ValuesNamed and CombinationWords are those of the step Columns.
func (s seen) Published(column string) (plan.Column, bool) { return s.Columns.Published(column) }
func (s seen) ValuesNamed(column, text string) ([]string, error) {
	return s.Columns.ValuesNamed(column, text)
}
func (s seen) CombinationWords(c domain.Combination) string { return s.Columns.CombinationWords(c) }

// KeptOut says why a column is not to be published.
func (s seen) KeptOut(column string) string { return s.Persons.KeptOut(column) }

// FoundPeople returns how many people the open file holds, false where that is not known.
func (s seen) FoundPeople() (int, bool) { return s.Persons.FoundPeople() }

// Checked returns what the last check found, nil where none was made under this reading of the file.
func (s seen) Checked() *rowaccount.Account {
	if !s.Release.Reviewed() {
		return nil
	}
	return s.Release.RowsKnown()
}

// Spreadsheet returns the file that is open, Now the time, and Near where records of releases may be.
func (s seen) Spreadsheet() string {
	if s.File() == nil {
		return ""
	}
	return s.File().Path
}

// Released returns what was released last, or nil.
func (s seen) Released() *result.Release {
	if f := s.Release.Finished(); f != nil {
		return f.Release
	}
	return nil
}

// RecordPath returns the path of the record of what was released last, "" for none.
func (s seen) RecordPath() string {
	if f := s.Release.Finished(); f != nil {
		return f.Record()
	}
	return ""
}

// Tell shows a notice.
func (s seen) Tell(notice string) { s.notice = notice }

// RowsKnown returns what the last check found of every row.
func (s seen) RowsKnown() *rowaccount.Account { return s.Release.RowsKnown() }

// ReadMended reads the file again in the way that does away with an oddity.
func (s seen) ReadMended(f sheet.Fix) { s.Columns.ReadMended(f) }

// Header lists the columns of the file that is open.
func (s seen) Header() []string {
	if s.File() == nil || s.File().Counted {
		return nil
	}
	return s.File().Header
}
func (s seen) Now() time.Time                      { return s.around.Now() }
func (s seen) Near(folders ...string) witness.Near { return s.near(folders...) }

// Statement, RefreshAccount, SetBy and Spending are said of the account, and in the step Privacy and error.
func (s seen) Statement() (said ledger.Statement, read bool, err error) { return s.Balance.Statement() }
func (s seen) RefreshAccount()                                          { s.Balance.Refresh() }
func (s seen) SetBy(name string)                                        { s.Balance.SetBy(name) }
func (s seen) By() string                                               { return s.Balance.By() }
func (s seen) Spending() string                                         { return s.Budget.Spending() }

// Past is what the project remembers of its releases and its account.
func (s seen) Past() project.Past        { return s.remembered }
func (s seen) SetPast(past project.Past) { s.remembered = past }
func (s seen) Autosave()                 { s.autosave() }

// WeightWords and BeyondWords say what a check of the records found, and Barred that a second person is needed.
func (s seen) WeightWords() string { return s.Persons.WeightWords() }
func (s seen) BeyondWords() string { return s.Persons.BeyondWords() }
func (s seen) Barred() string      { return s.SigningOff.Barred() }

// Forgotten drops what was made of a release that is no longer shown, and Replaced what was made of one in whose place another is.
func (s seen) Forgotten() {
	s.Summary.Forget()
	s.Sums.Forget()
}
func (s seen) Replaced() { s.Sums.Forget() }

// Doing says what is under way, "" for nothing.
func (s seen) Doing() string {
	if s.job == nil {
		return ""
	}
	return s.job.What
}

// FoundRows returns how many rows the open file has, 0 without one.
func (s seen) FoundRows() int64 {
	if s.File() == nil || s.File().Found == nil {
		return 0
	}
	return int64(s.File().Found.Rows)
}

// IssuesOf compiles a plan for what is wrong with it, which stays remembered.
func (s seen) IssuesOf(p plan.Plan) []plan.Issue {
	_, err := s.memory.Compile(p)
	return plan.IssuesIn(err)
}

// Background does work beside the window, and then tells its observers, unless it was stopped.
func (s seen) Background(work func(context.Context), then func()) (stop func()) {
	ctx, cancel := context.WithCancel(s.background())
	s.around.Go(func() {
		work(ctx)
		s.Dispatch(func() {
			if ctx.Err() != nil {
				return
			}
			cancel()
			then()
			s.changed()
		})
	})
	return cancel
}

// Run does work as the session's job in a step, and then hands its error on.
func (s seen) Run(step guide.Step, what string, work func(context.Context) error, finish func(error)) {
	s.run(step, what, func(ctx context.Context, _ func(string, float64)) error { return work(ctx) }, finish)
}

// Job is Run of work that tells how far it is, and Busy reports whether one is under way.
func (s seen) Job(step guide.Step, what string, work func(ctx context.Context, progress func(string, float64)) error, finish func(error)) {
	s.run(step, what, work, finish)
}
func (s seen) Busy() bool { return s.job != nil }
