package widgets_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/spelling"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

// written is a widget of a drawing alone.
type written struct {
	paint.Widget
	pen paint.Pen
}

func (w *written) Parts() []fyne.CanvasObject { return w.pen.Shapes }
func (w *written) Least() fyne.Size           { return fyne.NewSize(10, 10) }
func (w *written) Restyle()                   {}
func (w *written) Arrange(fyne.Size)          {}

// A name with codes of every kind is drawn without them wherever a text is drawn, and in as much room as it is measured to take.
func TestNothingDrawnIsObeyed(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	const hostile = "gnp\x1b[31m\u009b2J\u202e\u2066\x7f\r\u2028 \xff.exe"
	name := prose.Strong("").OneLine()
	name.SetText(hostile)
	badge := notices.NewBadge(notices.BadgeNeutral, "")
	badge.Set(notices.BadgeNeutral, hostile)
	button := forms.NewButton("", nil)
	button.Text = hostile
	button.Refresh()
	check := forms.NewCheck(hostile, nil)
	card := layouts.NewTitledCard(hostile, nil, prose.Body(hostile))
	drawn := &written{}
	drawn.ExtendBaseWidget(drawn)
	drawn.pen.W = drawn
	for _, room := range []float32{0, 30, 300} {
		l := paint.Label{Text: hostile, Size: theme.SizeBody, Role: theme.Text, Room: room}
		if got, want := drawn.pen.Text(fyne.Position{}, l).Width, drawn.pen.Width(l); room == 0 && got != want {
			t.Errorf("%v wide, but measured as %v", got, want)
		}
		drawn.pen.Cell(l, l.Style(), 0, max(room, 20), 0, 20)
	}
	for what, o := range map[string]fyne.CanvasObject{
		"a text": prose.Body(strings.Repeat(hostile+" ", 9)), "a line": name, "a link": prose.NewLink(hostile, nil), "a badge": badge, "a new badge": notices.NewBadge(notices.BadgeNeutral, hostile),
		"a button": button, "a new button": forms.NewButton(hostile, nil), "a radio": forms.NewRadio("", []string{hostile, "b"}, 0, func(int) {}), "a drawing": drawn, "a box to tick": check, "a card": card,
	} {
		widgettest.Exhibit(t, o, 200, 200)
		words := strings.Join(widgettest.WordsOf(o), " ")
		if !strings.Contains(words, "gnp") {
			t.Errorf("%s shows %q", what, words)
		}
		if !utf8.ValidString(words) || strings.ContainsFunc(words, spelling.Obeyed) {
			t.Errorf("%s is drawn as %q", what, words)
		}
	}
}
