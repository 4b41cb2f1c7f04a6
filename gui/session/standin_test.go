package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/seeded"
	"steward/gui/session/budget"
	"steward/io/project"
	"steward/io/standin"
	"steward/io/verify"
)

// earlierYear writes a public file like the sample into a folder.
func earlierYear(t *testing.T, dir string) string {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("age,district,smoker,education,income,visits\n")
	for i := range 300 {
		fmt.Fprintf(&rows, "%d,Harbour,no,,1200,%d\n", 30+i%9, i%3)
	}
	path := filepath.Join(dir, "earlier.csv")
	if err := os.WriteFile(path, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// short returns a session on the sample with its two questions about one column.
//
//audited:same
func short(t *testing.T) *Session {
	t.Helper()
	s := newSample(t)
	for i := len(s.Plan().Questions) - 1; i >= 0; i-- {
		if len(s.Plan().Questions[i].Columns) > 1 {
			s.Questions.Remove(i)
		}
	}
	if !seeded.Audit { // its many ages take longest to work out
		s.Questions.Question(0).Change(func(q *plan.Question) { q.Columns = []domain.AttributeName{"education"} })
	}
	if n := len(s.Plan().Questions); n < 2 || s.Compiled() == nil {
		t.Fatalf("%d questions, issues %v", n, s.issues)
	}
	return s
}

// measured returns what the errors of a question are measured on, by the mechanisms' ids.
func measuredOn(t *testing.T, s *Session, question int) map[string]string {
	t.Helper()
	p := s.Budget.Preview()
	if p == nil {
		t.Fatalf("no preview: %+v", s.Problem())
	}
	out := make(map[string]string)
	for i, name := range p.Questions[question].StandIns {
		out[p.Questions[question].Candidates[i].Info.ID] = name.String()
	}
	return out
}

// Made-up data lets methods be compared whose error depends on the data; without it they are left
// out, and a choice of one of them is taken back. All of it can be undone.
func TestCompareEvenAndAlone(t *testing.T) {
	seeded.ForAudits(t)
	s := short(t)
	if got := measuredOn(t, s, 0); len(got) > 0 || s.Budget.Compared() != (budget.Compared{}) {
		t.Errorf("compared on %v, %+v", got, s.Budget.Compared())
	}
	s.Budget.CompareEven()
	got := measuredOn(t, s, 0)
	if len(got) < 2 || got["tree-isotonic"] != "made-up data spread evenly" || s.Budget.Compared().On != "made-up data spread evenly" {
		t.Errorf("compared on %v, %+v", got, s.Budget.Compared())
	}
	s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "tree-isotonic" })
	if of := s.Budget.Preview().Questions[0].Of(); of.Info.ID != "tree-isotonic" {
		t.Errorf("chosen is %s", of.Info.ID)
	}
	s.Budget.CompareAlone()
	if got := measuredOn(t, s, 0); len(got) > 0 || s.Plan().StandIn != nil || s.Plan().Questions[0].Mechanism != "" {
		t.Errorf("left out: %v, %+v", got, s.Plan().Questions[0])
	}
	s.Undo()
	if s.Plan().StandIn == nil || s.Plan().Questions[0].Mechanism != "tree-isotonic" || len(measuredOn(t, s, 0)) == 0 {
		t.Error("undoing did not bring the comparison back")
	}
}

// A public file is counted, named, and kept in the plan; the steward's own is refused wherever it is
// chosen from.
func TestComparePublic(t *testing.T) {
	seeded.ForAudits(t)
	s := short(t)
	dir := t.TempDir()
	s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "tree-dawa" }) // needs public numbers, so the plan is not complete
	s.Budget.ComparePublic(earlierYear(t, dir))
	if p := s.Problem(); p != nil {
		t.Fatal(p.Message)
	}
	if got := measuredOn(t, s, 0); got["tree-dawa"] != "earlier.csv" || s.Budget.Compared().Kind != plan.StandInFile || s.Budget.Compared().Lacking != "" {
		t.Errorf("compared on %v, %+v", got, s.Budget.Compared())
	}
	if n := len(s.Plan().StandIn.Tables); n == 0 {
		t.Error("the plan does not keep the numbers")
	}
	s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "" })
	why := s.Budget.WhyMethod(s.Budget.Preview().Questions[0])
	if id := s.Budget.Preview().Questions[0].Of().Info.ID; registry.DataDependent(id) != strings.Contains(why, "measured on earlier.csv") {
		t.Errorf("%s is said to be chosen because: %s", id, why)
	}
	same := filepath.Join(dir, "public.xlsx")
	content, err := os.ReadFile(s.Data.File().Path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(same, content, 0o600); err != nil {
		t.Fatal(err)
	}
	before := s.Plan().StandIn
	for _, own := range []string{s.Data.File().Path, same} {
		s.Dismiss()
		s.Budget.ComparePublic(own)
		if p := s.Problem(); p == nil || !strings.Contains(p.Message, "the very file") || s.Plan().StandIn != before {
			t.Errorf("%s: %+v", own, p)
		}
	}
	s.Dismiss()
	s.Budget.ComparePublic(filepath.Join(dir, "nothing.csv"))
	if s.Problem() == nil {
		t.Error("a file that is not there was taken")
	}
}

// The own file is refused too when it was chosen as public data before it was opened.
func TestReviewRefusesItsOwnDataAsPublic(t *testing.T) {
	s := short(t)
	c := s.Compiled()
	on, err := standin.Like(context.Background(), c, standin.File{Path: s.Data.File().Path}) // nothing is reviewed yet
	if err != nil {
		t.Fatal(err)
	}
	s.Edit(func(p *plan.Plan) { p.StandIn = on.Plan.StandIn })
	s.Release.Review()
	if p := s.Problem(); s.Release.Reviewed() || p == nil || !strings.Contains(p.Message, "the very file") {
		t.Errorf("reviewed %v, %+v", s.Release.Reviewed(), p)
	}
}

// Numbers that the plan does not hold are counted again from the file beside it. A file that is not
// there, or was changed, is named, and the questions are answered without it.
func TestPublicFileIsLookedFor(t *testing.T) {
	seeded.ForAudits(t)
	s := short(t)
	dir := t.TempDir()
	s.Budget.ComparePublic(earlierYear(t, dir))
	saved := filepath.Join(dir, "plan.steward")
	s.Edit(func(p *plan.Plan) { p.StandIn.Tables = p.StandIn.Tables[:1] })
	if s.Budget.Compared().Lacking != "" || len(s.Compiled().Lacking) > 0 {
		t.Errorf("the file is where it was chosen: %+v", s.Budget.Compared())
	}
	if err := s.SaveProject(saved); err != nil {
		t.Fatal(err)
	}
	reopened := func() *Session {
		t.Helper()
		other := New(s.around)
		if err := other.OpenProject(saved); err != nil {
			t.Fatal(err)
		}
		return other
	}
	if other := reopened(); other.Budget.Compared().Lacking != "" || len(measuredOn(t, other, 1)) == 0 {
		t.Errorf("beside the plan: %+v", other.Budget.Compared())
	}
	away := filepath.Join(t.TempDir(), "earlier.csv")
	if err := os.Rename(filepath.Join(dir, "earlier.csv"), away); err != nil {
		t.Fatal(err)
	}
	other := reopened()
	if c := other.Budget.Compared(); !strings.Contains(c.Lacking, "earlier.csv") || !strings.Contains(c.Lacking, other.Plan().Questions[1].Title) {
		t.Errorf("not there: %+v", c)
	}
	if got := measuredOn(t, other, 1); len(got) > 0 {
		t.Errorf("compared on %v", got)
	}
	if got := measuredOn(t, other, 0); len(got) == 0 {
		t.Error("the numbers that the plan holds are not used")
	}
	other.Budget.ComparePublic(away) // it is chosen again
	if other.Budget.Compared().Lacking != "" || len(measuredOn(t, other, 1)) == 0 {
		t.Errorf("chosen again: %+v, %+v", other.Budget.Compared(), other.Problem())
	}
	other.Edit(func(p *plan.Plan) { p.StandIn.Tables = p.StandIn.Tables[:1] })
	if err := os.WriteFile(filepath.Join(dir, "earlier.csv"), []byte("age,district\n30,Harbour\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c := reopened().Budget.Compared(); !strings.Contains(c.Lacking, "not the public file that was chosen") {
		t.Errorf("another file of the name: %+v", c)
	}
	p, err := project.Load(saved)
	if err != nil {
		t.Fatal(err)
	}
	c, lacking, err := standin.Compile(context.Background(), p, t.TempDir(), filepath.Dir(away))
	if err != nil || !lacking.IsZero() || len(c.Lacking) > 0 {
		t.Errorf("in another folder: %v, %q", err, lacking)
	}
}

// A pilot spends at once what it says, and methods are compared on it; until everything is in order
// for it nothing is spent.
func TestPilotIsPaidInTheWindow(t *testing.T) {
	s := short(t)
	if why := s.Release.MayPilot(s.Release.PilotPrice()); !strings.Contains(why, "Check every record") {
		t.Errorf("before the records were checked: %q", why)
	}
	s.Release.Pilot(0, "0.05")
	if s.Balance.Account().Spent != "0" {
		t.Fatal("a pilot was paid for that may not be")
	}
	s.Release.Review()
	for price, says := range map[string]string{"": "", "many": "", "1.9": "", "50": "left"} {
		if why := s.Release.MayPilot(price); (why == "") != (price == "1.9") || !strings.Contains(why, says) {
			t.Errorf("at %q: %q", price, why)
		}
	}
	price := s.Release.PilotPrice()
	if price != "0.05" {
		t.Errorf("proposed are %s of 0.5", price)
	}
	s.Release.Pilot(0, price)
	if p := s.Problem(); p != nil || s.Balance.Account().Spent != price {
		t.Fatalf("%+v, account %+v", p, s.Balance.Account())
	}
	if c := s.Budget.Compared(); c.Kind != plan.StandInPilot || !strings.Contains(c.On, "0.05") || !strings.Contains(c.Lacking, s.Plan().Questions[1].Title) {
		t.Errorf("%+v", c)
	}
	if got := measuredOn(t, s, 0); !strings.Contains(got["tree-isotonic"], "pilot") || len(measuredOn(t, s, 1)) > 0 {
		t.Errorf("compared on %v", got)
	}
	s.Release.Pilot(1, price)
	if s.Budget.Compared().Lacking != "" || len(s.Plan().StandIn.Tables) != 2 || s.Balance.Account().Spent != "0.1" || !s.Release.Reviewed() {
		t.Errorf("after a second pilot: %+v, account %+v", s.Budget.Compared(), s.Balance.Account())
	}
}

// releasedOn releases the session's plan with a method whose error depends on the data, and returns
// the record.
func releasedOn(t *testing.T, s *Session) string {
	t.Helper()
	s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "tree-isotonic" })
	s.Release.Review()
	s.Balance.Account()
	s.Release.Carry(t.TempDir(), "on")
	if s.Release.Finished() == nil {
		t.Fatalf("%+v", s.Problem())
	}
	return s.Release.Finished().Record()
}

// What was measured on public data is verified with it, and nothing of it can be changed unnoticed.
func TestVerifyComparedOnAFile(t *testing.T) {
	seeded.ForAudits(t)
	s := short(t)
	s.Budget.ComparePublic(earlierYear(t, t.TempDir()))
	record := releasedOn(t, s)
	if bad := failures(t, record, s.around.LedgerDir); len(bad) > 0 {
		t.Fatalf("a fresh release does not hold together: %q", bad)
	}
	if off, _ := s.Release.Results(0).Good(); !strings.Contains(off, "Measured on a stand-in, earlier.csv") {
		t.Errorf("the results say %q", off)
	}
	if drawn := s.Release.Results(0).Drawn(false); strings.Contains(drawn, "where the exact ones lie") {
		t.Errorf("the chart says %q", drawn)
	}
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, from, to, says string }{
		{"the public numbers", `"counts": "`, `"counts": "7 `, "numbers"},
		{"one public number", `"counts": "0`, `"counts": "9`, "digest"},
		{"what it was measured on", `"measuredOn": "earlier.csv"`, `"measuredOn": "later.csv"`, "errors"},
		{"that it was measured", `"measuredOn": "earlier.csv",`, ``, "errors"},
		{"an error", `"rootMeanSquareError": `, `"rootMeanSquareError": 1`, "errors"},
	} {
		changed := bytes.Replace(original, []byte(c.from), []byte(c.to), 1)
		if bytes.Equal(changed, original) {
			t.Fatalf("%s: the record does not hold %q", c.name, c.from)
		}
		write(t, record, changed)
		if bad := failuresOf(t, record, s); !strings.Contains(strings.Join(bad, " "), c.says) {
			t.Errorf("%s was changed: %q", c.name, bad)
		}
	}
}

// failuresOf is failures where a record can be so broken that little of it is looked at.
func failuresOf(t *testing.T, record string, s *Session) (bad []string) {
	t.Helper()
	findings, err := verify.Release(remembering, record, s.around.LedgerDir, s.around.Program)
	if err != nil {
		return []string{err.Error()}
	}
	for _, f := range findings {
		if !f.OK {
			bad = append(bad, f.What.String())
		}
	}
	return bad
}

func write(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Where the numbers are in a file that is not there, it is said what could not be worked out again,
// and all else is still checked.
func TestVerifyWithoutThePublicFile(t *testing.T) {
	seeded.ForAudits(t)
	s := short(t)
	public := earlierYear(t, t.TempDir())
	s.Budget.ComparePublic(public)
	record := releasedOn(t, s)
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal(original, &r); err != nil {
		t.Fatal(err)
	}
	delete(r["plan"].(map[string]any)["standIn"].(map[string]any), "tables")
	shorter, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	write(t, record, shorter)
	findings, err := verify.Release(remembering, record, s.around.LedgerDir, s.around.Program)
	if err != nil {
		t.Fatal(err)
	}
	unknown, digest := "", false
	for _, f := range findings {
		if f.Unknown {
			unknown += f.What.String()
		}
		digest = digest || !f.OK && strings.Contains(f.What.String(), "digest")
	}
	if !strings.Contains(unknown, "earlier.csv") || !strings.Contains(unknown, "could not be computed again") || !digest {
		t.Errorf("%+v", findings)
	}
	content, err := os.ReadFile(public)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(filepath.Dir(record), "earlier.csv"), content)
	if findings, err = verify.Release(remembering, record, s.around.LedgerDir, s.around.Program); err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Unknown && f.Part == verify.Figures || !f.OK && strings.Contains(f.What.String(), "errors") {
			t.Errorf("with the file beside the record: %+v", f)
		}
	}
}

// The pilot is verified against the ledger.
func TestVerifyPilot(t *testing.T) {
	seeded.ForAudits(t)
	s := short(t)
	s.Release.Review()
	s.Balance.Account()
	s.Release.Pilot(0, "0.2")
	record := releasedOn(t, s)
	if bad := failures(t, record, s.around.LedgerDir); len(bad) > 0 {
		t.Fatalf("a fresh release does not hold together: %q", bad)
	}
	if spent := s.Balance.Account().Spent; spent != "0.7" {
		t.Errorf("%s is spent", spent)
	}
	original, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{{`"sequence": 1,`, `"sequence": 3,`}, {`"counts": "`, `"counts": "0*1 `}} {
		changed := bytes.Replace(original, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(changed, original) {
			t.Fatalf("the record does not hold %q", change[0])
		}
		write(t, record, changed)
		if bad := strings.Join(failuresOf(t, record, s), " "); bad == "" {
			t.Errorf("%q was changed, and nobody noticed", change[0])
		}
	}
}

// A release of a plan whose chosen method lacks its public numbers spends nothing.
func TestReleaseWithoutThePublicFile(t *testing.T) {
	s := short(t)
	public := earlierYear(t, t.TempDir())
	s.Budget.ComparePublic(public)
	s.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "tree-isotonic" })
	if err := os.Remove(public); err != nil {
		t.Fatal(err)
	}
	s.Edit(func(p *plan.Plan) {
		p.StandIn.Tables, p.StandIn.File = nil, &plan.Fingerprint{Salt: "00", Digest: "of no file"}
	})
	s.Release.Review()
	s.Balance.Account()
	s.Release.Carry(t.TempDir(), "on")
	if p := s.Problem(); s.Release.Finished() != nil || p == nil || !strings.Contains(p.Message, "earlier.csv") || s.Balance.Account().Spent != "0" {
		t.Errorf("%+v, account %+v", p, s.Balance.Account())
	}
	if _, err := standin.Like(context.Background(), s.Compiled(), standin.File{Path: s.Data.File().Path}); !errors.Is(err, release.ErrOwnData) {
		t.Errorf("the reviewed file: %v", err)
	}
	if m, _ := registry.ByID("tree-isotonic"); m.Check(s.Compiled().Problems[0]).OK() {
		t.Error("a method applies without the numbers that it needs")
	}
}
