package steps

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/guide"
	"steward/gui/session"
	"steward/gui/widgets"
)

// dataWho says who a row is about: whether people have one row each or can have several, and
// then whose row it is and how many of each person are counted; or whether a row stands for
// several people.
type dataWho struct {
	of      *data
	card    *widgets.Card
	choice  *widgets.ChoiceList
	means   *widgets.Text
	several *fyne.Container
	person  *widgets.Picker
	atMost  *widgets.Field
	weight  *dataWeight
	headers []string
}

// The choices.
const (
	oneRow      = "one"
	severalRows = "several"
	weighted    = "weighted"
)

func newDataWho(of *data) *dataWho {
	w := &dataWho{of: of, means: widgets.Body("")}
	w.choice = widgets.NewChoiceList([]widgets.Choice{
		{ID: oneRow, Title: "One row for each person", Note: "People answered once. Numbers count people."},
		{ID: severalRows, Title: "People can have several rows", Note: "Visits, purchases, jobs. Numbers count rows."},
		{ID: weighted, Title: "Each row stands for several people", Note: "Survey weights. Numbers are weighted counts."},
	}, w.choose)
	w.person = widgets.NewPicker("Choose the column", func(i int) { w.identify(w.headers[i]) })
	w.atMost = widgets.NewField("Rows of each person, at most", w.limit)
	w.several = widgets.Column(8,
		widgets.Split(16, 0.5, 420, labelled("The column that says whose row it is", w.person), w.atMost),
		widgets.Caption(widgets.Plain("Take a number that is known from elsewhere or that makes sense by itself, not the largest in this file: that one is somebody's.")))
	w.weight = newDataWeight(of)
	w.card = widgets.NewTitledCard("Who is a row about?", nil, widgets.Column(10, w.choice, w.several, w.weight.content, w.means))
	return w
}

func (w *dataWho) choose(id string) {
	switch id {
	case oneRow:
		w.of.Session.OneRow()
	case weighted:
		w.of.Session.Weighted()
	default:
		w.of.Session.SeveralRows()
	}
}

// identify takes the column that says whose row it is.
func (w *dataWho) identify(column string) {
	if err := w.of.Session.PersonColumn(column); err != nil {
		w.of.Session.Fail(guide.Data, err)
	}
}

// limit takes the number of rows over.
func (w *dataWho) limit(text string) string {
	if err := w.of.Session.AtMost(text); err != nil {
		return session.Sentence(err.Error())
	}
	return ""
}

func (w *dataWho) update() {
	f := w.of.Session.File()
	if f == nil {
		return
	}
	rows := w.of.Session.Plan().Rows
	showIf(w.several, rows != nil)
	weight := w.of.Session.Plan().Weight
	if w.weight.update(f, weight); weight != nil {
		w.choice.SetSelected(weighted)
		if problem := w.problem("weight"); problem != "" {
			w.means.Set(widgets.Plain(problem))
			return
		}
		w.means.Set(widgets.Marked(weight.Sentence() + " " + w.of.Session.WeightCost())...)
		return
	}
	if rows == nil {
		w.choice.SetSelected(oneRow)
		spans := widgets.Marked("**One person, one row.** What is protected is everything in a row. If somebody has more than one row, each of them is protected by itself, not all together: then choose that people can have several.")
		w.means.Set(append(spans, widgets.Plain(" "), distinctSpan(f))...)
		return
	}
	w.choice.SetSelected(severalRows)
	w.headers = f.Header
	w.person.SetOptions(unpublished(w.of.Session, f.Header))
	w.person.SetSelected(slices.Index(w.headers, rows.Person))
	w.atMost.SetValue(fmt.Sprint(rows.AtMost))
	if problem := w.problem("rows"); problem != "" {
		w.means.Set(widgets.Plain(problem))
		return
	}
	w.means.Set(widgets.Plain(rows.Sentence() + " Which rows are counted where somebody has more depends on that person's rows alone, not on their order."))
}

// problem says what is not settled yet about several rows, or about weights; "" for nothing.
func (w *dataWho) problem(field string) string {
	for _, i := range w.of.Session.Issues(guide.Data) {
		if i.Field == field {
			return session.Sentence(i.Message)
		}
	}
	return ""
}
