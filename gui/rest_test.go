package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/seeded"
)

// laying lays objects out again whose parts need another size than before, as the window's driver does
// before each frame, and remembers the sizes.
type laying map[fyne.CanvasObject]fyne.Size

// pass walks once, parts before the whole, and returns what needed another size.
func (l laying) pass(o fyne.CanvasObject) []string {
	if o == nil || !o.Visible() {
		return nil
	}
	var changed []string
	var parts []fyne.CanvasObject
	lay := func() {}
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
		if o.Layout != nil {
			lay = func() { o.Layout.Layout(o.Objects, o.Size()) }
		}
	case fyne.Widget:
		r := test.WidgetRenderer(o)
		parts = r.Objects()
		lay = func() { r.Layout(o.Size()) }
	}
	again := false
	for _, p := range parts {
		before := l[p] // nothing for a part that is new
		changed = append(changed, l.pass(p)...)
		again = again || p.Visible() && before != l[p]
	}
	if again {
		lay()
	}
	if now := o.MinSize(); now != l[o] {
		changed = append(changed, fmt.Sprintf("%T needs %v instead of %v, at %v", o, now, l[o], o.Size()))
		l[o] = now
	}
	return changed
}

// TestPagesComeToRest lays every page out until nothing needs another size: a page that never rests is
// drawn again all the time, which an idle window must not be. The fast run has the smaller window only, and asks less.
func TestPagesComeToRest(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1024, 700), fyne.NewSize(1280, 800)}[:seeded.Often(1, 2)] {
		d := newDesk(t, fynetheme.VariantLight, size)
		rests := func(name string) {
			t.Helper()
			l := make(laying)
			var last []string
			for range 12 {
				last = l.pass(d.window.Canvas().Content())
			}
			if len(last) > 0 {
				t.Errorf("%s at %v does not come to rest: %q", name, size, last)
			}
		}
		rests("the first page")
		d.session.OpenSample()
		d.quicker()
		for i := range 8 {
			d.frame.Show(i)
			rests(fmt.Sprintf("step %d", i+1))
		}
	}
}
