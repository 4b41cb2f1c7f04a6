package release

import (
	"encoding/json"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/steps/page"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// settingPublisher names, among the settings, what was last said of the publisher.
const settingPublisher = "publisher"

// imprint is the card that says who publishes the release, what for and about whom.
type imprint struct {
	page.Surroundings
	card *layouts.Card
	said *prose.Text
}

func newImprint(s page.Surroundings) *imprint {
	i := &imprint{Surroundings: s, said: prose.Small("")}
	change := forms.NewButton(words.T("Fill in…"), func() { askImprint(s) })
	i.card = layouts.NewTitledCard(words.T("Who publishes it, and for whom"), change, i.said)
	return i
}

func (i *imprint) update() {
	publication := i.Session.Plan().Publication
	if publication == (plan.Publication{}) {
		i.said.SetText(words.T("Nothing has been entered yet. Readers look for this on the first page: the publisher, whom to ask, who the people are, and what readers may do with the tables. All of it can be left out."))
		return
	}
	var parts []string
	for _, f := range publication.Filled() {
		parts = append(parts, words.T("%s: **%s**", words.Say(f.Name), prose.Escape(*f.Value)))
	}
	i.said.Set(prose.Marked(strings.Join(parts, " · "))...)
}

// imprintForm asks for the title and for the fields of a publication.
type imprintForm struct {
	page.Surroundings
	title       *forms.Entry
	publication plan.Publication
	entries     []*forms.Entry
	problem     *prose.Text
	dialog      *dialog.CustomDialog
}

// askImprint opens the form. A plan that says nothing yet begins with what was last said of the publisher.
func askImprint(s page.Surroundings) {
	f := &imprintForm{Surroundings: s, publication: s.Session.Plan().Publication, problem: prose.Problem()}
	if f.publication == (plan.Publication{}) {
		f.publication = rememberedPublisher()
	}
	f.title = f.entry(words.T("Title"), s.Session.Plan().Title, s.Session.Plan().DataSet)
	rows := []fyne.CanvasObject{}
	for _, field := range f.publication.Fields() {
		e := f.entry(words.Say(field.Name), *field.Value, words.Say(field.Example))
		f.entries = append(f.entries, e)
		rows = append(rows, layouts.Labelled(words.Say(field.Name), e))
	}
	body := layouts.Column(8, layouts.AtLeast(formWidth, 0),
		layouts.Labelled(words.T("Title"), f.title), container.NewGridWithColumns(2, rows...),
		prose.Small(words.T("It appears on the first page of the summary, in the workbook and in the description for other programs, as you type it. What you say about the publisher is proposed again for the next release on this computer.")), f.problem)
	f.dialog = dialogs.Form(s.Window, words.T("Who publishes it, and for whom"), body, f.title, forms.NewMainButton(words.T("Keep it"), f.keep))
}

// formWidth is as much as the smallest window has room for.
const formWidth = 640

func (f *imprintForm) entry(name, text, empty string) *forms.Entry {
	e := forms.NewNamedEntry(name, text, empty)
	e.OnSubmitted = func(string) { f.keep() }
	return e
}

// keep takes what was typed into the plan, or says what of it cannot be printed.
func (f *imprintForm) keep() {
	fields := f.publication.Fields()
	for i, e := range f.entries {
		*fields[i].Value = strings.TrimSpace(e.Text)
	}
	if faults := f.publication.Faults(); len(faults) > 0 {
		i := slices.IndexFunc(fields, func(field plan.PublicationField) bool { return field.ID == faults[0].Field })
		f.problem.SetText(words.Sentence(words.T("%s: %s", words.Say(fields[i].Name), words.Say(faults[0].Message))))
		f.Window.Canvas().Focus(f.entries[i])
		return
	}
	f.Session.Summary.SetPublication(strings.TrimSpace(f.title.Text), f.publication)
	rememberPublisher(f.publication)
	f.dialog.Hide()
}

// rememberedPublisher returns what was last said of the publisher on this computer.
func rememberedPublisher() plan.Publication {
	var p plan.Publication
	if err := json.Unmarshal([]byte(fyne.CurrentApp().Preferences().String(settingPublisher)), &p); err != nil {
		return plan.Publication{} // never said, or by another version
	}
	return lasting(p)
}

func rememberPublisher(p plan.Publication) {
	if text, err := json.Marshal(lasting(p)); err == nil {
		fyne.CurrentApp().Preferences().SetString(settingPublisher, string(text))
	}
}

// lasting is what of a publication holds for the next one too.
func lasting(p plan.Publication) plan.Publication {
	for _, f := range p.Fields() {
		if !f.Lasting {
			*f.Value = ""
		}
	}
	return p
}
