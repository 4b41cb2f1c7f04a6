package widgets_test

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/core/seeded"
	"steward/gui/session/pictures"
	"steward/gui/theme"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/frames"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/widgets/widgettest"
)

// TestGallery draws every widget in light and dark into the folder that STEWARD_GALLERY
// names, for people to look at. Without it, it checks that all can be drawn: in the fast run each page in one of them.
func TestGallery(t *testing.T) {
	folder := os.Getenv("STEWARD_GALLERY")
	for name, variant := range widgettest.Variants() {
		widgettest.Dress(t, variant)
		for i, p := range pages() {
			if folder == "" && !seeded.Audit && (i%2 == 0) != (name == "dark") {
				continue
			}
			w := widgettest.Exhibit(t, layouts.Inset(24, 24, p.make()), p.width, p.height)
			picture := w.Canvas().Capture()
			if picture.Bounds().Dx() != int(p.width) || picture.Bounds().Dy() != int(p.height) {
				t.Errorf("page %s: picture is %v, want %v x %v", p.name, picture.Bounds(), p.width, p.height)
			}
			if folder != "" {
				save(t, filepath.Join(folder, p.name+"-"+name+".png"), picture)
			}
		}
	}
}

func save(t *testing.T, name string, picture image.Image) {
	t.Helper()
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, picture); err != nil {
		t.Fatal(err)
	}
}

// page is a picture of some widgets.
type page struct {
	name          string
	width, height float32
	make          func() fyne.CanvasObject
}

func pages() []page {
	return []page{
		{"frame", 1280, 800, framePage},
		{"texts", 772, 620, textsPage},
		{"choices", 772, 640, choicesPage},
		{"table", 772, 560, tablePage},
		{"methods", 772, 640, methodsPage},
		{"methods-narrow", 420, 480, methodsPage},
		{"sliders", 772, 620, slidersPage},
		{"sliders-narrow", 400, 700, slidersPage},
		{"side", 296, 560, sidePage},
		{"findings", 772, 760, findingsPage},
	}
}

func None() {}

func framePage() fyne.CanvasObject {
	rail := frames.NewRail(shownSteps(), nil)
	rail.SetCurrent(4)
	header := frames.NewHeader(fynetheme.StorageIcon(), "Steward",
		notices.NewBadge(notices.BadgeNeutral, "Budget left for this data set: 2.0 of 2.0"),
		forms.NewIconButton(fynetheme.ContentUndoIcon(), "Undo", None),
		forms.NewIconButton(fynetheme.HelpIcon(), "Help", None))
	header.Set("Clinic survey 2026", "Saved 14:02")
	footer := frames.NewFooter(None, None)
	footer.Set(frames.FooterState{
		Back: "Back", Next: "Next", NextDisabled: true, Extra: widget.NewButton("Not yet", None),
		Missing: prose.Marked("Accept the list of what is *not protected*, or choose a stronger card."),
	})
	side := layouts.NewGround(theme.Surface, layouts.Inset(16, 18, sidePage()))
	side.LeftLine = true
	body := layouts.Inset(24, 24, layouts.Column(12,
		frames.NewQuestion("What must nobody be able to tell?", "Choose what stays secret about each person. A weaker choice gives better numbers.", None),
		layouts.NewTitledCard("Small differences", notices.NewBadge(notices.BadgeOutline, "chosen"), layouts.Column(8,
			prose.Prose(prose.Marked("Nobody can tell an answer from another within **5 years**.")...),
			forms.NewNumberSlider(forms.NumberRange{Label: "Age", Min: 1, Max: 30, MaxLabel: "30 years"}, 5, nil),
			someAges())),
		layouts.NewCard(layouts.Column(8, notices.NewBanner(notices.Caution, "Less well hidden.",
			prose.Marked("33–37 and 58–62 are 5 steps apart; the odds can shift by a factor of up to **12**."), nil)))))
	return container.NewBorder(header, footer, rail, container.NewGridWrap(fyne.NewSize(296, 600), side), body)
}

// someAges is a picture of secrets; package chart draws those of every kind for its own gallery.
func someAges() fyne.CanvasObject {
	ages := pictures.SomeAges()
	f := figures.NewFigure(fyne.NewSize(240, 0), nil, nil)
	f.SetScene(ages, func(spec figures.FigureSpec) (image.Image, error) { return pictures.Spec(spec).Draw(ages.Chart()) })
	return f
}

func textsPage() fyne.CanvasObject {
	why := frames.NewQuestion("What must nobody be able to tell, whoever they are and whatever they know?", "Choose what stays secret about each person.", None)
	check := container.NewHBox(widget.NewCheck("I accept this list", nil), widget.NewButton("Choose a stronger card", None))
	titled := layouts.NewTitledCard("Ranges for age", prose.NewLink("Edit as a list", None), layouts.Column(4,
		prose.Body("Two ranges are joined when ages in them can be 5 years or less apart."),
		prose.Quiet("Quiet text of the same size."), prose.NewText(theme.SizeCaption, theme.QuietText, prose.Marked("A caption with **bold** and *italic* words.")...)))
	return layouts.Column(12, why, titled,
		notices.NewBanner(notices.Danger, "Not protected by this choice.", prose.Marked("Anyone may learn exactly: how many people are in each of *North, South, East, West*; and someone who knows more, who. If that is not acceptable, choose *Everything about a person*."), check),
		notices.NewBanner(notices.Info, "", prose.Marked("The ranges come from *codebook-2026.csv*, so they were public before anyone looked at the data."), nil),
		notices.NewBanner(notices.Good, "Hardly.", prose.Marked("The release shifts the odds by at most **1.65**."), nil),
		container.NewHBox(notices.NewBadge(notices.BadgeNeutral, "typed"), notices.NewBadge(notices.BadgeOutline, "codebook"), notices.NewBadge(notices.BadgeGood, "confirmed"),
			notices.NewBadge(notices.BadgeCaution, "1 needs your decision"), notices.NewBadge(notices.BadgeDanger, "very weak"), prose.NewLink("Change", None)))
}

func choicesPage() fyne.CanvasObject {
	list := forms.NewChoiceList(shownChoices(), nil)
	list.SetSelected("near")
	list.FocusGained()
	return container.NewGridWithColumns(2, list)
}

func tablePage() fyne.CanvasObject {
	short := tables.NewTable()
	short.SetTexts(shownColumns(), shownRows(4))
	short.OnSelected = func(int) {}
	short.SetMinRows(7)
	short.SetSelected(1)
	card := layouts.NewTitledCard("The first rows, as they will be read", prose.Caption("7 of 4,812 rows").OneLine(), short)
	card.Flush = true
	long := tables.NewTable(shownColumns()...)
	long.SetSource(34512, func(i int) []string { return shownRows(i%50 + 1)[i%50] })
	long.SetMinRows(5)
	long.FocusGained()
	return layouts.Column(12, card, long)
}

func methodsPage() fyne.CanvasObject {
	m := editors.NewMethodTable(nil)
	m.Set(shownMethods())
	card := layouts.NewCard(m)
	card.Flush = true
	far := editors.NewMethodTable(nil)
	far.Set(editors.Methods{Rows: []editors.MethodRow{
		{Name: "A method with a name that is far too long for the room that there is for it", Tag: "recommended", Typical: 0.12, Half: 0.31, TypicalText: "0.12", HalfText: "0.31"},
		{Name: "Far worse", Typical: 90, Half: 250, TypicalText: "90", HalfText: "250", Selected: true},
	}})
	other := layouts.NewCard(far)
	other.Flush = true
	return layouts.Column(12, card, other)
}

func slidersPage() fyne.CanvasObject {
	budget := editors.NewBudgetSlider("0.5", nil)
	budget.SetShowNumber(true)
	budget.SetSentence(prose.Marked("Suppose someone knows everything about everybody else, and thinks two answers that you keep secret from each other are equally likely. After seeing the release they guess right at most **62** times in 100.")...)
	weak := editors.NewBudgetSlider("4", nil)
	widgettest.FirstOf[fyne.Draggable](weak).(fyne.Focusable).FocusGained()
	number := forms.NewNumberSlider(forms.NumberRange{Label: "Age", Min: 1, Max: 30, MaxLabel: "30 years"}, 5, nil)
	wrong := forms.NewNumberSlider(forms.NumberRange{Label: "Share", Min: 0, Max: 100, Unit: "%"}, 40, nil)
	widgettest.FirstOf[interface{ SetText(string) }](wrong).SetText("140")
	off := forms.NewNumberSlider(forms.NumberRange{Min: 0, Max: 1, Step: 0.05}, 0.35, nil)
	off.Disable()
	return layouts.Column(12, layouts.NewCard(budget), layouts.NewCard(weak), layouts.NewCard(layouts.Column(8, number, wrong, off)))
}

func sidePage() fyne.CanvasObject {
	return layouts.Column(10, prose.CardTitle("What this means"),
		notices.NewBigFigure("Half of the numbers are within", "5 people", prose.Marked("19 times in 20 within **15**, out of 4,812")...),
		widget.NewSeparator(),
		prose.Strong("Shares of the budget"),
		figures.NewMeter(1, true,
			figures.MeterPart{Label: "People by age", Value: 0.4, ValueText: "40 %", Color: theme.Chart1},
			figures.MeterPart{Label: "Smokers by district", Value: 0.4, ValueText: "40 %", Color: theme.Chart2},
			figures.MeterPart{Label: "Visits per year", Value: 0.2, ValueText: "20 %", Color: theme.Chart3}),
		widget.NewSeparator(),
		prose.Strong("Spent and left"),
		figures.NewMeter(2, false, figures.MeterPart{Label: "this release", Value: 0.5}),
		prose.Prose(prose.Marked("This release spends **0.5** of the 2.0 that you allowed. **1.5** remain.")...),
		figures.NewFigure(fyne.NewSize(200, 90), nil, shownWaves))
}

// choosingPages show the widgets above in their states.
func choosingPages() []page {
	return []page{
		{"choosing", 720, 900, func() fyne.CanvasObject {
			p, off := forms.NewPicker("Column", nil), forms.NewPicker("Nothing to choose", nil)
			p.SetTexts(shownManyOptions(3))
			p.SetSelected(1)
			p.SetPrefix("shown for ")
			off.Disable()
			q := editors.NewQuestionTable()
			q.Set(shownAsked(3), "0.5")
			q.SetSelected(1)
			e := editors.NewGroupEditor()
			e.Set(shownGrouped(30))
			widgettest.Press(widgettest.FirstOf[*lists.List](e), fyne.KeyDown, fyne.KeyDown, fyne.KeySpace)
			return layouts.Column(12, layouts.Inline(8, p, off, forms.NewChip("district", None), forms.NewChip("age", nil), forms.NewMenu("Add a question", nil)), layouts.NewCard(q), e)
		}},
		{"choosing-side", 264, 700, func() fyne.CanvasObject {
			l := tables.NewListing(tables.ListingColumn{Title: "Steps apart"}, tables.ListingColumn{Title: "Example", Grow: true}, tables.ListingColumn{Title: "Odds, up to", Align: fyne.TextAlignTrailing})
			l.SetRows([]tables.Text{{prose.Plain("1")}, {prose.Plain("33–37, 38–42")}, {prose.Plain("1.65")}}, []tables.Text{{prose.Plain("14")}, {prose.Plain("18–22, 88–90")}, {prose.Plain("1,097")}})
			return layouts.Column(8, prose.NewHeading(theme.LockIcon(), theme.Good, "Nobody can tell, whatever they know and whoever they are"), prose.NewRule(), l,
				figures.NewCompareBars(figures.CompareBar{Label: "Everything about a person", Value: 18, ValueText: "18"}, figures.CompareBar{Label: "Small differences", Value: 5, ValueText: "5", Strong: true}),
				figures.NewSumChain([]string{"212 + noise", "187 + noise", "240 + noise"}, []string{"sum 400", "sum 425"}))
		}},
		{"choosing-facts", 640, 400, func() fyne.CanvasObject {
			f, g := editors.NewFactRow(widget.NewEntry(), nil), editors.NewFactRow(nil, nil)
			f.Set(editors.Fact{Ticked: true, Title: "Number of people: 4,812", Note: "single count", State: "agrees with the data", StateKind: notices.Good, Price: "Free", PriceStyle: notices.BadgeGood, Why: prose.Marked("This fact costs nothing: nothing that you keep secret could change it.")})
			g.Set(editors.Fact{Title: "Totals by district", Price: "× 12", PriceStyle: notices.BadgeDanger, Why: prose.Marked("Up to **12** people’s answers can be tied together."), Selected: true})
			a := notices.NewAlert(layouts.Column(2, widget.NewCheck("Publish these without noise", nil), prose.NewLink("Choose a stronger card", None)))
			a.Set(notices.Danger, "Not protected by this choice.", prose.Marked("Anyone may learn exactly *how many people are in each of North, South, East, West*.")...)
			return layouts.Column(0, f, prose.NewRule(), g, a)
		}},
	}
}

// findingsPage is for the gallery: findings of both sorts, and the pages of a document.
func findingsPage() fyne.CanvasObject {
	check := widget.NewButton("Check every record", None)
	compact := shownFindings(check)
	compact.Compact = true
	compact.Set(notices.Finding{Kind: notices.Good, Title: "Workbook", Note: "same values"}, notices.Finding{Kind: notices.Danger, Title: "Tables", Note: "does not agree"})
	return layouts.Column(12, layouts.NewTitledCard("Before anything is spent", nil, shownFindings(check)),
		layouts.Split(12, 284, 560, shownPages(), layouts.NewTitledCard("Do the files belong together?", nil, compact)))
}

func shownSteps() []frames.RailStep {
	return []frames.RailStep{
		{Title: "Your data", State: frames.Done, Note: "4,812 people"},
		{Title: "Columns", State: frames.Done, Note: "5 columns published"},
		{Title: "Secrets", State: frames.Attention, Note: "Needs your yes"},
		{Title: "Known facts", State: frames.Done, Note: "2 facts, cost nothing"},
		{Title: "Questions", State: frames.NotYet, Note: "3 questions, 52 numbers"},
		{Title: "Privacy and error", State: frames.NotYet, Note: "Not yet"},
		{Title: "Release", State: frames.NotYet, Note: "Not yet"},
		{Title: "Summary", State: frames.NotYet, Note: "Not yet"},
	}
}

func shownChoices() []forms.Choice {
	return []forms.Choice{
		{ID: "presence", Title: "Everything, even who is in the file", Note: "Even whether a person took part"},
		{ID: "all", Title: "Everything about a person", Note: "Default. Any answer from any other"},
		{ID: "answers", Title: "Each answer by itself", Note: "One answer, the rest being equal"},
		{ID: "near", Title: "Small differences", Note: "An answer from another nearby"},
		{ID: "groups", Title: "Details inside a group", Note: "Needs a column with groups", Disabled: true},
	}
}

func shownMethods() editors.Methods {
	return editors.Methods{
		Rows: []editors.MethodRow{
			{Name: "Cumulative counts by age", Tag: "recommended", Typical: 5, Half: 15, TypicalText: "5", HalfText: "15", Selected: true},
			{Name: "Blocks of two, then ranges", Typical: 13, Half: 35, TypicalText: "13", HalfText: "35"},
			{Name: "Each range, then added up", Typical: 18, Half: 47, TypicalText: "18", HalfText: "47"},
			{Name: "Tree, halving each time", Typical: 33, Half: 88, TypicalText: "33", HalfText: "88"},
			{
				Name: "Groups, each by itself", Disabled: true, FixLabel: "step 3, Secrets", OnFix: None,
				Reason: []prose.Span{prose.Plain("needs "), prose.Italic("Details inside a group"), prose.Plain(":")},
			},
			{
				Name: "Bell-shaped noise", Disabled: true, FixLabel: "More options", OnFix: None,
				Reason: []prose.Span{prose.Plain("needs a small allowed chance of failure:")},
			},
		},
		Legend: "Plain differential privacy:",
		Lines: []editors.PlainLine{
			{Label: "one record changed", Value: 18, ValueText: "18"},
			{Label: "presence", Value: 29, ValueText: "29", Dotted: true},
		},
	}
}

func shownRows(n int) [][]string {
	districts := []string{"Harbour", "Alderton", "Fairview", "Brookside", "Eastgate", "Kingsmead"}
	var rows [][]string
	for i := range n {
		rows = append(rows, []string{
			fmt.Sprint(i + 2), fmt.Sprintf("R-%04d", i+1), fmt.Sprint(18 + i*7%70), districts[i%6],
			[]string{"no", "yes"}[i%2], "10–20k", fmt.Sprint(i % 31),
		})
	}
	return rows
}

func shownColumns() []tables.Column {
	return []tables.Column{
		{Title: "", Width: 48, Quiet: true, Align: fyne.TextAlignTrailing},
		{Title: "respondent", Quiet: true},
		{Title: "age", Align: fyne.TextAlignTrailing},
		{Title: "district", Bold: true},
		{Title: "smoker"},
		{Title: "income"},
		{Title: "visits", Align: fyne.TextAlignTrailing},
	}
}

// shownWaves draws a curve, as a chart would be drawn for a figure.
func shownWaves(spec figures.FigureSpec) (image.Image, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, spec.Width, spec.Height))
	ground := color.NRGBA{0xF1, 0xF3, 0xF2, 0xFF}
	if spec.Dark {
		ground = color.NRGBA{0x26, 0x2C, 0x31, 0xFF}
	}
	draw.Draw(picture, picture.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	for x := range spec.Width {
		y := int(float64(spec.Height) * (0.5 - 0.4*math.Sin(float64(x)/20)))
		picture.Set(x, y, color.NRGBA{0, 0x72, 0xB2, 0xFF})
	}
	return picture, nil
}

// shownFindings are findings of every kind.
func shownFindings(action fyne.CanvasObject) *notices.Findings {
	return notices.NewFindings(
		notices.Finding{Kind: notices.Good, Title: "The plan is complete", Detail: "3 questions, 144 numbers, a budget of 0.5"},
		notices.Finding{Kind: notices.Caution, Title: "The records have not been checked yet", Detail: "Every row is read as the release will read it.", Action: action},
		notices.Finding{Open: true, Title: "The known facts are compared with the data"},
		notices.Finding{Kind: notices.Danger, Title: "More would be spent than is left", Note: "2.5 of 2"},
	)
}

// shownPages is a document of three pages.
func shownPages() *figures.PageView {
	v := figures.NewPageView(nil)
	v.SetPages(3, 794, 1123, func(int) figures.Draw { return shownWaves })
	return v
}

func shownAsked(n int) []editors.Asked {
	list := make([]editors.Asked, n)
	for i := range list {
		list[i] = editors.Asked{Title: fmt.Sprint("Question ", i+1), Kind: "Cross-table", Columns: []string{"district", "smoker"}, Numbers: "42", Share: 100 / float64(n), Spends: "0.1"}
	}
	return list
}

func shownGrouped(n int) editors.Grouped {
	g := editors.Grouped{Values: shownManyOptions(n), Groups: []string{"Lower half", "Upper half"}, Alone: "by itself"}
	for i := range n {
		g.Of = append(g.Of, 2*i/n)
	}
	g.Values, g.Of = append(g.Values, "(blank)"), append(g.Of, -1)
	return g
}

func shownManyOptions(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("value ", i)
	}
	return list
}
