package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui"
	"steward/gui/widgets/layouts"
)

// place returns where an object is in the window.
func place(o fyne.CanvasObject) (at fyne.Position, size fyne.Size) {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o), o.Size()
}

// offer is the card that offers the tour, and where dropped files go.
func (d desk) offer(t *testing.T) (*layouts.Card, *layouts.DropArea) {
	t.Helper()
	card := part(t, d, "the card that offers the tour", func(c *layouts.Card) bool { return says(c, "New here?") })
	area := part[*layouts.DropArea](t, d, "the place to drop a file", nil)
	return card, area
}

// TestFirstStart opens the window where there are no settings: the tour is offered first, in a card that
// stands out, is whole in sight and holds all its words. The second time it stands below, as others do.
func TestFirstStart(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 700), fyne.NewSize(1280, 800)} {
		t.Run(fmt.Sprint(size.Width), func(t *testing.T) {
			d := newDesk(t, fynetheme.VariantLight, size)
			card, area := d.offer(t)
			at, room := place(card)
			if below, _ := place(area); !card.Marked || at.Y >= below.Y {
				t.Errorf("at %v the tour is not offered first: marked %v, at %v, the place to drop a file at %v", size, card.Marked, at, below)
			}
			if at.X < 0 || at.Y < 48 || at.X+room.Width > size.Width || at.Y+room.Height > size.Height-56 {
				t.Errorf("at %v the card at %v of %v is not whole in sight", size, at, room)
			}
			n := 0
			walk(card, func(o fyne.CanvasObject) bool {
				if text, ok := o.(*canvas.Text); ok && text.Text != "" {
					n++
					p, s := place(text)
					if p.X < at.X || p.Y < at.Y || p.X+s.Width > at.X+room.Width || p.Y+s.Height > at.Y+room.Height {
						t.Errorf("at %v %q at %v lies outside of the card at %v of %v", size, text.Text, p, at, room)
					}
				}
				return true
			})
			if n < 8 {
				t.Errorf("the card says only %d things", n)
			}
			d.picture(t, "first-start")

			again := desk{d.session, d.window, gui.New(d.session, d.window, func(string) {})}
			t.Cleanup(again.frame.Wait)
			d.window.SetContent(again.frame.Content())
			card, area = again.offer(t)
			at, _ = place(card)
			if below, _ := place(area); card.Marked || at.Y <= below.Y {
				t.Errorf("the second time the tour is offered as the first: marked %v, at %v", card.Marked, at)
			}
		})
	}
}
