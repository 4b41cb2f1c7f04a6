package budget

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/accuracy"
	"steward/gui/session/budget"
	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// wish is the box that finds the budget for an error that the steward can live with.
type wish struct {
	page.Surroundings
	content  *fyne.Container
	question func() int

	entry     *forms.Entry
	unit      *prose.Text
	needs     *prose.Text
	remains   *prose.Text
	use, keep *forms.Button
}

const wishEntry = 72 // width of a short entry

func newWish(s page.Surroundings, question func() int) *wish {
	w := &wish{Surroundings: s, question: question}
	w.entry = forms.NewEntry()
	w.entry.Name = words.T("Acceptable error")
	w.entry.SetPlaceHolder("10")
	w.entry.OnChanged = w.typed
	w.needs, w.remains = prose.Small(""), prose.Caption("")
	w.use = forms.NewMainButton("", func() {
		if found := s.Session.Budget.Wished(); found != nil && found.Epsilon != "" {
			s.Session.Budget.SetBudget(found.Epsilon)
		}
	})
	w.keep = forms.NewButton("", func() {
		w.entry.SetText("")
		w.update()
	})
	answer := layouts.NewGround(theme.Quiet, layouts.Inset(4, 10, layouts.Column(0, w.needs, w.remains)))
	w.unit = prose.Body(words.T("people, 19 times in 20")).OneLine()
	w.content = layouts.Column(6,
		layouts.Inline(8, prose.Body("±").OneLine(), layouts.Sized(w.entry, wishEntry), w.unit),
		answer, container.NewBorder(nil, nil, w.use, w.keep))
	return w
}

// typed looks for the budget of what is typed.
func (w *wish) typed(string) {
	w.Session.Budget.Unwish()
	w.update()
}

// half returns the error that is typed, 0 for none.
func (w *wish) half() float64 {
	half, err := strconv.ParseFloat(strings.ReplaceAll(words.Typed(strings.TrimSpace(w.entry.Text)), ",", "."), 64)
	if err != nil || !(half > 0) || math.IsInf(half, 0) {
		return 0
	}
	return half
}

// update shows what was found, and looks for it when the question or the plan is another.
func (w *wish) update() {
	half, found := w.half(), w.Session.Budget.Wished()
	if half > 0 && (found == nil || found.Question != w.question() || found.Half != half) {
		w.Session.Budget.Wish(w.question(), half)
		found = w.Session.Budget.Wished()
	}
	w.unit.SetText(words.T("%s, 19 times in 20", w.Session.InWords(w.question())))
	w.use.Hide()
	w.keep.Hide()
	w.remains.SetText("")
	switch {
	case strings.TrimSpace(w.entry.Text) == "":
		w.needs.SetText(words.T("Type the error you can live with, and see the budget that it takes."))
	case half == 0:
		w.needs.SetText(words.T("%q is not a number above zero: type a number such as 10.", w.entry.Text))
	case found == nil || found.Busy:
		w.needs.SetText(words.T("Looking for the budget…"))
	case found.Err != nil:
		w.needs.SetText(words.SentenceOf(found.Err))
	default:
		w.showFound(found)
	}
}

func (w *wish) showFound(found *budget.Wish) {
	w.needs.Set(prose.Marked(words.T("needs a total budget of **%s** (%s in 100)", words.Number(found.Epsilon), w.Session.Budget.Guess(found.Epsilon)))...)
	text, enough := w.Session.Balance.Remaining(found.Epsilon)
	w.remains.SetText(text)
	w.remains.SetColor(theme.QuietText)
	if !enough {
		w.remains.SetColor(theme.Danger)
	}
	present := w.Session.Plan().Budget.Epsilon
	if found.Epsilon != present {
		w.use.SetText(words.T("Use %s", words.Number(found.Epsilon)))
		w.use.Show()
	}
	keep := words.T("Keep %s", words.Number(present))
	if pv := w.Session.Budget.Preview(); pv != nil && found.Question < len(pv.Questions) {
		keep += ": " + words.Say(accuracy.PlusMinus(pv.Questions[found.Question].Of().Summary.WorstHalfWidth))
	}
	w.keep.SetText(keep)
	w.keep.Show()
}
