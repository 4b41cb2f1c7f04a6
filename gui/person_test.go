package gui_test

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/prose"
)

// A person sees texts, taps what carries them and types into fields. The methods below do the
// same on the window's objects, so that a test reads like what somebody does at the screen
// and fails when the words, the button or the way to it are missing.

// objects calls visit for every visible object in the window, what lies over it first.
func (d desk) objects(visit func(fyne.CanvasObject) bool) {
	if top := d.window.Canvas().Overlays().Top(); top != nil {
		walk(top, visit)
		return
	}
	walk(d.window.Canvas().Content(), visit)
}

// walk goes through the visible objects under o until visit returns false.
func walk(o fyne.CanvasObject, visit func(fyne.CanvasObject) bool) bool {
	if o == nil || !o.Visible() {
		return true
	}
	if !visit(o) {
		return false
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			if !walk(c, visit) {
				return false
			}
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			if !walk(c, visit) {
				return false
			}
		}
	}
	return true
}

// text returns the words of an object, without those of its parts.
func text(o fyne.CanvasObject) string {
	switch o := o.(type) {
	case *canvas.Text:
		return o.Text
	case *figures.Figure: // as a screen reader says it
		return o.Summary()
	case *widget.Label:
		return o.Text
	case *widget.Button:
		return o.Text
	case *forms.IconButton:
		return o.Hint
	case *widget.Check:
		return o.Text
	case *forms.Check:
		return o.Text
	case *forms.Button:
		return o.Text
	case *prose.Link: // which breaks into lines where there is little room
		return o.String()
	case *forms.Reading:
		return o.Text
	case *widget.Hyperlink:
		return o.Text
	case *widget.Entry:
		return o.Text
	case *widget.Select:
		return o.Selected
	case *prose.Text:
		return o.String()
	case *widget.RichText:
		return o.String()
	}
	return ""
}

// screen returns all the words on the screen, a line for each text.
func (d desk) screen() string {
	var lines []string
	d.objects(func(o fyne.CanvasObject) bool {
		if s := text(o); s != "" {
			lines = append(lines, s)
		}
		return true
	})
	return strings.Join(lines, "\n")
}

// sees fails unless every one of the texts is on the screen.
func (d desk) sees(t *testing.T, texts ...string) {
	t.Helper()
	screen := d.screen()
	for _, s := range texts {
		if !strings.Contains(screen, s) {
			t.Fatalf("the screen does not say %q; it says:\n%s", s, screen)
		}
	}
}

// not fails if one of the texts is on the screen.
func (d desk) not(t *testing.T, texts ...string) {
	t.Helper()
	screen := d.screen()
	for _, s := range texts {
		if strings.Contains(screen, s) {
			t.Fatalf("the screen says %q; it says:\n%s", s, screen)
		}
	}
}

// says reports whether an object or one of its parts carries exactly the words.
func says(o fyne.CanvasObject, words string) bool {
	found := false
	walk(o, func(part fyne.CanvasObject) bool {
		found = found || text(part) == words
		return !found
	})
	return found
}

// find returns the innermost object that can be tapped and carries the words.
func (d desk) find(words string) (fyne.Tappable, error) {
	var found fyne.Tappable
	var off bool
	d.objects(func(o fyne.CanvasObject) bool {
		tappable, ok := o.(fyne.Tappable)
		if ok && says(o, words) {
			found = tappable
			dis, can := o.(fyne.Disableable)
			off = can && dis.Disabled()
		}
		return true
	})
	switch {
	case found == nil:
		return nil, fmt.Errorf("nothing that can be tapped says %q; the screen says:\n%s", words, d.screen())
	case off:
		return nil, fmt.Errorf("%q cannot be tapped now; the screen says:\n%s", words, d.screen())
	}
	return found, nil
}

// tap taps what carries the words.
func (d desk) tap(t *testing.T, words string) {
	t.Helper()
	o, err := d.find(words)
	if err != nil {
		t.Fatal(err)
	}
	test.Tap(o)
}

// disabled fails unless what carries the words is there and cannot be used.
func (d desk) disabled(t *testing.T, words string) {
	t.Helper()
	if _, err := d.find(words); err == nil {
		t.Fatalf("%q can be tapped; the screen says:\n%s", words, d.screen())
	} else if !strings.Contains(err.Error(), "cannot be tapped now") {
		t.Fatal(err)
	}
}

// entry returns the field that holds a text, or whose placeholder it is.
func (d desk) entry(t *testing.T, holds string) *widget.Entry {
	t.Helper()
	var found *widget.Entry
	d.objects(func(o fyne.CanvasObject) bool {
		switch e := o.(type) {
		case *widget.Entry:
			if e.Text == holds || e.PlaceHolder == holds {
				found = e
			}
		case *forms.Entry:
			if e.Text == holds || e.PlaceHolder == holds {
				found = &e.Entry
			}
		case interface{ Entry() *widget.Entry }:
			if e.Entry().Text == holds {
				found = e.Entry()
			}
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("no field holds %q; the screen says:\n%s", holds, d.screen())
	}
	return found
}

// types replaces what a field holds, and presses Enter.
func (d desk) types(t *testing.T, holds, text string) {
	t.Helper()
	e := d.entry(t, holds)
	d.window.Canvas().Focus(e)
	e.TypedShortcut(&fyne.ShortcutSelectAll{})
	test.Type(e, text)
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	d.window.Canvas().Unfocus()
}
