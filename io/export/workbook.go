package export

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/result"
)

// maxSheetRows is how many answers one sheet takes below its heading: the format's limit,
// less the heading.
const maxSheetRows = 1_048_575

// maxCrossColumns is the widest cross-table that is written beside the list.
const maxCrossColumns = 200

// book is a workbook being written.
type book struct {
	*excelize.File
	ctx    context.Context
	rows   int             // how many answers one sheet takes
	taken  map[string]bool // sheet names, in lower case
	styles styles
}

// font is that of the format's ordinary cells.
const font = "Calibri"

type styles struct{ title, head, text, whole, steps, fine int }

// writeWorkbook writes the release as a workbook: what it is in plain words, a sheet for
// each question, and the privacy accounting.
func writeWorkbook(ctx context.Context, w io.Writer, r *result.Release) (err error) {
	b := &book{File: excelize.NewFile(), ctx: ctx, rows: maxSheetRows, taken: make(map[string]bool)}
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
	if err := b.readMe(r); err != nil {
		return fmt.Errorf("the sheet Read me: %w", err)
	}
	for i := range r.Questions {
		if err := b.question(i, &r.Questions[i]); err != nil {
			return fmt.Errorf("the sheet of %q: %w", r.Questions[i].Workload.Question().Title, err)
		}
	}
	for i := range r.Choices {
		if err := b.choice(len(r.Questions)+i+1, &r.Choices[i]); err != nil {
			return fmt.Errorf("the sheet of %q: %w", r.Choices[i].Asked.Title, err)
		}
	}
	if err := b.accounting(r); err != nil {
		return fmt.Errorf("the sheet Privacy accounting: %w", err)
	}
	return b.pack(w)
}

// pack writes the workbook's parts in the order of their names; excelize writes sheets in
// any order, and one release is to be one sequence of bytes.
func (b *book) pack(w io.Writer) error {
	content, err := b.WriteToBuffer()
	if err != nil {
		return err
	}
	parts, err := zip.NewReader(bytes.NewReader(content.Bytes()), int64(content.Len()))
	if err != nil {
		return err
	}
	slices.SortFunc(parts.File, func(p, q *zip.File) int { return strings.Compare(p.Name, q.Name) })
	out := zip.NewWriter(w)
	for _, p := range parts.File {
		if err := out.Copy(p); err != nil {
			return err
		}
	}
	return out.Close()
}

// prepare makes the styles, names the first sheet and fills in the document's properties,
// which carry no name of a person or a folder.
func (b *book) prepare(r *result.Release) error {
	if err := b.SetSheetName("Sheet1", readMeSheet); err != nil {
		return err
	}
	for _, name := range []string{readMeSheet, accountingSheet} {
		b.taken[strings.ToLower(name)] = true
	}
	created := r.Created
	if t, err := time.Parse(time.RFC3339, r.Created); err == nil {
		created = t.UTC().Format(time.RFC3339)
	}
	if err := b.SetDocProps(&excelize.DocProperties{Title: clean(r.Plan.Title), Created: created, Modified: created, Creator: "Steward", LastModifiedBy: "Steward"}); err != nil {
		return err
	}
	for _, s := range []struct {
		id    *int
		style excelize.Style
	}{
		{&b.styles.title, excelize.Style{Font: &excelize.Font{Bold: true, Size: 16, Family: font}}},
		{&b.styles.head, excelize.Style{Font: &excelize.Font{Bold: true, Family: font}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E1EDF5"}}, Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}}},
		{&b.styles.text, excelize.Style{Alignment: &excelize.Alignment{WrapText: true, Vertical: "top"}}},
		{&b.styles.whole, excelize.Style{NumFmt: 3}},
		{&b.styles.steps, excelize.Style{CustomNumFmt: ptr("#,##0." + strings.Repeat("0", max(decimalsOf(r), 1)))}},
		{&b.styles.fine, excelize.Style{CustomNumFmt: ptr("#,##0.00")}},
	} {
		var err error
		if *s.id, err = b.NewStyle(&s.style); err != nil {
			return err
		}
	}
	return nil
}

func ptr[T any](v T) *T { return &v }

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

// question writes the answers as a list, over several sheets if they are too many for one,
// and a table over two columns as a cross-table too.
func (b *book) question(i int, q *result.Question) error {
	title := q.Workload.Question().Title
	for from := 0; from < q.Len(); from += b.rows {
		name := b.sheetName(i+1, title)
		if err := b.list(name, q, from, min(from+b.rows, q.Len())); err != nil {
			return err
		}
	}
	if err := b.crossTable(i, q); err != nil {
		return err
	}
	return b.derived(i, q)
}

// list writes answers from..to-1, one per row.
func (b *book) list(name string, q *result.Question, from, to int) error {
	if _, err := b.NewSheet(name); err != nil {
		return err
	}
	keys := len(q.Workload.KeyNames())
	last, err := excelize.CoordinatesToCellName(keys+len(valueColumns), to-from+1)
	if err != nil {
		return err
	}
	// A stream takes filter and layout along only if they are set before, in this order.
	if err := b.AutoFilter(name, "A1:"+last, nil); err != nil {
		return err
	}
	if err := b.printable(name); err != nil {
		return err
	}
	w, err := b.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := w.SetColWidth(1, keys, 22); err != nil {
		return err
	}
	if err := w.SetColWidth(keys+1, keys+len(valueColumns), 15); err != nil {
		return err
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	var row []any
	for _, n := range headings(q) {
		row = append(row, label(b.styles.head, n))
	}
	if err := w.SetRow("A1", row); err != nil {
		return err
	}
	for k := from; k < to; k++ {
		if k%4096 == 0 && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		row = row[:0]
		for _, key := range q.Key(k) {
			row = append(row, b.key(key))
		}
		row = append(row, b.values(q, k)...)
		if err := w.SetRow(fmt.Sprintf("A%d", k-from+2), row); err != nil {
			return err
		}
	}
	return w.Flush()
}

// key returns the cell of a label. A whole number stays one, so that a reader can sort by
// it; anything else is a text.
func (b *book) key(s string) excelize.Cell {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s && n > -1e15 && n < 1e15 {
		return excelize.Cell{Value: n}
	}
	return label(0, s)
}

// values returns the cells that follow the keys of answer k.
func (b *book) values(q *result.Question, k int) []any {
	exact := ""
	if q.Exact[k] {
		exact = q.ExactWhy
	}
	fine := func(x float64) excelize.Cell { return excelize.Cell{StyleID: b.styles.fine, Value: x} }
	return []any{
		b.published(q, k),
		fine(q.Unadjusted[k]),
		fine(q.Error[k] * typicalFactor),
		fine(q.Unadjusted[k] - q.HalfWidth[k]),
		fine(q.Unadjusted[k] + q.HalfWidth[k]),
		label(0, exact),
	}
}

// published returns the cell of what is published of answer k.
func (b *book) published(q *result.Question, k int) excelize.Cell {
	if n, shown := q.Published(k); shown {
		style := b.styles.whole
		if q.DecimalsOf(k) > 0 {
			style = b.styles.steps
		}
		return excelize.Cell{StyleID: style, Value: n}
	}
	return label(0, HiddenText)
}

// crossTable writes a table over exactly two columns with rows and columns, published
// values only.
func (b *book) crossTable(i int, q *result.Question) error {
	attrs := q.Workload.Domain().Attributes()
	if q.Workload.Question().Kind != "table" || len(attrs) != 2 || attrs[1].Size() > maxCrossColumns || attrs[0].Size() > b.rows {
		return nil
	}
	name := b.sheetName(i+1, "cross-table "+q.Workload.Question().Title)
	if _, err := b.NewSheet(name); err != nil {
		return err
	}
	if err := b.printable(name); err != nil { // a stream takes the layout along only if it is set before
		return err
	}
	w, err := b.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := w.SetColWidth(1, 1, 22); err != nil {
		return err
	}
	if err := w.SetColWidth(2, attrs[1].Size()+1, 14); err != nil {
		return err
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, XSplit: 1, YSplit: 1, TopLeftCell: "B2", ActivePane: "bottomRight"}); err != nil {
		return err
	}
	down, across := entriesOf(q, 0), entriesOf(q, 1)
	at := make(map[[2]string]int, q.Len())
	for k := range q.Len() {
		key := q.Key(k)
		at[[2]string{key[0], key[1]}] = k
	}
	row := []any{label(b.styles.head, string(attrs[0].Name())+" \\ "+string(attrs[1].Name()))}
	for _, v := range across {
		row = append(row, label(b.styles.head, v))
	}
	if err := w.SetRow("A1", row); err != nil {
		return err
	}
	for i, u := range down {
		row = append(row[:0], label(b.styles.head, u))
		for _, v := range across {
			if k, possible := at[[2]string{u, v}]; possible {
				row = append(row, b.published(q, k))
			} else {
				row = append(row, label(0, "cannot occur"))
			}
		}
		if err := w.SetRow(fmt.Sprintf("A%d", i+2), row); err != nil {
			return err
		}
	}
	return w.Flush()
}

// entriesOf returns the labels of a column of a table, the total last where there is one.
func entriesOf(q *result.Question, column int) []string {
	a := q.Workload.Domain().Attributes()[column]
	labels := make([]string, a.Size(), a.Size()+1)
	for v := range labels {
		labels[v] = a.Label(v)
	}
	if q.Workload.Question().Totals && a.Size() > 1 {
		labels = append(labels, domain.TotalLabel)
	}
	return labels
}

// printable fits a sheet to the width of a page, lying down.
func (b *book) printable(name string) error {
	if err := b.SetSheetProps(name, &excelize.SheetPropsOptions{FitToPage: ptr(true)}); err != nil {
		return err
	}
	return b.SetPageLayout(name, &excelize.PageLayoutOptions{Orientation: ptr("landscape"), FitToWidth: ptr(1), FitToHeight: ptr(0), Size: ptr(9)})
}
