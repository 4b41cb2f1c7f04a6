package input

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/widgets/paint"
)

// Whoever goes through a page by the keyboard has to see where it is: Fyne moves the focus to what is
// scrolled out of sight and leaves it there.

// sighted had the keyboard last. A window that becomes the active one gives it to the same object
// again, which must not scroll back what somebody has scrolled.
var sighted fyne.Focusable

const (
	sightEdge  = 12 // how far what has the keyboard keeps from the edge of what scrolls
	sightLeast = 96 // of what is taller, as much in sight is enough, or half of it
)

// InSight scrolls what has the keyboard now into sight.
func InSight() {
	for _, w := range fyne.CurrentApp().Driver().AllWindows() {
		c := w.Canvas()
		on := c.Focused()
		if on == nil || on == sighted {
			continue
		}
		sighted = on
		root := c.Content()
		if top := c.Overlays().Top(); top != nil {
			root = top
		}
		if o, ok := on.(fyne.CanvasObject); ok {
			scrollTo(pathTo(root, o))
		}
	}
}

// scrollTo scrolls the last object of a path into sight of all that it is in. A list of which much is seen
// stays where it is: it would move away under a pointer that chooses in it.
func scrollTo(path []fyne.CanvasObject) {
	if len(path) == 0 {
		return
	}
	target := path[len(path)-1]
	tall := target.Size().Height
	y := target.Position().Y // within what the loop has come to
	for i := len(path) - 2; i >= 0; i-- {
		if s, ok := path[i].(*container.Scroll); ok {
			room := s.Size().Height
			enough := tall
			if tall > sightLeast {
				enough = max(sightLeast, min(tall, room)/2)
			}
			switch {
			case min(y+tall, room)-max(y, 0) >= enough:
			case y < 0 || tall+2*sightEdge > room:
				y -= shift(s, y-sightEdge)
			default:
				y -= shift(s, y+tall+sightEdge-room)
			}
		}
		y += path[i].Position().Y
	}
}

// shift scrolls by some pixels, as far as there is more, and returns by how many it did.
func shift(s *container.Scroll, by float32) float32 {
	before := s.Offset.Y
	most := s.Content.MinSize().Height - s.Size().Height
	s.Offset.Y = max(min(before+by, most), 0)
	s.Refresh()
	return s.Offset.Y - before
}

// pathTo returns the objects from a root to one within it, both included; nil where it is not found.
func pathTo(root, target fyne.CanvasObject) []fyne.CanvasObject {
	if root == nil || !root.Visible() {
		return nil
	}
	if root == target {
		return []fyne.CanvasObject{root}
	}
	for _, part := range paint.PartsOf(root) {
		if path := pathTo(part, target); path != nil {
			return append([]fyne.CanvasObject{root}, path...)
		}
	}
	return nil
}
