package account

import (
	"image"

	"fyne.io/fyne/v2"

	"steward/gui/session/pictures"
	"steward/gui/session/secrets"
	"steward/gui/steps/outcomes"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// together says what all releases tell together, and how that came to be.
func (p *Page) together() []fyne.CanvasObject {
	out := p.course()
	out = append(out, sentences(p.shown.Sums)...)
	out = append(out, section(words.T("Left unprotected for good by releases"), sentences(p.shown.Open)...)...)
	return append(out, p.tell()...)
}

// course is the chart of what was spent, over time; nothing where nothing was.
func (p *Page) course() []fyne.CanvasObject {
	c := p.Session.Accounts.Course()
	if c == nil {
		return nil
	}
	f := figures.NewFigure(fyne.NewSize(300, 190), p.Run, func(s figures.FigureSpec) (image.Image, error) {
		return c.Draw(pictures.Spec(s))
	})
	f.OnMenu = func() []*fyne.MenuItem { return outcomes.ChartMenu(p.Surroundings, "", c.File(p.Session.Title())) }
	return []fyne.CanvasObject{f}
}

// asked are the two answers that are asked about.
type asked struct{ column, from, to int }

// tell asks whether somebody could tell two answers from one another who has all releases.
func (p *Page) tell() []fyne.CanvasObject {
	book := p.Session.Accounts
	columns := book.Columns()
	if len(columns) == 0 || len(p.shown.Releases) == 0 {
		return nil
	}
	if p.asked.column >= len(columns) {
		p.asked = asked{}
	}
	if p.asked.from == p.asked.to {
		p.asked.to = p.asked.from + 1
	}
	told := notices.NewBanner(notices.Info, "", nil, nil)
	told.Borderless = true
	from := forms.NewPicker(words.T("One answer"), nil)
	to := forms.NewPicker(words.T("Another answer"), nil)
	show := func() {
		n, label := book.Answers(columns[p.asked.column])
		for picker, at := range map[*forms.Picker]int{from: p.asked.from, to: p.asked.to} {
			picker.SetList(n, label)
			picker.SetSelected(at)
		}
		p.say(told, columns[p.asked.column])
	}
	column := forms.NewPicker(words.T("column"), func(i int) {
		p.asked = asked{i, 0, 1}
		show()
	})
	column.SetTexts(columns)
	column.SetSelected(p.asked.column)
	from.OnChanged = func(i int) { p.asked.from = i; show() }
	to.OnChanged = func(i int) { p.asked.to = i; show() }
	show()
	body := layouts.Column(8, column, layouts.Between(from, prose.Quiet(words.T("from")).OneLine(), to), told,
		prose.Caption(words.T("All other answers of the two people are the same. Everything that was released about them counts.")))
	return []fyne.CanvasObject{layouts.NewTitledCard(words.T("Could someone tell?"), nil, body)}
}

// say answers for the two answers that are chosen.
func (p *Page) say(told *notices.Banner, column string) {
	answer, ok := p.Session.Accounts.Tell(column, p.asked.from, p.asked.to)
	if !ok {
		told.Set(notices.Info, words.T("Choose two different answers."))
		return
	}
	kind := map[secrets.Level]notices.Kind{secrets.Reassuring: notices.Good, secrets.Cautious: notices.Caution, secrets.Alarming: notices.Danger}[answer.Level]
	told.Set(kind, answer.Verdict, prose.Phrased(append(words.Phrase{{Text: " "}}, answer.Sentence...))...)
}
