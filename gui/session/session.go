package session

import (
	"context"
	"errors"
	"path/filepath"
	"reflect"
	"time"

	"steward/core/guide"
	"steward/core/noise"
	"steward/core/optimum"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/accounts"
	"steward/gui/session/balance"
	"steward/gui/session/budget"
	"steward/gui/session/columns"
	"steward/gui/session/data"
	"steward/gui/session/database"
	"steward/gui/session/drafts"
	"steward/gui/session/edits"
	"steward/gui/session/everyrow"
	"steward/gui/session/expert"
	"steward/gui/session/facts"
	"steward/gui/session/nextyear"
	"steward/gui/session/opened"
	"steward/gui/session/persons"
	"steward/gui/session/questions"
	"steward/gui/session/releasing"
	"steward/gui/session/secrets"
	"steward/gui/session/signingoff"
	"steward/gui/session/summary"
	"steward/gui/session/sums"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/records"
	"steward/io/signature"
)

// Surroundings are what a session needs from whoever runs it.
type Surroundings struct {
	// Dispatch carries a function out where the window may be changed; the default calls
	// it at once.
	Dispatch func(func())
	// Go starts background work; the default starts a goroutine. Tests call it directly.
	Go func(func())
	// Now is the clock.
	Now func() time.Time
	// LedgerDir is the folder of the ledgers.
	LedgerDir string
	// Key is the folder with the key that signs records; without one they are not signed.
	Key *signature.Keep
	// Drafts is the folder that keeps the plans of unsaved projects, in case the program dies; empty
	// for keeping none.
	Drafts  string
	Program string
	// Noise opens the randomness of releases and pilots. A session without it cannot release.
	Noise func() noise.Fresh
	// Optima remember the best strategies of questions, so that they are searched for once; sessions may
	// share them. Nil means that the session has its own.
	Optima *optimum.Memory
	// Planner works errors out; the default remembers them for the latest plans.
	Planner preview.Planner
}

// Session is one project in the window: the plan with its history, the spreadsheet, the
// preview and the release. Its methods are called where the window may be changed; work in
// the background comes back through Surroundings.Dispatch. Observers are told of every
// change.
type Session struct {
	// Data is the step Your data, and Persons says whom the rows are about; Columns, Secrets, Facts and Questions are the steps of these names, as is
	// Summary, and Budget is Privacy and error.
	Data      *data.Step
	Persons   *persons.Step
	Columns   *columns.Step
	Secrets   *secrets.Step
	Facts     *facts.Step
	Questions *questions.Step
	Budget    *budget.Step
	Summary   *summary.Step
	// Database is where queries are written and what they return is taken in.
	Database *database.Desk
	// SigningOff is how two people sign the plan off.
	SigningOff *signingoff.Step
	// Expert is all of it in the field's terms.
	Expert *expert.View
	// Rows says what became of every row of the file.
	Rows *everyrow.View
	// Sums are added up of released answers.
	Sums *sums.Sum
	// Accounts is the account of the people whom the project is about, and Balance what it means for the release.
	Accounts *accounts.Book
	Balance  *balance.Keeper
	// NextYear takes the plan of an earlier project over for the file that is open.
	NextYear *nextyear.Desk
	// Release is the step Release, and Interrupted are releases of this program's accounts that broke off.
	Release     *releasing.Step
	Interrupted *releasing.Interrupted
	// History is what Undo and Redo go to, and Drafts keeps the plan while it is not saved.
	History *edits.History
	Drafts  *drafts.Keeper

	around    Surroundings
	observers []func()
	number    int // of the project that is open, among those that were
	open      context.Context
	shut      context.CancelFunc // of open
	passwords records.Passwords

	plan       plan.Plan
	memory     plan.Memory // of what the facts of the plans so far tie together
	tying      *tying      // nil unless the plan's facts are being worked out
	compiled   *plan.Compiled
	issues     []plan.Issue
	path       string        // of the project file; empty until saved
	project    *project.File // nil until saved
	saved      time.Time
	remembered project.Past // releases of the project, and its account
	edited     bool         // since it was last saved, while path is empty
	problem    *Problem     // the last failure that the window shows
	notice     string       // what the last edit meant for other steps
	taken      string       // what Undo has just taken back, or Redo done again

	studies studies
	job     *Job
}

// mostRemembered is how many answers a session remembers.
const mostRemembered = 16

// Problem is a failure in words: what happened and where, and in which step it is mended.
type Problem struct {
	Step    guide.Step
	Message string
}

// New returns a session with an empty plan.
func New(s Surroundings) *Session {
	if s.Dispatch == nil {
		s.Dispatch = func(f func()) { f() }
	}
	if s.Go == nil {
		s.Go = func(f func()) { go f() }
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Planner == nil {
		s.Planner = preview.NewRemembered(preview.Planning{}, mostRemembered)
	}
	if s.Optima == nil {
		s.Optima = new(optimum.Memory)
	}
	out := &Session{around: s, plan: emptyPlan(), memory: plan.Memory{Optima: s.Optima}, Drafts: drafts.New(s.Drafts)}
	out.History = edits.NewHistory(out.Plan)
	out.Interrupted = releasing.NewInterrupted(seen{out, always}, func() *releasing.Step { return out.Release })
	out.furnish()
	out.compile()
	return out
}

// always is in place of the number of a project where it does not matter which one is open.
const always = -1

// furnish makes the steps of a project anew, so that none keeps anything of another. What was worked out beside the window for the one
// before is stopped, and what comes of it is no longer taken in.
func (s *Session) furnish() {
	if s.shut != nil {
		s.shut()
	}
	s.number++
	s.open, s.shut = context.WithCancel(optimum.Share(context.Background(), s.around.Optima))
	in, by := seen{s, s.number}, ""
	if s.Balance != nil {
		by = s.Balance.By()
	}
	s.Budget, s.Database, s.Persons, s.Secrets, s.Questions = budget.New(in), database.New(in), persons.New(in), secrets.New(in), questions.New(in)
	s.Balance, s.Data = balance.New(in, s.Budget, by), data.New(in, &s.passwords, s.Database)
	s.Columns, s.Facts = columns.New(in, s.Persons, s.Data, s.Secrets), facts.New(in, s.Persons)
	s.SigningOff, s.Summary, s.Expert, s.Sums = signingoff.New(in, s.Balance), summary.New(in, s.Budget), expert.New(in, s.Budget), sums.New(in)
	s.Release = releasing.New(in, s.Balance, s.Persons, s.SigningOff, s.Interrupted)
	s.Rows, s.Accounts, s.NextYear = everyrow.New(in, s.Release, s.Columns), accounts.New(in, s.Balance), nextyear.New(in, s.Data, s.Balance)
}

// background is the context of the work for the project that is open. Methods that a verification or a sum prepares again then search
// for no strategy that a preview or release has found.
func (s *Session) background() context.Context { return s.open }

func emptyPlan() plan.Plan {
	p := plan.Plan{Version: plan.Version, Budget: plan.Budget{Epsilon: "0.5", Limit: "2"}}
	if code := words.Language(); code != words.English { // proposed, and the steward's to change
		p.Language = code
	}
	return p
}

// Observe has f called after every change.
func (s *Session) Observe(f func()) { s.observers = append(s.observers, f) }

func (s *Session) changed() {
	for _, f := range s.observers {
		f()
	}
}

// Plan returns the plan as it stands. The caller must not change what it refers to; Edit
// does.
func (s *Session) Plan() plan.Plan { return s.plan }

// Compiled returns the checked plan, or nil while it has issues.
func (s *Session) Compiled() *plan.Compiled { return s.compiled }

// Problem returns the failure to show, or nil.
func (s *Session) Problem() *Problem { return s.problem }

// Dismiss forgets the failure shown.
func (s *Session) Dismiss() {
	s.problem = nil
	s.changed()
}

// Respeak says what the session keeps in words again, in the language that is in use now.
func (s *Session) Respeak() {
	s.problem, s.notice, s.taken = nil, "", ""
	s.Release.Respeak()
	s.Accounts.Respeak()
}

// Fail shows a failure in a step.
func (s *Session) Fail(step guide.Step, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	s.problem = &Problem{step, words.SentenceOf(err)}
	s.changed()
}

// Edit changes the plan: change works on a copy, which replaces the plan unless nothing is
// different. The change can be undone. What depends on the plan is computed anew; a
// finished release stays what it was.
func (s *Session) Edit(change func(*plan.Plan)) {
	next := s.plan.Clone()
	change(&next)
	if next.Data.Reviewed == s.plan.Data.Reviewed || reflect.DeepEqual(next.Data.Reviewed, s.plan.Data.Reviewed) {
		if opened.ReadDifferently(s.plan, next) {
			next.Data.Reviewed = nil
		}
	}
	if reflect.DeepEqual(next, s.plan) {
		return
	}
	before, stood := s.plan, s.standing()
	s.History.Keep()
	s.edited = true
	s.notice, s.taken = "", ""
	s.replace(next)
	s.notice = s.consequences(before, stood)
	s.changed()
}

// set replaces the plan and tells so.
func (s *Session) set(p plan.Plan) {
	s.notice, s.taken = "", ""
	s.replace(p)
	s.changed()
}

func (s *Session) replace(p plan.Plan) {
	s.adopt(p)
	s.autosave()
}

// adopt is replace for a plan that need not be written.
func (s *Session) adopt(p plan.Plan) {
	s.plan = p
	s.problem = nil
	s.compile()
	s.Budget.Stale()
	s.Budget.SeekPublic()
	s.studies.stale()
	s.Secrets.Stale()
}

// Undo takes the last edit back.
func (s *Session) Undo() {
	edit, _ := s.History.Undoable()
	if last, ok := s.History.Back(); ok {
		s.edited = true
		stays := s.Balance.StaysAside(last)
		s.set(last)
		s.say(words.T("Undone: %s.", edit.What) + stays)
	}
}

// Redo does the last undone edit again.
func (s *Session) Redo() {
	edit, _ := s.History.Redoable()
	if next, ok := s.History.Forth(); ok {
		s.edited = true
		s.set(next)
		s.say(words.T("Redone: %s.", edit.What))
	}
}

func (s *Session) compile() {
	s.compiled, s.issues = nil, nil
	if !s.tieFacts() {
		return // it is compiled when they are worked out
	}
	c, err := s.memory.Compile(s.plan)
	if incomplete, ok := errors.AsType[*plan.Incomplete](err); ok {
		s.issues = incomplete.Issues
		return
	}
	s.compiled = c
}

// Unsaved reports whether the plan has edits that no project file holds.
func (s *Session) Unsaved() bool { return s.path == "" && s.edited }

// NewProject begins again with an empty plan and no file. It does nothing while a job runs.
func (s *Session) NewProject() {
	if s.job != nil {
		return
	}
	s.begin(project.Past{})
	s.set(emptyPlan())
}

// Resume goes on with what was left behind.
func (s *Session) Resume(left drafts.Left) {
	if s.job != nil {
		return
	}
	p, past, err := left.Read()
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	s.begin(past)
	s.edited = true
	s.Drafts.Taken(left)
	s.set(p)
	s.Release.RecallLast()
	s.ForgetLeft(left)
}

// ForgetLeft removes what was left behind.
func (s *Session) ForgetLeft(left drafts.Left) {
	if err := s.Drafts.Forget(left); err != nil {
		s.Fail(guide.Data, err)
		return
	}
	s.changed()
}

// Close ends the session: nothing that is not saved is wanted any more.
func (s *Session) Close() {
	s.Drafts.Drop()
	s.Drafts.Close()
}

// Number is that of the project that is open among those that were: with another one the steps are others too.
func (s *Session) Number() int { return s.number }

// begin closes the project that is open, for one of this past.
func (s *Session) begin(past project.Past) {
	s.Drafts.Drop()
	s.path, s.project, s.edited = "", nil, false
	s.History.Forget()
	s.remembered = past
	s.furnish()
}

// OpenProject replaces the session's plan by that of a project file. It errors when that cannot be read, and while a job runs.
func (s *Session) OpenProject(path string) error {
	if s.job != nil {
		return words.Errorf("%s is under way. Wait until it is done, or cancel it at the bottom of the window.", s.job.What)
	}
	file, p, err := project.Open(path)
	if err != nil {
		return err
	}
	s.begin(file.Past())
	s.path, s.project, s.saved = path, file, file.SavedAt()
	s.notice, s.taken = "", ""
	s.adopt(p) // its file stays as it is until there is an edit
	s.Release.RecallLast()
	s.changed()
	return nil
}

// SaveProject writes the plan to a project file, which every later edit goes to as well.
func (s *Session) SaveProject(path string) error {
	if filepath.Ext(path) == "" {
		path += ".steward"
	}
	file := s.project
	var err error
	if path == s.path && file != nil {
		file.Remember(s.remembered)
		err = file.Save(s.plan)
	} else {
		file, err = project.SaveAs(path, s.plan, s.remembered)
	}
	if err != nil {
		return err
	}
	s.Drafts.Drop()
	s.path, s.project, s.saved, s.edited = path, file, s.around.Now(), false
	s.changed()
	return nil
}

// autosave writes the plan to its project file after an edit.
func (s *Session) autosave() {
	if s.path == "" {
		if s.edited {
			s.Drafts.Keep(s.plan, s.remembered)
		}
		return
	}
	s.project.Remember(s.remembered)
	if err := s.project.Save(s.plan); err != nil {
		s.problem = &Problem{guide.Data, words.Sentence(words.T("the project could not be saved: %v", err))}
		return
	}
	s.saved = s.around.Now()
}

// Path returns the project file, or "" when the plan has never been saved.
func (s *Session) Path() string { return s.path }

// SavedLine says when the project was last saved.
func (s *Session) SavedLine() string {
	if s.path == "" {
		return words.T("Not saved yet")
	}
	now := s.around.Now()
	saved := s.saved.In(now.Location())
	switch {
	case saved.IsZero():
		return words.T("Saved")
	case saved.Format(time.DateOnly) != now.Format(time.DateOnly):
		return words.T("Saved on %s", words.ShortDate(saved))
	}
	return words.T("Saved %s", words.Clock(saved))
}

// Title returns the name of the data set, or of nothing yet.
func (s *Session) Title() string {
	switch {
	case s.plan.DataSet != "":
		return s.plan.DataSet
	case s.Data.File() != nil:
		return s.Data.File().Name
	}
	return words.T("New project")
}

// Program names the program, with its version.
func (s *Session) Program() string { return s.around.Program }

// LedgerDir returns the folder of the ledgers.
func (s *Session) LedgerDir() string { return s.around.LedgerDir }
