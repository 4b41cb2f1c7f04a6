package pdf

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/result"
	"steward/reports/chart"
	"steward/reports/model"
	"steward/reports/model/modeltest"
)

// document makes the document of a release.
func document(t *testing.T, r *result.Release) *model.Document {
	t.Helper()
	d, err := model.New(r)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// write prints a document.
func write(t *testing.T, d *model.Document, opts Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, d, opts); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sample, many, one, hostile and disclosed are the documents that all tests print.
func sample(t *testing.T) *model.Document {
	return document(t, modeltest.Release(t, modeltest.Sample(t)))
}

func cols(list ...domain.AttributeName) []domain.AttributeName { return list }

// many asks two hundred questions.
func many(t *testing.T) *model.Document {
	p := modeltest.Sample(t)
	columns := [][]domain.AttributeName{
		cols("district"), cols("smoker"), cols("education"), cols("visits"), cols("district", "smoker"), cols("income", "smoker"), cols("education", "income"), cols("age"),
	}
	p.Questions, p.Budget = nil, plan.Budget{Epsilon: "20", Limit: "20"}
	for i := range 200 {
		p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint(i), Title: fmt.Sprintf("Question %d", i), Kind: "table", Columns: columns[i%len(columns)]})
	}
	return document(t, modeltest.Release(t, p))
}

// one asks a single question with a single answer, and keeps secret who is in the file.
func one(t *testing.T) *model.Document {
	p := modeltest.Sample(t)
	p.Secrets, p.Title, p.Budget.Limit = plan.Secrets{Presence: true}, "", ""
	p.Questions = []plan.Question{{ID: "q", Title: "The young", Kind: "ranges", Columns: cols("age"), Ranges: []plan.Span{{From: "0", To: "17"}}}}
	return document(t, modeltest.Release(t, p))
}

// nasty are names that may break a file or a page.
var nasty = []string{
	`=HYPERLINK("http://x")`, "\u05d0\u05d1\u05d2 and 12", "😀 people", "東京都", "<b>&amp;</b>", "\u202Eevil", "tab\there\x07", "(paren) \\ slash)",
	strings.TrimSpace(strings.Repeat("long ", 60)), strings.Repeat("W", 300), "e\u0301 ﬁ", "\u0639\u0631\u0628\u064a",
}

func hostile(t *testing.T) *model.Document {
	p := modeltest.Sample(t)
	p.Columns[1].Values, p.Columns[1].Readings = nasty, nil
	p.Columns[1].Name = domain.AttributeName(strings.Repeat("N", 100) + strings.Repeat(" name", 40))
	p.DataSet, p.Title = nasty[9], nasty[8]
	p.Questions[0].Title, p.Questions[2].Title = nasty[1], nasty[2]
	p.Questions[1].Title, p.Questions[1].Columns = nasty[9], cols(p.Columns[1].Name, "smoker")
	p.Questions = append(p.Questions, plan.Question{ID: "h", Title: nasty[7], Kind: "table", Columns: cols(p.Columns[1].Name)})
	return document(t, modeltest.Release(t, p))
}

// disclosed has groups whose sizes are disclosed, too many for a page, that the steward
// agreed to publish, and a question of a thousand answers.
func disclosed(t *testing.T) *model.Document {
	p := modeltest.Sample(t)
	town := plan.Column{Name: "town", Kind: domain.List, Origin: domain.Confirmed, Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}
	secret := plan.Secret{Columns: cols("town"), Kind: plan.Groups}
	for i := range 1000 {
		town.Values = append(town.Values, fmt.Sprintf("Town %03d", i))
		if i%2 == 0 {
			secret.Groups = append(secret.Groups, plan.Group{Name: fmt.Sprintf("Region %d", i/2)})
		}
		secret.Groups[i/2].Values = append(secret.Groups[i/2].Values, town.Values[i])
	}
	p.Columns, p.Secrets.Columns = append(p.Columns, town), append(p.Secrets.Columns, secret)
	p.Questions = append(p.Questions, plan.Question{ID: "t", Title: "Towns", Kind: "table", Columns: cols("town")})
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	p.Agreed = c.Agree()
	return document(t, modeltest.Release(t, p))
}

// all are the documents by name.
var all = map[string]func(*testing.T) *model.Document{"sample": sample, "many": many, "one": one, "hostile": hostile, "disclosed": disclosed}

// TestFile checks what a file is made of: pages, fonts, properties and bookmarks.
func TestFile(t *testing.T) {
	d := sample(t)
	file := write(t, d, Options{})
	if !bytes.HasPrefix(file, []byte("%PDF-1.")) || !bytes.HasSuffix(bytes.TrimSpace(file), []byte("%%EOF")) {
		t.Error("it is no PDF")
	}
	pages := readBack(t, file)
	if n := len(pages); n < 5 || n > 9 {
		t.Errorf("the sample has %d pages", n)
	}
	for i, p := range pages {
		if want := fmt.Sprintf("Accounting summary · page %d of %d", i+1, len(pages)); !strings.Contains(p.joinedText(), want) {
			t.Errorf("page %d does not say %q", i+1, want)
		}
		if !strings.Contains(p.joinedText(), d.Reference) {
			t.Errorf("page %d does not say %q", i+1, d.Reference)
		}
	}
	if n := bytes.Count(file, []byte("/FontFile2")); n != 2 {
		t.Errorf("%d fonts are embedded, want 2", n)
	}
	for _, bad := range []string{"/Type1", "/Helvetica", "/Author", "/Keywords", "/JavaScript", "/tmp", "/home", "/root"} {
		if bytes.Contains(file, []byte(bad)) {
			t.Errorf("the file holds %q", bad)
		}
	}
	for _, want := range []string{"/CreationDate (D:20260311140900", "/ModDate (D:20260311140900", "/Lang (en-GB)"} {
		if !bytes.Contains(file, []byte(want)) {
			t.Errorf("the file lacks %q", want)
		}
	}
	marks := outlines(file)
	want := []string{"For the person who signs"}
	for _, q := range d.Questions {
		want = append(want, fmt.Sprintf("%d. %s", q.Number, q.Title))
	}
	want = append(want, "Technical appendix")
	for _, s := range d.Appendix {
		want = append(want, s.Title)
	}
	if strings.Join(marks, "\n") != strings.Join(want, "\n") {
		t.Errorf("the bookmarks are %q, want %q", marks, want)
	}
	if bytes.Contains(file, []byte("/Subtype /Image")) {
		t.Error("a chart is an image")
	}
	if n := pages[1].shapes; n < 10 {
		t.Errorf("page 2 has %d shapes, a chart has more", n)
	}
	if len(file) > 150_000 {
		t.Errorf("the sample takes %d bytes", len(file))
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// TestPages compares what stands on each page, line by line, with what was looked at.
func TestPages(t *testing.T) {
	var b strings.Builder
	for i, p := range readBack(t, write(t, document(t, modeltest.Fixed(t)), Options{})) {
		fmt.Fprintf(&b, "--- page %d\n%s", i+1, p.joinedText())
	}
	const path = "testdata/pages.txt"
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the pages say\n%s\nand not\n%s\n(go test -update writes the file anew)", b.String(), want)
	}
}

// TestSameBytes prints documents at the same time on several goroutines.
func TestSameBytes(t *testing.T) {
	for name, of := range map[string]func(*testing.T) *model.Document{"sample": sample, "hostile": hostile} {
		d, again := of(t), of(t)
		files := [4][]byte{}
		done := together(func(i int) {
			var b bytes.Buffer
			if err := Write(&b, []*model.Document{d, again}[i%2], Options{}); err == nil {
				files[i] = b.Bytes()
			}
		}, len(files))
		<-done
		for i := range files {
			if len(files[i]) == 0 || !bytes.Equal(files[i], files[0]) {
				t.Errorf("%s: printing %d differs from the first", name, i)
			}
		}
	}
}

// together runs f n times at the same time and closes the channel when all are done.
func together(f func(i int), n int) chan struct{} {
	one, all := make(chan struct{}), make(chan struct{})
	for i := range n {
		go func() {
			f(i)
			one <- struct{}{}
		}()
	}
	go func() {
		for range n {
			<-one
		}
		close(all)
	}()
	return all
}

// TestSaysEverything looks all words of a document up on its pages.
func TestSaysEverything(t *testing.T) {
	for _, name := range []string{"sample", "one", "disclosed"} {
		d := all[name](t)
		pages := readBack(t, write(t, d, Options{PageSize: Letter}))
		said := saidBy(pages)
		squeezed := strings.ReplaceAll(said, " ", "")
		want := []string{d.Title, d.Subtitle, d.Cover.Lead.String(), d.Cover.Errors, d.HowToRead}
		for _, b := range append(append([]model.Block{}, d.Cover.Blocks...), d.Cover.Never) {
			want = append(want, b.Title)
		}
		for _, q := range d.Questions {
			want = append(want, q.Title, q.Asked, q.Method, q.Errors, q.Exact, q.Left)
		}
		for _, s := range d.Appendix {
			want = append(want, s.Title)
			want = append(want, s.Text...)
			want = append(want, s.Notes...)
		}
		for _, text := range want {
			// Spaces vanish where a line ends and the weight changes; words do not.
			if !strings.Contains(squeezed, strings.ReplaceAll(chart.Printable(text), " ", "")) {
				t.Errorf("%s: no page says %q", name, text)
			}
		}
		for _, q := range d.Questions {
			for _, a := range q.Answers {
				if !strings.Contains(said, a.Published) || !strings.Contains(said, a.Unadjusted) {
					t.Errorf("%s: no page has the answer %v", name, a)
				}
			}
		}
	}
}

// TestThousandAnswers checks that a long table has all its rows, and its heading on each
// page.
func TestThousandAnswers(t *testing.T) {
	d := disclosed(t)
	pages := readBack(t, write(t, d, Options{}))
	rows := 0
	for i, p := range pages {
		here := 0
		for _, x := range p.texts {
			if regexp.MustCompile(`^Town \d{3}$`).MatchString(x.text) && !x.turned && x.size == fine.text.size {
				here++
			}
		}
		if here > 0 && !strings.Contains(p.joinedText(), unadjustedHead) {
			t.Errorf("page %d has %d rows and no heading", i+1, here)
		}
		rows += here
	}
	if rows != 1000 {
		t.Errorf("%d of 1000 answers are printed", rows)
	}
}

// TestHostile checks what hostile names become, on pages and in bookmarks.
func TestHostile(t *testing.T) {
	file := write(t, hostile(t), Options{})
	said := saidBy(readBack(t, file))
	for _, want := range []string{`=HYPERLINK("http://x")`, "[U+1F600] people", "[U+6771][U+4EAC][U+90FD]", "<b>&amp;</b>", "[U+202E]evil", "tab here[U+0007]", `(paren) \ slash)`, "\u05d2\u05d1\u05d0 and 12", "é ﬁ"} {
		if !strings.Contains(said, want) {
			t.Errorf("no page says %q", want)
		}
	}
	if marks := strings.Join(outlines(file), "\n"); !strings.Contains(marks, `4. (paren) \ slash)`) || !strings.Contains(marks, "3. [U+1F600] people") {
		t.Errorf("the bookmarks are %q", marks)
	}
}

func TestErrors(t *testing.T) {
	d := sample(t)
	if err := Write(&bytes.Buffer{}, d, Options{PageSize: "A5"}); err == nil || !strings.Contains(err.Error(), "A5") {
		t.Errorf("an unknown page size: %v", err)
	}
	full := errors.New("the disk is full")
	if err := Write(failing{full}, d, Options{}); !errors.Is(err, full) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestPageSizes checks the sizes of pages in points.
func TestPageSizes(t *testing.T) {
	d := one(t)
	for size, want := range map[PageSize]string{"": "[0 0 595.28 841.89]", A4: "[0 0 595.28 841.89]", Letter: "[0 0 612.00 792.00]"} {
		if file := write(t, d, Options{PageSize: size}); !bytes.Contains(file, []byte("/MediaBox "+want)) {
			t.Errorf("pages of size %q are not %s", size, want)
		}
	}
}
