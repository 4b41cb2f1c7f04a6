package gui_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/spelling"
	"steward/gui/dialogs"
)

// TestNothingShownIsObeyed opens a file whose name, columns and values hold codes of every kind, and walks all pages.
func TestNothingShownIsObeyed(t *testing.T) {
	seeded.ForAudits(t)
	const code = "\u009b2J\u202egnp\u2066\x7f\u200f"
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 900))
	path := filepath.Join(t.TempDir(), "people"+code+".csv")
	text := "age" + code + ",town" + code + "\n"
	for i := range 60 {
		text += fmt.Sprintf("%d,%s%s\n", 20+i%10, []string{"North", "South", "East"}[i%3], code)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Skipf("this disk has no such names: %v", err)
	}
	shown := 0
	look := func(where string) {
		t.Helper()
		d.objects(func(o fyne.CanvasObject) bool {
			c, ok := o.(*canvas.Text)
			if !ok {
				return true
			}
			if strings.Contains(c.Text, "gnp") {
				shown++
			}
			if !utf8.ValidString(c.Text) || strings.ContainsFunc(c.Text, spelling.Obeyed) {
				t.Errorf("%s: %q is drawn", where, c.Text)
			}
			return true
		})
	}
	d.session.Data.OpenFile(path, plan.Data{})
	for i := range 7 {
		d.frame.Show(i)
		look(fmt.Sprint("step ", i+1))
	}
	d.session.Data.OpenFile(path+"x", plan.Data{})
	look("a file that is not there")
	dialogs.OpenFile(d.window, filepath.Dir(path), []string{".csv"}, func(string) {})
	look("choosing a file")
	if shown < 10 {
		t.Errorf("the names were seen %d times", shown)
	}
}
