package widgets_test

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
)

var variants = map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark}

// TestPalette holds the colours to those of the mockups' palette.
func TestPalette(t *testing.T) {
	palette := []struct {
		role        fyne.ThemeColorName
		light, dark string
	}{
		{theme.Background, "#FAFAF8", "#15181B"},
		{theme.Surface, "#FFFFFF", "#1D2125"},
		{theme.Quiet, "#F1F3F2", "#262C31"},
		{theme.Line, "#D8DDDC", "#3A4248"},
		{theme.Text, "#1E272C", "#E7EBED"},
		{theme.QuietText, "#57646B", "#A5B0B6"},
		{theme.Primary, "#0B5C8F", "#6DB5E6"},
		{theme.OnPrimary, "#FFFFFF", "#0B1D29"},
		{theme.Selected, "#E1EDF5", "#1C394C"},
		{theme.Disabled, "#A7B0B4", "#69747B"},
		{theme.Good, "#1B7A53", "#66C79D"},
		{theme.GoodGround, "#E4F2EB", "#1A3329"},
		{theme.Caution, "#8A5300", "#F0BE62"},
		{theme.CautionGround, "#FFF3D9", "#352B17"},
		{theme.CautionLine, "#E0A53A", "#8A6A2A"},
		{theme.Danger, "#A5330F", "#F29A78"},
		{theme.DangerGround, "#FCEAE3", "#3A211A"},
		{theme.DangerLine, "#D9673F", "#8F4A32"},
		{theme.Chart1, "#0072B2", "#56A9E0"},
		{theme.Chart2, "#E69F00", "#F0B23C"},
		{theme.Chart3, "#009E73", "#3DBE95"},
		{theme.Chart4, "#CC79A7", "#DC9ABF"},
		{theme.Chart5, "#D55E00", "#F0824A"},
		{theme.Bar, "#56B4E9", "#8CCBF0"},
		{theme.Other, "#9AA4A9", "#78838A"},
	}
	for _, p := range palette {
		if got := hex(theme.New().Color(p.role, fynetheme.VariantLight)); got != p.light {
			t.Errorf("%s in light = %s, want %s", p.role, got, p.light)
		}
		if got := hex(theme.New().Color(p.role, fynetheme.VariantDark)); got != p.dark {
			t.Errorf("%s in dark = %s, want %s", p.role, got, p.dark)
		}
	}
}

func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02X%02X%02X", n.R, n.G, n.B)
}

// TestTextContrast holds text to 4.5 to 1 against each ground it stands on, and marks and
// outlines to 3 to 1 (WCAG 2.1, success criteria 1.4.3 and 1.4.11). Disabled text is exempt
// there.
func TestTextContrast(t *testing.T) {
	const text, mark = 4.5, 3.0
	grounds := []fyne.ThemeColorName{theme.Background, theme.Surface, theme.Quiet, theme.Selected}
	pairs := []struct {
		ink     fyne.ThemeColorName
		grounds []fyne.ThemeColorName
		least   float64
	}{
		{theme.Text, append([]fyne.ThemeColorName{theme.GoodGround, theme.CautionGround, theme.DangerGround}, grounds...), text},
		{theme.QuietText, grounds, text},
		{theme.Primary, grounds, text},
		{theme.OnPrimary, []fyne.ThemeColorName{theme.Primary, theme.Good, theme.Danger}, text},
		{theme.Good, []fyne.ThemeColorName{theme.GoodGround, theme.Surface, theme.Background}, text},
		{theme.Caution, []fyne.ThemeColorName{theme.CautionGround, theme.Surface, theme.Background}, text},
		{theme.Danger, []fyne.ThemeColorName{theme.DangerGround, theme.Surface, theme.Background, theme.Quiet}, text},
		{theme.CautionMark, []fyne.ThemeColorName{theme.Surface, theme.Background}, mark},
		{theme.Control, []fyne.ThemeColorName{theme.Surface, theme.Background}, mark},
		{theme.Chart1, []fyne.ThemeColorName{theme.Surface}, mark},
		{theme.Chart5, []fyne.ThemeColorName{theme.Surface, theme.Background}, mark},
	}
	for name, variant := range variants {
		for _, p := range pairs {
			for _, ground := range p.grounds {
				got := contrast(theme.New().Color(p.ink, variant), theme.New().Color(ground, variant))
				if got < p.least {
					t.Errorf("%s on %s in %s: contrast %.2f, want at least %.1f", p.ink, ground, name, got, p.least)
				}
			}
		}
	}
}

// contrast returns the contrast ratio of two colours, 1 to 21 (WCAG 2.1).
func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		s := float64(v) / 0xFFFF
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func TestContrastOfKnownPairs(t *testing.T) {
	if got := contrast(color.Black, color.White); math.Abs(got-21) > 1e-9 {
		t.Errorf("contrast of black and white = %v, want 21", got)
	}
	if got := contrast(color.NRGBA{0x77, 0x77, 0x77, 0xFF}, color.White); math.Abs(got-4.48) > 0.005 {
		t.Errorf("contrast of #777777 and white = %.3f, want 4.48", got)
	}
}

func TestAllFyneColorsAreDefined(t *testing.T) {
	test.AssertAllColorNamesDefined(t, theme.New(), "steward")
}

func TestForcedTakesNoOtherVariant(t *testing.T) {
	for name, variant := range variants {
		for _, asked := range variants {
			got := theme.Forced(variant).Color(theme.Surface, asked)
			if want := theme.New().Color(theme.Surface, variant); got != want {
				t.Errorf("Forced(%s) asked for variant %d = %s, want %s", name, asked, hex(got), hex(want))
			}
		}
	}
}

func TestColorFollowsTheApp(t *testing.T) {
	app := test.NewTempApp(t)
	for name, variant := range variants {
		app.Settings().SetTheme(theme.Forced(variant))
		if got, want := theme.Color(theme.Surface), theme.New().Color(theme.Surface, variant); got != want {
			t.Errorf("in %s: surface = %s, want %s", name, hex(got), hex(want))
		}
		if got, want := theme.Dark(), variant == fynetheme.VariantDark; got != want {
			t.Errorf("in %s: Dark() = %v", name, got)
		}
	}
}

func TestColorWithAThemeThatDoesNotKnowTheRole(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(fynetheme.DefaultTheme())
	if got, want := hex(theme.Color(theme.DangerGround)), "#3A211A"; got != want { // the test app is dark
		t.Errorf("danger ground under Fyne's theme = %s, want the palette's %s", got, want)
	}
	if got := theme.Size(theme.SizeRail); got != 212 {
		t.Errorf("width of the rail under Fyne's theme = %v, want 212", got)
	}
}

func TestSizes(t *testing.T) {
	for name, want := range map[fyne.ThemeSizeName]float32{
		theme.SizeQuestion: 22, theme.SizeCardTitle: 16, theme.SizeBody: 14, theme.SizeTable: 13, theme.SizeCaption: 12,
		theme.SizeAxis: 11, theme.SizeFigure: 24, theme.SizeRail: 212, theme.SizeRailSlim: 98, theme.SizeSide: 296, theme.SizeHeader: 48, theme.SizeFooter: 56,
		theme.SizeEdge: 4, theme.SizeCardEdge: 6, theme.SizeMargin: 24, fynetheme.SizeNamePadding: 4,
	} {
		if got := theme.New().Size(name); got != want {
			t.Errorf("size %s = %v, want %v", name, got, want)
		}
	}
	if got := theme.New().Size(fynetheme.SizeNameScrollBar); got <= 0 {
		t.Errorf("a size that is Fyne's = %v, want more than 0", got)
	}
}

func TestChartsDiffer(t *testing.T) {
	for name, variant := range variants {
		seen := map[string]fyne.ThemeColorName{}
		for _, role := range theme.Charts() {
			c := hex(theme.New().Color(role, variant))
			if other, ok := seen[c]; ok {
				t.Errorf("in %s: %s and %s are both %s", name, role, other, c)
			}
			seen[c] = role
		}
		if len(seen) != 5 {
			t.Errorf("in %s: %d chart colours, want 5", name, len(seen))
		}
	}
}

func TestIconsAreDrawings(t *testing.T) {
	seen := map[string]bool{}
	for _, icon := range []fyne.Resource{theme.WarningIcon(), theme.InfoIcon(), theme.QuestionIcon(), theme.CheckIcon(), theme.LockIcon()} {
		var svg struct {
			XMLName xml.Name `xml:"svg"`
			Path    struct {
				D string `xml:"d,attr"`
			} `xml:"path"`
		}
		if err := xml.Unmarshal(icon.Content(), &svg); err != nil {
			t.Errorf("icon %s: %v", icon.Name(), err)
		}
		if !strings.HasPrefix(svg.Path.D, "M") || seen[svg.Path.D] {
			t.Errorf("icon %s: path %q, want one of its own", icon.Name(), svg.Path.D)
		}
		seen[svg.Path.D] = true
	}
}
