package gui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// stop is a stop of the tour: a step, and what to see there.
type stop struct {
	step        guide.Step
	title, text string
}

// stops are those of the tour on the sample.
func stops() []stop {
	return []stop{
		{guide.Data, words.T("This is a made-up survey"), words.T("4,812 invented people, one row each. Steward shows the rows as they will be read, and lists what needs your attention. Your own file would stay where it is: Steward only reads it.")},
		{guide.Columns, words.T("Which columns, and which answers"), words.T("Each published column has a public list of answers or ranges, from a codebook or typed in. Nothing is taken from the data unless you confirm that it is already public. People’s names and numbers are never published.")},
		{guide.Secrets, words.T("What nobody may be able to tell"), words.T("This is the heart of it. The cards go from strong to weak. Here, ages within 5 years of each other are hidden: enough for this town, with far less noise. Try “Could someone tell?”: pick two ages and read the odds.")},
		{guide.Facts, words.T("What is already known"), words.T("How many people answered is public. That costs nothing. Some facts tie people's answers together and need more noise; the price is shown beside each before you agree.")},
		{guide.Questions, words.T("What will be published"), words.T("Three tables. All questions share one budget, so every question you leave out makes the others more precise.")},
		{guide.Budget, words.T("How exact, and how safe"), words.T("Move the slider: left for more protection, right for more accuracy. The error of every method is shown before anything is spent. The best one is chosen.")},
		{guide.Release, words.T("Look twice, then release"), words.T("Everything that becomes public, and what is not protected, is listed here once more. “Check every record” reads the file as the release will. A release spends budget and cannot be taken back; with the sample nothing is lost, so try it.")},
		{guide.Summary, words.T("What you can show others"), words.T("After a release you have a summary to sign and a record with which anyone can check every figure. That is all. Start with your own file under the folder at the top, or try one of the examples.")},
	}
}

// tour leads through the steps on the sample: a strip over the footer says what to see, and everything
// can be tried meanwhile.
type tour struct {
	frame   *Frame
	content *fyne.Container
	title   *prose.Text
	text    *prose.Text
	at      int
	back    *forms.Button
	next    *forms.Button
	count   *prose.Text
}

func newTour(f *Frame) *tour {
	t := &tour{frame: f, title: prose.Strong(""), text: prose.Body(""), count: prose.Caption("").OneLine()}
	t.back = forms.NewButton(words.T("Previous"), func() { t.visit(t.at - 1) })
	t.next = forms.NewMainButton(words.T("Next stop"), func() { t.visit(t.at + 1) })
	end := forms.NewButton(words.T("End the tour"), t.end)
	end.Importance = widget.LowImportance
	buttons := container.NewHBox(container.NewCenter(t.count), end, layout.NewSpacer(), t.back, t.next)
	ground := layouts.NewGround(theme.Selected, layouts.Inset(10, theme.Size(theme.SizeMargin), layouts.Column(6, t.title, t.text, buttons)))
	t.content = container.NewStack(ground)
	t.content.Hide()
	return t
}

// begin opens the sample and begins the tour on it.
func (t *tour) begin() {
	t.frame.leave(func() {
		t.frame.openSample()
		t.visit(0)
	})
}

// visit goes to a stop; past the last one the tour ends.
func (t *tour) visit(i int) {
	list := stops()
	if i < 0 {
		return
	}
	if i >= len(list) {
		t.end()
		return
	}
	t.at = i
	s := list[i]
	t.title.SetText(s.title)
	t.text.SetText(s.text)
	t.count.SetText(words.T("Stop %d of %d", i+1, len(list)))
	input.Enable(t.back, i > 0)
	t.next.SetText(words.T("Next stop"))
	if i == len(list)-1 {
		t.next.SetText(words.T("Done"))
	}
	t.content.Show()
	t.frame.show(s.step)
}

// end ends the tour; the sample stays open.
func (t *tour) end() {
	t.content.Hide()
	t.frame.Update()
}
