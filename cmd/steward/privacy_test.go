package main

import (
	"archive/zip"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/export"
	"steward/io/publish"
	"steward/io/signature"
)

// planted are texts that stand in one record each and nowhere else: a value that is read as
// other, one that is read as blank, a column that is not published, and a number that is
// counted at the nearest bound.
var planted = []string{"Zanzibar-Planted", "Quetzal-Planted", "Xanthippe-Planted", "987654"}

// How many people are in either town: numbers that stand nowhere else.
const northerners, southerners = 4003, 5021

// secretPeople is a spreadsheet with what is planted in it.
func secretPeople() string {
	var b strings.Builder
	b.WriteString("name,town,age\n")
	for i := range northerners + southerners {
		town := "North"
		if i >= northerners {
			town = "South"
		}
		fmt.Fprintf(&b, "P%d,%s,%d\n", i, town, 20+i%60)
	}
	fmt.Fprintf(&b, "%s,%s,30\n%s,%s,%s\n", planted[2], planted[0], "P-last", planted[1], planted[3])
	return b.String()
}

func secretPlan() plan.Plan {
	low, high := int64(20), int64(79)
	return plan.Plan{
		Version: plan.Version, DataSet: "People", Title: "People",
		Columns: []plan.Column{
			{Name: "town", Kind: domain.List, Values: []string{"North", "South"}, Origin: domain.Typed, Readings: map[string]string{planted[1]: domain.BlankLabel}},
			{Name: "age", Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Other: plan.Special{Rule: domain.Nearest}},
		},
		Questions: []plan.Question{{ID: "towns", Title: "Towns", Kind: "table", Columns: []domain.AttributeName{"town"}}},
		Budget:    plan.Budget{Epsilon: "0.000001", Limit: "0.000004"},
	}
}

// counted returns the files of a folder that have the numbers of a release in them, which a signature has not.
func counted(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := files(t, dir)
	maps.DeleteFunc(all, func(name, _ string) bool {
		return filepath.Ext(name) == signature.Suffix || filepath.Base(name) == export.PackageName || strings.HasSuffix(name, publish.ReaderSuffix)
	})
	return all
}

// readable returns the texts in a file: of a workbook those of its parts, of a summary those
// of its pages.
func readable(t *testing.T, name, content string) string {
	t.Helper()
	switch filepath.Ext(name) {
	case ".pdf":
		return pages(t, content)
	case ".xlsx":
		return parts(t, content)
	}
	return content
}

// pages returns a PDF file with its streams unpacked. Texts are in UTF-16 there; without the zeros,
// what is in ASCII can be read.
func pages(t *testing.T, content string) string {
	t.Helper()
	return strings.ReplaceAll(content+streams(t, content), "\x00", "")
}

// streams unpacks the streams of a PDF file.
func streams(t *testing.T, content string) string {
	t.Helper()
	var all strings.Builder
	unpacked := 0
	for _, packed := range strings.Split(content, "stream\n") {
		if z, err := zlib.NewReader(strings.NewReader(packed)); err == nil {
			page, err := io.ReadAll(z)
			if err != nil {
				t.Fatal(err)
			}
			all.Write(page)
			all.WriteByte('\n')
			unpacked++
		}
	}
	if unpacked < 3 {
		t.Fatalf("only %d streams of the PDF file can be unpacked", unpacked)
	}
	return all.String()
}

// parts returns all parts of a workbook as one text.
func parts(t *testing.T, content string) string {
	t.Helper()
	var all strings.Builder
	for _, part := range unzipped(t, content) {
		all.WriteString(part)
	}
	return all.String()
}

// unzipped returns the parts of a workbook by their names.
func unzipped(t testing.TB, content string) map[string]string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]string)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		part, err := io.ReadAll(r)
		if err := errors.Join(err, r.Close()); err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(part)
	}
	return out
}

// drawnAtRandom matches salts, digests and keys, in which any four digits stand now and then.
var drawnAtRandom = regexp.MustCompile(`[0-9a-f]{32,}|[0-9A-Za-z+/]{40,}={0,2}`)

// TestNothingPrivateIsWritten looks for what only the records know in every file that the
// program writes. Noise of a scale of two million makes any one of the three numbers that
// are written about each of four answers one of the three true counts with a chance below 3/4 of a
// millionth; that two answers do, in all files, has a chance below 6 (3 · 3/4 · 10^-6)², less than 10^-10.
func TestNothingPrivateIsWritten(t *testing.T) {
	p := secretPlan()
	p.Columns[0].Readings = nil // a plan may name what it reads; the text is other all the same
	d := newDesk(t, "secrets.csv", secretPeople(), p)
	d.check()
	d.must("check", d.plan, "--data", d.data, "--json")
	if out := d.must("check", d.plan, "--data", d.data, "--account"); !strings.Contains(out, "9027 rows") || !strings.Contains(out, "2  town: none of the declared values") {
		t.Errorf("the account says\n%s", out)
	}
	if out := d.must("check", d.plan, "--data", d.data, "--behind", "other:town"); !strings.Contains(out, planted[0]) || !strings.Contains(out, "9026") {
		t.Errorf("the rows are\n%s", out)
	}
	d.must("preview", d.plan, "--json")
	if out := d.must(d.releaseArgs()...); strings.Contains(out, "Planted") {
		t.Errorf("the release tells\n%s", out)
	}
	// A refusal is noted nowhere either.
	d.edit(func(p *plan.Plan) { p.Columns[0].Other = plan.Special{Rule: domain.Refuse} })
	d.out = filepath.Join(d.dir, "refused")
	d.refused(d.releaseArgs(), "“"+planted[0]+"”")
	d.refused([]string{"check", d.plan, "--data", d.data}, "“"+planted[0]+"”")

	looked := 0
	for name, content := range files(t, d.dir) {
		if name == "secrets.csv" {
			continue
		}
		looked++
		text := readable(t, name, content)
		for _, secret := range append([]string{"9027", "9,027", "none of the declared", "What became", "P4000", "P-last", "secrets.csv", d.dir}, planted...) {
			in := text
			if secret == "9027" {
				in = drawnAtRandom.ReplaceAllString(text, "")
			}
			if strings.Contains(in, secret) && (secret != "secrets.csv" || name != "people.steward") {
				t.Errorf("%s contains %q", name, secret)
			}
		}
		allowed := 0
		if strings.HasPrefix(name, "out/") { // it has noisy numbers
			allowed = 1
		}
		if found := trueCounts(text); len(found) > allowed {
			t.Errorf("%s contains the true counts %v", name, found)
		}
	}
	if looked != 12 { // plan, ledger, its head, the fingerprint of the file and its key, workbook, table, summary, sheet for readers, descriptor, record, signature
		t.Errorf("looked into %d files", looked)
	}
	r := record(t, filepath.Join(d.dir, "out"), "people")
	if len(r.Questions[0].Answers) != 4 || !reflect.DeepEqual(r.Plan.Data, plan.Data{}) {
		t.Errorf("record %+v", r)
	}
	r.Questions[0].Answers = nil
	rest, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if found := trueCounts(string(rest)); len(found) > 0 {
		t.Errorf("the record contains the true counts %v beside the answers", found)
	}
}

// trueCounts returns which of the numbers that only the records know stand in a text.
func trueCounts(text string) []int {
	return among(text, northerners, southerners, northerners+southerners+2)
}

// among returns which of some numbers of four digits stand in a text.
func among(text string, numbers ...int) []int {
	var found []int
	for _, n := range numbers {
		grouped := fmt.Sprintf("%d,%03d", n/1000, n%1000)
		if !strings.Contains(text, grouped) && !strings.Contains(text, strings.Replace(grouped, ",", "", 1)) {
			continue // quicker than the expression
		}
		if regexp.MustCompile(fmt.Sprintf(`(^|[^0-9a-z.])%d,?%03d([^0-9a-z]|$)`, n/1000, n%1000)).MatchString(text) {
			found = append(found, n)
		}
	}
	return found
}

// The looking above finds what is there: with next to no noise the counts are in the files.
func TestLookingFinds(t *testing.T) {
	p := secretPlan()
	p.Budget = plan.Budget{Epsilon: "100"}
	d := newDesk(t, "secrets.csv", secretPeople(), p)
	d.check()
	d.must(d.releaseArgs()...)
	for name, content := range counted(t, d.out) {
		if text := readable(t, name, content); len(trueCounts(text)) < 2 {
			t.Errorf("%s does not have the counts, which noise of a scale of 1/50 hardly ever changes", name)
		}
	}
	if !strings.Contains(read(t, d.plan), planted[1]) {
		t.Error("the plan does not have the reading that the steward wrote into it")
	}
}

// new writes nothing that was read off the data into a plan, unless it is confirmed to be
// public.
func TestNewWritesNoValues(t *testing.T) {
	d := newDesk(t, "secrets.csv", secretPeople(), plan.Plan{})
	private := []string{"North", "South", planted[0], planted[1], planted[2], planted[3], "20", "79", "987", "9026"}
	fresh := filepath.Join(d.dir, "fresh.steward")
	out := d.must("new", d.data, "--out", fresh)
	for _, want := range []string{"Wrote " + fresh + " with 2 columns", "Left out", "name", "--confirm"} {
		if !strings.Contains(out, want) {
			t.Errorf("new does not say %q:\n%s", want, out)
		}
	}
	text := read(t, fresh)
	for _, secret := range private {
		if strings.Contains(text, secret) {
			t.Errorf("the plan contains %q:\n%s", secret, text)
		}
	}
	// What is missing is said when the plan is checked.
	o := d.steward("check", fresh)
	if o.code != 1 || !strings.Contains(o.err, "town") || !strings.Contains(o.err, "age") {
		t.Errorf("exit code %d\n%s", o.code, o.err)
	}

	confirmed := filepath.Join(d.dir, "confirmed.steward")
	d.must("new", d.data, "--out", confirmed, "--confirm")
	text = read(t, confirmed)
	for _, value := range []string{"North", "South", planted[0], "confirmed"} {
		if !strings.Contains(text, value) {
			t.Errorf("the plan does not contain %q", value)
		}
	}
}

// The record's numbers are those of the answers, not of the counts: of no answer does the
// error come out as what was really added.
func TestErrorsAreExpectedOnes(t *testing.T) {
	d := newDesk(t, "secrets.csv", secretPeople(), secretPlan())
	d.check()
	var first export.Record
	for i := range 2 {
		d.out = filepath.Join(d.dir, fmt.Sprint("out", i))
		d.must(d.releaseArgs()...)
		r := record(t, d.out, "people")
		if i == 0 {
			first = r
			continue
		}
		for k, a := range r.Questions[0].Answers {
			b := first.Questions[0].Answers[k]
			if a.RMSE != b.RMSE || a.HalfWidth != b.HalfWidth {
				t.Errorf("the errors differ from release to release: %+v and %+v", a, b)
			}
		}
	}
}
