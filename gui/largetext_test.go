package gui_test

import (
	"fmt"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/guide"
	"steward/core/seeded"
	"steward/gui"
	"steward/gui/theme"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// tooWide lists what needs more width than the part of the window that it scrolls down in has, the
// innermost parts that do.
func (d desk) tooWide() []string {
	var list []string
	d.objects(func(o fyne.CanvasObject) bool {
		s, ok := o.(*container.Scroll)
		if ok && s.Direction == container.ScrollVerticalOnly && s.Content.MinSize().Width > s.Size().Width+0.5 {
			list = append(list, widest(s.Content, s.Size().Width))
		}
		return true
	})
	return list
}

// widest follows the parts of an object that need as much width as all of it.
func widest(o fyne.CanvasObject, room float32) string {
	name := fmt.Sprintf("%T %q needs %.0f of %.0f", o, text(o), o.MinSize().Width, room)
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, p := range parts {
		if p.Visible() && p.MinSize().Width > room-96 && p.MinSize().Width >= o.MinSize().Width-96 {
			return name + "\n" + widest(p, room)
		}
	}
	return name
}

// enlarge has the app show one of the sizes of text that can be chosen, 0 for the usual one.
func enlarge(size int) {
	app := fyne.CurrentApp()
	app.Preferences().SetString("look", "light")
	app.Preferences().SetInt("text-size", size)
	gui.Look(app)
}

// TestLargeTextFits shows every step in two small windows, with the usual and the largest text and in both
// languages: the window stays as large as it is, nothing is wider than the window has room for, which would be
// cut off, and so the line with the experts' words stands at the foot of every step.
func TestLargeTextFits(t *testing.T) {
	seeded.ForAudits(t)
	for _, language := range []string{"de", words.English} {
		t.Run(language, func(t *testing.T) {
			if language == "de" {
				german(t)
			}
			d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
			d.fits(t, language+"-empty")
			d.session.OpenSample()
			d.quicker()
			d.fits(t, language+"-filled")
			d.session.Release.Review()
			d.session.Release.Carry(t.TempDir(), "sample")
			if p := d.session.Problem(); p != nil {
				t.Fatalf("releasing the sample: %s", p.Message)
			}
			d.fits(t, language+"-released")
		})
	}
}

// fits shows all steps in every size of the window and of text.
func (d desk) fits(t *testing.T, state string) {
	t.Helper()
	called := make(map[string]bool)
	for _, term := range assets.Glossary(words.Language()) {
		called[term.Expert] = true
	}
	texts, sizes := []int{0, 2}, []fyne.Size{fyne.NewSize(1280, 800), fyne.NewSize(1024, 700)}
	for _, text := range texts {
		enlarge(text)
		for _, size := range sizes {
			d.window.Resize(size)
			for i, step := range guide.Steps() {
				d.frame.Show(i)
				d.settled()
				where := fmt.Sprintf("%s-%d-%.0f-%d", state, text, size.Width, i+1)
				d.picture(t, where)
				if least := d.window.Content().MinSize(); least.Width > size.Width || least.Height > size.Height {
					t.Errorf("%s, %s: the window needs %v", where, step, least)
				}
				for _, what := range d.tooWide() {
					t.Errorf("%s, %s: %s", where, step, what)
				}
				if shown := d.terms(t, called); shown == 0 {
					t.Errorf("%s, %s: no term is shown", where, step)
				}
			}
		}
	}
}

// terms counts the links to terms on the screen, and errors for those that are cut off.
func (d desk) terms(t *testing.T, called map[string]bool) (shown int) {
	t.Helper()
	driver, canv := fyne.CurrentApp().Driver(), d.window.Canvas()
	footer := part[*frames.Footer](t, d, "the footer", nil)
	bottom := driver.AbsolutePositionForObject(footer).Y
	d.objects(func(o fyne.CanvasObject) bool {
		link, ok := o.(*prose.Link)
		if !ok || !called[link.String()] {
			return true
		}
		shown++
		for _, p := range test.WidgetRenderer(link).Objects() {
			if line, ok := p.(*canvas.Text); ok && line.Visible() {
				at := driver.AbsolutePositionForObject(line)
				if where := at.Add(line.MinSize()); where.X > canv.Size().Width || where.Y > bottom {
					t.Errorf("%q ends at %v, below the footer's %v or beside the window's %v", fmt.Sprint(link), where, bottom, canv.Size().Width)
				}
			}
		}
		return true
	})
	return shown
}

// TestHiddenPagesTakeTheLook makes the text larger while other pages are in the window, empty and filled: each is
// shown in the new size afterwards, whole.
func TestHiddenPagesTakeTheLook(t *testing.T) {
	seeded.ForAudits(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	show := func(state string) {
		t.Helper()
		for i, step := range guide.Steps() {
			d.frame.Show(i)
			d.settled()
			for size, words := range d.sizes() {
				if !slices.Contains(largeSizes(), size) {
					t.Errorf("%s, %s: %q is of size %v", state, step, words, size)
				}
			}
		}
	}
	for i := range guide.Steps() {
		d.frame.Show(i)
	}
	enlarge(2)
	show("empty")
	enlarge(0)
	d.session.OpenSample()
	d.quicker()
	for i := range guide.Steps() {
		d.frame.Show(i)
	}
	enlarge(2)
	show("filled")
}

// sizes returns the sizes of text on the screen, each with one of its texts.
func (d desk) sizes() map[float32]string {
	sizes := make(map[float32]string)
	d.objects(func(o fyne.CanvasObject) bool {
		if text, ok := o.(*canvas.Text); ok && text.Text != "" && text.Size().Width > 0 {
			sizes[text.TextSize] = text.Text
		}
		return true
	})
	return sizes
}

// largeSizes are the sizes of text in the largest size that can be chosen.
func largeSizes() []float32 {
	var sizes []float32
	for _, name := range []fyne.ThemeSizeName{theme.SizeQuestion, theme.SizeCardTitle, theme.SizeBody, theme.SizeCaption, theme.SizeFigure, theme.SizeTable, theme.SizeAxis} {
		sizes = append(sizes, theme.Size(name))
	}
	return sizes
}
