package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/io/ledger"
)

// town is a spreadsheet of forty people.
func town() string {
	var b strings.Builder
	b.WriteString("age;town\n")
	for i := range 40 {
		fmt.Fprintf(&b, "%d,5;%s\n", 20+i%10, []string{"North", "South"}[i%2])
	}
	return b.String()
}

func townPlan() plan.Plan {
	n := int64(40)
	refuse := plan.Special{Rule: domain.Refuse}
	return plan.Plan{
		Version: plan.Version, DataSet: "Town", Title: "The town",
		Data: plan.Data{Delimiter: ";", DecimalComma: true},
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Ranges, Ranges: []plan.Range{{To: "25"}, {From: "25"}}, Origin: domain.Typed, Blank: refuse, Other: refuse},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed, Blank: refuse, Other: refuse},
		},
		Facts:     plan.Facts{People: &n},
		Questions: []plan.Question{{ID: "t", Title: "Ages by town", Kind: "table", Columns: []domain.AttributeName{"age", "town"}}},
		Budget:    plan.Budget{Epsilon: "0.5", Limit: "1"},
	}
}

func compiled(t testing.TB, p plan.Plan) *plan.Compiled {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func written(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// townJob is a release of the town's spreadsheet, reviewed.
func townJob(t testing.TB) ReleaseJob {
	t.Helper()
	path := written(t, "town.csv", town())
	reviewed, checked, err := Review(context.Background(), compiled(t, townPlan()), path, nil)
	if err != nil || checked.Records != 40 {
		t.Fatalf("%d records, %v", checked.Records, err)
	}
	return ReleaseJob{
		Plan: compiled(t, reviewed), Data: path, LedgerDir: filepath.Join(t.TempDir(), "ledgers"),
		Out: filepath.Join(t.TempDir(), "out"), Base: "town", Program: "Steward test", Noise: noisetest.Fresh(t),
		Now: time.Date(2026, 2, 3, 4, 5, 6, 0, time.FixedZone("", 3600)),
	}
}

func townLedger(t testing.TB, j ReleaseJob) ledger.Statement {
	t.Helper()
	l, err := ledger.Open(j.LedgerDir, "Town")
	if err != nil {
		t.Fatal(err)
	}
	s, err := l.Statement()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestRelease(t *testing.T) {
	j := townJob(t)
	var told []string
	j.Progress = func(what string, _ float64) { told = append(told, what) }
	done, err := Release(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range done.Files {
		names = append(names, filepath.Base(f))
	}
	if got := strings.Join(names, " "); got != "town.xlsx town-t.csv town-summary.pdf town.json" {
		t.Errorf("wrote %s", got)
	}
	if r := done.Release; r.Created != "2026-02-03T04:05:06+01:00" || r.Program != "Steward test" || r.Plan.Data != (plan.Data{}) {
		t.Errorf("release %+v", r)
	}
	s := townLedger(t, j)
	if len(s.Entries) != 2 || s.Entries[1].Of != 1 || s.Entries[1].Digest != done.Release.Digest || s.Spent.Cmp(big.NewRat(1, 2)) != 0 {
		t.Errorf("ledger %+v", s)
	}
	if got := strings.Join(told, ", "); !strings.HasPrefix(got, "choosing methods") || strings.Index(got, "writing to the ledger") > strings.Index(got, "answering") {
		t.Errorf("progress: %s", got)
	}
}

// Until the ledger is debited, cancelling leaves nothing behind; afterwards the release is
// either written whole or its error says that the budget is spent.
func TestCancelWhileReleasing(t *testing.T) {
	for _, at := range []string{"choosing methods", "writing to the ledger", "answering"} {
		j := townJob(t)
		ctx, cancel := context.WithCancel(context.Background())
		j.Progress = func(what string, _ float64) {
			if what == at {
				cancel()
			}
		}
		done, err := Release(ctx, j)
		cancel()
		entries, _ := os.ReadDir(j.Out)
		s := townLedger(t, j)
		switch {
		case at != "answering":
			if !strings.Contains(fmt.Sprint(err), "stopped") && !errors.Is(err, context.Canceled) || done != nil || len(s.Entries) > 0 || len(entries) > 0 {
				t.Errorf("cancelled while %s: %v, ledger %+v, files %v", at, err, s, entries)
			}
		case err != nil:
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "0.5 of the budget is spent") || len(s.Entries) != 1 || len(entries) > 0 {
				t.Errorf("cancelled while %s: %v, ledger %+v, files %v", at, err, s, entries)
			}
		case len(s.Entries) != 2 || len(entries) != 4 || len(done.Files) != 4:
			t.Errorf("cancelled while %s: ledger %+v, files %v", at, s, entries)
		}
	}
}

// When the files cannot be written after the budget is spent, the answers are not lost.
func TestFilesCannotBeWritten(t *testing.T) {
	j := townJob(t)
	taken := filepath.Join(j.Out, "town-t.csv")
	j.Progress = func(what string, _ float64) {
		if what == "answering" { // somebody is faster
			if err := os.WriteFile(taken, []byte("mine"), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	done, err := Release(context.Background(), j)
	if err == nil || !strings.Contains(err.Error(), "the budget is spent, but not all files could be written") || !strings.Contains(err.Error(), taken+" exists already") {
		t.Fatalf("error %v", err)
	}
	if done == nil || done.Release == nil || len(done.Release.Questions[0].Tidied) != 4 || len(done.Files) != 3 || filepath.Base(done.Files[0]) != "town.xlsx" {
		t.Errorf("finished %+v", done)
	}
	if got, err := os.ReadFile(taken); err != nil || string(got) != "mine" {
		t.Errorf("the file of somebody else holds %q (%v)", got, err)
	}
	if s := townLedger(t, j); len(s.Entries) != 1 || s.Entries[0].Kind != ledger.Spent {
		t.Errorf("ledger %+v", s)
	}
}

// When the ledger cannot note that the files are written, they are there all the same.
func TestLedgerCannotNote(t *testing.T) {
	j := townJob(t)
	j.Progress = func(what string, _ float64) {
		if what != "answering" {
			return
		}
		path := townLedgerPath(t, j)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(path, bytes.Replace(data, []byte(`"0.5"`), []byte(`"0.1"`), 1), 0o600); err != nil {
			t.Error(err)
		}
	}
	done, err := Release(context.Background(), j)
	var damaged *ledger.DamagedError
	if !errors.As(err, &damaged) || !strings.Contains(err.Error(), "the release is written, but the ledger could not note it") {
		t.Fatalf("error %v", err)
	}
	if done == nil || len(done.Files) != 4 {
		t.Fatalf("finished %+v", done)
	}
	for _, f := range done.Files {
		if _, err := os.Stat(f); err != nil {
			t.Error(err)
		}
	}
}

func townLedgerPath(t testing.TB, j ReleaseJob) string {
	t.Helper()
	l, err := ledger.Open(j.LedgerDir, "Town")
	if err != nil {
		t.Fatal(err)
	}
	return l.Path()
}

// The file is compared with the one reviewed again after it was read.
func TestChangedWhileReleasing(t *testing.T) {
	j := townJob(t)
	j.Progress = func(what string, _ float64) {
		if what == "choosing methods" {
			if err := os.WriteFile(j.Data, []byte(strings.Replace(town(), "North", "South", 1)), 0o600); err != nil {
				t.Error(err)
			}
		}
	}
	if done, err := Release(context.Background(), j); err == nil || done != nil {
		t.Errorf("a file that was changed was released: %+v", done)
	}
	if s := townLedger(t, j); len(s.Entries) > 0 {
		t.Errorf("ledger %+v", s)
	}
}

func TestReview(t *testing.T) {
	path := written(t, "town.csv", town())
	before := townPlan()
	p, checked, err := Review(context.Background(), compiled(t, before), path, nil)
	if err != nil || checked.Records != 40 {
		t.Fatalf("%d records, %v", checked.Records, err)
	}
	if d := p.Data; d.File != "town.csv" || d.HeaderRow != 1 || d.Delimiter != ";" || !d.DecimalComma || d.Reviewed == nil || before.Data.Reviewed != nil {
		t.Errorf("reviewed as %+v", d)
	}
	for _, c := range []struct {
		name, content string
		says          string
		unread        int64
	}{
		{"unreadable", strings.ReplaceAll(town(), "North", "West"), "20 of 40 rows cannot be read", 20},
		{"one more", town() + "20,5;North\n", "do not agree with the fact", 0},
	} {
		path := written(t, "town.csv", c.content)
		p, _, err := Review(context.Background(), compiled(t, townPlan()), path, nil)
		var unfit *NotFit
		if !errors.As(err, &unfit) || !strings.Contains(err.Error(), c.says) || unfit.UnreadCount != c.unread || p.Data.Reviewed != nil {
			t.Errorf("%s: error %v, plan %+v", c.name, err, p.Data)
			continue
		}
		var fact *constraint.FactError
		if errors.As(err, &fact) != (c.unread == 0) {
			t.Errorf("%s: the error %v wraps %v", c.name, err, fact)
		}
		if c.unread > 0 && (len(unfit.Unread) != int(c.unread) || !strings.Contains(unfit.Unread[0].Error(), "line 2, column 2 (town)")) {
			t.Errorf("%s: cells %v", c.name, unfit.Unread)
		}
	}
}

// A mechanism that the steward chose is used, though another would be better.
func TestPreviewOfAChosenMechanism(t *testing.T) {
	p := townPlan()
	p.Questions = append(p.Questions, plan.Question{ID: "a", Title: "Ages", Kind: "cumulative", Columns: []domain.AttributeName{"age"}, Mechanism: "laplace"})
	var told []int
	preview, err := NewPreview(remembering, compiled(t, p), func(done, of int) { told = append(told, done, of) })
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(told) != "[0 2 1 2]" {
		t.Errorf("progress %v", told)
	}
	for i, q := range preview.Questions {
		if q.Question.ID != p.Questions[i].ID || q.Problem.Workload.Question().ID != q.Question.ID {
			t.Errorf("question %d is %q", i, q.Question.ID)
		}
	}
	q := preview.Questions[1]
	if q.Candidates[q.Chosen].Info.ID != "laplace" {
		t.Errorf("chosen is %s, want laplace", q.Candidates[q.Chosen].Info.ID)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewPreview(ctx, compiled(t, p), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Ranges end also where adding a width changes a number no more.
func TestEvenRangesOfHugeNumbers(t *testing.T) {
	for _, c := range [][2]float64{{1e18, 1e18 + 384}, {1e17, 1e17 + 32}, {-9e18, 9e18}, {-1e300, 1e300}, {0, 0}, {1e-9, 2e-9}, {5, 5}} {
		if n := len(EvenRanges(c[0], c[1])); n < 2 || n > 13 {
			t.Errorf("%v to %v is cut into %d ranges", c[0], c[1], n)
		}
	}
}
