package gui_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/tables"
)

// columnGrid returns the table of the step "Columns" and the row of a column.
func (d desk) columnGrid(t *testing.T, name string) (*tables.Table, int) {
	t.Helper()
	var grid *tables.Table
	row := -1
	d.objects(func(o fyne.CanvasObject) bool {
		g, ok := o.(*tables.Table)
		if !ok || g.OnTicked == nil {
			return true
		}
		grid = g
		for i := range g.Len() {
			if slices.ContainsFunc(g.Row(i).Cells, func(c tables.Cell) bool { return c.Bold && c.Text == name }) {
				row = i
			}
		}
		return false
	})
	if grid == nil || row < 0 {
		t.Fatalf("there is no table of columns with %q; the screen says:\n%s", name, d.screen())
	}
	return grid, row
}

// strike sends a key to what has the keyboard.
func (d desk) strike(t *testing.T, keys ...fyne.KeyName) {
	t.Helper()
	for _, k := range keys {
		focused := d.window.Canvas().Focused()
		if focused == nil {
			t.Fatalf("nothing has the keyboard for the key %s", k)
		}
		focused.TypedKey(&fyne.KeyEvent{Name: k})
	}
}

// chooseColumn goes to a column's row by the keyboard.
func (d desk) chooseColumn(t *testing.T, name string) {
	t.Helper()
	grid, row := d.columnGrid(t, name)
	d.window.Canvas().Focus(grid)
	d.strike(t, fyne.KeyHome)
	for range row {
		d.strike(t, fyne.KeyDown)
	}
	if grid.Selected() != row {
		t.Fatalf("the row of %q is %d, but %d is chosen", name, row, grid.Selected())
	}
	d.frame.Update()
}

// tickColumn chooses a column and turns its box over.
func (d desk) tickColumn(t *testing.T, name string) {
	t.Helper()
	d.chooseColumn(t, name)
	d.strike(t, fyne.KeySpace)
}

// typeInto puts a text into a field, as the keyboard does, without leaving it.
func (d desk) typeInto(t *testing.T, f *forms.Field, text string) {
	t.Helper()
	d.window.Canvas().Focus(f.Focusable())
	if s, ok := f.Focusable().(fyne.Shortcutable); ok {
		s.TypedShortcut(&fyne.ShortcutSelectAll{})
	}
	test.Type(f.Focusable(), text)
}

// field returns the visible field with a label.
func (d desk) field(t *testing.T, label string) *forms.Field {
	t.Helper()
	var found *forms.Field
	d.objects(func(o fyne.CanvasObject) bool {
		if f, ok := o.(*forms.Field); ok && says(f, label) {
			found = f
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("there is no field called %q; the screen says:\n%s", label, d.screen())
	}
	return found
}

// plainDesk is a window of the usual size in the light.
func plainDesk(t *testing.T) desk {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	return newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
}

// columnsDesk is a window on the sample at the step "Columns".
func columnsDesk(t *testing.T) desk {
	t.Helper()
	d := newSample(t, fyne.NewSize(1280, 800))
	d.frame.Show(1)
	return d
}

// pickNth opens the list that shows or asks for something and takes its nth option, from 0,
// by the keyboard.
func (d desk) pickNth(t *testing.T, shows string, n int) {
	t.Helper()
	var found *forms.Picker
	d.objects(func(o fyne.CanvasObject) bool {
		if p, ok := o.(*forms.Picker); ok && (p.String() == shows || p.String() == "" && p.AccessibilityLabel() == shows) {
			found = p
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("no list shows %q; the screen says:\n%s", shows, d.screen())
	}
	d.window.Canvas().Focus(found)
	d.strike(t, fyne.KeySpace, fyne.KeyHome)
	for range n {
		d.strike(t, fyne.KeyDown)
	}
	d.strike(t, fyne.KeyReturn)
}

// ruler returns the ruler in sight.
func (d desk) ruler(t *testing.T) *editors.Ruler {
	t.Helper()
	var found *editors.Ruler
	d.objects(func(o fyne.CanvasObject) bool {
		if r, ok := o.(*editors.Ruler); ok {
			found = r
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("there is no ruler; the screen says:\n%s", d.screen())
	}
	return found
}

// published returns what the plan declares for a column.
func (d desk) published(t *testing.T, name string) plan.Column {
	t.Helper()
	c, ok := d.session.Columns.Published(name)
	if !ok {
		t.Fatalf("%s is not published", name)
	}
	return c
}

// valueGrid returns the table of the values of a list.
func (d desk) valueGrid(t *testing.T) *tables.Table {
	t.Helper()
	var found *tables.Table
	d.objects(func(o fyne.CanvasObject) bool {
		if g, ok := o.(*tables.Table); ok && g.OnMoved != nil {
			found = g
		}
		return found == nil
	})
	if found == nil {
		t.Fatalf("there is no table of values; the screen says:\n%s", d.screen())
	}
	return found
}

// nthField returns the nth visible field with a label, from 0.
func (d desk) nthField(t *testing.T, label string, n int) *forms.Field {
	t.Helper()
	var found []*forms.Field
	d.objects(func(o fyne.CanvasObject) bool {
		if f, ok := o.(*forms.Field); ok && says(f, label) {
			found = append(found, f)
		}
		return true
	})
	if n >= len(found) {
		t.Fatalf("there are %d fields called %q; the screen says:\n%s", len(found), label, d.screen())
	}
	return found[n]
}
