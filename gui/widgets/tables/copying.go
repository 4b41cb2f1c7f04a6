package tables

import (
	"regexp"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/words"
)

// mostCopied is how many rows go to the clipboard at most.
const mostCopied = 100_000

// SheetText writes a table as spreadsheet programs take it from the clipboard: cells with tabs between,
// a row on each line, the titles first. Numbers are written without the marks that are for people,
// and no text can become a formula.
func SheetText(titles []string, numbers []bool, n int, row func(i int) []string) string {
	var b strings.Builder
	write := func(cells []string, numeric func(i int) bool) {
		for i := range titles {
			if i > 0 {
				b.WriteByte('\t')
			}
			if i < len(cells) {
				b.WriteString(sheetCell(cells[i], numeric(i)))
			}
		}
		b.WriteString("\r\n")
	}
	if strings.Join(titles, "") != "" {
		write(titles, func(int) bool { return false })
	}
	for i := range min(n, mostCopied) {
		write(row(i), func(k int) bool { return numbers[k] })
	}
	return b.String()
}

// grouped is a whole number with commas in it, perhaps with decimals.
var grouped = regexp.MustCompile(`^[-−]?\d{1,3}(,\d{3})+(\.\d+)?$`)

// sheetNumber writes a figure as a spreadsheet in the language in use takes it: without marks between
// thousands, with the language's decimal mark. It reports whether the text is a figure.
func sheetNumber(text string) (string, bool) {
	plain := words.Typed(strings.ReplaceAll(text, "−", "-")) // with a decimal point
	if grouped.MatchString(plain) {
		plain = strings.ReplaceAll(plain, ",", "")
	}
	if _, err := strconv.ParseFloat(plain, 64); err != nil {
		return text, false
	}
	return words.Number(plain), true
}

// sheetCell writes a cell for the clipboard.
func sheetCell(text string, number bool) string {
	plain, figure := sheetNumber(text)
	if number && figure {
		return plain
	}
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) && !figure {
		text = "'" + text
	}
	if strings.ContainsAny(text, "\t\r\n\"") {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// ToClipboard puts a text on the clipboard.
func ToClipboard(text string) { fyne.CurrentApp().Clipboard().SetContent(text) }

// CopyItems are what can be copied of a table of n rows with one of them highlighted, -1 for none.
func CopyItems(n, row int, text func(from, n int) string) []*fyne.MenuItem {
	all := words.T("Copy the table")
	if n > mostCopied {
		all = words.T("Copy the first 100,000 rows")
	}
	items := []*fyne.MenuItem{fyne.NewMenuItem(all, func() { ToClipboard(text(0, n)) })}
	if row >= 0 {
		items = append(items, fyne.NewMenuItem(words.T("Copy this row"), func() { ToClipboard(text(row, 1)) }))
	}
	return items
}
