package dialogs

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/session/pictures"
	"steward/gui/theme"
	"steward/gui/widgets/figures"
	"steward/gui/words"
)

// Topic returns the topic of the help that explains a step.
func Topic(step guide.Step) string {
	return assets.StepTopics()[slices.Index(guide.Steps(), step)]
}

// Explain opens the explanation of why a step's question matters, with its picture. open opens
// the help at another topic that it leads to.
func Explain(w fyne.Window, step guide.Step, open func(topic string)) {
	var d *dialog.CustomDialog
	leave := func(topic string) {
		d.Hide()
		open(topic)
	}
	page := explanation(Topic(step), leave)
	d = closable(w, words.T("Why does this matter?"), sized(w, fyne.NewSize(640, 440), page), page)
}

// roomIn is what a window has room for in a dialog.
func roomIn(w fyne.Window) fyne.Size { return w.Canvas().Size().SubtractWidthHeight(96, 160) }

// sized gives a dialog's content a size, or what the window has room for.
func sized(w fyne.Window, size fyne.Size, content fyne.CanvasObject) fyne.CanvasObject {
	return container.New(exactly{size.Min(roomIn(w)).Max(content.MinSize())}, content)
}

// broad gives a dialog's content a width, or what the window has room for, and the height that it needs
// at that: texts have theirs once they have their width.
func broad(w fyne.Window, width float32, content fyne.CanvasObject) fyne.CanvasObject {
	width = min(width, roomIn(w).Width)
	for range 2 {
		content.Resize(fyne.NewSize(width, content.MinSize().Height))
	}
	return container.New(exactly{fyne.NewSize(width, content.MinSize().Height)}, content)
}

// exactly lays an object out at a size.
type exactly struct{ size fyne.Size }

func (e exactly) MinSize([]fyne.CanvasObject) fyne.Size { return e.size }

func (e exactly) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
	}
}

// picture returns the drawing that goes with a topic. Its numbers are made up.
func picture(topic string) fyne.CanvasObject {
	switch topic {
	case "data":
		return figures.NewFlow(
			figures.FlowBox{Title: words.T("Your spreadsheet"), Note: words.T("stays where it is"), Then: words.T("is read"), Private: true},
			figures.FlowBox{Title: "Steward", Note: words.T("on this computer"), Then: words.T("adds noise")},
			figures.FlowBox{Title: words.T("Tables"), Note: words.T("for everybody")})
	case "columns":
		return figures.NewFlow(
			figures.FlowBox{Title: words.T("One row"), Note: words.T("34, Harbour, no"), Then: words.T("goes into"), Private: true},
			figures.FlowBox{Title: words.T("One cell"), Note: words.T("30 to 34, Harbour"), Then: words.T("is counted")},
			figures.FlowBox{Title: words.T("A count"), Note: words.T("212 people")})
	case "secrets":
		ages := pictures.SomeAges()
		f := figures.NewFigure(fyne.NewSize(240, 0), nil, nil)
		f.SetScene(ages, func(spec figures.FigureSpec) (image.Image, error) { return pictures.Spec(spec).Draw(ages.Chart()) })
		return f
	case "facts":
		return figures.NewFlow(
			figures.FlowBox{Title: words.T("212 + noise"), Note: words.T("published"), Then: words.T("sum 400")},
			figures.FlowBox{Title: words.T("188 + noise"), Note: words.T("published"), Then: words.T("sum 425")},
			figures.FlowBox{Title: words.T("237 + noise"), Note: words.T("published")})
	case "questions":
		return figures.NewMeter(1, true,
			figures.MeterPart{Value: 0.4, Label: words.T("People by age"), ValueText: "40 %", Color: theme.Chart1},
			figures.MeterPart{Value: 0.4, Label: words.T("Smokers by district"), ValueText: "40 %", Color: theme.Chart2},
			figures.MeterPart{Value: 0.2, Label: words.T("Visits"), ValueText: "20 %", Color: theme.Chart3})
	case "budget":
		return figures.NewHats(words.T("without her"), words.T("with her"), 0.5)
	case "release":
		return figures.NewFlow(
			figures.FlowBox{Title: words.T("Account"), Note: words.T("0.5 is spent"), Then: words.T("then")},
			figures.FlowBox{Title: words.T("Noise"), Note: words.T("drawn once"), Then: words.T("then")},
			figures.FlowBox{Title: words.T("Files"), Note: words.T("whole or not at all")})
	}
	return askedPicture(topic)
}

// askedPicture returns the drawing of a topic that is no step, nil for none.
func askedPicture(topic string) fyne.CanvasObject {
	switch topic {
	case "summary":
		return figures.NewFlow(
			figures.FlowBox{Title: words.T("Record"), Note: words.T("every figure"), Then: words.T("agrees")},
			figures.FlowBox{Title: words.T("Workbook"), Note: words.T("the same numbers"), Then: words.T("agrees")},
			figures.FlowBox{Title: words.T("Account"), Note: words.T("what was spent")})
	case "names":
		return figures.NewFlow(
			figures.FlowBox{Title: words.T("A list"), Note: words.T("without names"), Then: words.T("meets"), Private: true},
			figures.FlowBox{Title: words.T("Another list"), Note: words.T("with names"), Then: words.T("tells")},
			figures.FlowBox{Title: words.T("Anna Berg"), Note: words.T("has diabetes"), Private: true})
	case "meeting":
		return figures.NewFlow(
			figures.FlowBox{Title: words.T("One table"), Note: words.T("three illnesses"), Then: words.T("meets")},
			figures.FlowBox{Title: words.T("Another table"), Note: words.T("three illnesses"), Then: words.T("leaves")},
			figures.FlowBox{Title: words.T("One illness"), Note: words.T("in both"), Private: true})
	case "adding-up":
		return figures.NewMeter(2, true,
			figures.MeterPart{Value: 0.5, Label: words.T("The first release"), ValueText: words.Number("0.5"), Color: theme.Chart1},
			figures.MeterPart{Value: 0.5, Label: words.T("The second"), ValueText: words.Number("0.5"), Color: theme.Chart2},
			figures.MeterPart{Value: 1, Label: words.T("Left"), ValueText: "1", Color: theme.Other})
	case "totals":
		return figures.NewSumChain([]string{words.T("North"), words.T("East"), words.T("South"), words.T("West")}, []string{"400", "425", "400"})
	case "promise":
		return figures.NewHats(words.T("he does not smoke"), words.T("he smokes"), 0.5)
	case "which-budget":
		return figures.NewHats(words.T("without her"), words.T("with her"), 1)
	}
	return nil
}
