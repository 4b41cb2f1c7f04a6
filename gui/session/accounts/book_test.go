package accounts_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/promise"
	"steward/core/release"
	"steward/gui/session/accounts"
	"steward/gui/session/balance"
	"steward/gui/words"
	"steward/io/familiar"
	"steward/io/ledger"
	"steward/io/project"
)

// desk is a project whose work is done at once. What is not asked of it is nil.
type desk struct {
	together
	plan plan.Plan
	past []plan.Plan
	dir  string
	kept *balance.Keeper
}

// together is what an account and what keeps it see.
type together interface {
	accounts.Project
	balance.Project
}

// book returns the account of the project.
func (d *desk) book() *accounts.Book {
	d.kept = balance.New(d, nil, "")
	return accounts.New(d, d.kept)
}

func (d *desk) Plan() plan.Plan              { return d.plan }
func (d *desk) History() iter.Seq[plan.Plan] { return slices.Values(d.past) }
func (d *desk) Path() string                 { return "people.steward" }
func (d *desk) Spreadsheet() string          { return "" }
func (d *desk) Header() []string             { return nil }
func (d *desk) LedgerDir() string            { return d.dir }
func (d *desk) Now() time.Time               { return time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC) }
func (d *desk) Past() project.Past           { return project.Past{} }
func (d *desk) SetPast(project.Past)         {}
func (d *desk) Go(work func())               { work() }
func (d *desk) Dispatch(then func())         { then() }
func (d *desk) Changed()                     {}

func (d *desk) Column(name string) (*domain.Attribute, bool) {
	for _, c := range d.plan.Columns {
		if string(c.Name) == name {
			a, err := c.Attribute()
			return a, err == nil
		}
	}
	return nil, false
}

func (d *desk) Background(work func(context.Context), then func()) (stop func()) {
	work(context.Background())
	then()
	return func() {}
}

// spends has the ledger note releases of the plan at 0.5 each, with a limit of 2.
func (d *desk) spends(t *testing.T, dataSet string, titles ...string) {
	t.Helper()
	p := d.plan
	p.DataSet = dataSet
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(d.dir, dataSet)
	if err != nil {
		t.Fatal(err)
	}
	for i, title := range titles {
		s := release.Spend{DataSet: dataSet, Title: title, Time: time.Date(2026, 2, 3+i, 9, 0, 0, 0, time.UTC).Format(time.RFC3339), Epsilon: c.Budget, Limit: c.Limit, By: "A. Steward",
			Columns: []string{"town"}, Declared: release.Declared(p), Policy: "all", Questions: []string{"Towns"}}
		if _, err := l.Debit(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if d.kept != nil {
		d.kept.Refresh()
	}
}

func newDesk(t *testing.T) *desk {
	refuse := plan.Special{Rule: domain.Refuse}
	return &desk{dir: t.TempDir(), plan: plan.Plan{
		Version: plan.Version, DataSet: "People", Title: "Towns",
		Columns:   []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South", "East"}, Origin: domain.Typed, Blank: refuse, Other: refuse}},
		Questions: []plan.Question{{ID: "q", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}},
		Budget:    plan.Budget{Epsilon: "0.5", Limit: "2"},
	}}
}

// says fails unless one of some sentences has a part.
func says(t *testing.T, list []string, part string) {
	t.Helper()
	clean := func(s string) string { return strings.NewReplacer("\x01", "", "\x02", "", "\x03", "").Replace(s) }
	if !slices.ContainsFunc(list, func(s string) bool { return strings.Contains(clean(s), part) }) {
		t.Errorf("nothing says %q of %q", part, list)
	}
}

func must(t *testing.T) func(error) {
	return func(err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
}

// The account tells of all releases about these people, those of linked data sets too, and of what they tell together.
func TestOverview(t *testing.T) {
	d := newDesk(t)
	book := d.book()
	if o := book.Overview(); len(o.Releases) > 0 || o.Problem != "" {
		t.Errorf("of nothing it says %+v", o)
	}
	d.spends(t, "People", "First", "Second")
	d.spends(t, "Register", "Between")
	book.Link("Register", accounts.Words{Why: "the same town", By: "B. Clerk"}, must(t))
	book.Annotate(book.Overview().Releases[0], accounts.Words{Why: "shown to the board"}, must(t))
	o := book.Overview()
	var titles []string
	for _, r := range o.Releases {
		titles = append(titles, r.Title)
	}
	if !slices.Equal(titles, []string{"Second", "Between", "First"}) && !slices.Equal(titles, []string{"Second", "First", "Between"}) {
		t.Errorf("the releases are %q", titles)
	}
	says(t, o.Releases[0].Notes, "shown to the board (22 November 2026)")
	says(t, o.Sums, "have spent")
	says(t, o.Linked, "“Register” is about the same people and has spent 0.5")
	says(t, o.Allowed, "The limit was set to 2: the plan of “First”, the first release with a limit (3 February 2026, A. Steward).")
	says(t, o.Allowed, "In the account “Register”: The limit was set to 2: the plan of “Between”")
	says(t, o.Belongs, "people.steward, which is open")
	if by := d.kept.By(); by != "B. Clerk" {
		t.Errorf("it is remembered that %q noted it", by)
	}
	told := func(column string) string {
		answer, ok := book.Tell(column, 0, 1)
		var said strings.Builder
		for _, s := range answer.Sentence {
			said.WriteString(s.Text)
		}
		if !ok {
			t.Errorf("of %s it says nothing", column)
		}
		return said.String()
	}
	if want := "4.49"; !strings.Contains(told("town"), want) { // e to the 1.5 of three releases, rounded up
		t.Errorf("between two towns it says %q, which should name %s", told("town"), want)
	}
	d.plan.Columns = append(slices.Clone(d.plan.Columns), plan.Column{Name: "age", Kind: domain.List, Values: []string{"young", "old"}, Origin: domain.Typed, Blank: d.plan.Columns[0].Blank, Other: d.plan.Columns[0].Other})
	if said := told("age"); !strings.Contains(said, "part of no release") {
		t.Errorf("of a column that was never released it says %q", said)
	}
}

// Releases of one title and day are told apart by the time of day, and others are not cluttered with it.
func TestReleasesOfOneDay(t *testing.T) {
	d := newDesk(t)
	d.spends(t, "People", "Towns", "Villages")
	d.spends(t, "People", "Towns")
	d.spends(t, "Register", "Villages")
	var days []string
	for _, r := range d.book().Overview().Releases {
		days = append(days, r.Title+": "+r.Day)
	}
	if want := []string{"Towns: 3 February 2026, 09:00 UTC", "Villages: 4 February 2026", "Towns: 3 February 2026, 09:00 UTC"}; !slices.Equal(days, want) {
		t.Errorf("the releases are %q, want %q", days, want)
	}
}

// A fact that ties people together counts for every release, in the account as in the ledger.
func TestOverviewWithFacts(t *testing.T) {
	d := newDesk(t)
	d.plan.Columns[0].Values = append(d.plan.Columns[0].Values, "West")
	d.spends(t, "People", "First")
	d.plan.Facts.Stated = []constraint.Fact{{ID: "towns", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "town", Values: []string{"North", "South"}}}}, Count: 7}}}}
	o := d.book().Overview()
	s, _, err := d.kept.Statement()
	if err != nil {
		t.Fatal(err)
	}
	joint, err := s.Together(&d.plan)
	if err != nil {
		t.Fatal(err)
	}
	if want := joint.Loss.FloatString(1); want != "1.0" {
		t.Fatalf("the release counts as %s", want)
	}
	says(t, o.Sums, "have spent 1")
	says(t, []string{o.Releases[0].Loss}, "It spent 0.5, and counts as 1")
}

// What is noted needs a reason where whoever reads the ledger later would miss one, and a sum that can be read.
func TestNoting(t *testing.T) {
	d := newDesk(t)
	d.spends(t, "People", "First")
	book := d.book()
	refused := func(what, wants string) func(error) {
		return func(err error) {
			t.Helper()
			if err == nil || !strings.Contains(err.Error(), wants) {
				t.Errorf("%s: %v, want %q", what, err, wants)
			}
		}
	}
	r := book.Overview().Releases[0]
	book.Annotate(r, accounts.Words{Why: " "}, refused("no words", "say why"))
	book.Reserve("much", "Next year", accounts.Words{}, refused("no sum", "“much” cannot be set aside"))
	book.Reserve("5", "Next year", accounts.Words{}, refused("too much", "would be exceeded"))
	book.Reserve("1", "Next year", accounts.Words{}, must(t))
	aside := book.Overview().Reserved[0]
	book.Return(aside, "2", accounts.Words{}, refused("more than there is", "1"))
	book.Return(aside, "0.25", accounts.Words{Why: "one table less", By: "A. Steward"}, must(t))
	says(t, []string{book.Overview().Reserved[0].Said}, "0.75 is set aside for “Next year”: 22 November 2026.")
	book.Return(aside, "", accounts.Words{}, must(t))
	o := book.Overview()
	if len(o.Reserved) > 0 {
		t.Errorf("%+v is left", o.Reserved)
	}
	says(t, o.Returned, "0.25 of what was set aside for “Next year” was given back: one table less (22 November 2026, A. Steward).")
	says(t, o.Returned, "0.75 of what was set aside for “Next year” was given back: 22 November 2026.")
	book.Link("Registre", accounts.Words{Why: "x"}, refused("a name that no account has", "no account"))
	file := t.TempDir() + "/ledger.json"
	book.Export(file, must(t))
	book.Import(file, false, func(said string, err error) { must(t)(err); says(t, []string{said}, "already has all of it") })
	book.Forget(accounts.Words{Why: "destroyed"}, must(t))
	if o := book.Overview(); !o.Forgotten || len(o.Releases) != 1 || !strings.Contains(o.Releases[0].Loss, "0.5") {
		t.Errorf("a forgotten account says %+v", o)
	}
	book.Reopen(accounts.Words{Why: "a second wave"}, must(t))
	if book.Overview().Forgotten {
		t.Error("it is still forgotten")
	}
}

// What is set aside in an account that the project was about before a plan was taken back is told, and can be given back.
func TestSetAsideElsewhere(t *testing.T) {
	d := newDesk(t)
	d.spends(t, "Register", "First")
	taken := d.plan
	taken.DataSet = "Register"
	d.plan, d.past = taken, []plan.Plan{d.plan}
	book := d.book()
	book.Reserve("0.75", "Next year", accounts.Words{}, must(t))
	if o := book.Overview(); len(o.Reserved) != 1 || len(o.Elsewhere) > 0 {
		t.Errorf("of its own account it says %+v", o)
	}
	d.plan, d.past = d.past[0], []plan.Plan{taken, taken}
	book.Seek()
	o := book.Overview()
	if len(o.Reserved) > 0 || len(o.Elsewhere) != 1 {
		t.Fatalf("after it was taken back it says %+v", o)
	}
	says(t, []string{o.Elsewhere[0].Said}, "In the account “Register”: 0.75 is set aside for “Next year”")
	book.Return(o.Elsewhere[0], "", accounts.Words{}, must(t))
	if o := book.Overview(); len(o.Elsewhere) > 0 {
		t.Errorf("%+v was given back", o.Elsewhere)
	}
}

// What is kept of whom an account is about is said, and nothing where nothing is.
func TestSketchesAreTold(t *testing.T) {
	d := newDesk(t)
	book := d.book()
	if book.Seek(); book.Overview().Sketched != "" {
		t.Error("a sketch is told of that is not kept")
	}
	keys := func(yield func(string, error) bool) {
		_ = yield("a", nil) && yield("b", nil)
	}
	if _, err := familiar.In(d.dir).Remember("People", "key", keys); err != nil {
		t.Fatal(err)
	}
	book.Seek()
	says(t, []string{book.Overview().Sketched}, "A sketch of 2 values of the column “key” is kept.")
	book.RememberPeople("", must(t))
	if book.Overview().Sketched != "" {
		t.Error("it is still told of")
	}
}

// What the window says of an account that refuses something names no command of the command line: it has links for all of them.
func TestRefusalsNameNoCommands(t *testing.T) {
	why := message.Sprintf("known facts tie people’s answers together, and some were stated after earlier releases; added up, the releases spent %s", "1")
	for _, code := range []string{words.English, "de"} {
		if err := words.Use(code); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = words.Use(words.English) })
		for _, err := range []error{
			&ledger.LimitError{DataSet: "People", Spent: "2", Limit: "2", Asked: "1", Left: "0", Everybodys: true, Why: why},
			&ledger.LimitError{DataSet: "People", Spent: "2", Limit: "2", Asked: "1", Left: "0", Everybodys: true, Reserving: true, Reserved: "1"},
			&ledger.UnknownError{DataSet: "Peopel", Nearest: []string{"People"}}, &ledger.UnknownError{DataSet: "Peopel"},
			&ledger.RaisingError{DataSet: "People"},
			&ledger.ForgottenError{DataSet: "People", Time: "2026-11-22T09:00:00Z", Total: "1"},
			&ledger.ForkError{DataSet: "People", Common: 3, Here: "1", There: "0.5", Limit: "2"}, &ledger.ForkError{DataSet: "People", Common: 3, Here: "1", There: "0"},
			&ledger.UnboundedError{DataSet: "People", Err: &promise.Unbounded{Why: message.Sprintf("the account does not say which facts %s took as known: add to it what their records say%s", "“A”", message.Type("steward ledger know"))}},
			words.Errorf("the limit: %w", &ledger.RaisingError{DataSet: "People"}), fmt.Errorf("%w", message.Errorf("%s: %w", "People", &ledger.RaisingError{DataSet: "People"})),
		} {
			said := words.SentenceOf(err)
			if strings.Contains(said, "steward ") || strings.Contains(said, "--") || strings.Contains(said, "()") {
				t.Errorf("%T in the language %q: %s", err, code, said)
			}
			if !strings.Contains(words.Error(err), "steward ledger") && code == words.English {
				t.Errorf("the command line is not told what to type: %v", err)
			}
		}
	}
}

// How often somebody guesses right who puts all releases together goes by the answers that they hide least, whatever weights their secrets
// have, and where being in the file is all that they keep secret.
func TestOverviewGuessesByWhatIsHiddenLeast(t *testing.T) {
	for name, c := range map[string]struct {
		of    secret.Secrets
		times string
	}{
		"everything":        {secret.Secrets{}, "74"},
		"heavy":             {secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"town"}, Kind: secret.Everything, Weight: "6"}}}, "99.8"},
		"being in the file": {secret.Secrets{Presence: true, PresenceOnly: true}, "89"},
	} {
		d := newDesk(t)
		d.plan.Secrets = c.of
		d.spends(t, "People", "First", "Second")
		t.Run(name, func(t *testing.T) {
			says(t, d.book().Overview().Sums, "guesses right at most "+c.times+" times in 100")
		})
	}
}
