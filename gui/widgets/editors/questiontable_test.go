//go:build audit

package editors

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/widgettest"
)

func sampleAsked(n int) []Asked {
	list := make([]Asked, n)
	for i := range list {
		list[i] = Asked{Title: fmt.Sprint("Question ", i+1), Kind: "Cross-table", Columns: []string{"district", "smoker"}, Numbers: "42", Share: 100 / float64(n), Spends: "0.1"}
	}
	return list
}

func TestQuestionTable(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
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
	widgettest.Exhibit(t, q, 720, 300)
	widgettest.Press(q, fyne.KeyDelete) // nothing is chosen
	widgettest.Press(q, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyEnd, fyne.KeyDelete)
	want("chose 0", "chose 1", "chose 0", "chose 3", "removed 3")
	q.Rows.Tapped(&fyne.PointEvent{Position: fyne.NewPos(50, 2.5*questionRowTall)})
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
	widgettest.Pull(row.track, 0)
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
	widgettest.Dress(t, fynetheme.VariantLight)
	q := NewQuestionTable()
	q.Set(sampleAsked(500), "0.5")
	widgettest.Exhibit(t, q, 720, q.MinSize().Height)
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
	widgettest.Press(q, fyne.KeyEnd)
	if shown := widgettest.TextsIn(q); !strings.Contains(shown, "Question 500") || strings.Contains(shown, "Question 3 ") {
		t.Errorf("at the end it shows %s", shown)
	}
}
