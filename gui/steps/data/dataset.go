package data

import (
	"steward/core/plan"
	"steward/gui/session/data"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataSet names the people: the account under which everything that is spent on them adds up.
type dataSet struct {
	of    *Page
	card  *layouts.Card
	name  *forms.Field
	spent *prose.Text
}

func newDataSet(of *Page) *dataSet {
	s := &dataSet{of: of, spent: prose.Caption("")}
	s.name = forms.NewField(words.T("Name of the data set"), s.commit)
	s.name.SetPlaceHolder(words.T("for example Clinic survey 2026"))
	s.card = layouts.NewTitledCard(words.T("Who are these people?"), nil, layouts.Column(8, s.name,
		prose.Caption(words.T("Name the people, not the file: everything ever published about the same people adds up under this name, even when the file changes.")),
		s.spent))
	return s
}

// commit takes a name over, without blanks that nobody means.
func (s *dataSet) commit(text string) string {
	name := data.DataSetName(text)
	if name == "" {
		return words.T("Give a name, so that everything that is spent on these people adds up in one account.")
	}
	s.of.Session.Edit(func(p *plan.Plan) { p.DataSet = name })
	s.name.Reset(name)
	return ""
}

func (s *dataSet) update() {
	name := s.of.Session.Plan().DataSet
	s.name.SetValue(name)
	a := s.of.Session.Balance.Account()
	paint.Show(s.spent, name != "" && a.Err == nil)
	switch {
	case name == "" || a.Err != nil:
		s.spent.Set()
	case a.Spent == "0":
		s.spent.SetText(words.T("Nothing has been spent under this name yet."))
	case a.Allowed == "":
		s.spent.SetText(words.T("%s has been spent under this name.", words.Number(a.Spent)))
	default:
		s.spent.SetText(words.T("%s of %s has been spent under this name.", words.Number(a.Spent), words.Number(a.Allowed)))
	}
}
