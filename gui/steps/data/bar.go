package data

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/opened"

	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataBar says which file is open and, where there is a choice, which part of it is read and
// how.
type dataBar struct {
	of      *Page
	card    *layouts.Card
	name    *prose.Text
	note    *prose.Text
	another *forms.Button

	sheet, delimiter, decimal *forms.Picker
	encoding, quote           *forms.Picker
	other                     *forms.Field // what else stands between the fields
	asked                     bool         // that it was asked for
	shown                     string       // what stands between them now
	sheetRow                  *fyne.Container
	line, trailing            *fyne.Container // of the name, the sheet and the button
	choices                   *fyne.Container // of a text table
	parts                     []part
	encodings                 []opened.Encoding
	assumed                   *notices.Banner // how a text table is read that does not say it
	file                      opened.Layout   // that is shown
}

// part is a sheet, or a table or named range of one.
type part struct{ sheet, area string }

// delimiter is what stands between fields, or encloses them, and how it is called.
type delimiter struct{ char, words string }

// delimiters are what can stand between the fields of a text table. The blank has one before it:
// an empty cell is called the same in English, but not in every language.
var delimiters = []delimiter{
	{",", words.Key("comma ,")}, {";", words.Key("semicolon ;")}, {"\t", words.Key("tab")}, {"|", words.Key("bar |")},
	{":", words.Key("colon :")}, {" ", words.Key(" blank")}, {"^", words.Key("caret ^")}, {"~", words.Key("tilde ~")},
	{"||", words.Key("two bars ||")}, {"::", words.Key("two colons ::")},
}

// decimal is a way to write numbers.
type decimal struct {
	comma     bool
	thousands string
	words     string
}

// decimals are how the numbers of a text table can be written.
var decimals = []decimal{
	{false, "", "1.5"}, {true, "", "1,5"}, {false, ",", "1,234.5"}, {true, ".", "1.234,5"},
	{false, " ", "1 234.5"}, {true, " ", "1 234,5"}, {false, "'", "1'234.5"}, {true, "'", "1'234,5"},
}

// quotes are what can enclose the fields of a text table.
var quotes = []delimiter{{"", `"…"`}, {"'", "'…'"}, {opened.NoQuote, words.Key("nothing")}}

func newDataBar(of *Page) *dataBar {
	b := &dataBar{of: of}
	b.name = prose.Strong("").OneLine()
	b.note = prose.Caption("").OneLine()
	b.another = forms.NewIconTextButton(words.T("Open another…"), fynetheme.FolderOpenIcon(), of.choose)
	b.sheet = forms.NewPicker(words.T("Sheet"), func(i int) {
		of.reread(func(d *plan.Data) {
			d.Sheet, d.Range = b.parts[i].sheet, b.parts[i].area
			d.HeaderRow, d.HeaderRows, d.LeaveOut = 0, 0, ""
		})
	})
	b.delimiter = forms.NewPicker(words.T("recognised"), func(i int) {
		if b.asked = i == len(delimiters); b.asked {
			b.other.Show()
			b.choices.Refresh()
			of.Window.Canvas().Focus(b.other.Focusable())
			return
		}
		b.shown = ""
		of.reread(func(d *plan.Data) { d.Delimiter = delimiters[i].char })
	})
	b.other = forms.NewField("", func(text string) string {
		if text == "" {
			return ""
		}
		of.reread(func(d *plan.Data) { d.Delimiter = text })
		return ""
	}).Called(words.T("Separator"))
	b.other.Wide = 90
	b.other.SetPlaceHolder(words.T("such as ||"))
	b.decimal = forms.NewPicker(words.T("Decimals"), func(i int) {
		of.reread(func(d *plan.Data) { d.DecimalComma, d.Thousands = decimals[i].comma, decimals[i].thousands })
	})
	b.quote = forms.NewPicker(words.T("Quotation marks"), func(i int) {
		of.reread(func(d *plan.Data) { d.Quote = quotes[i].char })
	})
	b.encodings = append([]opened.Encoding{{}}, opened.Encodings()...)
	b.encoding = forms.NewPicker(words.T("Characters"), func(i int) {
		of.reread(func(d *plan.Data) { d.Encoding = b.encodings[i].Name })
	})
	wording := make([]string, len(delimiters)+1)
	for i, d := range delimiters {
		wording[i] = strings.TrimSpace(words.Text(d.words))
	}
	wording[len(delimiters)] = words.T("something else")
	b.delimiter.SetSource(len(wording), func(i int) forms.Option {
		o := forms.Option{Text: wording[i]}
		if i < len(delimiters) && b.file.Fields(delimiters[i].char) > 0 {
			o.Note = amounts.Several(b.file.Fields(delimiters[i].char), "column", "columns")
		}
		return o
	})
	b.decimal.SetList(len(decimals), func(i int) string { return decimals[i].words })
	b.quote.SetList(len(quotes), func(i int) string { return words.Text(quotes[i].words) })
	b.sheetRow = beside(words.T("Sheet"), layouts.Sized(b.sheet, 150))
	b.choices = layouts.Inline(20, beside(words.T("Fields separated by"), container.NewHBox(layouts.Sized(b.delimiter, 150), b.other)), beside(words.T("Numbers written"), layouts.Sized(b.decimal, 96)),
		beside(words.T("Characters"), layouts.Sized(b.encoding, 250)), beside(words.T("Texts in"), layouts.Sized(b.quote, 96)))
	icon := container.NewCenter(container.NewGridWrap(fyne.NewSize(24, 24), widget.NewIcon(fynetheme.NewColoredResource(fynetheme.DocumentIcon(), fynetheme.ColorNamePrimary))))
	b.trailing = container.NewHBox(container.NewCenter(b.sheetRow), container.NewCenter(b.another))
	b.line = layouts.Ends(8, container.NewBorder(nil, nil, icon, nil, layouts.Inset(0, 6, layouts.Column(0, b.name, b.note))), b.trailing)
	b.assumed = notices.NewBanner(notices.Info, "", nil, nil)
	b.card = layouts.NewCard(layouts.Column(10, b.line, b.assumed, b.choices))
	return b
}

// beside puts words before a control.
func beside(wording string, o fyne.CanvasObject) *fyne.Container {
	return container.NewHBox(container.NewCenter(prose.Quiet(wording).OneLine()), o)
}

// show shows a file and how it is read.
func (b *dataBar) show(l opened.Layout, d plan.Data) {
	b.file = l
	b.name.SetText(l.Name)
	b.note.SetText(words.T("%s, opened read-only", byteSize(l.Size)))
	idle := b.of.Session.Running() == nil
	var texts []string
	b.parts = b.parts[:0]
	chosen := -1
	for _, s := range l.Sheets {
		text := s.Name
		if s.Hidden {
			text = words.T("%s (hidden)", text)
		}
		if s.Name == l.Sheet && l.Range == "" {
			chosen = len(texts)
		}
		b.parts, texts = append(b.parts, part{s.Name, ""}), append(texts, text)
	}
	for _, r := range l.Ranges {
		if r.Name == l.Range {
			chosen = len(texts)
		}
		b.parts, texts = append(b.parts, part{r.Sheet, r.Name}), append(texts, fmt.Sprintf("%s (%s, %s %s)", r.Name, words.Say(r.Kind.Said()), r.Sheet, r.Area))
	}
	b.sheet.SetTexts(texts)
	b.sheet.SetSelected(chosen)
	among := slices.IndexFunc(delimiters, func(c delimiter) bool { return c.char == l.Delimiter })
	switch {
	case among < 0 && l.Delimiter != "":
		among, b.asked = len(delimiters), true
		b.other.SetValue(strings.ReplaceAll(l.Delimiter, "\t", `\t`))
	case b.asked && l.Delimiter == b.shown: // nothing was typed yet
		among = len(delimiters)
	default:
		b.asked = false
		b.other.Reset("")
	}
	b.shown = l.Delimiter
	b.delimiter.SetSelected(among)
	paint.Show(b.other, b.asked)
	b.decimal.SetSelected(slices.IndexFunc(decimals, func(c decimal) bool { return c.comma == d.DecimalComma && c.thousands == d.Thousands }))
	b.quote.SetSelected(slices.IndexFunc(quotes, func(q delimiter) bool { return q.char == d.Quote }))
	recognised := words.T("recognised")
	if l.Encoding != "" && d.Encoding == "" {
		recognised += ": " + l.Encoding
	}
	b.encoding.SetSource(len(b.encodings), func(i int) forms.Option {
		if i == 0 {
			return forms.Option{Text: recognised}
		}
		return forms.Option{Text: b.encodings[i].Words, Note: l.Sample(b.encodings[i])}
	})
	b.encoding.SetSelected(slices.IndexFunc(b.encodings, func(e opened.Encoding) bool { return e.Name == d.Encoding }))
	paint.Show(b.assumed, l.Assumed != "")
	b.assumed.Set(notices.Info, "", prose.Plain(l.Assumed+" "+words.T("Every other choice shows how the file would then be read.")))
	paint.Show(b.sheetRow, !l.TextTable && len(b.parts) > 1)
	paint.Show(b.choices, l.TextTable)
	b.trailing.Refresh()
	b.line.Refresh()
	for _, o := range []fyne.Disableable{b.sheet, b.delimiter, b.other, b.decimal, b.quote, b.encoding, b.another} {
		input.Enable(o, idle)
	}
}

// byteSize writes a file's size as people say it.
func byteSize(n int64) string {
	switch {
	case n < 1000:
		return words.T("%d bytes", n)
	case n < 1e6:
		return words.T("%.0f KB", float64(n)/1e3)
	case n < 1e9:
		return words.T("%.1f MB", float64(n)/1e6)
	}
	return words.T("%.1f GB", float64(n)/1e9)
}
