package pdf

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/reports/chart"
	"steward/reports/model"
	"steward/reports/model/modeltest"
	"steward/reports/page"
	"steward/reports/page/pagetest"
)

// printed sets a document on pages and prints them.
func printed(w io.Writer, d *model.Document, size page.Size) error {
	pages, err := page.Set(d, size)
	if err != nil {
		return err
	}
	return WritePages(w, d, pages)
}

// write prints a document.
func write(t *testing.T, d *model.Document, size page.Size) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := printed(&b, d, size); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestFile checks what a file is made of: pages, fonts, properties and bookmarks.
func TestFile(t *testing.T) {
	d := pagetest.Sample(t)
	file := write(t, d, "")
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
	for _, s := range d.Signed {
		want = append(want, s.Title)
	}
	want = append(want, "Technical annex")
	for _, q := range d.Questions {
		want = append(want, fmt.Sprintf("%d. %s", q.Number, q.Title))
	}
	want = append(want, "How it was made")
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
	for i, p := range readBack(t, write(t, pagetest.Document(t, modeltest.Fixed(t)), "")) {
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
	for name, of := range map[string]func(testing.TB) *model.Document{"sample": pagetest.Sample, "hostile": pagetest.Hostile, "hostile made": pagetest.HostileMade} {
		d, again := of(t), of(t)
		files := make([][]byte, seeded.Often(2, 4))
		done := together(func(i int) {
			var b bytes.Buffer
			if err := printed(&b, []*model.Document{d, again}[i%2], ""); err == nil {
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
		d := pagetest.All[name](t)
		pages := readBack(t, write(t, d, page.Letter))
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
	d := pagetest.Disclosed(t)
	pages := readBack(t, write(t, d, ""))
	rows := 0
	for i, p := range pages {
		here := 0
		for _, x := range p.texts {
			if regexp.MustCompile(`^Town \d{3}$`).MatchString(x.text) && !x.turned && x.size == 8.2 {
				here++
			}
		}
		if here > 0 && !strings.Contains(p.joinedText(), "unadjusted") {
			t.Errorf("page %d has %d rows and no heading", i+1, here)
		}
		rows += here
	}
	if rows != 1000 {
		t.Errorf("%d of 1000 answers are printed", rows)
	}
}

// TestHostile checks what hostile names become, on pages and in bookmarks: of questions, and of groups and
// made-up records.
func TestHostile(t *testing.T) {
	for name, marked := range map[string][]string{
		"hostile":      {"3. [U+1F600] people", `4. (paren) \ slash)`},
		"hostile made": {`3. (paren) \ slash)`, "9. tab here[U+0007]", "11. [U+1F600] people", "12. =HYPERLINK"},
	} {
		file := write(t, pagetest.All[name](t), "")
		said := saidBy(readBack(t, file))
		for _, want := range []string{`=HYPERLINK("http://x")`, "[U+1F600] people", "[U+6771][U+4EAC][U+90FD]", "<b>&amp;</b>", "[U+202E]evil", "tab here[U+0007]", `(paren) \ slash)`, "\u05d2\u05d1\u05d0 and 12", "é ﬁ"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no page says %q", name, want)
			}
		}
		marks := strings.Join(outlines(file), "\n")
		for _, want := range marked {
			if !strings.Contains(marks, want) {
				t.Errorf("%s: the bookmarks are %q", name, marks)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	d := pagetest.Sample(t)
	if err := printed(&bytes.Buffer{}, d, "A5"); err == nil || !strings.Contains(err.Error(), "A5") {
		t.Errorf("an unknown page size: %v", err)
	}
	full := errors.New("the disk is full")
	if err := printed(failing{full}, d, ""); !errors.Is(err, full) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestPageSizes checks the sizes of pages in points.
func TestPageSizes(t *testing.T) {
	d := pagetest.One(t)
	for size, want := range map[page.Size]string{"": "[0 0 595.28 841.89]", page.A4: "[0 0 595.28 841.89]", page.Letter: "[0 0 612.00 792.00]"} {
		if file := write(t, d, size); !bytes.Contains(file, []byte("/MediaBox "+want)) {
			t.Errorf("pages of size %q are not %s", size, want)
		}
	}
}
