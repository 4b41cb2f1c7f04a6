package terminal

import (
	"strings"
	"testing"
)

// However a text is cut into pieces, what is printed of it is the same.
func TestPlainTakesPieces(t *testing.T) {
	const text = "Zoë\x1b \u202e東京 \xff\u009b end\n"
	want := "Zoë\\u001b \\u202e東京 \ufffd\\u009b end\n"
	for i := range len(text) {
		var b strings.Builder
		w := &Plain{To: &b}
		for _, piece := range []string{text[:i], text[i:]} {
			if n, err := w.Write([]byte(piece)); err != nil || n != len(piece) {
				t.Fatal(n, err)
			}
		}
		if b.String() != want {
			t.Errorf("cut at %d: %q, want %q", i, b.String(), want)
		}
	}
}
