package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/seeded"
	"steward/core/table"
	"steward/io/internal/disk"
	"steward/io/sheet"
)

// hostile are texts that a program which opens a release could misunderstand. None has white
// space at its ends, which a declared value cannot have.
var hostile = []string{
	"=1+1", "+1+1", "-1+1", "@SUM(A1:A9)", `=HYPERLINK("http://example.org","x")`, "=cmd|' /C calc'!A0", "'=1+1", "+5", "-", "=", "@", "+",
	"\u202egnp.exe", "\u200fRTL", "\U0001F600\U0001F468\u200d\U0001F469", strings.Repeat("\U0001F600", 300), strings.Repeat("x", 300),
	"<b>&amp;</b>", "]]>", "<!-- -->", "&#0;", `"quoted"`, `a,b;c`, "a\tb", "a\nb", "''", "'", "_x0041_", "_x005F_", "%s%n", `\`, "a\\nb", "{}",
	"TRUE", "1e5", "007", "1/2", "2026-01-02", "#N/A", "#REF!", "1,5", "12345678901234567890", "é", "e\u0301", "NaN", "null", "History",
	"a\u2028b", "a\u0085b", "a\x01b\x7fc", "a\ufffeb", "a\ufeffb", "[x]:*?/\\", "[]:*?/\\", "Read me", "Privacy accounting", "Codebook", "Record", "Adding numbers up", "_x0041_x0042_",
}

// hostileValues is how many of the texts a column takes on, but for the first, which takes on all.
var hostileValues = seeded.Often(9, len(hostile))

// hostilePlan has the texts as names of columns, as values, as titles and as ids.
func hostilePlan() plan.Plan {
	refuse := plan.Special{Rule: domain.Refuse}
	p := plan.Plan{Version: plan.Version, DataSet: "=1+1", Title: `=cmd|'/C calc'!A0 <b>&amp; "x"`, Budget: plan.Budget{Epsilon: "1"}}
	around := slices.Concat(hostile, hostile)
	for i, s := range hostile {
		name := domain.AttributeName(firstRunes(s, 290)) // a heading adds to it, and readers take 300
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Ordered, Values: around[i : i+hostileValues], Origin: domain.Typed, Blank: refuse, Other: refuse})
		p.Questions = append(p.Questions, plan.Question{ID: s, Title: s, Kind: "cumulative", Columns: []domain.AttributeName{name}})
		if i == 0 {
			p.Questions = append(p.Questions, plan.Question{ID: "cross", Title: s, Kind: "table", Columns: []domain.AttributeName{name, domain.AttributeName(hostile[1])}})
		}
	}
	p.Columns[0].Values, p.Columns[1].Values = hostile, hostile[:9]
	return p
}

func firstRunes(s string, n int) string {
	runes := []rune(s)
	return string(runes[:min(len(runes), n)])
}

// hostileRelease has them in every other text too.
func hostileRelease(t testing.TB) *result.Release {
	t.Helper()
	r := releaseOf(t, hostilePlan())
	r.Program, r.MultiplierWhy, r.Ledger.Hash = "=1+1", message.Verbatim("=1+1"), "=1+1"
	r.Protection.Secret, r.Protection.Expert, r.Protection.Disclosed = message.Verbatim("=1+1"), message.Verbatim("@x"), message.Names(hostile)
	for i := range r.Questions {
		q := &r.Questions[i]
		q.ExactWhy, q.Mechanism.Name, q.Mechanism.Source, q.Noise[0].What = message.Verbatim("=1+1"), message.Verbatim("+1"), message.Verbatim("-1"), message.Verbatim("@1")
	}
	return r
}

// hostileFiles is a hostile release and what was written of it, once for all tests: none changes either.
type hostileFiles struct {
	*result.Release
	paths []string
	err   error
}

// filesOf returns what writes a release when it is first asked for.
func filesOf(release func(testing.TB) *result.Release) func() hostileFiles {
	return sync.OnceValue(func() hostileFiles {
		r := release(outside{})
		dir, err := os.MkdirTemp("", hostileFolders)
		if err != nil {
			return hostileFiles{err: err}
		}
		paths, err := All(context.Background(), disk.OS, dir, "hostile", r)
		return hostileFiles{r, paths, err}
	})
}

// outside is what stands for a test outside of one.
type outside struct{ testing.TB }

func (outside) Helper() {}

func (outside) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// hostileFolders are the folders that hostile releases are written into; TestMain removes them.
const hostileFolders = "hostile-*"

var hostileTables = filesOf(hostileRelease)

// hostileBook is the workbook of a hostile release.
func hostileBook(t *testing.T, files hostileFiles) ([]byte, *excelize.File) {
	t.Helper()
	if files.err != nil {
		t.Fatal(files.err)
	}
	data := contentOf(t, files.paths[0])
	return data, openBook(t, data)
}

// visible is what a workbook can hold of a text: control characters apart, all of it.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
}

func TestHostileTextsInTheWorkbook(t *testing.T) {
	r := hostileTables()
	data, f := hostileBook(t, r)
	for name, part := range partsOf(t, data) {
		if strings.HasPrefix(name, "xl/charts/") { // a chart says where its numbers are
			for _, f := range regexp.MustCompile(`<f>(.*?)</f>`).FindAllStringSubmatch(part, -1) {
				if !regexp.MustCompile(`^&#39;[0-9]+( [^&]*)?(&(lt|gt|amp|#34);[^&]*)*&#39;!\$[A-Z]+\$[0-9]+(:\$[A-Z]+\$[0-9]+)?$`).MatchString(f[1]) {
					t.Errorf("%s refers to %s", name, f[1])
				}
			}
			part = regexp.MustCompile(`<f>.*?</f>`).ReplaceAllString(part, "")
		}
		if strings.Contains(part, "<f>") || strings.Contains(part, "<f ") || strings.Contains(part, "<hyperlink") || strings.Contains(part, "externalLink") {
			t.Errorf("%s has a formula or a link", name)
		}
		wellFormed(t, name, part)
	}
	sheets := f.GetSheetList()
	checkSheetNames(t, sheets)
	at := 1 // after the Read me sheet
	for i := range r.Questions {
		q := &r.Questions[i]
		if q.AcrossColumn() >= 0 {
			at++ // its cross-table
		}
		rows := rowsOf(t, f, sheets[at])
		if len(rows) != q.Len()+1 {
			t.Fatalf("sheet %q has %d rows for %d answers", sheets[at], len(rows), q.Len())
		}
		for j, want := range append(q.Workload.KeyNames(), message.English(valueColumns)...) {
			if rows[0][j] != visible(want) {
				t.Errorf("sheet %q: the heading %q became %q", sheets[at], want, rows[0][j])
			}
		}
		for k, row := range rows[1:] {
			for j, want := range q.Key(k) {
				if row[j] != visible(want) {
					t.Errorf("sheet %q: %q became %q", sheets[at], want, row[j])
				}
			}
		}
		at++
	}
}

// wellFormed fails unless a part is XML through and through.
func wellFormed(t *testing.T, name, part string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(part)); ; {
		if _, err := d.Token(); err == io.EOF {
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
	}
}

// checkSheetNames holds the names against the rules of the format.
func checkSheetNames(t *testing.T, sheets []string) {
	t.Helper()
	taken := make(map[string]bool)
	for _, s := range sheets {
		if n := len(utf16.Encode([]rune(s))); n == 0 || n > 31 {
			t.Errorf("the sheet name %q has %d units, allowed are 1 to 31", s, n)
		}
		if strings.ContainsAny(s, `[]:*?/\'`) || strings.IndexFunc(s, unicode.IsControl) >= 0 || s != strings.TrimSpace(s) {
			t.Errorf("the sheet name %q has characters that are not allowed", s)
		}
		if taken[strings.ToLower(s)] {
			t.Errorf("two sheets are called %q", s)
		}
		taken[strings.ToLower(s)] = true
	}
}

// Every kind of number is a number, every other key is a text: also in the cross-table.
func TestHostileCellsAreTexts(t *testing.T) {
	data, f := hostileBook(t, hostileTables())
	for _, name := range f.GetSheetList() {
		if name == recordSheet { // of many lines: all are texts
			part := partsOf(t, data)[fmt.Sprintf("xl/worksheets/sheet%d.xml", len(f.GetSheetList()))]
			if n := strings.Count(part, "<c r="); n < 1000 || strings.Count(part, ` t="inlineStr"`) != n {
				t.Errorf("of %d cells of the sheet %s some are no texts", n, name)
			}
			continue
		}
		for i, row := range rowsOf(t, f, name) {
			for j, text := range row {
				if text == "" {
					continue
				}
				cell, err := excelize.CoordinatesToCellName(j+1, i+1)
				if err != nil {
					t.Fatal(err)
				}
				kind, err := f.GetCellType(name, cell)
				if err != nil {
					t.Fatal(err)
				}
				isText := kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString
				isNumber := plainNumber.MatchString(text) && (kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber)
				if !isText && !isNumber {
					t.Errorf("sheet %q, cell %s: %q is of kind %d", name, cell, text, kind)
				}
				if formula, err := f.GetCellFormula(name, cell); err != nil || formula != "" {
					t.Errorf("sheet %q, cell %s: the formula %q (%v)", name, cell, formula, err)
				}
			}
		}
	}
}

// A CSV file reads back as it was, but for the apostrophe that keeps a text from being a
// formula.
func TestHostileTextsInCSV(t *testing.T) {
	r := hostileRelease(t)
	for i := range r.Questions {
		q := &r.Questions[i]
		var out bytes.Buffer
		if err := (answered{Question: q}).writeCSV(context.Background(), &out); err != nil {
			t.Fatal(err)
		}
		text, marked := strings.CutPrefix(out.String(), "\ufeff")
		if !marked {
			t.Error("there is no byte order mark")
		}
		records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(records) != q.Len()+1 {
			t.Fatalf("%d records, %v", len(records), err)
		}
		for k, record := range records {
			want := append(q.Workload.KeyNames(), message.English(valueColumns)...)
			if k > 0 {
				want = q.Key(k - 1)
			}
			for j, w := range want {
				w = strings.ReplaceAll(w, "\x01", "")
				if got := record[j]; got != w && got != "'"+w {
					t.Errorf("%q became %q", w, got)
				}
			}
			for _, field := range record {
				if field != "" && strings.ContainsRune("=+-@\t\r\n", rune(field[0])) && !plainNumber.MatchString(field) {
					t.Errorf("the field %q could be taken for a formula", field)
				}
			}
		}
	}
}

// All texts stand in the record as they are.
func TestHostileTextsInTheRecord(t *testing.T) {
	r := hostileTables()
	if r.err != nil {
		t.Fatal(r.err)
	}
	paths := r.paths
	var rec Record
	if err := json.Unmarshal(contentOf(t, paths[len(paths)-1]), &rec); err != nil {
		t.Fatal(err)
	}
	if len(rec.Files) != len(r.Questions)+2 || len(paths) != len(r.Questions)+3 {
		t.Errorf("%d files for %d questions", len(rec.Files), len(r.Questions))
	}
	for i, q := range rec.Questions {
		want := &r.Questions[i]
		if q.Title != want.Workload.Question().Title || q.ID != want.Workload.Question().ID || q.ExactWhy != want.ExactWhy.String() {
			t.Errorf("question %+v", q)
		}
		for k, a := range q.Answers {
			if strings.Join(a.Key, "|") != strings.Join(want.Key(k), "|") {
				t.Errorf("%q became %q", want.Key(k), a.Key)
			}
		}
	}
}

// The program's own readers read the files back too.
func TestHostileTextsThroughSheet(t *testing.T) {
	r := hostileTables()
	if r.err != nil {
		t.Fatal(r.err)
	}
	paths := r.paths
	book, err := sheet.Open(context.Background(), paths[0])
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	checked := 0
	for _, info := range book.Sheets()[1:2] {
		s, err := book.Sheet(context.Background(), sheet.Options{Sheet: info.Name, HeaderRow: 1})
		if err != nil {
			t.Fatal(err)
		}
		checked += readBack(t, s, &r.Questions[0], visible)
	}
	for i := range r.Questions {
		f, err := sheet.Open(context.Background(), paths[i+1])
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s, err := f.Sheet(context.Background(), sheet.Options{HeaderRow: 1, Delimiter: ","})
		if err != nil {
			t.Fatalf("%s: %v", filepath.Base(paths[i+1]), err)
		}
		checked += readBack(t, s, &r.Questions[i], Harmless)
	}
	if checked < len(hostile)*hostileValues {
		t.Errorf("only %d rows were compared", checked)
	}
}

// printed is an unadjusted number as it is printed.
func printed(unadjusted, _ float64) float64 { return unadjusted }

// readBack compares the first key and the unadjusted value of every row; white space apart.
func readBack(t *testing.T, s *sheet.Sheet, q *result.Question, as func(string) string) int {
	t.Helper()
	k := 0
	column := len(q.Workload.KeyNames()) + slices.Index(message.English(valueColumns), "Unadjusted")
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			t.Fatalf("%s: %v", s.Name(), err)
		}
		got, want := row.Cells[0].Text, as(q.Key(k)[0])
		if strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s, row %d: %q became %q", s.Name(), row.Number, want, got)
		}
		if c, want := row.Cells[column], printed(q.Printed(k)); c.Kind != table.Number || c.Number != want {
			t.Errorf("%s, row %d: %v became %+v", s.Name(), row.Number, want, c)
		}
		k++
	}
	if k != q.Len() {
		t.Errorf("%s has %d rows, want %d", s.Name(), k, q.Len())
	}
	return k
}

// Numbers below zero stay numbers; only texts are marked.
func TestHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"-5": "-5", "-0.25": "-0.25", "5": "5", "": "", "a=b": "a=b", "-5 to under 0": "'-5 to under 0", "-5-5": "'-5-5", "-": "'-", "--5": "'--5", "-5.": "'-5.",
		"=1": "'=1", "+5": "'+5", "@a": "'@a", "\ta": "'\ta", "\r=1": "'=1", "\n=1": "'\n=1", "\x00=1": "'=1", "'=1": "'=1", "-1e5": "'-1e5", "\u2212": "\u2212",
	} {
		if got := Harmless(in); got != want {
			t.Errorf("Harmless(%q) = %q, want %q", in, got, want)
		}
	}
}

// Questions are told apart by their sheets and files, however alike their names are.
func TestNamesThatAreAlike(t *testing.T) {
	p := smallPlan()
	ids := []string{"2", "2.", "a/b", "a b", "A-B", "2-", "ſ", "s", "S", "K", "\u212a", "...", "-", "release", "3", strings.Repeat("人", 300), strings.Repeat("人", 301), strings.Repeat("i", 300)}
	title := "Peoples' " + strings.Repeat("t", 40)
	p.Questions = nil
	for i, id := range ids {
		q := plan.Question{ID: id, Title: title, Kind: "table", Columns: []domain.AttributeName{"age", "town"}}
		if i%2 == 1 {
			q.Title = strings.ToUpper(title)
		}
		p.Questions = append(p.Questions, q)
	}
	r := releaseOf(t, p)
	for _, base := range []string{"r", strings.Repeat("人", 80), "a/b:c*", "...", "con"} {
		dir := t.TempDir()
		if err := Free(disk.OS, dir, base, p); err != nil {
			t.Fatal(err)
		}
		paths := all(t, dir, base, r)
		taken := make(map[string]bool)
		for _, path := range paths {
			name := filepath.Base(path)
			if taken[folded(name)] || len(name) > 255 || strings.ContainsAny(name, `/\:*?"<>|'`) || filepath.Dir(path) != dir {
				t.Errorf("the file name %q", path)
			}
			taken[folded(name)] = true
		}
		if got := folder(t, dir); len(got) != len(ids)+3 {
			t.Errorf("%d files for %d questions: %q", len(got), len(ids), got)
		}
		sheets := openBook(t, contentOf(t, paths[0])).GetSheetList()
		checkSheetNames(t, sheets)
		if len(sheets) != 2*len(ids)+5 {
			t.Errorf("%d sheets for %d tables", len(sheets), len(ids))
		}
	}
}

// Long texts fit: a release must not fail after its budget is spent.
func TestLongTexts(t *testing.T) {
	p := smallPlan()
	p.Title = strings.Repeat("title ", 10_000)
	p.Questions[0].Title = strings.Repeat("question ", 10_000)
	r := releaseOf(t, p)
	long := strings.Repeat("sentence ", 10_000)
	r.Protection.Secret, r.Protection.Expert, r.MultiplierWhy = message.Verbatim(long), message.Verbatim(long), message.Verbatim(long)
	r.Protection.Disclosed = message.Names([]string{long, strings.Repeat("line\n", 1000)})
	_, f := workbook(t, r)
	whole := 0
	for _, row := range rowsOf(t, f, readMeSheet) {
		if len(row) > 0 && len(row[0]) == excelize.TotalCellChars && strings.HasPrefix(long, row[0]) {
			whole++
		}
	}
	if whole != 2 {
		t.Errorf("%d long sentences have the %d characters that a cell takes, want 2", whole, excelize.TotalCellChars)
	}
	for _, path := range all(t, t.TempDir(), "long", r) {
		if len(contentOf(t, path)) == 0 {
			t.Errorf("%s is empty", path)
		}
	}
}

// A policy over thirty columns with long names has long sentences of its own.
func TestThirtyColumns(t *testing.T) {
	p := plan.Plan{Version: plan.Version, DataSet: "Wide", Budget: plan.Budget{Epsilon: "1"}}
	for i := range 30 {
		name := domain.AttributeName(fmt.Sprintf("%d %s", i, strings.Repeat("n", 290)))
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: number(0), Highest: number(3), Origin: domain.Typed})
	}
	p.Questions = []plan.Question{{ID: "q", Title: "Two of thirty", Kind: "table", Columns: []domain.AttributeName{p.Columns[3].Name, p.Columns[7].Name}}}
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	r := releaseOf(t, p)
	r.Protection = c.Describe()
	all(t, t.TempDir(), "wide", r)
}

// What follows from answers and what was chosen is as harmless: in CSV files and on sheets.
func TestHostileTextsInOtherTables(t *testing.T) {
	r := releaseOf(t, hostilePlan())
	q := &r.Questions[0]
	c := result.Choice{Asked: plan.Choice{ID: "=1", Title: "@choice", Kind: "best", Column: "a", By: []domain.AttributeName{"=by"}}, Made: result.Made{Says: message.Names(hostile)}}
	d := result.DerivedTable{Title: message.Verbatim("=derived"), Unit: plan.InPercent, Keys: []string{"=key"}}
	for i, s := range hostile {
		d.Values = append(d.Values, result.Derived{Key: []string{s}, Value: -float64(i), Low: -float64(i) - 1, High: 1})
		c.Values = append(c.Values, result.Chosen{Key: []string{s}, Option: s, Low: s, High: s})
	}
	q.Derived, r.Choices = []result.DerivedTable{d}, []result.Choice{c}
	var derived, values bytes.Buffer
	if err := (answered{Question: q}).writeDerivedCSV(context.Background(), &derived); err != nil {
		t.Fatal(err)
	}
	if err := (chosen{Choice: &r.Choices[0]}).writeCSV(context.Background(), &values); err != nil {
		t.Fatal(err)
	}
	checkTable(t, derived.Bytes(), tableSchema{Fields: answered{Question: q}.derivedFields()})
	checkTable(t, values.Bytes(), tableSchema{Fields: chosen{Choice: &r.Choices[0]}.fields()})
	for name, out := range map[string]*bytes.Buffer{"derived": &derived, "chosen": &values} {
		records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\ufeff"))).ReadAll()
		if err != nil || len(records) != len(hostile)+1 {
			t.Fatalf("%s: %d records, %v", name, len(records), err)
		}
		for k, record := range records {
			for _, field := range record {
				if field != "" && strings.ContainsRune("=+-@\t\r\n", rune(field[0])) && !plainNumber.MatchString(field) {
					t.Errorf("%s: the field %q could be taken for a formula", name, field)
				}
			}
			if k > 0 {
				want := strings.ReplaceAll(hostile[k-1], "\x01", "")
				if at := map[string]int{"derived": 1, "chosen": 0}[name]; record[at] != want && record[at] != "'"+want {
					t.Errorf("%s: %q became %q", name, want, record[at])
				}
			}
		}
	}
	data, f := workbook(t, r)
	for name, part := range partsOf(t, data) {
		wellFormed(t, name, part)
	}
	checkSheetNames(t, f.GetSheetList())
	found := 0
	for _, sheet := range f.GetSheetList() {
		if sheet != "1 =derived" && !strings.HasSuffix(sheet, " @choice") {
			continue
		}
		found++
		for i, row := range rowsOf(t, f, sheet)[1:] {
			if row[0] != visible(hostile[i]) {
				t.Errorf("%s: %q became %q", sheet, hostile[i], row[0])
			}
		}
	}
	if found != 2 {
		t.Errorf("%d sheets of %q", found, f.GetSheetList())
	}
}
