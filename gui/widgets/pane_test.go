package widgets

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"
)

// lines is a text of some lines.
func lines(n int) fyne.CanvasObject {
	var list []fyne.CanvasObject
	for i := range n {
		list = append(list, Body(fmt.Sprint("line ", i)))
	}
	return Column(4, list...)
}

func TestPaneScrollsByTheKeyboard(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	p := NewPane("Story", lines(100))
	w := exhibit(t, p, 300, 200)
	w.Canvas().Focus(p)
	if p.Disabled() || w.Canvas().Focused() != p {
		t.Fatal("what has more to read does not take the keyboard")
	}
	last := float32(-1)
	for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyPageDown, fyne.KeySpace, fyne.KeyEnd} {
		press(p, key)
		if p.Offset() <= last {
			t.Errorf("%s scrolls from %v to %v", key, last, p.Offset())
		}
		last = p.Offset()
	}
	if bottom := p.Natural().Height - 200; last < bottom-1 || last > bottom+1 {
		t.Errorf("the end is at %v, want %v", last, bottom)
	}
	press(p, fyne.KeyPageUp)
	if p.Offset() >= last {
		t.Error("page up does not scroll back")
	}
	press(p, fyne.KeyHome)
	if p.Offset() != 0 {
		t.Errorf("the beginning is at %v", p.Offset())
	}
	if p.AccessibilityLabel() != "Story" {
		t.Error("it does not say what it is")
	}
}

// What needs no scrolling is gone past.
func TestPaneThatFits(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	p, b := NewPane("Story", lines(2)), NewButton("Close", nil)
	w := exhibit(t, Stretch(4, 0, 0, p, b), 300, 400)
	w.Canvas().FocusNext()
	if got := w.Canvas().Focused(); got != b {
		t.Errorf("the keyboard goes to a %T first", got)
	}
}

func TestTabs(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	var opened []int
	tabs := NewTabs([]string{"One", "The second of them", "Three"}, func(i int) { opened = append(opened, i) })
	w := exhibit(t, Column(0, tabs), 600, 100)
	w.Canvas().Focus(tabs)
	press(tabs, fyne.KeyRight, fyne.KeyEnd, fyne.KeyRight, fyne.KeyLeft, fyne.KeyHome)
	if want := []int{1, 2, 1, 0}; !slices.Equal(opened, want) {
		t.Errorf("opened %v, want %v", opened, want)
	}
	widths := tabs.widths()
	tabs.Tapped(&fyne.PointEvent{Position: fyne.NewPos(widths[0]+5, 10)})
	tabs.Tapped(&fyne.PointEvent{Position: fyne.NewPos(590, 10)}) // beside them
	if tabs.Chosen() != 1 || tabs.AccessibilityLabel() != "Pages: The second of them" {
		t.Errorf("%d is open, called %q", tabs.Chosen(), tabs.AccessibilityLabel())
	}
	exhibit(t, Column(0, tabs), 150, 100)
	sum := float32(0)
	for _, w := range tabs.widths() {
		sum += w
	}
	if sum > 151 {
		t.Errorf("the titles take %v of 150", sum)
	}
}

func TestButtonsTakeEnter(t *testing.T) {
	dress(t, fynetheme.VariantLight)
	n := 0
	b, i := NewButton("Do", func() { n++ }), NewIconButton(fynetheme.HelpIcon(), "Help", func() { n++ })
	exhibit(t, Column(0, b, i), 200, 100)
	press(b, fyne.KeyReturn, fyne.KeySpace, fyne.KeyEnter)
	press(i, fyne.KeyReturn, fyne.KeySpace)
	if n != 5 {
		t.Errorf("tapped %d times", n)
	}
	b.Disable()
	press(b, fyne.KeyReturn)
	if n != 5 {
		t.Error("what cannot be used is tapped")
	}
}

func TestFileListFindsNames(t *testing.T) {
	dress(t, fynetheme.VariantDark)
	now := time.Unix(0, 0)
	Clock = func() time.Time { return now }
	t.Cleanup(func() { Clock = time.Now })
	var marked, opened []int
	left := 0
	l := NewFileList("Files")
	l.OnMarked = func(i int) { marked = append(marked, i) }
	l.OnOpened = func(i int) { opened = append(opened, i) }
	l.OnLeft = func() { left++ }
	l.Set([]FileRow{{Name: "older", Folder: true}, {Name: "apple.csv"}, {Name: "apricot.csv", Note: "1 May 2026"}, {Name: "banana.csv"}}, "nothing")
	w := exhibit(t, l, 400, 300)
	w.Canvas().Focus(l.Focus())
	for _, r := range "apr" {
		l.Focus().TypedRune(r)
	}
	press(l.Focus(), fyne.KeyReturn, fyne.KeyBackspace)
	if !slices.Equal(opened, []int{2}) || left != 1 || l.Marked() != 2 {
		t.Errorf("opened %v, left %d times, marked %d", opened, left, l.Marked())
	}
	now = now.Add(keysApart + 1)
	l.Focus().TypedRune('b') // begins another name
	if l.Marked() != 3 {
		t.Errorf("marked %d", l.Marked())
	}
	l.tap(1, 0)
	now = now.Add(tapsApart)
	l.tap(1, 0) // too late to open
	now = now.Add(tapsApart - 1)
	l.tap(1, 0)
	if !slices.Equal(opened, []int{2, 1}) {
		t.Errorf("opened %v", opened)
	}
	press(l.Focus(), fyne.KeyHome)
	if got := l.AccessibilityLabel(); got != "Files: older, a folder" {
		t.Errorf("it is called %q", got)
	}
	l.Set(nil, "Nothing is here.")
	press(l.Focus(), fyne.KeyReturn, fyne.KeyDown)
	l.Focus().TypedRune('a')
	if l.Marked() != -1 || !l.none.Visible() {
		t.Error("in an empty list something is marked, or it does not say that it is empty")
	}
}
