package dialogs

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"

	"steward/core/guide"
	"steward/gui/theme"
	"steward/gui/widgets"
)

// Topic returns the topic of the help that explains a step.
func Topic(step guide.Step) string {
	switch step {
	case guide.Data:
		return "data"
	case guide.Columns:
		return "columns"
	case guide.Secrets:
		return "secrets"
	case guide.Facts:
		return "facts"
	case guide.Questions:
		return "questions"
	case guide.Budget:
		return "budget"
	case guide.Release:
		return "release"
	}
	return "summary"
}

// Explain opens the explanation of why a step's question matters, with its picture. open opens
// the help at another topic that it leads to.
func Explain(w fyne.Window, step guide.Step, open func(topic string)) {
	var d *dialog.CustomDialog
	leave := func(topic string) {
		d.Hide()
		open(topic)
	}
	d = closable(w, "Why does this matter?", sized(w, fyne.NewSize(640, 440), explanation(Topic(step), leave)))
	d.Show()
}

// sized gives a dialog's content a size, or what the window has room for.
func sized(w fyne.Window, size fyne.Size, content fyne.CanvasObject) fyne.CanvasObject {
	room := w.Canvas().Size().SubtractWidthHeight(96, 160)
	return container.New(exactly{size.Min(room).Max(content.MinSize())}, content)
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
		return widgets.NewFlow(
			widgets.FlowBox{Title: "Your spreadsheet", Note: "stays where it is", Then: "is read", Private: true},
			widgets.FlowBox{Title: "Steward", Note: "on this computer", Then: "adds noise"},
			widgets.FlowBox{Title: "Tables", Note: "for everybody"})
	case "columns":
		return widgets.NewFlow(
			widgets.FlowBox{Title: "One row", Note: "34, Harbour, no", Then: "goes into", Private: true},
			widgets.FlowBox{Title: "One cell", Note: "30 to 34, Harbour", Then: "is counted"},
			widgets.FlowBox{Title: "A count", Note: "212 people"})
	case "secrets":
		return widgets.NewSecretGraph(widgets.SecretPicture{
			Kind:  widgets.GraphLine,
			Nodes: []string{"18–22", "23–27", "28–32", "33–37", "38–42", "43–47", "48–52"}, From: 1, To: 4,
		})
	case "facts":
		return widgets.NewFlow(
			widgets.FlowBox{Title: "212 + noise", Note: "published", Then: "sum 400"},
			widgets.FlowBox{Title: "188 + noise", Note: "published", Then: "sum 425"},
			widgets.FlowBox{Title: "237 + noise", Note: "published"})
	case "questions":
		return widgets.NewMeter(1, true,
			widgets.MeterPart{Value: 0.4, Label: "People by age", ValueText: "40 %", Color: theme.Chart1},
			widgets.MeterPart{Value: 0.4, Label: "Smokers by district", ValueText: "40 %", Color: theme.Chart2},
			widgets.MeterPart{Value: 0.2, Label: "Visits", ValueText: "20 %", Color: theme.Chart3})
	case "budget":
		return widgets.NewHats("without her", "with her", 0.5)
	case "release":
		return widgets.NewFlow(
			widgets.FlowBox{Title: "Account", Note: "0.5 is spent", Then: "then"},
			widgets.FlowBox{Title: "Noise", Note: "drawn once", Then: "then"},
			widgets.FlowBox{Title: "Files", Note: "whole or not at all"})
	}
	return askedPicture(topic)
}

// askedPicture returns the drawing of a topic that is no step, nil for none.
func askedPicture(topic string) fyne.CanvasObject {
	switch topic {
	case "summary":
		return widgets.NewFlow(
			widgets.FlowBox{Title: "Record", Note: "every figure", Then: "agrees"},
			widgets.FlowBox{Title: "Workbook", Note: "the same numbers", Then: "agrees"},
			widgets.FlowBox{Title: "Account", Note: "what was spent"})
	case "names":
		return widgets.NewFlow(
			widgets.FlowBox{Title: "A list", Note: "without names", Then: "meets", Private: true},
			widgets.FlowBox{Title: "Another list", Note: "with names", Then: "tells"},
			widgets.FlowBox{Title: "Anna Berg", Note: "has diabetes", Private: true})
	case "meeting":
		return widgets.NewFlow(
			widgets.FlowBox{Title: "One table", Note: "three illnesses", Then: "meets"},
			widgets.FlowBox{Title: "Another table", Note: "three illnesses", Then: "leaves"},
			widgets.FlowBox{Title: "One illness", Note: "in both", Private: true})
	case "adding-up":
		return widgets.NewMeter(2, true,
			widgets.MeterPart{Value: 0.5, Label: "The first release", ValueText: "0.5", Color: theme.Chart1},
			widgets.MeterPart{Value: 0.5, Label: "The second", ValueText: "0.5", Color: theme.Chart2},
			widgets.MeterPart{Value: 1, Label: "Left", ValueText: "1", Color: theme.Other})
	case "totals":
		return widgets.NewSumChain([]string{"North", "East", "South", "West"}, []string{"400", "425", "400"})
	case "which-budget":
		return widgets.NewHats("without her", "with her", 1)
	}
	return nil
}
