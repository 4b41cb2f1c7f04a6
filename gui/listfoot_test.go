package gui_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui"
	"steward/gui/dialogs"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/prose"
)

// What stands below a list, wherever that is scrolled to, begins where the list's own words do.
func TestTheFootOfAListBeginsWhereTheListDoes(t *testing.T) {
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	content, foot := prose.Body("What is in the list."), prose.Body("What stands below it.")
	l := dialogs.NewFootedList(d.window, "A list", content, foot)
	l.SetButtons(forms.NewButton("Close", l.Hide))
	l.Open()
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	if a, b := at(content), at(foot); a.X != b.X || b.Y < a.Y+content.Size().Height {
		t.Errorf("the list begins at %v and what is below it at %v", a, b)
	}
}

// However long the name of a file is that is worked on, the bar beside it has room.
func TestLongNamesLeaveTheBarRoom(t *testing.T) {
	long := "Verifying " + strings.Repeat("people-of-the-town-", 12) + "2026.json"
	said := gui.UnderWay(long)
	if width := prose.Strong(said).OneLine().MinSize().Width; width > 520 || !strings.HasSuffix(said, "…") || strings.HasSuffix(said, "……") {
		t.Errorf("%q is %v wide", said, width)
	}
	if said := gui.UnderWay("Verifying people.json"); said != "Verifying people.json…" {
		t.Errorf("a short name is %q", said)
	}
}
