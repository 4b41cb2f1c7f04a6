package export

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/release"
	"steward/core/result"
	"steward/io/internal/disk"
)

func number(n int64) *int64 { return new(n) }

// smallPlan asks for a table with a combination that cannot occur, a cumulative count with
// blanks, and ranges.
func smallPlan() plan.Plan {
	refuse := plan.Special{Rule: domain.Refuse}
	return plan.Plan{
		Version: plan.Version, DataSet: "People of Westmarsh", Title: "People of Westmarsh, 2026",
		Columns: []plan.Column{
			{Name: "age", Kind: domain.Whole, Lowest: number(-1), Highest: number(2), Origin: domain.Typed, Blank: refuse, Other: refuse},
			{Name: "town", Kind: domain.List, Values: []string{"North", "South", "East"}, Origin: domain.Codebook, Blank: refuse, Other: refuse},
			{Name: "health", Kind: domain.Ordered, Values: []string{"bad", "fair", "good"}, Origin: domain.Confirmed, Other: refuse},
		},
		Impossible: []domain.Combination{{"age": {"0"}, "town": {"South", "East"}}},
		Facts:      plan.Facts{People: number(1000)},
		Questions: []plan.Question{
			{ID: "towns", Title: "Towns by age", Kind: "table", Columns: []domain.AttributeName{"age", "town"}},
			{ID: "health", Title: "Health, cumulative", Kind: "cumulative", Columns: []domain.AttributeName{"health"}},
			{ID: "bands", Title: "Age bands", Kind: "ranges", Columns: []domain.AttributeName{"age"}, Ranges: []plan.Span{{From: "-1", To: "0"}, {From: "1", To: "2"}}},
		},
		Budget: plan.Budget{Epsilon: "0.5", Limit: "2"},
	}
}

// releaseOf compiles a plan and fills in made-up answers, the same for the same plan. The
// words of policy and facts are fixed here, so that files are compared and not wordings.
func releaseOf(t testing.TB, p plan.Plan) *result.Release {
	t.Helper()
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	r := &result.Release{
		Plan: c.Plan, Created: "2026-01-02T03:04:05Z", Program: "Steward test", Epsilon: c.Budget.String(),
		Protection: policy.Sentences{
			Secret: message.Verbatim("Nobody can tell any answer from any other."), Together: message.Verbatim("All answers are hidden together."),
			Presence: message.Verbatim("Who is in the file may become known."), Disclosed: message.Names([]string{"how many people are blank"}), Expert: message.Verbatim("complete graph"),
		},
		PublishedExactly: message.Names([]string{"how many people are blank"}),
		Multiplier:       1, MultiplierWhy: message.Verbatim("this fact costs nothing"),
		Ledger: result.LedgerEntry{DataSet: p.DataSet, Sequence: 3, Hash: strings.Repeat("ab", 32), SpentBefore: "0.25", SpentAfter: "0.75", Limit: "2"},
	}
	for i, problem := range c.Problems {
		q := questionOf(result.Question{
			Workload: problem.Workload,
			Made: result.Made{
				Mechanism: result.Mechanism{ID: "laplace", Name: message.Verbatim("Noise on each cell"), Source: message.Verbatim("Ghosh et al. 2009"), Chosen: message.Verbatim("it has the least expected error")},
				Epsilon:   problem.Budget.String(), Effective: problem.Effective().String(),
				Noise: []result.Noise{{What: message.Verbatim("cells"), Rows: problem.Workload.Len(), Sensitivity: "2", Stated: noise.Stated{Scale: fmt.Sprint(12 + i)}, Spent: "1/6"}},
			},
			Adding: addingOf(i),
		})
		release.Intervals(problem, &q)
		r.Questions = append(r.Questions, q)
	}
	if r.Digest, err = r.ComputeDigest(); err != nil {
		t.Fatal(err)
	}
	return r
}

// addingOf makes up how errors go together: by a rule, not by one, and not at all.
func addingOf(i int) result.Adding {
	switch i {
	case 0:
		return result.Adding{Independent: true, Factor: 2.118, Step: 1, Examples: []result.Sum{
			{Add: []int{0, 1}, Value: -2.25, Error: 5.7, HalfWidth: 13.1}, {Add: []int{0}, Subtract: []int{1}, Value: 2.25, Error: 5.7, HalfWidth: 13.1},
		}}
	case 1:
		return result.Adding{Factor: 2.118, Step: 1, Examples: []result.Sum{{Add: []int{2}, Subtract: []int{0}, Value: -0.5, Error: 3, HalfWidth: 7.4}}}
	}
	return result.Adding{}
}

// questionOf fills in the answers: whole and fractional ones, negative ones, and every
// fifth exact.
func questionOf(q result.Question) result.Question {
	for i := range q.Workload.Len() {
		x := float64(i*i) - 2.25*float64(i%3)
		q.Unadjusted = append(q.Unadjusted, x)
		q.Tidied = append(q.Tidied, max(math.Trunc(x), 0))
		exact := i%5 == 4
		q.Exact = append(q.Exact, exact)
		if exact {
			q.ExactWhy = message.Verbatim("exact: you agreed to publish it")
			q.Error, q.HalfWidth = append(q.Error, 0), append(q.HalfWidth, 0)
			continue
		}
		q.Error, q.HalfWidth = append(q.Error, 3.5+float64(i)), append(q.HalfWidth, 8+float64(2*i))
	}
	return q
}

func all(t testing.TB, dir, base string, r *result.Release) []string {
	t.Helper()
	paths, err := All(context.Background(), disk.OS, dir, base, r)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func contentOf(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// workbook writes a release as a workbook and returns its bytes and the workbook itself.
func workbook(t testing.TB, r *result.Release) ([]byte, *excelize.File) {
	t.Helper()
	var out bytes.Buffer
	if err := writeWorkbook(context.Background(), &out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), openBook(t, out.Bytes())
}

func openBook(t testing.TB, data []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// rowsOf returns the cells of a sheet as they stand in the file.
func rowsOf(t testing.TB, f *excelize.File, sheet string) [][]string {
	t.Helper()
	rows, err := f.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// partsOf returns the files inside a workbook by name.
func partsOf(t testing.TB, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	parts := make(map[string]string)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		parts[f.Name] = string(content)
	}
	return parts
}

// folder returns the names of the files in a folder.
func folder(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func base(paths []string) []string {
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
	}
	return names
}

// TestWhatHasNoNoise reads what a workbook says of numbers in general where none has noise: nothing of errors.
func TestWhatHasNoNoise(t *testing.T) {
	for _, noiseless := range []bool{false, true} {
		r := releaseOf(t, smallPlan())
		if noiseless {
			r.Epsilon = "0"
			for i := range r.Questions {
				q := &r.Questions[i]
				for k := range q.Exact {
					q.Exact[k], q.Error[k], q.HalfWidth[k], q.ExactWhy = true, 0, 0, message.Sprintf("exact: you agreed to publish it")
				}
			}
		}
		b := newBook(context.Background(), 100, language.Language{})
		var out bytes.Buffer
		if err := b.write(&out, r); err != nil {
			t.Fatal(err)
		}
		says := fmt.Sprint(rowsOf(t, openBook(t, out.Bytes()), readMeSheet))
		for _, s := range []string{"Each number carries noise", "one interval in twenty", "too high on average", "19 times in 20", "Half of the"} {
			if strings.Contains(says, s) == noiseless {
				t.Errorf("without noise %v: whether %q is said is wrong:\n%s", noiseless, s, says)
			}
		}
	}
}
