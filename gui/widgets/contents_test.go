package widgets_test

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/lists"
	"steward/gui/widgets/widgettest"
)

func TestContentsByTheKeyboard(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantDark)
	var turned []int
	c := lists.NewContents(func(i int) { turned = append(turned, i) })
	c.Set([]lists.ContentsEntry{{Text: "ONE", Heading: true}, {Text: "a"}, {Text: "b"}, {Text: "TWO", Heading: true}, {Text: "c"}}, 1)
	w := widgettest.Exhibit(t, c, 200, 300)
	w.Canvas().Focus(c.Focus())
	widgettest.Press(c.Focus(), fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	if want := []int{2, 4, 2}; len(turned) != 3 || turned[0] != want[0] || turned[1] != want[1] || turned[2] != want[2] {
		t.Errorf("turned to %v, want %v", turned, want)
	}
	c.Rows.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, lists.RowTall/2)}) // a heading
	c.Rows.Tapped(&fyne.PointEvent{Position: fyne.NewPos(20, 1.5*lists.RowTall)})
	if len(turned) != 4 || turned[3] != 1 {
		t.Errorf("turned to %v by the pointer", turned)
	}
}

func TestFileListFindsNames(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantDark)
	now := time.Unix(0, 0)
	lists.Clock = func() time.Time { return now }
	t.Cleanup(func() { lists.Clock = time.Now })
	var marked, opened []int
	left := 0
	l := lists.NewFileList("Files")
	l.OnMarked = func(i int) { marked = append(marked, i) }
	l.OnOpened = func(i int) { opened = append(opened, i) }
	l.OnLeft = func() { left++ }
	l.Set([]lists.FileRow{{Name: "older", Folder: true}, {Name: "apple.csv"}, {Name: "apricot.csv", Note: "1 May 2026"}, {Name: "banana.csv"}}, "nothing")
	w := widgettest.Exhibit(t, l, 400, 300)
	w.Canvas().Focus(l.Focus())
	for _, r := range "apr" {
		l.Focus().TypedRune(r)
	}
	widgettest.Press(l.Focus(), fyne.KeyReturn, fyne.KeyBackspace)
	if !slices.Equal(opened, []int{2}) || left != 1 || l.Marked() != 2 {
		t.Errorf("opened %v, left %d times, marked %d", opened, left, l.Marked())
	}
	now = now.Add(time.Minute)
	l.Focus().TypedRune('b') // begins another name
	if l.Marked() != 3 {
		t.Errorf("marked %d", l.Marked())
	}
	second := &fyne.PointEvent{Position: fyne.NewPos(20, 1.5*lists.RowTall)}
	l.Rows.Tapped(second)
	now = now.Add(time.Minute)
	l.Rows.Tapped(second) // too late to open
	now = now.Add(time.Millisecond)
	l.Rows.Tapped(second)
	if !slices.Equal(opened, []int{2, 1}) {
		t.Errorf("opened %v", opened)
	}
	widgettest.Press(l.Focus(), fyne.KeyHome)
	if got := l.AccessibilityLabel(); got != "Files: older, a folder" {
		t.Errorf("it is called %q", got)
	}
	l.Set(nil, "Nothing is here.")
	widgettest.Press(l.Focus(), fyne.KeyReturn, fyne.KeyDown)
	l.Focus().TypedRune('a')
	if l.Marked() != -1 || widgettest.TextsIn(l) != "Nothing is here." {
		t.Error("in an empty list something is marked, or it does not say that it is empty")
	}
}
