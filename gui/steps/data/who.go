package data

import (
	"cmp"
	"fmt"

	"fyne.io/fyne/v2"

	"steward/core/guide"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataWho says who a row is about: whether people have one row each or can have several, and
// then whose row it is and how many of each person are counted; and whether a row stands for
// several people.
type dataWho struct {
	of      *Page
	card    *layouts.Card
	choice  *forms.ChoiceList
	means   *prose.Text
	several *fyne.Container
	person  *columnChoice
	order   *columnChoice
	atMost  *forms.Field
	weights *forms.Check
	weight  *dataWeight
}

// The choices.
const (
	oneRow      = "one"
	severalRows = "several"
)

func newDataWho(of *Page) *dataWho {
	w := &dataWho{of: of, means: prose.Body("")}
	w.choice = forms.NewChoiceList([]forms.Choice{
		{ID: oneRow, Title: words.T("One row for each person"), Note: words.T("People answered once. Numbers count people.")},
		{ID: severalRows, Title: words.T("People can have several rows"), Note: words.T("Visits, purchases, jobs. Numbers count rows.")},
	}, w.choose)
	w.person = newColumnChoice(of, words.T("The column that says whose row it is"), words.T("Choose the column"), of.Session.Persons.PersonColumn)
	w.order = newColumnChoice(of, words.T("The order of a person’s rows"), words.T("Choose the column"), of.Session.Persons.RowOrder)
	w.atMost = forms.NewField(words.T("Rows of each person, at most"), forms.Taking(of.Session.Persons.AtMost))
	w.several = layouts.Column(8,
		layouts.Split(16, 0.5, 420, w.person.content, w.atMost),
		w.order.content,
		prose.Caption(words.T("Use a number that is known from elsewhere or makes sense on its own, not the largest in this file: that one is someone's.")))
	w.weights = forms.NewCheck(words.T("Each row stands for several people: it has a survey weight"), of.Session.Persons.Weighted)
	w.weight = newDataWeight(of)
	w.card = layouts.NewTitledCard(words.T("Who is a row about?"), nil, layouts.Column(10, w.choice, w.several, layouts.Inline(0, w.weights), w.weight.content, w.means))
	return w
}

func (w *dataWho) choose(id string) {
	if id == oneRow {
		w.of.Session.Persons.OneRow()
	} else {
		w.of.Session.Persons.SeveralRows()
	}
}

func (w *dataWho) update() {
	f := w.of.Session.Data.File()
	p := w.of.Session.Plan()
	rows, weight := p.Rows, p.Weight
	paint.Show(w.several, rows != nil)
	w.weights.SetChecked(weight != nil)
	w.weight.update(weight)
	key, unsaid := w.of.Session.Persons.UnsaidWhose()
	w.choice.SetSelected(oneRow)
	if unsaid {
		w.choice.SetSelected("")
	}
	if rows != nil {
		w.choice.SetSelected(severalRows)
		w.person.show(rows.Person)
		w.order.none = ""
		if !w.of.Session.Database.FromDatabase() { // whose rows have no order of their own
			w.order.none = words.T("As in the file")
		}
		w.order.show(rows.Key)
		w.atMost.SetValue(fmt.Sprint(rows.AtMost))
	}
	kept := words.T("Which rows count must not depend on an answer: if the file is sorted by one, choose a column such as the number or the date of a visit.")
	switch problem := cmp.Or(w.problem("rows"), w.problem("weight")); {
	case unsaid:
		w.means.Set(prose.Bold(words.Say(key.Said())), prose.Plain(" "+words.T("Is each of them about one visit, purchase or answer of a person, or about a person? What one row says is protected in both cases; what all rows of a person say together only if you say here that people can have several. For your eyes only.")))
	case problem != "":
		w.means.Set(prose.Plain(problem))
	case weight != nil:
		said := words.Say(p.Hidden()) + " " + w.of.Session.Persons.WeightCost()
		if rows != nil {
			said += " " + kept
		}
		w.means.Set(prose.Marked(said)...)
	case rows != nil:
		w.means.Set(prose.Plain(words.Say(rows.Sentence()) + " " + kept))
	default:
		spans := prose.Marked(words.T("**One person, one row.** Everything in a row is protected. If someone has more than one row, each is protected by itself, not all of them together: in that case, choose that people can have several."))
		if f != nil {
			spans = append(spans, prose.Plain(" "), distinctSpan(f))
			if same := f.Found; same != nil && same.Namesakes != nil {
				spans = append(spans, prose.Plain(" "), prose.Bold(words.Say(same.Namesakes.Said())))
			}
		}
		w.means.Set(spans...)
	}
}

// problem says what is not settled yet about several rows, or about weights; "" for nothing.
func (w *dataWho) problem(field string) string {
	for _, i := range w.of.Session.Issues(guide.Data) {
		if i.Field == field {
			return words.Sentence(words.Say(i.Message))
		}
	}
	return ""
}
