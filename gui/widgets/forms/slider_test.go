package forms

import (
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/widgettest"
)

func TestNumberSlider(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var l widgettest.Log
	n := NewNumberSlider(NumberRange{Label: "Age", Min: 1, Max: 30, MaxLabel: "30 years"}, 99, l.Number)
	n.OnChangeEnded = l.NumberEnded
	w := widgettest.Exhibit(t, n, 500, 60)
	if n.Value() != 30 || n.entry.Text != "30" {
		t.Errorf("99 is shown as %v, %q; want 30", n.Value(), n.entry.Text)
	}
	n.SetValue(5)
	l.Want(t, "SetValue")

	w.Canvas().Focus(n.track)
	widgettest.Press(n.track, fyne.KeyRight, fyne.KeyPageUp, fyne.KeyHome, fyne.KeyLeft)
	l.Want(t, "keys", "6", "end 6", "16", "end 16", "1", "end 1")
	widgettest.Pull(n.track, 1)
	l.Want(t, "a drag to the end", "30", "end 30")
	widgettest.Pull(n.track, 0.5)
	if n.Value() != 16 && n.Value() != 15 {
		t.Errorf("a drag to the middle of 1 to 30 gives %v", n.Value())
	}
	l.Told = nil

	n.entry.SetText("")
	n.entry.SetText("12")
	n.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	l.Want(t, "typing", "12", "end 12")
	if n.Problem() != "" {
		t.Errorf("after a good number it says %q", n.Problem())
	}
	n.entry.SetText("31")
	if got, want := n.Problem(), "Type a number from 1 to 30."; got != want || n.Value() != 12 {
		t.Errorf("31 gives %v and says %q, want 12 and %q", n.Value(), got, want)
	}
	n.entry.SetText("many")
	n.entry.FocusLost()
	l.Want(t, "what is no number")
	widgettest.Press(n.entry, fyne.KeyUp, fyne.KeyDown)
	l.Want(t, "arrows in the entry", "13", "end 13", "12", "end 12")

	n.Disable()
	widgettest.Press(n.track, fyne.KeyRight)
	widgettest.Pull(n.track, 0)
	l.Want(t, "a disabled slider")
	if n.Enable(); n.Disabled() {
		t.Errorf("still disabled")
	}
}

func TestNumberSliderSteps(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var l widgettest.Log
	n := NewNumberSlider(NumberRange{Min: 0, Max: 1, Step: 0.1, Unit: "%"}, 0.2, l.Number)
	widgettest.Exhibit(t, n, 300, 60)
	widgettest.Press(n.track, fyne.KeyRight)
	l.Want(t, "a step of a tenth", "0.3") // not 0.30000000000000004
	n.entry.SetText("0,55 %")
	l.Want(t, "a comma and the unit", "0.55")
	n.SetRange(NumberRange{Min: 2, Max: 2})
	l.Want(t, "SetRange")
	widgettest.Pull(n.track, 1)
	if n.Value() != 2 {
		t.Errorf("in a range of one number the value is %v", n.Value())
	}
}
