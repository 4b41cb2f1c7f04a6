package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/session"
	"steward/gui/words"
)

// under is the empty space under a page.
const under = 24

// Slider, result, method, alternatives and the curve are on one screen of a usual window, in every language.
func TestBudgetFitsOneScreen(t *testing.T) {
	speak := func(language string) {
		if err := words.Use(language); err != nil {
			t.Fatal(err)
		}
	}
	defer speak("en")
	for _, language := range []string{"en", "de"} {
		speak(language)
		newApp(t, fynetheme.VariantLight)
		s := session.New(surroundings(t))
		s.OpenSample()
		d := newWindowOn(t, s, fyne.NewSize(1280, 800))
		for question := range s.Plan().Questions {
			d.frame.Show(atBudget)
			d.settled()
			if question > 0 {
				d.pick(t, words.T("question"), fmt.Sprint(question+1, " ", s.Plan().Questions[question].Title))
				d.settled()
			}
			d.objects(func(o fyne.CanvasObject) bool {
				scroll, ok := o.(*container.Scroll)
				if ok && scroll.Size().Width > 600 && scroll.Content.MinSize().Height-under > scroll.Size().Height {
					t.Errorf("%s, question %d: the page is %.0f high, in %.0f", language, question+1, scroll.Content.MinSize().Height, scroll.Size().Height)
				}
				return true
			})
		}
	}
}
