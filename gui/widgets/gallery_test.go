package widgets

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
	"steward/gui/theme"
)

// TestGallery draws every widget in light and dark into the folder that STEWARD_GALLERY
// names, for people to look at. Without it, it checks that all can be drawn: in the fast run each page in one of them.
func TestGallery(t *testing.T) {
	folder := os.Getenv("STEWARD_GALLERY")
	for name, variant := range variants() {
		dress(t, variant)
		for i, p := range pages() {
			if folder == "" && !seeded.Audit && (i%2 == 0) != (name == "dark") {
				continue
			}
			w := exhibit(t, Inset(24, 24, p.make()), p.width, p.height)
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
		{"line", 772, 700, linePage},
		{"rings", 772, 780, ringPage},
		{"groups", 772, 700, groupsPage},
		{"sliders", 772, 620, slidersPage},
		{"sliders-narrow", 400, 700, slidersPage},
		{"side", 296, 560, sidePage},
		{"findings", 772, 760, findingsPage},
	}
}

func none() {}

func framePage() fyne.CanvasObject {
	rail := NewRail(shownSteps(), nil)
	rail.SetCurrent(4)
	header := NewHeader(fynetheme.StorageIcon(), "Steward",
		NewBadge(BadgeNeutral, "Budget left for this data set: 2.0 of 2.0"),
		NewIconButton(fynetheme.ContentUndoIcon(), "Undo", none),
		NewIconButton(fynetheme.HelpIcon(), "Help", none))
	header.Set("Clinic survey 2026", "Saved 14:02")
	footer := NewFooter(none, none)
	footer.Set(FooterState{
		Back: "Back", Next: "Next", NextDisabled: true, Extra: widget.NewButton("Not yet", none),
		Missing: Marked("Accept the list of what is *not protected*, or choose a stronger card."),
	})
	side := NewGround(theme.Surface, Inset(16, 18, sidePage()))
	side.LeftLine = true
	body := Inset(24, 24, Column(12,
		NewQuestion("What must nobody be able to tell?", "Choose what stays secret about each person. A weaker choice gives better numbers.", none),
		NewTitledCard("Small differences", NewBadge(BadgeOutline, "chosen"), Column(8,
			Prose(Marked("Nobody can tell an answer from another within **5 years**.")...),
			NewNumberSlider(NumberRange{Label: "Age", Min: 1, Max: 30, MaxLabel: "30 years"}, 5, nil),
			NewSecretGraph(SecretPicture{Kind: GraphLine, Nodes: shownAges(), From: 3, To: 8}))),
		NewCard(Column(8, NewBanner(Caution, "Less well hidden.",
			Marked("33–37 and 58–62 are 5 steps apart; the odds can shift by a factor of up to **12**."), nil)))))
	return container.NewBorder(header, footer, rail, container.NewGridWrap(fyne.NewSize(296, 600), side), body)
}

func textsPage() fyne.CanvasObject {
	why := NewQuestion("What must nobody be able to tell, whoever they are and whatever they know?", "Choose what stays secret about each person.", none)
	check := container.NewHBox(widget.NewCheck("I accept this list", nil), widget.NewButton("Choose a stronger card", none))
	titled := NewTitledCard("Ranges for age", NewLink("Edit as a list", none), Column(4,
		Body("Two ranges are joined when ages in them can be 5 years or less apart."),
		Quiet(Plain("Quiet text of the same size.")), Caption(Marked("A caption with **bold** and *italic* words.")...)))
	return Column(12, why, titled,
		NewBanner(Danger, "Not protected by this choice.", Marked("Anyone may learn exactly: how many people are in each of *North, South, East, West*; and someone who knows more, who. If that is not acceptable, choose *Everything about a person*."), check),
		NewBanner(Info, "", Marked("The ranges come from *codebook-2026.csv*, so they were public before anybody looked at the data."), nil),
		NewBanner(Good, "Hardly.", Marked("The release shifts the odds by at most **1.65**."), nil),
		container.NewHBox(NewBadge(BadgeNeutral, "typed"), NewBadge(BadgeOutline, "codebook"), NewBadge(BadgeGood, "confirmed"),
			NewBadge(BadgeCaution, "1 needs your decision"), NewBadge(BadgeDanger, "very weak"), NewLink("Change", none)))
}

func choicesPage() fyne.CanvasObject {
	list := NewChoiceList(shownChoices(), nil)
	list.SetSelected("near")
	list.FocusGained()
	return container.NewGridWithColumns(2, list)
}

func tablePage() fyne.CanvasObject {
	short := NewTable()
	short.SetTexts(shownColumns(), shownRows(4))
	short.OnSelected = func(int) {}
	short.SetMinRows(7)
	short.SetSelected(1)
	card := NewTitledCard("The first rows, as they will be read", Caption(Plain("7 of 4,812 rows")).OneLine(), short)
	card.Flush = true
	long := NewTable(shownColumns()...)
	long.SetSource(34512, func(i int) []string { return shownRows(i%50 + 1)[i%50] })
	long.SetMinRows(5)
	long.FocusGained()
	return Column(12, card, long)
}

func methodsPage() fyne.CanvasObject {
	m := NewMethodTable(nil)
	m.Set(shownMethods())
	card := NewCard(m)
	card.Flush = true
	far := NewMethodTable(nil)
	far.Set(Methods{Rows: []MethodRow{
		{Name: "A method with a name that is far too long for the room that there is for it", Tag: "recommended", Typical: 0.12, Half: 0.31, TypicalText: "0.12", HalfText: "0.31"},
		{Name: "Far worse", Typical: 90, Half: 250, TypicalText: "90", HalfText: "250", Selected: true},
	}})
	other := NewCard(far)
	other.Flush = true
	return Column(12, card, other)
}

func linePage() fyne.CanvasObject {
	var edges [][2]int
	for i := range 15 {
		for j := i + 1; j <= min(i+2, 14); j++ {
			edges = append(edges, [2]int{i, j})
		}
	}
	var many []string
	for i := range 117 {
		many = append(many, fmt.Sprint(i))
	}
	return Column(24,
		NewSecretGraph(SecretPicture{Kind: GraphLine, Nodes: shownAges(), From: 3, To: 8}),
		NewSecretGraph(SecretPicture{Kind: GraphLine, Nodes: shownAges(), Edges: edges, From: 3, To: 8}),
		NewSecretGraph(SecretPicture{Kind: GraphLine, Nodes: shownAges(), Edges: [][2]int{{0, 1}, {1, 2}, {3, 4}}, From: 1, To: 4}),
		NewSecretGraph(SecretPicture{Kind: GraphLine, Nodes: many, From: 40, To: 41}),
		NewSecretGraph(SecretPicture{Kind: GraphLine, Nodes: []string{"under 10k", "10–20k", "50k and over, which is a long name"}}))
}

func ringPage() fyne.CanvasObject {
	districts := []string{"Alderton", "Brookside", "Carlow", "Dunmore", "Eastgate", "Fairview", "Glenside", "Harbour", "Ivybridge", "Kingsmead", "Lakeside", "Milbrook"}
	many := append(append([]string{}, districts...), "Northgate", "Oakham", "Priory", "Queensbury")
	return container.NewGridWithColumns(2,
		NewSecretGraph(SecretPicture{Kind: GraphComplete, Nodes: districts, From: 1, To: 4}),
		NewSecretGraph(SecretPicture{Kind: GraphStar, Nodes: districts[:7]}),
		NewSecretGraph(SecretPicture{Kind: GraphComplete, Nodes: many, From: 1, To: 13}),
		NewSecretGraph(SecretPicture{Kind: GraphStar, Nodes: []string{"yes", "no", "not stated"}, From: 0, To: 1}))
}

func groupsPage() fyne.CanvasObject {
	groups := []GraphGroup{
		{"North", []string{"Alderton", "Brookside", "Carlow"}},
		{"South", []string{"Dunmore", "Eastgate", "Fairview"}},
		{"East", []string{"Glenside", "Harbour"}},
		{"West", []string{"Kingsmead"}},
	}
	more := append(append([]GraphGroup{}, groups...), GraphGroup{"Islands and the far shore", shownAges()})
	for i := range 10 {
		more = append(more, GraphGroup{fmt.Sprint("Group ", i), shownAges()[:4+i%3]})
	}
	return Column(24,
		NewSecretGraph(SecretPicture{Kind: GraphGroups, Groups: groups, From: 0, To: 3}),
		NewSecretGraph(SecretPicture{Kind: GraphGroups, Groups: more}))
}

func slidersPage() fyne.CanvasObject {
	budget := NewBudgetSlider("0.5", nil)
	budget.SetShowNumber(true)
	budget.SetSentence(Marked("Suppose someone knows everything about everybody else, and thinks two answers that you keep secret from each other are equally likely. After seeing the release they guess right at most **62** times in 100.")...)
	weak := NewBudgetSlider("4", nil)
	firstOf[fyne.Draggable](weak).(fyne.Focusable).FocusGained()
	number := NewNumberSlider(NumberRange{Label: "Age", Min: 1, Max: 30, MaxLabel: "30 years"}, 5, nil)
	wrong := NewNumberSlider(NumberRange{Label: "Share", Min: 0, Max: 100, Unit: "%"}, 40, nil)
	firstOf[interface{ SetText(string) }](wrong).SetText("140")
	off := NewNumberSlider(NumberRange{Min: 0, Max: 1, Step: 0.05}, 0.35, nil)
	off.Disable()
	return Column(12, NewCard(budget), NewCard(weak), NewCard(Column(8, number, wrong, off)))
}

func sidePage() fyne.CanvasObject {
	return Column(10, CardTitle("What this means"),
		NewBigFigure("Typically within", "5 people", Marked("19 times in 20 within **15**, out of 4,812")...),
		widget.NewSeparator(),
		Strong("Shares of the budget"),
		NewMeter(1, true,
			MeterPart{"People by age", 0.4, "40 %", theme.Chart1},
			MeterPart{"Smokers by district", 0.4, "40 %", theme.Chart2},
			MeterPart{"Visits per year", 0.2, "20 %", theme.Chart3}),
		widget.NewSeparator(),
		Strong("Spent and left"),
		NewMeter(2, false, MeterPart{Label: "this release", Value: 0.5}),
		Prose(Marked("This release spends **0.5** of the 2.0 that you allowed. **1.5** remain.")...),
		NewFigure(fyne.NewSize(200, 90), nil, shownWaves))
}

// choosingPages show the widgets above in their states.
func choosingPages() []page {
	return []page{
		{"choosing", 720, 900, func() fyne.CanvasObject {
			p, off := NewPicker("Column", nil), NewPicker("Nothing to choose", nil)
			p.SetTexts(shownManyOptions(3))
			p.SetSelected(1)
			p.SetPrefix("shown for ")
			off.Disable()
			q := NewQuestionTable()
			q.Set(shownAsked(3), "0.5")
			q.SetSelected(1)
			e := NewGroupEditor()
			e.Set(shownGrouped(30))
			press(firstOf[*List](e), fyne.KeyDown, fyne.KeyDown, fyne.KeySpace)
			return Column(12, Inline(8, p, off, NewChip("district", none), NewChip("age", nil), NewMenu("Add a question", nil)), NewCard(q), e)
		}},
		{"choosing-side", 264, 700, func() fyne.CanvasObject {
			l := NewListing(ListingColumn{Title: "Steps apart"}, ListingColumn{Title: "Example", Grow: true}, ListingColumn{Title: "Odds, up to", Align: fyne.TextAlignTrailing})
			l.SetRows([]Cell{{Plain("1")}, {Plain("33–37, 38–42")}, {Plain("1.65")}}, []Cell{{Plain("14")}, {Plain("18–22, 88–90")}, {Plain("1,097")}})
			return Column(8, NewHeading(theme.LockIcon(), theme.Good, "Nobody can tell, whatever they know and whoever they are"), NewRule(), l,
				NewCompareBars(CompareBar{Label: "Everything about a person", Value: 18, ValueText: "18"}, CompareBar{Label: "Small differences", Value: 5, ValueText: "5", Strong: true}),
				NewSumChain([]string{"212 + noise", "187 + noise", "240 + noise"}, []string{"sum 400", "sum 425"}))
		}},
		{"choosing-facts", 640, 400, func() fyne.CanvasObject {
			f, g := NewFactRow(widget.NewEntry(), nil), NewFactRow(nil, nil)
			f.Set(Fact{Ticked: true, Title: "Number of people: 4,812", Note: "single count", State: "agrees with the data", StateKind: Good, Price: "Free", PriceStyle: BadgeGood, Why: Marked("This fact costs nothing: nothing that you keep secret could change it.")})
			g.Set(Fact{Title: "Totals by district", Price: "× 12", PriceStyle: BadgeDanger, Why: Marked("Up to **12** people’s answers can be tied together."), Selected: true})
			a := NewAlert(Column(2, widget.NewCheck("Publish these without noise", nil), NewLink("Choose a stronger card", none)))
			a.Set(Danger, "Not protected by this choice.", Marked("Anyone may learn exactly *how many people are in each of North, South, East, West*.")...)
			return Column(0, f, NewRule(), g, a)
		}},
	}
}

// findingsPage is for the gallery: findings of both sorts, and the pages of a document.
func findingsPage() fyne.CanvasObject {
	compact := shownFindings(none)
	compact.Compact = true
	compact.Set(Finding{Kind: Good, Title: "Workbook", Note: "same values"}, Finding{Kind: Danger, Title: "Tables", Note: "does not agree"})
	return Column(12, NewTitledCard("Before anything is spent", nil, shownFindings(none)),
		Split(12, 284, 560, shownPages(), NewTitledCard("Do the files belong together?", nil, compact)))
}

func shownSteps() []RailStep {
	return []RailStep{
		{"Your data", Done, "4,812 people"},
		{"Columns", Done, "5 columns published"},
		{"Secrets", Attention, "Needs your yes"},
		{"Known facts", Done, "2 facts, cost nothing"},
		{"Questions", NotYet, "3 questions, 52 numbers"},
		{"Privacy and error", NotYet, "Not yet"},
		{"Release", NotYet, "Not yet"},
		{"Summary", NotYet, "Not yet"},
	}
}

func shownChoices() []Choice {
	return []Choice{
		{ID: "presence", Title: "Everything, even who is in the file", Note: "Even whether a person took part"},
		{ID: "all", Title: "Everything about a person", Note: "Default. Any answer from any other"},
		{ID: "answers", Title: "Each answer by itself", Note: "One answer, the rest being equal"},
		{ID: "near", Title: "Small differences", Note: "An answer from another nearby"},
		{ID: "groups", Title: "Details inside a group", Note: "Needs a column with groups", Disabled: true},
	}
}

func shownMethods() Methods {
	return Methods{
		Rows: []MethodRow{
			{Name: "Counting up from the youngest", Tag: "recommended", Typical: 5, Half: 15, TypicalText: "5", HalfText: "15", Selected: true},
			{Name: "Blocks of two, then ranges", Typical: 13, Half: 35, TypicalText: "13", HalfText: "35"},
			{Name: "Each range, then added up", Typical: 18, Half: 47, TypicalText: "18", HalfText: "47"},
			{Name: "Tree, halving each time", Typical: 33, Half: 88, TypicalText: "33", HalfText: "88"},
			{
				Name: "Groups, each by itself", Disabled: true, FixLabel: "step 3, Secrets", OnFix: none,
				Reason: []Span{Plain("needs "), Italic("Details inside a group"), Plain(":")},
			},
			{
				Name: "Bell-shaped noise", Disabled: true, FixLabel: "More options", OnFix: none,
				Reason: []Span{Plain("needs a small allowed chance of failure:")},
			},
		},
		Legend: "Plain differential privacy:",
		Lines: []PlainLine{
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

func shownColumns() []TableColumn {
	return []TableColumn{
		{Title: "", Width: 48, Quiet: true, Align: fyne.TextAlignTrailing},
		{Title: "respondent", Quiet: true},
		{Title: "age", Align: fyne.TextAlignTrailing},
		{Title: "district", Bold: true},
		{Title: "smoker"},
		{Title: "income"},
		{Title: "visits", Align: fyne.TextAlignTrailing},
	}
}

func shownAges() []string {
	var list []string
	for from := 18; from < 93; from += 5 {
		list = append(list, fmt.Sprintf("%d–%d", from, min(from+4, 90)))
	}
	return list
}

// shownWaves draws a curve, as a chart would be drawn for a figure.
func shownWaves(spec FigureSpec) (image.Image, error) {
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
func shownFindings(tapped func()) *Findings {
	return NewFindings(
		Finding{Kind: Good, Title: "The plan is complete", Detail: "3 questions, 144 numbers, a budget of 0.5"},
		Finding{Kind: Caution, Title: "The records were not checked yet", Detail: "Every row is read as the release will read it.", Action: widget.NewButton("Check every record", tapped)},
		Finding{Open: true, Title: "The known facts are compared with the data"},
		Finding{Kind: Danger, Title: "More would be spent than is left", Note: "2.5 of 2"},
	)
}

// shownPages is a document of three pages.
func shownPages() *PageView {
	v := NewPageView(nil)
	v.SetPages(3, 794, 1123, func(int) Draw { return shownWaves })
	return v
}

func shownAsked(n int) []Asked {
	list := make([]Asked, n)
	for i := range list {
		list[i] = Asked{Title: fmt.Sprint("Question ", i+1), Kind: "Cross-table", Columns: []string{"district", "smoker"}, Numbers: "42", Share: 100 / float64(n), Spends: "0.1"}
	}
	return list
}

func shownGrouped(n int) Grouped {
	g := Grouped{Values: shownManyOptions(n), Groups: []string{"Lower half", "Upper half"}, Alone: "by itself"}
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
