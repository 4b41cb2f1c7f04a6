package widgets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
)

func manyOptions(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("value ", i)
	}
	return list
}

// open opens a picker and returns its list and the window.
func open(t *testing.T, p *Picker) (*optionList, fyne.Window) {
	t.Helper()
	w := exhibit(t, Inset(10, 10, p), 400, 500)
	test.Tap(p)
	if p.list == nil || w.Canvas().Overlays().Top() == nil {
		t.Fatal("the list did not open")
	}
	return p.list, w
}

func TestPickerIsUsedByKeys(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var told []int
	p := NewPicker("Column", func(i int) { told = append(told, i) })
	p.SetOptions([]Option{{Text: "a"}, {Text: "b", Disabled: true, Note: "not now"}, {Text: "c"}})
	if p.String() != "" || !strings.Contains(textsIn(p), "Column") {
		t.Errorf("nothing is chosen, but the box says %q", textsIn(p))
	}
	_, w := open(t, p)
	focus := w.Canvas().Focused()
	press(focus, fyne.KeyDown, fyne.KeyReturn) // from the first past the greyed one
	if !slices.Equal(told, []int{2}) || p.String() != "c" || p.list != nil {
		t.Fatalf("told %v, shows %q", told, p.String())
	}
	if w.Canvas().Focused() != fyne.Focusable(p) {
		t.Error("the keyboard did not come back to the box")
	}
	press(p, fyne.KeySpace)
	press(w.Canvas().Focused(), fyne.KeyUp, fyne.KeyEscape)
	press(p, fyne.KeyDown)
	press(w.Canvas().Focused(), fyne.KeyReturn) // the same again
	if !slices.Equal(told, []int{2}) {
		t.Errorf("told %v after nothing was changed", told)
	}
	press(p, fyne.KeyReturn)
	test.TapCanvas(w.Canvas(), placeOn(t, p.list, "b"))
	if p.list == nil || !slices.Equal(told, []int{2}) {
		t.Error("a greyed option was chosen")
	}
	press(w.Canvas().Focused(), fyne.KeyHome, fyne.KeyEnter)
	if !slices.Equal(told, []int{2, 0}) {
		t.Errorf("told %v", told)
	}
	p.Disable()
	test.Tap(p)
	if p.list != nil {
		t.Error("a greyed box opened")
	}
	p.SetTexts(nil)
	p.Enable()
	test.Tap(p)
	if p.list != nil || p.Selected() != -1 {
		t.Error("a box without options opened, or has a choice")
	}
}

// placeOn returns where a text stands in an open list.
func placeOn(t *testing.T, l *optionList, text string) fyne.Position {
	t.Helper()
	for _, s := range sights(l) {
		if c, ok := s.object.(*canvas.Text); ok && c.Text == text {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(c).AddXY(2, 4)
		}
	}
	t.Fatalf("%q is not listed", text)
	return fyne.Position{}
}

func TestPickerFindsAmongMany(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	chosen, asked := -1, 0
	p := NewPicker("Value", func(i int) { chosen = i })
	p.SetSource(100_000, func(i int) Option { asked++; return Option{Text: fmt.Sprint("value ", i)} })
	p.SetSelected(70_000)
	asked = 0
	l, w := open(t, p)
	if asked > 400 {
		t.Errorf("%d of 100,000 options were asked for to open the list", asked)
	}
	if shown := textsIn(l); !strings.Contains(shown, "value 70000") {
		t.Errorf("the chosen value is not in sight: %s", shown)
	}
	for _, s := range sights(l) {
		if c, ok := s.object.(*canvas.Text); ok && c.Text != "" && c.Size().Width <= 0 {
			t.Errorf("%q has no room", c.Text)
		}
	}
	test.Type(w.Canvas().Focused(), "99 ")
	press(w.Canvas().Focused(), fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyReturn)
	if chosen != 99 {
		t.Errorf("chose %d, want the first that has 99 in it", chosen)
	}
	l, w = open(t, p)
	test.Type(w.Canvas().Focused(), "nowhere")
	if !strings.Contains(textsIn(l), noneFound) {
		t.Errorf("nothing is found, but the list says %q", textsIn(l))
	}
	press(w.Canvas().Focused(), fyne.KeyReturn, fyne.KeyDown, fyne.KeyEscape)
	if chosen != 99 {
		t.Errorf("chose %d where nothing was found", chosen)
	}
}

// A list opens where there is room, within the window.
func TestListsOpenInsideTheWindow(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	for _, y := range []float32{0, 200, 440} {
		p := NewPicker("Value", nil)
		p.SetTexts(manyOptions(40))
		w := exhibit(t, Inset(y, 250, p), 400, 500)
		test.Tap(p)
		at, size := p.popup.Position(), p.list.Size()
		if at.X < 0 || at.Y < 0 || at.X+size.Width > 400.5 || at.Y+size.Height > 500.5 || size.Height < 3*rowTall {
			t.Errorf("under a box at %v the list is at %v with %v in %v", y, at, size, w.Canvas().Size())
		}
	}
}

func TestMenu(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	chosen := -1
	m := NewMenu("Add", func(i int) { chosen = i })
	w := exhibit(t, Inset(10, 10, m), 500, 400)
	test.Tap(m)
	if w.Canvas().Overlays().Top() != nil {
		t.Error("a menu without options opened")
	}
	m.SetOptions([]Option{{Text: "One", Note: "cannot be", Disabled: true}, {Text: "Two", Note: "can"}})
	test.Tap(m)
	press(w.Canvas().Focused(), fyne.KeyReturn)
	if chosen != 1 || m.list != nil {
		t.Errorf("chose %d", chosen)
	}
}

func TestChip(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	gone := 0
	c := NewChip("age", func() { gone++ })
	exhibit(t, c, 200, 40)
	test.Tap(c)
	press(c, fyne.KeyDelete, fyne.KeyBackspace, fyne.KeySpace, fyne.KeyA)
	if gone != 4 {
		t.Errorf("taken away %d times, want 4", gone)
	}
	stays := NewChip("age", nil)
	test.Tap(stays)
	if stays.MinSize().Width >= c.MinSize().Width {
		t.Error("a chip that stays has room for a cross")
	}
}

func sampleAsked(n int) []Asked {
	list := make([]Asked, n)
	for i := range list {
		list[i] = Asked{Title: fmt.Sprint("Question ", i+1), Kind: "Cross-table", Columns: []string{"district", "smoker"}, Numbers: "42", Share: 100 / float64(n), Spends: "0.1"}
	}
	return list
}

func TestQuestionTable(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var told []string
	q := NewQuestionTable()
	q.OnSelected = func(i int) { told = append(told, fmt.Sprint("chose ", i)) }
	q.OnRemoved = func(i int) { told = append(told, fmt.Sprint("removed ", i)) }
	q.OnShare = func(i int, p float64) { told = append(told, fmt.Sprint(i, " gets ", p)) }
	want := func(list ...string) {
		t.Helper()
		if !slices.Equal(told, list) {
			t.Errorf("told %q, want %q", told, list)
		}
		told = nil
	}
	q.Set(sampleAsked(4), "0.5")
	exhibit(t, q, 720, 300)
	press(q, fyne.KeyDelete) // nothing is chosen
	press(q, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyEnd, fyne.KeyDelete)
	want("chose 0", "chose 1", "chose 0", "chose 3", "removed 3")
	q.rows.Tapped(&fyne.PointEvent{Position: fyne.NewPos(50, 2.5*questionRowTall)})
	want("chose 2")
	row := q.shares[1]
	row.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	test.Type(row.entry, "30")
	want()
	row.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	want("1 gets 30")
	row.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	want("1 gets 31")
	row.track.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	want("1 gets 99")
	pull(row.track, 0)
	want("1 gets 1")
	row.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	test.Type(row.entry, "100")
	if row.problem == "" {
		t.Error("100 per cent is taken for a share")
	}
	row.entry.FocusLost()
	want()
	if row.problem != "" || row.entry.Text != "25 %" {
		t.Errorf("the entry says %q, %q", row.entry.Text, row.problem)
	}
	// What is being dragged is left alone while the same is shown again.
	row.entry.TypedShortcut(&fyne.ShortcutSelectAll{})
	test.Type(row.entry, "40")
	q.Set(sampleAsked(4), "0.5")
	row.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	want("1 gets 40")
	q.Set(sampleAsked(1), "0.5")
	q.Refresh()
	if !q.shares[0].entry.Disabled() {
		t.Error("a question by itself has a share to set")
	}
}

// Of many questions only those in sight are drawn, and keys bring others into sight.
func TestLongQuestionTable(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	q := NewQuestionTable()
	q.Set(sampleAsked(500), "0.5")
	exhibit(t, q, 720, q.MinSize().Height)
	made := func() (n int) {
		for _, r := range q.shares {
			if r != nil {
				n++
			}
		}
		return n
	}
	if n := made(); n < questionMost || n > questionMost+2 {
		t.Errorf("%d rows were made", n)
	}
	press(q, fyne.KeyEnd)
	if shown := textsIn(q); !strings.Contains(shown, "Question 500") || strings.Contains(shown, "Question 3 ") {
		t.Errorf("at the end it shows %s", shown)
	}
}

func sampleGrouped(n int) Grouped {
	g := Grouped{Values: manyOptions(n), Groups: []string{"Lower half", "Upper half"}, Alone: "by itself"}
	for i := range n {
		g.Of = append(g.Of, 2*i/n)
	}
	g.Values, g.Of = append(g.Values, "(blank)"), append(g.Of, -1)
	return g
}

func TestGroupEditor(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var told []string
	e := NewGroupEditor()
	e.OnMoved = func(v []int, g int) { told = append(told, fmt.Sprint(v, " to ", g)) }
	e.OnRemoved = func(g int) { told = append(told, fmt.Sprint("removed ", g)) }
	e.OnRenamed = func(g int, name string) string {
		told = append(told, fmt.Sprint(g, " is ", name))
		if name == "" {
			return "A name is missing."
		}
		return ""
	}
	want := func(list ...string) {
		t.Helper()
		if !slices.Equal(told, list) {
			t.Errorf("told %q, want %q", told, list)
		}
		told = nil
	}
	e.Set(sampleGrouped(20))
	exhibit(t, Inset(10, 10, e), 440, 320)
	if !e.move.Disabled() || !e.fresh.Disabled() {
		t.Error("nothing is ticked, but it can be moved")
	}
	e.values.tapped(3, 0)
	press(e.values, fyne.KeyDown, fyne.KeySpace)
	e.groups.tapped(1, 0)
	test.Tap(e.move)
	want("[3 4] to 1")
	press(e.values, fyne.KeyHome, fyne.KeyReturn) // without a tick the marked one moves
	want("[0] to 1")
	e.values.TypedRune('1')
	e.values.TypedRune('9')
	e.values.TypedRune('n')
	want("[0] to 0", "[0] to 2")
	test.Type(e.filter, "blank")
	e.all.Tapped(nil)
	press(e.groups, fyne.KeyReturn)
	want("[20] to 1")
	test.Tap(e.remove)
	press(e.groups, fyne.KeyDelete)
	want("removed 1", "removed 1")
	e.name.Entry().SetText("North")
	e.name.Commit()
	e.name.Entry().SetText("")
	e.name.Commit()
	want("1 is North", "1 is ")
	if e.name.Problem() == "" {
		t.Error("what is wrong with the name is not said")
	}
	e.Set(Grouped{Values: []string{"a", "b"}, Of: []int{0, 0}, Groups: []string{"All"}})
	if !e.remove.Disabled() || len(e.ticked) > 0 || e.filter.Text != "" {
		t.Error("other values are shown with old ticks, or the last group can be removed")
	}
}

func TestFactRow(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	told := 0
	f := NewFactRow(nil, func(bool) { told++ })
	f.Set(Fact{Ticked: true, Title: "Number of people: 4,812", Note: "single count", State: "agrees", StateKind: Good, Price: "Free", Why: Marked("It costs *nothing*.")})
	exhibit(t, f, 700, 90)
	if told > 0 || !f.Check().Checked {
		t.Error("showing a fact ticks it for the person, or not at all")
	}
	f.Check().SetChecked(false)
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	if s := f.String(); !strings.Contains(s, "4,812") || !strings.Contains(s, "Free") || !strings.Contains(s, "It costs nothing.") {
		t.Errorf("the row says %q", s)
	}
}

func TestListing(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	l := NewListing(ListingColumn{Title: "Question", Grow: true}, ListingColumn{Title: "Within", Align: fyne.TextAlignTrailing})
	l.SetRows([]Cell{{Plain("A question with a title that is longer than the room")}, {Bold("15"), Plain(" people")}}, []Cell{{Plain("B")}, {}})
	exhibit(t, l, 200, 100)
	if l.Len() != 2 || l.Row(0)[1] != "15 people" || l.Row(1)[1] != "" {
		t.Errorf("rows %q, %q", l.Row(0), l.Row(1))
	}
	l.SetColumns(ListingColumn{}, ListingColumn{}, ListingColumn{})
	l.SetRows([]Cell{{Plain("1")}, {Plain("2")}, {Plain("3")}})
	if l.Len() != 1 || len(l.Row(0)) != 3 || l.head(l.widths(0)) != 0 {
		t.Errorf("after other columns: %q, header %v", l.Row(0), l.head(l.widths(0)))
	}
}

// choosingPages show the widgets above in their states.
func choosingPages() []page {
	return []page{
		{"choosing", 720, 900, func() fyne.CanvasObject {
			p, off := NewPicker("Column", nil), NewPicker("Nothing to choose", nil)
			p.SetTexts(manyOptions(3))
			p.SetSelected(1)
			p.SetPrefix("shown for ")
			off.Disable()
			q := NewQuestionTable()
			q.Set(sampleAsked(3), "0.5")
			q.SetSelected(1)
			e := NewGroupEditor()
			e.Set(sampleGrouped(30))
			e.values.tapped(2, 0)
			return Column(12, Inline(8, p, off, NewChip("district", none), NewChip("age", nil), NewMenu("Add a question", nil)), NewCard(q), e,
				newOptionList(3, func(i int) Option {
					return Option{Text: fmt.Sprint("Option ", i), Note: "what it does", Disabled: i == 1}
				}, 0, nil, none))
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

// The widgets for choosing keep the rules of the gallery: no text is cut or lies outside, and
// all follow light and dark.
func TestChoosingWidgetsAreWhole(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	shown := make(map[string]fyne.CanvasObject)
	for _, p := range choosingPages() {
		for _, wide := range []float32{1, 0.75, 1.6} {
			content := Inset(24, 24, p.make())
			exhibit(t, content, max(p.width*wide, content.MinSize().Width), p.height*2)
			shown[fmt.Sprint(p.name, " at ", wide)] = content
		}
	}
	dress(t, fynetheme.VariantDark)
	for name, content := range shown {
		for _, s := range sights(content) {
			isDark(t, name, s)
			text, ok := s.object.(*canvas.Text)
			if !ok || s.owner == nil || text.Text == "" || s.scrolled {
				continue
			}
			if least := text.MinSize(); text.Size().Width+1.5 < least.Width {
				t.Errorf("page %s: %q in %T has %v of width, needs %v", name, text.Text, s.owner, text.Size().Width, least.Width)
			}
			low := s.at.Subtract(s.ownerAt)
			if size := s.owner.Size(); low.X < -1.5 || low.Y < -1.5 || low.X+text.Size().Width > size.Width+1.5 || low.Y+text.Size().Height > size.Height+1.5 {
				t.Errorf("page %s: %q in %T lies at %v, outside of %v", name, text.Text, s.owner, low, size)
			}
		}
	}
}

// The groups of the two values that are looked at have a box, and the values a circle in it.
func TestLookedAtGroupsAreDrawn(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var groups []GraphGroup
	for i := range 10 {
		groups = append(groups, GraphGroup{fmt.Sprint("Group ", i), manyOptions(10)})
	}
	for _, two := range [][2]int{{3, 64}, {32, 64}, {39, 99}, {0, 9}, {95, 99}, {38, 39}} {
		g := NewSecretGraph(SecretPicture{Kind: GraphGroups, Groups: groups, From: two[0], To: two[1]})
		exhibit(t, g, 408, 200)
		marked := 0
		for _, s := range g.shapes {
			if c, ok := s.(*canvas.Circle); ok && c.FillColor == ink(g, theme.Chart5) {
				marked++
			}
		}
		if marked != 2 {
			t.Errorf("%v: %d values are marked", two, marked)
		}
		if shown := textsIn(g); !strings.Contains(shown, fmt.Sprint("Group ", two[0]/10)) || !strings.Contains(shown, fmt.Sprint("Group ", two[1]/10)) {
			t.Errorf("%v: the picture says %s", two, shown)
		}
	}
}
