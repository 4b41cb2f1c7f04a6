package publish_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/xuri/excelize/v2"

	"steward/core/cluster"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/result"
	"steward/core/synthetic"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/publish"
	"steward/io/publish/publishtest"
)

var updateGoldens = flag.Bool("update", false, "rewrite the goldens under testdata")

// everyKindWritten carries a release of everything out, puts fixed numbers in the place of the noisy
// ones, and writes its files; it returns their folder.
func everyKindWritten(t *testing.T) (dir string) {
	t.Helper()
	done, err := publish.Release(context.Background(), publishtest.EveryKindJob(t))
	if err != nil {
		t.Fatal(err)
	}
	r := done.Release
	for i := range r.Questions {
		fixNumbers(&r.Questions[i])
	}
	for i := range r.Choices {
		for k := range r.Choices[i].Values {
			v := &r.Choices[i].Values[k]
			v.Option = map[string]string{"most common": "North", "percentile": "4"}[r.Choices[i].Asked.Kind]
			if options := r.Choices[i].Asked.Options; len(options) > 0 {
				v.Option = options[0].Label
			}
			if v.Low != "" {
				v.Low, v.High = "3", "6"
			}
		}
	}
	for i := range r.Clusters {
		fixGroups(&r.Clusters[i])
	}
	for i := range r.Synthetic {
		fixRecords(t, &r.Synthetic[i])
	}
	if r.Digest, err = r.ComputeDigest(); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if _, err := export.All(context.Background(), disk.OS, dir, "every", r, publish.Papers(r, "")...); err != nil {
		t.Fatal(err)
	}
	return dir
}

// fixNumbers makes a question's numbers up, and what follows from them.
func fixNumbers(q *result.Question) {
	for i := range q.Unadjusted {
		if q.Exact[i] {
			continue
		}
		q.Unadjusted[i] = 20 + 7.5*float64(i) - float64(i%4)
		q.Tidied[i] = math.Round(q.Unadjusted[i])
	}
	for _, d := range q.Derived {
		for i := range d.Values {
			v := &d.Values[i]
			v.Value, v.Low, v.High, v.Unreliable = 12.5+float64(i), 10+float64(i), 15+float64(i), i == 2
		}
	}
	for i := range q.Adding.Examples {
		q.Adding.Examples[i].Value = 100
	}
}

// fixGroups makes groups up, and what follows from the noisy centres of rounds.
func fixGroups(c *result.Clustering) {
	for g := range c.Groups {
		group := &c.Groups[g]
		for j, x := range c.Axes {
			group.Centre[j] = x.Low + (x.High-x.Low)*float64(g+1)/float64(len(c.Groups)+1) + 0.125
			group.Error[j] = (x.High - x.Low) / 100
		}
		group.Size, group.SizeError, group.Tidied, group.Kept = 100.5-float64(g), 7.5, 100-float64(g), g == 1
	}
	for k := range c.RoundNoise {
		n := &c.RoundNoise[k]
		n.Sizes, n.Sums, n.Exact = 2, 1000, true
		n.SizeScale = "12"
		for j := range n.SumScales {
			n.SumScales[j] = fmt.Sprint(40 + j)
		}
	}
	c.Quality = cluster.Quality{MeasuredOn: c.Quality.MeasuredOn, MadeUp: c.Quality.MadeUp, Within: 1.5, Best: 1.25, Centre: 0.5, Trials: 10}
	c.Says = c.Sentences(message.Verbatim("people"))
}

// fixRecords makes records up, and what was measured for them.
func fixRecords(t *testing.T, s *result.Synthetic) {
	t.Helper()
	for j, column := range s.Columns {
		for i := range s.Records[j] {
			s.Records[j][i] = int32(i * (j + 1) / 4 % column.Attribute().Size())
		}
	}
	steps := s.Steps
	s.Steps = nil
	for _, step := range steps {
		switch {
		case step.Cell != nil: // as many as there are rounds
			first := s.Columns[0]
			s.Steps = append(s.Steps, synthetic.Step{Columns: s.Names()[:1], Cell: []string{first.Label(int32(len(s.Steps)))}, Numbers: 1, Chosen: true, Rate: "1/16", Stated: noise.Stated{Scale: "12"}})
		case len(step.Columns) < 2 || step.Scale == "": // are so whatever was drawn
			s.Steps = append(s.Steps, step)
		case len(s.Steps) == len(s.Columns): // the first that was chosen stands for all
			s.Steps = append(s.Steps, synthetic.Step{Columns: s.Names()[:2], Numbers: 40, Chosen: true, Rate: "1/16", Loss: "1/4", Stated: noise.Stated{Scale: "12"}})
		}
	}
	s.Quality.Mean, s.Quality.Alone = 2.5, 7.5
	for i := range s.Quality.Tables {
		s.Quality.Tables[i].Mean = s.Quality.Tables[i].People / 8
	}
	s.Says = s.Sentences(message.Verbatim("people"))
	var err error
	if s.Digest, err = s.ComputeDigest(); err != nil {
		t.Fatal(err)
	}
}

// always stands for digests, which depend on the plan's every letter.
var always = regexp.MustCompile(`[0-9a-f]{64}|\b[0-9a-f]{4}( [0-9a-f]{4}){3}\b`)

// golden compares a text with the one under testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	got = always.ReplaceAllString(got, "(digest)")
	path := filepath.Join("testdata", name)
	if *updateGoldens {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want := string(publishtest.ContentOf(t, path))
	if got == want {
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Errorf("%s differs from line %d on:\n got %q\nwant %q\n(go test -update writes it anew)", name, i+1, a[min(i, len(a)-1)], b[min(i, len(b)-1)])
			return
		}
	}
}

// sheetsOf writes down every sheet of a workbook: its name, and what stands in its cells, as it is
// shown. The sheet of JSON is left out; the schema looks after it.
func sheetsOf(t *testing.T, data []byte) string {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out strings.Builder
	for _, name := range f.GetSheetList() {
		fmt.Fprintf(&out, "== %s\n", name)
		if name == "Record" {
			continue
		}
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows {
			if text := strings.TrimRight(strings.Join(row, " | "), " |"); text != "" {
				fmt.Fprintf(&out, "%d: %s\n", i+1, text)
			}
		}
	}
	return out.String()
}

// The workbook of a release of everything, sheet by sheet.
func TestWorkbookOfEverything(t *testing.T) {
	dir := everyKindWritten(t)
	golden(t, "every.xlsx.golden", sheetsOf(t, publishtest.ContentOf(t, filepath.Join(dir, "every.xlsx"))))
}

// The record of a release of everything fits the published schema.
func TestRecordOfEverythingFitsTheSchema(t *testing.T) {
	record, _ := publishtest.EveryKind(t)
	schema, err := jsonschema.NewCompiler().Compile("../../docs/record.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(publishtest.ContentOf(t, record)))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
}
