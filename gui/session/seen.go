package session

import (
	"context"
	"iter"
	"time"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/opened"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/signature"
)

// seen is what the packages of steps see of a session (package current, and secrets.Project, facts.Project and so on).
type seen struct {
	*Session
	project int // its number; always, for any
}

// History returns the plans that Undo and Redo go to.
func (s seen) History() iter.Seq[plan.Plan] { return s.Session.History.Plans() }

// Outlook, Declared and Changed are the session's.
func (s seen) Outlook() *plan.Compiled  { return s.outlook() }
func (s seen) Declared() *domain.Domain { return s.declared() }
func (s seen) Changed()                 { s.changed() }

// Key, Noise, Planner and Now are those of the session's surroundings.
func (s seen) Key() *signature.Keep      { return s.around.Key }
func (s seen) Noise() func() noise.Fresh { return s.around.Noise }
func (s seen) Planner() preview.Planner  { return s.around.Planner }
func (s seen) Now() time.Time            { return s.around.Now() }

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

// Carried returns the release that was carried out or is shown again, nil for none.
func (s seen) Carried() *publish.Finished {
	if f := s.Release.Finished(); f != nil {
		return f.Finished
	}
	return nil
}

// File is the open spreadsheet, nil for none, and CloseFile closes it.
func (s seen) File() *opened.File { return s.Data.File() }
func (s seen) CloseFile() {
	s.Data.SetFile(nil)
	s.changed()
}

// Spreadsheet is its path, "" for none.
func (s seen) Spreadsheet() string {
	if s.File() == nil {
		return ""
	}
	return s.File().Path
}

// Failure is what the window shows as having failed, and Tell shows a notice.
func (s seen) Failure() (in guide.Step, message string) {
	if s.problem == nil {
		return 0, ""
	}
	return s.problem.Step, s.problem.Message
}
func (s seen) Tell(notice string) { s.notice = notice }

// Recompile has the plan checked again.
func (s seen) Recompile() { s.compile() }

// Preview and Foreseen are those of the step Privacy and error, and Fate that of Questions.
func (s seen) Preview() *preview.Preview  { return s.Budget.Preview() }
func (s seen) Foreseen() *preview.Preview { return s.Budget.Foreseen() }
func (s seen) Fate(i int) plan.Fate       { return s.Questions.Question(i).Fate() }

// Published, ValuesNamed and CombinationWords are those of the step Columns.
func (s seen) Published(column string) (plan.Column, bool) { return s.Columns.Published(column) }
func (s seen) ValuesNamed(column, text string) ([]string, error) {
	return s.Columns.ValuesNamed(column, text)
}
func (s seen) CombinationWords(c domain.Combination) string { return s.Columns.CombinationWords(c) }

// Past is what the project remembers of its releases and its account.
func (s seen) Past() project.Past        { return s.remembered }
func (s seen) SetPast(past project.Past) { s.remembered = past }
func (s seen) Autosave()                 { s.autosave() }

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
