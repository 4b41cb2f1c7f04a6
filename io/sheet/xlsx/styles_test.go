package xlsx

import (
	"testing"

	"steward/core/table"
	"steward/io/sheet/serial"
)

func FuzzStyleOf(f *testing.F) {
	for _, s := range []string{"General", `[$-409]d\-mmm;@`, `"`, `[`, `[h]:mm`, `\`, `_`, `0.0"x`, `[]`} {
		f.Add(s, 1.5)
	}
	f.Fuzz(func(t *testing.T, code string, x float64) {
		style := styleOf(code)
		if c, ok := serial.Date(x, style, true); ok && (c.Kind != table.Date || c.Text == "") {
			t.Errorf("date %v shown by %q as %+v", x, code, c)
		}
	})
}
