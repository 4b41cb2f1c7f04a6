package widgets_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/paint"
	"steward/gui/widgets/widgettest"
)

func TestEllipsis(t *testing.T) {
	widgettest.Dress(t, fynetheme.VariantLight)
	style := fyne.TextStyle{}
	for _, text := range []string{"", "a", "Cumulative counts by age", "éééé 語語語"} {
		full := paint.Measure(text, 14, style)
		if got := paint.Ellipsis(text, full, 14, style); got != text {
			t.Errorf("ellipsis(%q) with room for all = %q", text, got)
		}
		if text == "" {
			continue
		}
		got := paint.Ellipsis(text, full-1, 14, style)
		if !strings.HasSuffix(got, "…") || !utf8.ValidString(got) {
			t.Errorf("ellipsis(%q) a pixel short = %q, want whole characters and …", text, got)
		}
		if w := paint.Measure(got, 14, style); len(text) > 3 && w > full-1 {
			t.Errorf("ellipsis(%q) = %q is %v wide, more than %v", text, got, w, full-1)
		}
	}
}
