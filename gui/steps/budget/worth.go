package budget

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/coach"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/questions"
	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// worth says what the numbers of a question are worth, asks about how many people there are where that is no known fact, and
// offers what would make them worth more.
type worth struct {
	page.Surroundings
	content *fyne.Container
	told    *prose.Text
	ask     *fyne.Container
	asks    *prose.Text
	entry   *forms.Entry
	ways    *fyne.Container
	shown   []coach.Way
	alike   *fyne.Container // leads to a public file that is like the steward's own
	brings  *prose.Text
}

// newWorth returns what compare lets choose a public file for, too.
func newWorth(s page.Surroundings, compare func()) *worth {
	w := &worth{Surroundings: s, told: prose.Body(""), ways: layouts.Column(6), brings: prose.Caption("")}
	w.alike = layouts.Column(0, prose.NewLink(words.T("Compare on a public file…"), compare), w.brings)
	w.entry = forms.NewEntry()
	w.entry.Name = words.T("About how many people are in the file")
	w.entry.SetPlaceHolder("2000")
	w.entry.OnChanged = func(text string) {
		n, err := strconv.ParseInt(strings.NewReplacer(",", "", ".", "", " ", "", "\u00a0", "").Replace(text), 10, 64)
		if err != nil || n < 0 {
			n = 0
		}
		s.Session.Budget.SetRoughly(n)
	}
	w.asks = prose.Body("").OneLine()
	w.ask = layouts.Inline(8, w.asks, layouts.Sized(w.entry, wishEntry))
	w.content = layouts.Column(6, w.told, w.ask, w.ways, w.alike)
	return w
}

// update shows what the numbers of question i are worth in a preview; what would help is worked out for the present plan only.
func (w *worth) update(q *preview.Question, i int, present bool) {
	value := w.Session.Budget.Worth(q)
	counted := w.Session.Plan().Counted()
	w.told.SetText(words.Say(value.Sentence(counted)))
	w.told.SetColor(theme.Text)
	leftOut := w.Session.Questions.Question(i).Fate() == plan.WillBeLeftOut
	if leftOut {
		w.told.Set(prose.Marked(questions.LeftOutNow())...)
	}
	if leftOut || value.Verdict() == coach.Mostly {
		w.told.SetColor(theme.Danger)
	}
	_, known := w.Session.Budget.Roughly()
	w.ask.Hide()
	if !known && value.Numbers > 0 {
		w.asks.SetText(words.T("About how many %s?", words.Say(counted)))
		w.ask.Show()
	}
	w.showWays(value, i, present)
	untried := 0
	if value.Verdict() > coach.Fine {
		untried = len(q.Untried())
	}
	w.brings.SetText(words.Say(coach.LookAlike(untried)))
	paint.Show(w.alike, untried > 0)
}

func (w *worth) showWays(value coach.Worth, i int, present bool) {
	if value.Verdict() < coach.Partly || !present {
		w.shown = nil
		w.ways.RemoveAll()
		return
	}
	advice := w.Session.Budget.Advice(i)
	switch {
	case advice.Problem != "":
		w.set(prose.Small(advice.Problem))
	case !advice.Ready:
		w.set(prose.Small(words.T("Looking for what would help…")))
	case len(advice.Ways) == 0:
		w.set(prose.Small(words.T("No single change was found that would help: ask for fewer or coarser numbers.")))
	case !sameWays(advice.Ways, w.shown):
		w.shown = advice.Ways
		list := []fyne.CanvasObject{prose.Strong(words.T("What would help"))}
		for _, way := range advice.Ways {
			text := words.Say(way.Then.Short())
			if !way.Gives.IsZero() {
				text = words.T("%s. %s", text, words.Say(way.Gives))
			}
			list = append(list, layouts.Column(0, prose.NewLink(words.Say(way.What), func() { w.Session.Budget.Take(way) }), prose.Caption(text)))
		}
		w.ways.Objects = list
		w.ways.Refresh()
	}
}

// set shows one line in the place of the ways.
func (w *worth) set(line fyne.CanvasObject) {
	w.shown = nil
	w.ways.Objects = []fyne.CanvasObject{line}
	w.ways.Refresh()
}

// sameWays reports whether the same changes are listed already.
func sameWays(a, b []coach.Way) bool { return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] }
