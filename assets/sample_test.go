package assets_test

import (
	"bytes"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/assets"
)

// Rewrites the sample workbook from the generator: go test ./assets -run TestSample -update
//
// The package builds only while there is a file in the folder sample. If none is left,
// put an empty one there first.
var update = flag.Bool("update", false, "rewrite the sample workbook where it differs from the generator's")

const (
	responses = "Responses"
	notes     = "Notes"
)

var header = []string{"respondent", "age", "district", "smoker", "education", "income", "visits"}

var notesText = []string{
	"Clinic survey 2026",
	"Every person in this workbook is made up by a program. Nobody in it exists.",
	"One row of the sheet Responses is one person.",
	"age: whole years, 0 to 95",
	"district: one of twelve parts of a town that does not exist",
	"smoker: yes, no or not stated",
	"education: the highest level finished (none, primary, secondary, vocational, degree)",
	"income: a month, before tax; nobody under 16 was asked",
	"visits: visits to the clinic last year, 0 to 30; 30 stands for more, too",
	"A blank cell means that there was no answer.",
}

// row returns a person's cells: a text, a number, or nil for a blank.
func (p person) row() []any {
	text := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	number := func(n int, unit float64) any {
		if n < 0 {
			return nil
		}
		return float64(n) / unit
	}
	return []any{
		p.id, number(p.age, 1), text(p.district), text(p.smoker), text(p.education),
		number(p.income, 2), number(p.visits, 1),
	}
}

// makeWorkbook makes up the survey and lays it out.
func makeWorkbook(t *testing.T) *excelize.File {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	book := excelize.NewFile()
	must(book.SetSheetName(book.GetSheetName(0), responses))
	_, err := book.NewSheet(notes)
	must(err)
	bold, err := book.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	must(err)

	must(book.SetSheetRow(responses, "A1", &header))
	for i, p := range makePeople() {
		cells := p.row()
		must(book.SetSheetRow(responses, "A"+strconv.Itoa(i+2), &cells))
	}
	must(book.SetSheetDimension(responses, "A1:G"+strconv.Itoa(surveySize+1)))
	must(book.SetRowStyle(responses, 1, 1, bold))
	must(book.SetColWidth(responses, "A", "G", 13))
	must(book.SetPanes(responses, &excelize.Panes{
		Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft",
	}))

	must(book.SetSheetDimension(notes, "A1:A"+strconv.Itoa(len(notesText))))
	for i, line := range notesText {
		must(book.SetCellStr(notes, "A"+strconv.Itoa(i+1), line))
	}
	must(book.SetRowStyle(notes, 1, 1, bold))
	must(book.SetColWidth(notes, "A", "A", 90))
	must(book.SetDocProps(&excelize.DocProperties{
		Creator: "The Steward authors", LastModifiedBy: "The Steward authors",
		Title:   "Clinic survey 2026 (made-up people)",
		Created: "2026-01-15T09:00:00Z", Modified: "2026-01-15T09:00:00Z",
	}))
	return book
}

// openSample opens the built-in workbook, or the one just rewritten.
func openSample(t *testing.T) *excelize.File {
	t.Helper()
	sample := assets.Sample()
	if *update {
		sample = os.DirFS("sample")
	}
	data, err := fs.ReadFile(sample, assets.Workbook)
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("opening %s: %v", assets.Workbook, err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

// rawRows returns a sheet's cells as they are stored, each row as long as the header.
func rawRows(t *testing.T, book *excelize.File, sheet string) [][]string {
	t.Helper()
	rows, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		rows[i] = append(row, make([]string, max(0, len(header)-len(row)))...)
	}
	return rows
}

// differences lists up to ten cells of two workbooks that differ in value or kind.
func differences(t *testing.T, got, want *excelize.File) []string {
	t.Helper()
	if g, w := got.GetSheetList(), want.GetSheetList(); !slices.Equal(g, w) {
		return []string{"sheets " + strings.Join(g, ", ") + ", want " + strings.Join(w, ", ")}
	}
	var found []string
	for _, sheet := range want.GetSheetList() {
		gotRows, wantRows := rawRows(t, got, sheet), rawRows(t, want, sheet)
		if len(gotRows) != len(wantRows) {
			found = append(found, sheet+": "+strconv.Itoa(len(gotRows))+" rows, want "+strconv.Itoa(len(wantRows)))
			continue
		}
		for r := range wantRows {
			for c := range max(len(gotRows[r]), len(wantRows[r])) {
				g, w := kindAndValue(t, got, sheet, r, c), kindAndValue(t, want, sheet, r, c)
				if g != w && len(found) < 10 {
					found = append(found, sheet+": "+g+", want "+w)
				}
			}
		}
	}
	return found
}

// kindAndValue describes a cell for comparison.
func kindAndValue(t *testing.T, book *excelize.File, sheet string, row, column int) string {
	t.Helper()
	name, err := excelize.CoordinatesToCellName(column+1, row+1)
	if err != nil {
		t.Fatal(err)
	}
	kind, err := book.GetCellType(sheet, name)
	if err != nil {
		t.Fatal(err)
	}
	value, err := book.GetCellValue(sheet, name, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	if kind == excelize.CellTypeSharedString || kind == excelize.CellTypeInlineString {
		return name + " text " + strconv.Quote(value)
	}
	return name + " number " + value
}

func TestSampleWorkbook(t *testing.T) {
	want := makeWorkbook(t)
	file := filepath.Join("sample", assets.Workbook)
	if *update {
		if old, err := excelize.OpenFile(file); err == nil {
			same := len(differences(t, old, want)) == 0
			_ = old.Close()
			if same {
				t.Logf("%s is up to date", file)
				return
			}
		}
		if err := want.SaveAs(file); err != nil {
			t.Fatal(err)
		}
		t.Logf("wrote %s", file)
		return
	}
	for _, difference := range differences(t, openSample(t), want) {
		t.Error(difference)
	}
	if t.Failed() {
		t.Log("if the generator is right: go test ./assets -run TestSample -update")
	}
}

// TestSampleFiles checks that the embedded files are those of the folder, data only.
func TestSampleFiles(t *testing.T) {
	entries, err := fs.ReadDir(assets.Sample(), ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if ext := filepath.Ext(entry.Name()); !slices.Contains([]string{".xlsx", ".csv", ".steward"}, ext) {
			t.Errorf("sample/%s is built into the program, expected only .xlsx, .csv and .steward there", entry.Name())
		}
		if *update && entry.Name() == assets.Workbook {
			continue // the test above may just have written it
		}
		embedded, err := fs.ReadFile(assets.Sample(), entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		onDisk, err := os.ReadFile(filepath.Join("sample", entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(embedded, onDisk) {
			t.Errorf("sample/%s: embedded %d bytes differ from the %d on disk", entry.Name(), len(embedded), len(onDisk))
		}
	}
}

// TestSamplePeople checks what the demonstration and its texts rely on.
func TestSamplePeople(t *testing.T) {
	rows := rawRows(t, openSample(t), responses)
	if !slices.Equal(rows[0], header) {
		t.Fatalf("header %q, want %q", rows[0], header)
	}
	people := rows[1:]
	if len(people) != surveySize {
		t.Fatalf("%d people, want %d", len(people), surveySize)
	}
	column := func(name string, keep func(row []string) bool) map[string]int {
		counts := map[string]int{}
		for _, row := range people {
			if keep == nil || keep(row) {
				counts[row[slices.Index(header, name)]]++
			}
		}
		return counts
	}
	aged := func(from, to int) func(row []string) bool {
		return func(row []string) bool {
			age, err := strconv.Atoi(row[1])
			return err == nil && age >= from && age <= to
		}
	}

	t.Run("everyone has an id of their own", func(t *testing.T) {
		ids := column("respondent", nil)
		for id := range ids {
			if !regexp.MustCompile(`^R-\d{4}$`).MatchString(id) {
				t.Errorf("id %q, want R- and four digits", id)
			}
		}
		if len(ids) != surveySize {
			t.Errorf("%d different ids, want %d", len(ids), surveySize)
		}
	})
	t.Run("numbers are in range", func(t *testing.T) {
		for name, most := range map[string]int{"age": 95, "visits": 30} {
			values := column(name, nil)
			for value := range values {
				if n, err := strconv.Atoi(value); value != "" && (err != nil || n < 0 || n > most) {
					t.Errorf("%s %q, want a whole number from 0 to %d", name, value, most)
				}
			}
			if len(values) < most*9/10 {
				t.Errorf("only %d different values of %s", len(values), name)
			}
		}
	})
	t.Run("blanks and odd values", func(t *testing.T) {
		for _, want := range []struct {
			column, value string
			count         int
		}{
			{"age", "", 14}, {"district", "", 3}, {"district", "unknown", 1}, {"smoker", "", 9},
			{"education", "", 21}, {"visits", "", 17}, {"income", "48000", 1},
		} {
			if got := column(want.column, nil)[want.value]; got != want.count {
				t.Errorf("%d rows with %s %q, want %d", got, want.column, want.value, want.count)
			}
		}
	})
	t.Run("twelve districts of unequal size", func(t *testing.T) {
		counts := column("district", nil)
		delete(counts, "")
		delete(counts, "unknown")
		if len(counts) != 12 || counts["Harbour"] < 5*counts["Westmarsh"] {
			t.Errorf("districts %v, want 12, Harbour at least five times Westmarsh", counts)
		}
	})
	t.Run("smoking depends on age", func(t *testing.T) {
		if got := column("smoker", aged(0, 12))["yes"]; got != 0 {
			t.Errorf("%d children under 13 smoke, want none", got)
		}
		young, old := column("smoker", aged(25, 44)), column("smoker", aged(75, 95))
		if young["yes"]*old["no"] < 2*old["yes"]*young["no"] {
			t.Errorf("smokers at 25-44 %v, at 75 and over %v, want odds at least double", young, old)
		}
	})
	t.Run("visits grow with age", func(t *testing.T) {
		if young, old := mean(column("visits", aged(15, 24))), mean(column("visits", aged(75, 95))); old < 2*young {
			t.Errorf("%.1f visits at 15-24, %.1f at 75 and over, want at least double", young, old)
		}
	})
	t.Run("no income under 16, most adults say theirs", func(t *testing.T) {
		if got := column("income", aged(0, 15)); len(got) != 1 || got[""] == 0 {
			t.Errorf("incomes under 16: %v, want blanks only", got)
		}
		adults := column("income", aged(18, 95))
		total := 0
		for _, count := range adults {
			total += count
		}
		if blank := adults[""]; blank == 0 || blank > total/8 {
			t.Errorf("%d of %d adults leave income blank, want some but under an eighth", blank, total)
		}
	})
}

// mean returns the mean of counted numbers, blanks left out.
func mean(counts map[string]int) float64 {
	sum, n := 0.0, 0
	for value, count := range counts {
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			sum += v * float64(count)
			n += count
		}
	}
	return sum / float64(n)
}
