//go:build audit

package editors

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/prose"
	"steward/gui/widgets/widgettest"
)

func TestMethodTable(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	var told []int
	fixed := 0
	methods := sampleMethods()
	methods.Rows[4].OnFix = func() { fixed++ }
	m := NewMethodTable(func(row int) { told = append(told, row) })
	m.Set(methods)
	w := widgettest.Exhibit(t, m, 724, 300)
	if m.Selected() != 0 || len(told) != 0 {
		t.Errorf("row %d is selected and %v was told, want 0 and nothing", m.Selected(), told)
	}
	test.TapCanvas(w.Canvas(), fyne.NewPos(100, methodHead+2*methodTall+5))
	widgettest.Press(m, fyne.KeyDown, fyne.KeyDown, fyne.KeyHome, fyne.KeyUp)
	if want := []int{2, 3, 0}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v: never a row that does not apply", told, want)
	}
	if methods.Rows[0].Selected != true || methods.Rows[2].Selected {
		t.Errorf("the caller's rows were changed")
	}
	test.Tap(m.notes[0].link)
	if fixed != 1 {
		t.Errorf("the link was told %d times, want 1", fixed)
	}
	shown := widgettest.TextsIn(m)
	for _, want := range []string{"recommended", "19 in 20", "88", "one record changed", "presence", "needs", "More options"} {
		if !strings.Contains(shown, want) {
			t.Errorf("shows %q, want %q in it", shown, want)
		}
	}
	m.Set(Methods{})
	if m.Selected() != -1 {
		t.Errorf("without rows, row %d is selected", m.Selected())
	}
	widgettest.Press(m, fyne.KeyDown)
}

// Bars, whiskers and the lines to compare with share one axis.
func TestMethodBarsShareOneAxis(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	m := NewMethodTable(nil)
	methods := sampleMethods()
	m.Set(methods)
	widgettest.Exhibit(t, m, 724, 300)
	g := m.grid(724)
	for k, i := range m.live {
		r := methods.Rows[i]
		var bar *canvas.Rectangle
		end := float32(0)
		middle := (m.Top(k) + m.Top(k+1)) / 2
		for _, s := range m.Rows.Shapes {
			switch s := s.(type) {
			case *canvas.Rectangle:
				if at := s.Position(); at.X == g.left && at.Y < middle && at.Y+s.Size().Height > middle {
					bar = s
				}
			case *canvas.Line:
				if s.Position1.Y == middle && s.Position2.Y == middle {
					end = max(end, s.Position2.X)
				}
			}
		}
		unit := (g.right - g.left) / 100 // the axis ends at 100, the next tick after 88
		if got, want := bar.Size().Width, unit*float32(r.Typical); math.Abs(float64(got-want)) > 0.01 {
			t.Errorf("%s: bar of %v, want %v", r.Name, got, want)
		}
		if got, want := end-g.left, unit*float32(r.Half); math.Abs(float64(got-want)) > 0.01 {
			t.Errorf("%s: whisker to %v, want %v", r.Name, got, want)
		}
	}
}

func TestMethodAxis(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	row := func(typical, half float64) MethodRow { return MethodRow{Typical: typical, Half: half} }
	cases := []struct {
		name       string
		rows       []MethodRow
		lines      []PlainLine
		most, step float64
	}{
		{"the longest whisker", []MethodRow{row(5, 15), row(33, 88)}, nil, 100, 20},
		{"a line beyond the whiskers", []MethodRow{row(5, 15)}, []PlainLine{{Value: 29}}, 30, 5},
		{"one far worse is cut off", []MethodRow{row(1, 2), row(500, 1000)}, nil, 25, 5},
		{"an error without end", []MethodRow{row(1, 2), row(math.Inf(1), math.Inf(1))}, nil, 25, 5},
		{"no error at all", []MethodRow{row(0, 0)}, nil, 1, 0.5},
		{"none", nil, nil, 1, 0.5},
		{"small numbers", []MethodRow{row(0.002, 0.0055)}, nil, 0.006, 0.001},
	}
	for _, c := range cases {
		m := NewMethodTable(nil)
		m.Set(Methods{Rows: c.rows, Lines: c.lines})
		most, step := m.axis()
		if math.Abs(most-c.most) > 1e-9 || math.Abs(step-c.step) > 1e-9 {
			t.Errorf("%s: axis to %v in steps of %v, want %v and %v", c.name, most, step, c.most, c.step)
		}
		widgettest.Exhibit(t, m, 600, 200).Canvas().Capture()
	}
}

func TestAxisText(t *testing.T) {
	for _, c := range []struct {
		v, step float64
		want    string
	}{
		{0, 20, "0"}, {100, 20, "100"}, {2000, 500, "2,000"}, {0.3, 0.1, "0.3"}, {0.005, 0.001, "0.005"}, {1e16, 1e15, "1e+16"},
	} {
		if got := axisText(c.v, c.step); got != c.want {
			t.Errorf("axisText(%v, %v) = %q, want %q", c.v, c.step, got, c.want)
		}
	}
}

// Names give way to the numbers, and the axis to the names.
func TestMethodTableWhenNarrow(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	m := NewMethodTable(nil)
	m.Set(sampleMethods())
	wide, narrow := m.grid(724), m.grid(methodLeast)
	if !wide.chart() || narrow.chart() {
		t.Errorf("axis at 724: %v, at %d: %v; want one and none", wide.chart(), methodLeast, narrow.chart())
	}
	if wide.names < m.nameWidth() {
		t.Errorf("at 724 names have %v, need %v", wide.names, m.nameWidth())
	}
	if narrow.names < 100 {
		t.Errorf("at %d names have only %v", methodLeast, narrow.names)
	}
}

func sampleMethods() Methods {
	return Methods{
		Rows: []MethodRow{
			{Name: "Cumulative counts by age", Tag: "recommended", Typical: 5, Half: 15, TypicalText: "5", HalfText: "15", Selected: true},
			{Name: "Blocks of two, then ranges", Typical: 13, Half: 35, TypicalText: "13", HalfText: "35"},
			{Name: "Each range, then added up", Typical: 18, Half: 47, TypicalText: "18", HalfText: "47"},
			{Name: "Tree, halving each time", Typical: 33, Half: 88, TypicalText: "33", HalfText: "88"},
			{
				Name: "Groups, each by itself", Disabled: true, FixLabel: "step 3, Secrets", OnFix: func() {},
				Reason: []prose.Span{prose.Plain("needs "), prose.Italic("Details inside a group"), prose.Plain(":")},
			},
			{
				Name: "Bell-shaped noise", Disabled: true, FixLabel: "More options", OnFix: func() {},
				Reason: []prose.Span{prose.Plain("needs a small allowed chance of failure:")},
			},
		},
		Legend: "Plain differential privacy:",
		Lines: []PlainLine{
			{Label: "one record changed", Value: 18, ValueText: "18"},
			{Label: "presence", Value: 29, ValueText: "29", Dotted: true},
		},
	}
}

func TestMethodsAreCopied(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	m := NewMethodTable(nil)
	m.Set(Methods{Rows: []MethodRow{
		{Name: "Noise on each cell", Typical: 18, Half: 50, TypicalText: "18", HalfText: "50", Selected: true},
		{Name: "Unfit", Disabled: true},
		{Name: "Sums", Typical: 1800, Half: 5000, TypicalText: "1,800", HalfText: "5,000"},
	}})
	w := widgettest.Exhibit(t, m, 600, 300)
	m.TypedShortcut(&fyne.ShortcutCopy{})
	if got := widgettest.Copied(); len(got) != 3 || got[1][1] != "18" || got[2][2] != "5000" {
		t.Errorf("copied %v", got)
	}
	test.TapSecondary(m.Rows)
	if w.Canvas().Overlays().Top() == nil {
		t.Error("a right click opens no menu")
	}
	widgettest.Press(w.Canvas().Focused(), fyne.KeyEscape)
	w.Canvas().Focus(m)
	widgettest.Press(m, fyne.KeyF10)
	if w.Canvas().Overlays().Top() == nil {
		t.Error("the keyboard opens no menu")
	}
}
