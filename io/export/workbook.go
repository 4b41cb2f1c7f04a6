package export

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"steward/assets/language"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/result"
)

// book is a workbook being written.
type book struct {
	*excelize.File
	language.Language
	ctx  context.Context
	rows int // how many answers one sheet takes
	// created is when the release was.
	created time.Time
	taken   map[string]bool // sheet names, in lower case
	styles  styles
	// tables write the rows of sheets, by the sheets' names.
	tables map[string]func(*rowWriter) error
	// bars are the lines through the points of the charts, in the order of the charts.
	bars []errorBars
	// contents are the sheets with what is on them, for the first one.
	contents []content
	above    string // at the head of printed pages
}

// content says what is on a sheet.
type content struct{ sheet, what string }

// font is that of the format's ordinary cells.
const font = "Calibri"

type styles struct {
	title, head, headRight, headIndent, over, side, end, endRight int // of headings
	indent, key, word, text, plain, quietWord                     int
	whole, steps, fine, noisy, noisySteps, total, totalSteps      int
	quiet, quietSteps                                             int // of intervals in cross-tables
}

// newBook returns an empty workbook whose sheets take so many answers each.
func newBook(ctx context.Context, rows int, in language.Language) *book {
	return &book{Language: in, File: excelize.NewFile(), ctx: ctx, rows: rows, created: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC), taken: make(map[string]bool), tables: make(map[string]func(*rowWriter) error)}
}

// writeWorkbook writes the release as a workbook: what it is in plain words, a sheet for
// each question, how to add its numbers up, the privacy accounting, the codebook and the record.
func writeWorkbook(ctx context.Context, w io.Writer, r *result.Release) (err error) {
	b := newBook(ctx, limits.MaxSheetRows-1, languageOf(r)) // below the heading
	defer func() {
		if closed := b.Close(); err == nil {
			err = closed
		}
	}()
	return b.write(w, r)
}

func (b *book) write(w io.Writer, r *result.Release) error {
	if err := b.prepare(r); err != nil {
		return err
	}
	for i, o := range outputsOf(r) {
		if err := o.sheets(b, i+1); err != nil {
			return message.Errorf("the sheet of %q: %w", o.Title(), err)
		}
	}
	for _, sheet := range []struct {
		name, what string
		write      func(*result.Release) error
	}{
		{b.Sayf(addingSheet), b.Sayf("how to add numbers up, and how far the results may be off"), b.adding},
		{b.Sayf(accountingSheet), b.Sayf("what was spent and on what, for experts"), b.accounting},
		{b.Sayf(codebookSheet), b.Sayf("the columns with all their declared values"), b.codebook},
		{recordSheet, b.Sayf("all of this for programs, with the digest"), b.record},
	} {
		if sheet.name == b.Sayf(addingSheet) && len(r.Questions) == 0 {
			continue
		}
		if err := sheet.write(r); err != nil {
			return message.Errorf("the sheet %s: %w", sheet.name, err)
		}
		b.contents = append(b.contents, content{sheet.name, sheet.what})
	}
	if err := b.readMe(r); err != nil { // last, since it lists the others
		return message.Errorf("the sheet %s: %w", b.Sayf(readMeSheet), err)
	}
	return b.pack(w)
}

// prepare makes the styles, names the first sheet and fills in the document's properties,
// which carry no name of a person or a folder.
func (b *book) prepare(r *result.Release) error {
	if err := b.SetSheetName("Sheet1", b.Sayf(readMeSheet)); err != nil {
		return err
	}
	for _, name := range []string{b.Sayf(readMeSheet), b.Sayf(addingSheet), b.Sayf(accountingSheet), b.Sayf(codebookSheet), recordSheet} {
		b.taken[strings.ToLower(name)] = true
	}
	b.above = headerText(orElse(r.Plan.Title, r.Plan.DataSet))
	created := r.Created
	if t, err := time.Parse(time.RFC3339, r.Created); err == nil {
		b.created = t.UTC()
		created = b.created.Format(time.RFC3339)
	}
	if err := b.SetDocProps(&excelize.DocProperties{Title: clean(r.Plan.Title), Created: created, Modified: created, Creator: "Steward", LastModifiedBy: "Steward"}); err != nil {
		return err
	}
	ground := excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E1EDF5"}}
	small := &excelize.Font{Size: 9, Color: quietColor, Family: font}
	decimals := "#,##0." + strings.Repeat("0", max(decimalsOf(r), 1))
	for _, s := range []struct {
		id    *int
		style excelize.Style
	}{
		{&b.styles.title, excelize.Style{Font: &excelize.Font{Bold: true, Size: 16, Family: font}, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}}},
		{&b.styles.head, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, Fill: ground, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}}},
		{&b.styles.headRight, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, Fill: ground, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top", Horizontal: "right"}}},
		{&b.styles.headIndent, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, Fill: ground, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top", Horizontal: "left", Indent: 1}}},
		{&b.styles.indent, excelize.Style{Alignment: &excelize.Alignment{Indent: 1, Horizontal: "left"}}},
		{&b.styles.key, excelize.Style{Alignment: &excelize.Alignment{Horizontal: "left"}}},
		{&b.styles.word, excelize.Style{Alignment: &excelize.Alignment{Horizontal: "right"}}},
		{&b.styles.plain, excelize.Style{Font: &excelize.Font{Family: "Courier New", Size: 9}}},
		{&b.styles.text, excelize.Style{Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}}},
		{&b.styles.whole, excelize.Style{NumFmt: 3}},
		{&b.styles.steps, excelize.Style{CustomNumFmt: &decimals}},
		{&b.styles.noisy, excelize.Style{Font: noisyFont, CustomNumFmt: new("#,##0" + noisyMark)}},
		{&b.styles.noisySteps, excelize.Style{Font: noisyFont, CustomNumFmt: new(decimals + noisyMark)}},
		{&b.styles.total, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, NumFmt: 3}},
		{&b.styles.totalSteps, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, CustomNumFmt: &decimals}},
		{&b.styles.quiet, excelize.Style{Font: small, NumFmt: 3}},
		{&b.styles.quietSteps, excelize.Style{Font: small, CustomNumFmt: &decimals}},
		{&b.styles.quietWord, excelize.Style{Font: small, Alignment: &excelize.Alignment{WrapText: true, Horizontal: "right"}}},
		{&b.styles.over, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, Fill: ground, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top", Horizontal: "center"}}},
		{&b.styles.side, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, Fill: ground, Alignment: &excelize.Alignment{Horizontal: "left"}}},
		{&b.styles.end, excelize.Style{Font: small, Fill: ground, Alignment: &excelize.Alignment{WrapText: true}}},
		{&b.styles.endRight, excelize.Style{Font: small, Fill: ground, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top", Horizontal: "right"}}},
		{&b.styles.fine, excelize.Style{CustomNumFmt: new("#,##0.0########")}},
	} {
		var err error
		if *s.id, err = b.NewStyle(&s.style); err != nil {
			return err
		}
	}
	return nil
}

// quietColor is that of what is not the first to be read.
const quietColor = "57646B"

// noisyFont and noisyMark are how published numbers look that are too noisy to be used by themselves.
var noisyFont = &excelize.Font{Italic: true, Color: quietColor, Family: font}

const noisyMark = `\` + result.NoisyMark

// decimalsOf returns how many decimals the published numbers of a release have.
func decimalsOf(r *result.Release) int {
	n := 0
	for i := range r.Questions {
		n = max(n, r.Questions[i].Decimals)
	}
	return n
}

// sheetName returns a valid name that no other sheet has: at most 31 characters, none of
// those that the format forbids, told apart by more than their case.
func (b *book) sheetName(number int, title string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`[]:*?/\`, r) || unicode.IsControl(r):
			return ' '
		case r == '\'': // it would end the name where another part of the file refers to the sheet
			return '’'
		}
		return r
	}, strings.ToValidUTF8(title, ""))
	safe = strings.Join(strings.Fields(fmt.Sprintf("%d %s", number, safe)), " ")
	for n := 1; ; n++ {
		suffix := ""
		if n > 1 {
			suffix = fmt.Sprintf(" (%d)", n)
		}
		name := strings.TrimSpace(shorten(safe, 31-len(suffix))) + suffix
		if !b.taken[strings.ToLower(name)] {
			b.taken[strings.ToLower(name)] = true
			return name
		}
	}
}

// shorten cuts a text to so many UTF-16 units, the measure of the format.
func shorten(s string, units int) string {
	n := 0
	for i, r := range s {
		if n += utf16.RuneLen(r); n > units {
			return s[:i]
		}
	}
	return s
}

// clean removes what the file format cannot hold and shortens a text to what a cell takes.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || (unicode.IsControl(r) && r != '\n' && r != '\t') || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, s)
	return shorten(s, excelize.TotalCellChars)
}

// label returns a text cell: never a formula, whatever it begins with.
func label(style int, s string) excelize.Cell { return excelize.Cell{StyleID: style, Value: clean(s)} }

// sheets writes the answers as a list, over several sheets if they are too many for one, and before it as a cross-table
// where they are one that can be read.
func (q answered) sheets(b *book, number int) error {
	title := q.Title()
	var names []string
	for from := 0; from < q.Len(); from += b.rows {
		names = append(names, b.sheetName(number, title))
	}
	if g, ok := b.hasCross(q); ok {
		if err := b.crossTable(number, q, g, names[0]); err != nil {
			return err
		}
	}
	for k, name := range names {
		if err := b.list(name, q, k*b.rows, min((k+1)*b.rows, q.Len())); err != nil {
			return err
		}
	}
	for k, name := range names {
		what := b.Sayf("%s; %s", title, b.plural(q.Len(), "number with its error", "numbers, each with its error"))
		if len(names) > 1 { // a sheet takes no more
			what = b.Sayf("%s; part %d of %d, answers %d to %d of %d, since a sheet takes %d", title, k+1, len(names), k*b.rows+1, min((k+1)*b.rows, q.Len()), q.Len(), b.rows)
		}
		b.contents = append(b.contents, content{name, what})
	}
	return b.derived(number, q)
}

// list writes answers from..to-1, one per row.
func (b *book) list(name string, q answered, from, to int) error {
	keys := len(q.Workload.KeyNames())
	widths := []width{{1, keys, keyWidth(q)}}
	for i, heading := range b.SayAll(valueColumns) {
		widths = append(widths, width{keys + 1 + i, keys + 1 + i, float64(max(15, wideness(heading)+2))})
	}
	kind, drawn := chartKind(q.Question)
	drawn = drawn && to-from == q.Len()
	wide := across(widths)
	if drawn { // on the same page as the list
		wide = min(wide+chartColumns*chartColumn, widestLying)
	}
	if err := b.begin(name, keys+len(valueColumns), to-from, wide); err != nil {
		return err
	}
	if drawn {
		if err := b.listChart(name, q, kind); err != nil {
			return err
		}
		if err := b.printOnly(name, chartAt(q.Question)-1, max(to-from+1, chartRows)); err != nil {
			return err
		}
	}
	head := labels(b.styles.headRight, q.headings()...)
	for j := range keys {
		head[j].StyleID = b.styles.head
	}
	head[len(head)-1].StyleID = b.styles.headIndent
	if drawn {
		at := chartAt(q.Question)
		widths = append(widths, width{at, at + len(ChartColumns) - 1, 12})
		head = append(append(head, make([]excelize.Cell, chartColumns)...), labels(b.styles.headRight, b.SayAll(ChartColumns[:])...)...)
	}
	return b.fill(name, widths, head, func(yield func([]excelize.Cell) bool) {
		var row []excelize.Cell
		for k := from; k < to; k++ {
			row = b.values(b.keys(row[:0], q.SaidKey(b.Say, k)...), q, k)
			if drawn {
				row = append(append(row, make([]excelize.Cell, chartColumns)...), b.chartCells(q.Question, k)...)
			}
			if !yield(row) {
				return
			}
		}
	})
}

func (b *book) plural(n int, one, many string) string {
	return fmt.Sprintf("%d %s", n, b.Plural(n, one, many))
}

// keyWidth returns the width of the columns of labels, in characters, by some of the labels.
func keyWidth(q answered) float64 {
	const least, most, some = 12, 44, 500
	widest := least
	for _, name := range q.Workload.SaidKeyNames(q.in.Say) {
		widest = max(widest, utf8.RuneCountInString(name)+4) // beside the filter's button
	}
	for i := 0; i < q.Len(); i += max(q.Len()/some, 1) {
		for _, label := range q.SaidKey(q.in.Say, i) {
			widest = max(widest, utf8.RuneCountInString(label)+2)
		}
	}
	return float64(min(widest, most))
}

// key returns the cell of a label. A whole number stays one, so that a reader can sort by
// it; anything else is a text.
func (b *book) key(s string) excelize.Cell {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s && n > -1e15 && n < 1e15 {
		return excelize.Cell{StyleID: b.styles.key, Value: n}
	}
	return label(b.styles.key, s)
}

// values appends the cells that follow the keys of answer k.
func (b *book) values(row []excelize.Cell, q answered, k int) []excelize.Cell {
	exact := ""
	if q.Exact[k] {
		exact = b.Say(q.ExactWhy)
	}
	unadjusted, typical := q.Printed(k)
	return append(row,
		b.published(q, k), b.counted(q.Question, k, q.Low[k]), b.counted(q.Question, k, q.High[k]),
		b.fine(unadjusted), b.fine(typical),
		label(b.styles.indent, exact),
	)
}

// published returns the cell of what is published of answer k.
func (b *book) published(q answered, k int) excelize.Cell {
	n, shown := q.Published(k)
	cell := b.counted(q.Question, k, n)
	switch {
	case !shown:
		return label(b.styles.word, b.Sayf(HiddenText))
	case q.TooNoisy(k) && q.DecimalsOf(k) > 0:
		cell.StyleID = b.styles.noisySteps
	case q.TooNoisy(k):
		cell.StyleID = b.styles.noisy
	}
	return cell
}

// counted is a cell with a number that answer k can be.
func (b *book) counted(q *result.Question, k int, n float64) excelize.Cell {
	style := b.styles.whole
	if q.DecimalsOf(k) > 0 {
		style = b.styles.steps
	}
	return excelize.Cell{StyleID: style, Value: n}
}
