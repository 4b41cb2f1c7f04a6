package steps

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// dataBar says which file is open and, where there is a choice, which part of it is read and
// how.
type dataBar struct {
	of      *data
	card    *widgets.Card
	name    *widgets.Text
	note    *widgets.Text
	another *widget.Button

	sheet, delimiter, decimal *widgets.Picker
	sheetRow                  *fyne.Container
	line, trailing            *fyne.Container // of the name, the sheet and the button
	choices                   *fyne.Container // of a text table
	sheets                    []string
}

// delimiters are what can stand between the fields of a text table.
var delimiters = []struct{ char, words string }{
	{",", "comma ,"}, {";", "semicolon ;"}, {"\t", "tab"}, {"|", "bar |"},
}

func newDataBar(of *data) *dataBar {
	b := &dataBar{of: of}
	b.name = widgets.Strong("").OneLine()
	b.note = widgets.Caption().OneLine()
	b.another = widget.NewButtonWithIcon("Open another…", fynetheme.FolderOpenIcon(), of.choose)
	b.sheet = widgets.NewPicker("Sheet", func(i int) {
		of.reread(func(d *plan.Data) { d.Sheet, d.HeaderRow = b.sheets[i], 0 })
	})
	b.delimiter = widgets.NewPicker("recognised", func(i int) {
		of.reread(func(d *plan.Data) { d.Delimiter = delimiters[i].char })
	})
	b.decimal = widgets.NewPicker("Decimals", func(i int) {
		of.reread(func(d *plan.Data) { d.DecimalComma = i == 1 })
	})
	words := make([]string, len(delimiters))
	for i, d := range delimiters {
		words[i] = d.words
	}
	b.delimiter.SetTexts(words)
	b.decimal.SetTexts([]string{"1.5", "1,5"})
	b.sheetRow = beside("Sheet", sized(b.sheet, 150))
	b.choices = widgets.Inline(20, beside("Fields separated by", sized(b.delimiter, 130)), beside("Numbers written", sized(b.decimal, 80)))
	icon := container.NewCenter(container.NewGridWrap(fyne.NewSize(24, 24), widget.NewIcon(fynetheme.NewColoredResource(fynetheme.DocumentIcon(), fynetheme.ColorNamePrimary))))
	b.trailing = container.NewHBox(container.NewCenter(b.sheetRow), container.NewCenter(b.another))
	b.line = container.NewBorder(nil, nil, icon, b.trailing, widgets.Inset(0, 6, widgets.Column(0, b.name, b.note)))
	b.card = widgets.NewCard(widgets.Column(10, b.line, b.choices))
	return b
}

// beside puts words before a control.
func beside(words string, o fyne.CanvasObject) *fyne.Container {
	return container.NewHBox(container.NewCenter(widgets.Quiet(widgets.Plain(words)).OneLine()), o)
}

// sized gives a control a width.
func sized(o fyne.CanvasObject, width float32) fyne.CanvasObject {
	return container.NewGridWrap(fyne.NewSize(width, o.MinSize().Height), o)
}

// show shows a file and how it is read.
func (b *dataBar) show(l session.Layout, d plan.Data) {
	b.name.SetText(l.Name)
	b.note.Set(widgets.Plain(byteSize(l.Size) + ", opened read-only"))
	idle := b.of.Session.Running() == nil
	var texts []string
	b.sheets = b.sheets[:0]
	chosen := -1
	for _, s := range l.Sheets {
		text := s.Name
		if s.Hidden {
			text += " (hidden)"
		}
		if s.Name == l.Sheet {
			chosen = len(texts)
		}
		b.sheets, texts = append(b.sheets, s.Name), append(texts, text)
	}
	b.sheet.SetTexts(texts)
	b.sheet.SetSelected(chosen)
	b.delimiter.SetSelected(-1)
	for i, c := range delimiters {
		if c.char == l.Delimiter {
			b.delimiter.SetSelected(i)
		}
	}
	b.decimal.SetSelected(0)
	if d.DecimalComma {
		b.decimal.SetSelected(1)
	}
	showIf(b.sheetRow, !l.TextTable && len(l.Sheets) > 1)
	showIf(b.choices, l.TextTable)
	b.trailing.Refresh()
	b.line.Refresh()
	for _, o := range []fyne.Disableable{b.sheet, b.delimiter, b.decimal, b.another} {
		setEnabled(o, idle)
	}
}

// byteSize writes a file's size as people say it.
func byteSize(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1e6:
		return fmt.Sprintf("%.0f KB", float64(n)/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}
