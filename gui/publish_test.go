package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/workload"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
)

// The places of the last three steps.
const (
	atBudget = iota + 5
	atRelease
	atSummary
)

// newSample returns a desk with the sample open, in the light.
func newSample(t *testing.T, size fyne.Size) desk {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir())
	return newSampleDesk(t, surroundings(t), size)
}

// newQuick returns a desk with the sample open, without the question whose errors take
// longest to work out.
func newQuick(t *testing.T) desk {
	t.Helper()
	d := newSample(t, usual)
	d.session.Questions.Remove(0)
	return d
}

var usual = fyne.NewSize(1280, 800)

// TestPublishingPictures photographs the last three steps in many states when STEWARD_SHOTS
// names a folder; without one it does nothing that other tests do not.
func TestPublishingPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("STEWARD_SHOTS names no folder for pictures")
	}
	for _, look := range []struct {
		name    string
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		{"light", fynetheme.VariantLight, usual},
		{"narrow", fynetheme.VariantDark, fyne.NewSize(1024, 700)},
		{"wide", fynetheme.VariantLight, fyne.NewSize(1600, 1000)},
		{"wide-dark", fynetheme.VariantDark, fyne.NewSize(1600, 1000)},
	} {
		t.Run(look.name, func(t *testing.T) { photographPublishing(t, look.name, newDesk(t, look.variant, look.size)) })
	}
}

func photographPublishing(t *testing.T, name string, d desk) {
	t.Setenv("TMPDIR", t.TempDir())
	s := d.session
	shot := func(state string) {
		d.window.Canvas().Capture()
		d.frame.Wait() // charts and pages are drawn beside the window
		d.picture(t, "c-"+name+"-"+state)
	}
	d.frame.Show(atBudget)
	shot("6-empty")
	s.OpenSample()
	d.frame.Show(atBudget)
	shot("6")
	s.Budget.SetShowsNumber(true)
	d.types(t, "10", "20")
	shot("6-wish")
	d.choose(t, "question", "2 Smokers by district")
	shot("6-unfit")
	s.Questions.Add(workload.Table, []domain.AttributeName{"age", "district"})
	s.Budget.SetBudget("2.5")
	shot("6-short")
	s.Budget.SetBudget("0.5")
	d.frame.Show(atRelease)
	shot("7")
	s.Release.Review()
	shot("7-ready")
	s.Edit(func(p *plan.Plan) { p.Agreed = s.Compiled().Agree() })
	shot("7-agreed")
	s.Edit(func(p *plan.Plan) { p.Agreed = nil })
	d.frame.Show(atSummary)
	shot("8-before")
	d.frame.Show(atRelease)
	s.Release.Carry(t.TempDir(), "sample")
	if s.Release.Finished() == nil {
		t.Fatalf("nothing was released: %+v", s.Problem())
	}
	for i := range s.Plan().Questions {
		if i > 0 {
			d.tab(t, i)
		}
		shot(fmt.Sprintf("7b-%d", i+1))
	}
	d.frame.Show(atRelease)
	d.tab(t, 1)
	d.choose(t, "category", "smoker: yes")
	shot("7b-category")
	d.frame.Show(atSummary)
	shot("8")
	view := d.pages(t)
	view.Turn(2)
	view.SetZoom(figures.FitWidth)
	shot("8-width")
	if err := os.WriteFile(s.Release.Finished().Tables()[0], []byte("tampered"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Summary.Verify(s.Release.Finished().Record())
	shot("8-tampered")
}

// pages returns the view of the summary's pages.
func (d desk) pages(t *testing.T) *figures.PageView {
	t.Helper()
	var found *figures.PageView
	d.objects(func(o fyne.CanvasObject) bool {
		if v, ok := o.(*figures.PageView); ok {
			found = v
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("no pages are shown; the screen says:\n%s", d.screen())
	}
	return found
}

// choose chooses an option of the list that says what is chosen in it.
func (d desk) choose(t *testing.T, hint, option string) {
	t.Helper()
	var found *forms.Picker
	d.objects(func(o fyne.CanvasObject) bool {
		if p, ok := o.(*forms.Picker); ok && p.AccessibilityLabel() == hint {
			found = p
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("nothing chooses the %s; the screen says:\n%s", hint, d.screen())
	}
	for i := 0; ; i++ {
		before := found.String()
		if found.SetSelected(i); found.Selected() < 0 {
			t.Fatalf("the %s cannot be %q, the last is %q", hint, option, before)
		}
		if found.String() == option {
			found.OnChanged(i)
			return
		}
	}
}

// tab shows the i-th of the tabs on the screen, counted from 0.
func (d desk) tab(t *testing.T, i int) {
	t.Helper()
	var found *forms.Tabs
	d.objects(func(o fyne.CanvasObject) bool {
		if tabs, ok := o.(*forms.Tabs); ok {
			found = tabs
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("there are no tabs; the screen says:\n%s", d.screen())
	}
	found.Choose(i)
}
