package theme

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
)

var variants = map[string]fyne.ThemeVariant{"light": fynetheme.VariantLight, "dark": fynetheme.VariantDark}

// TestPalette holds the colours to those of the mockups' palette.
func TestPalette(t *testing.T) {
	palette := []struct {
		role        fyne.ThemeColorName
		light, dark string
	}{
		{Background, "#FAFAF8", "#15181B"},
		{Surface, "#FFFFFF", "#1D2125"},
		{Quiet, "#F1F3F2", "#262C31"},
		{Line, "#D8DDDC", "#3A4248"},
		{Text, "#1E272C", "#E7EBED"},
		{QuietText, "#57646B", "#A5B0B6"},
		{Primary, "#0B5C8F", "#6DB5E6"},
		{OnPrimary, "#FFFFFF", "#0B1D29"},
		{Selected, "#E1EDF5", "#1C394C"},
		{Disabled, "#A7B0B4", "#69747B"},
		{Good, "#1B7A53", "#66C79D"},
		{GoodGround, "#E4F2EB", "#1A3329"},
		{Caution, "#8A5300", "#F0BE62"},
		{CautionGround, "#FFF3D9", "#352B17"},
		{CautionLine, "#E0A53A", "#8A6A2A"},
		{Danger, "#A5330F", "#F29A78"},
		{DangerGround, "#FCEAE3", "#3A211A"},
		{DangerLine, "#D9673F", "#8F4A32"},
		{Chart1, "#0072B2", "#56A9E0"},
		{Chart2, "#E69F00", "#F0B23C"},
		{Chart3, "#009E73", "#3DBE95"},
		{Chart4, "#CC79A7", "#DC9ABF"},
		{Chart5, "#D55E00", "#F0824A"},
		{Bar, "#56B4E9", "#8CCBF0"},
		{Other, "#9AA4A9", "#78838A"},
	}
	for _, p := range palette {
		if got := hex(New().Color(p.role, fynetheme.VariantLight)); got != p.light {
			t.Errorf("%s in light = %s, want %s", p.role, got, p.light)
		}
		if got := hex(New().Color(p.role, fynetheme.VariantDark)); got != p.dark {
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
	grounds := []fyne.ThemeColorName{Background, Surface, Quiet, Selected}
	pairs := []struct {
		ink     fyne.ThemeColorName
		grounds []fyne.ThemeColorName
		least   float64
	}{
		{Text, append([]fyne.ThemeColorName{GoodGround, CautionGround, DangerGround}, grounds...), text},
		{QuietText, grounds, text},
		{Primary, grounds, text},
		{OnPrimary, []fyne.ThemeColorName{Primary, Good, Danger}, text},
		{Good, []fyne.ThemeColorName{GoodGround, Surface, Background}, text},
		{Caution, []fyne.ThemeColorName{CautionGround, Surface, Background}, text},
		{Danger, []fyne.ThemeColorName{DangerGround, Surface, Background, Quiet}, text},
		{CautionMark, []fyne.ThemeColorName{Surface, Background}, mark},
		{Control, []fyne.ThemeColorName{Surface, Background}, mark},
		{Chart1, []fyne.ThemeColorName{Surface}, mark},
		{Chart5, []fyne.ThemeColorName{Surface, Background}, mark},
	}
	for name, variant := range variants {
		for _, p := range pairs {
			for _, ground := range p.grounds {
				got := contrast(New().Color(p.ink, variant), New().Color(ground, variant))
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
	test.AssertAllColorNamesDefined(t, New(), "steward")
}

func TestForcedTakesNoOtherVariant(t *testing.T) {
	for name, variant := range variants {
		for _, asked := range variants {
			got := Forced(variant).Color(Surface, asked)
			if want := New().Color(Surface, variant); got != want {
				t.Errorf("Forced(%s) asked for variant %d = %s, want %s", name, asked, hex(got), hex(want))
			}
		}
	}
}

func TestColorFollowsTheApp(t *testing.T) {
	app := test.NewTempApp(t)
	for name, variant := range variants {
		app.Settings().SetTheme(Forced(variant))
		if got, want := Color(Surface), New().Color(Surface, variant); got != want {
			t.Errorf("in %s: surface = %s, want %s", name, hex(got), hex(want))
		}
		if got, want := Dark(), variant == fynetheme.VariantDark; got != want {
			t.Errorf("in %s: Dark() = %v", name, got)
		}
	}
}

func TestColorWithAThemeThatDoesNotKnowTheRole(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(fynetheme.DefaultTheme())
	if got, want := hex(Color(DangerGround)), "#3A211A"; got != want { // the test app is dark
		t.Errorf("danger ground under Fyne's theme = %s, want the palette's %s", got, want)
	}
	if got := Size(SizeRail); got != 212 {
		t.Errorf("width of the rail under Fyne's theme = %v, want 212", got)
	}
}

func TestSizes(t *testing.T) {
	for name, want := range map[fyne.ThemeSizeName]float32{
		SizeQuestion: 22, SizeCardTitle: 16, SizeBody: 14, SizeTable: 13, SizeCaption: 12,
		SizeAxis: 11, SizeFigure: 24, SizeRail: 212, SizeSide: 296, SizeHeader: 48, SizeFooter: 56,
		SizeEdge: 4, SizeCardEdge: 6, SizeMargin: 24, fynetheme.SizeNamePadding: 4,
	} {
		if got := New().Size(name); got != want {
			t.Errorf("size %s = %v, want %v", name, got, want)
		}
	}
	if got := New().Size(fynetheme.SizeNameScrollBar); got <= 0 {
		t.Errorf("a size that is Fyne's = %v, want more than 0", got)
	}
}

func TestChartsDiffer(t *testing.T) {
	for name, variant := range variants {
		seen := map[string]fyne.ThemeColorName{}
		for _, role := range Charts() {
			c := hex(New().Color(role, variant))
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
	for _, icon := range []fyne.Resource{WarningIcon(), InfoIcon(), QuestionIcon(), CheckIcon(), LockIcon()} {
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
