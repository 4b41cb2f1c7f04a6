package sheet

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"steward/core/message"
	"steward/core/spelling"
	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
)

// Spreadsheets often end with rows of totals and with notes. Rows that look so are said, and
// left out only when the steward says so.

// ending keeps the last records of a sheet.
type ending struct {
	rows  [lastRows]lastRow
	count int // of all records
	row   int // the last one
}

const lastRows = 12

// lastRow is one of them.
type lastRow struct {
	number int
	apart  bool // a blank row lies before it
	cells  []table.Cell
}

func newEnding(columns int) *ending {
	e := &ending{}
	for i := range e.rows {
		e.rows[i].cells = make([]table.Cell, columns)
	}
	return e
}

func (e *ending) add(r table.Row) {
	last := &e.rows[e.count%lastRows]
	last.number, last.apart = r.Number, e.count > 0 && r.Number > e.row+1
	copy(last.cells, r.Cells)
	e.count, e.row = e.count+1, r.Number
}

// footers returns notes about the rows at the end that look like totals or notes, and about
// totals among the records.
func (s *Sheet) footers(e *ending, columns []*collector) []Note {
	sums, counts := make([]float64, len(columns)), make([]int, len(columns))
	for i, c := range columns {
		sums[i], counts[i] = c.sum, c.Kinds[table.Number]
	}
	var list []Note
	found := make(map[int]bool)
	// The last record is never a footer of nothing: one at least stays above.
	for back := 1; back <= min(lastRows, e.count-1); back++ {
		r := e.rows[(e.count-back)%lastRows]
		for i, c := range r.cells {
			if c.Kind == table.Number {
				sums[i], counts[i] = sums[i]-c.Number, counts[i]-1
			}
		}
		looks, sure := r.looks(sums, counts, columns)
		if looks.IsZero() {
			break
		}
		found[r.number] = true
		list = append(list, Note{Remark: grid.NewRemark(s.grid.Row(r.number).Sentence(), "%s", looks).Becoming("counted as a record"), Advised: true, Proposed: sure,
			Fix: &Fix{Words: message.Sprintf("Leave it out"), Kind: LeaveOut, Rows: []int{r.number}}})
	}
	slices.Reverse(list)
	if len(list) > 1 {
		all := Fix{Kind: LeaveOut}
		for _, n := range list {
			all.Rows = append(all.Rows, n.Fix.Rows...)
		}
		all.Words = message.Sprintf("Leave all %d out", len(list))
		list = append([]Note{{Remark: grid.NewRemark(message.Sprintf("%s at the end", several(len(list), "%d row", "%d rows")), "look like totals and notes").
			Becoming("counted as records"), Advised: true, Fix: &all}}, list...)
	}
	return append(list, s.totalsWithin(found, columns)...)
}

// looks says what a row looks like that is no record, nothing where it looks like one, and whether both its words and its numbers
// say so. Sums and counts are those of the numbers above it.
func (r *lastRow) looks(sums []float64, counts []int, columns []*collector) (looks message.Text, sure bool) {
	first, filled, numbers, added := -1, 0, 0, 0
	for i, c := range r.cells {
		if c.Kind == table.Blank {
			continue
		}
		if filled++; first < 0 {
			first = i
		}
		if c.Kind == table.Number {
			numbers++
			if counts[i] > 1 && sums[i] != 0 && math.Abs(c.Number-sums[i]) <= 1e-9*math.Abs(sums[i]) {
				added++
			}
		}
	}
	if first < 0 {
		return message.Text{}, false
	}
	text := r.cells[first].Text
	total := r.cells[first].Kind == table.Text && isTotal(text)
	switch {
	case added > 0 && (total || 2*added > numbers && filled < len(r.cells)):
		return message.Sprintf("looks like a row of totals (%s): a number in it is the sum of those above", grid.Quote(text)), total
	case total:
		return message.Sprintf("looks like a row of totals (%s)", grid.Quote(text)), false
	case filled == 1 && len(r.cells) > 2 && r.cells[first].Kind == table.Text && (r.apart || isNote(text)),
		filled == 1 && len(r.cells) == 2 && first == 0 && r.cells[first].Kind == table.Text && isNote(text),
		filled == 1 && columns[first].mostlyNumbers() && r.cells[first].Kind == table.Text && len(r.cells) > 1:
		return message.Sprintf("looks like a note (%s)", grid.Quote(text)), false
	}
	return message.Text{}, false
}

// totalsWithin returns notes about columns with totals among their values.
func (s *Sheet) totalsWithin(known map[int]bool, columns []*collector) (list []Note) {
	for i, c := range columns {
		var met []*value
		for _, v := range c.values {
			if v.kind == table.Text && isTotal(v.text) && (v.count > 1 || !known[v.row]) {
				met = append(met, v)
			}
		}
		slices.SortFunc(met, func(a, b *value) int { return a.row - b.row })
		for _, v := range met {
			n := Note{Remark: grid.NewRemark(s.Address(v.row, i), "%s in %s", grid.Quote(v.text), several(v.count, "%d row", "%d rows")).
				Becoming("counted as %s", several(v.count, "%d record", "%d records")), Advised: true}
			if v.count == 1 {
				n.Fix = &Fix{Words: message.Sprintf("Leave it out"), Kind: LeaveOut, Rows: []int{v.row}}
			} else {
				n.Found = message.Sprintf("%s, which may be sums of others: remove such rows in the spreadsheet", n.Found)
			}
			list = append(list, n)
		}
	}
	return list
}

// doubtful returns notes about numbers that are not what they look like.
func (s *Sheet) doubtful(columns []*collector) (list []Note) {
	_, text := s.base.(*delimited.Grid)
	for i, c := range columns {
		if n := c.long.Count; n > 0 && !text {
			list = append(list, Note{Remark: grid.NewRemark(s.Address(c.long.First, i), "%s from here on with more than the %d digits that the spreadsheet keeps", several(n, "%d whole number", "%d whole numbers"), number.MaxDigits).
				Becoming("read as stored: if they are identifiers, different ones may have become the same. Store them as texts"), Advised: true})
		}
		if n := c.stored.Count; n > 0 && !text && !c.mostlyNumbers() {
			list = append(list, Note{Remark: grid.NewRemark(s.Address(c.stored.First, i), "%s from here on stored as texts", several(n, "%d number", "%d numbers")).
				Becoming("read as written; a column declared as numbers reads them as numbers")})
		}
	}
	return list
}

// totals are the words for a total in languages that files come in, as fold writes them.
var totals = []string{
	"total", "totals", "subtotal", "sub-total", "grandtotal", "overall", "sum",
	"summe", "gesamt", "gesamtsumme", "insgesamt", "zwischensumme", "endsumme",
	"totale", "totali", "somme", "ensemble", "sous-total", "totalgénéral", "suma", "totalgeneral", "soma",
	"totaal", "subtotaal", "totalt", "summa", "ialt", "yhteensä", "razem", "ogółem", "celkem", "spolu", "összesen",
	"toplam", "geneltoplam", "итого", "всего", "разом", "усього", "σύνολο", "合計", "小計", "总计", "合计", "합계", "المجموع",
}

// isTotal reports whether a text is a word for a total, alone or before a colon.
func isTotal(s string) bool {
	if len(s) > 60 {
		return false
	}
	word, _, _ := strings.Cut(s, ":")
	word = strings.TrimFunc(spelling.Fold(word), func(r rune) bool { return !unicode.IsLetter(r) })
	return word != "" && slices.Contains(totals, word)
}

// isNote reports whether a text begins as notes under tables do.
func isNote(s string) bool {
	lower := strings.ToLower(s)
	for _, word := range []string{"source", "note", "quelle", "anmerkung", "hinweis", "fuente", "nota", "fonte", "bron", "remark", "stand:", "as of", "*", "¹", "(1)", "1)", "©", "zdroj", "źródło", "uwaga", "källa"} {
		if strings.HasPrefix(lower, word) {
			return true
		}
	}
	return utf8.RuneCountInString(s) > 60
}
