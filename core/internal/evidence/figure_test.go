package evidence

import (
	"bytes"
	"image/png"
	"math"
	"testing"
)

// The same numbers are the same picture, and others are another.
func TestWritePNG(t *testing.T) {
	draw := func(y float64) []byte {
		t.Helper()
		named := Figure{Title: "by data", Names: []string{"A", "B"}, Series: []Series{{Name: "theirs", Y: []float64{1, math.NaN()}}, {Name: "ours", Y: []float64{y, 1e-3}, Ours: true}}}
		joined := Figure{Title: "by distance", X: []float64{1, 10}, Joined: true, Series: []Series{{Name: "theirs", Y: []float64{1e5, 2}}}}
		var out bytes.Buffer
		if err := WritePNG(&out, named, joined); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	first := draw(10)
	if !bytes.Equal(first, draw(10)) {
		t.Error("the same figure is drawn in two ways")
	}
	if bytes.Equal(first, draw(100)) {
		t.Error("another number makes no difference")
	}
	if _, err := png.Decode(bytes.NewReader(first)); err != nil {
		t.Error(err)
	}
	if err := WritePNG(&bytes.Buffer{}, Figure{Series: []Series{{Name: "none"}}}); err == nil {
		t.Error("a series without a number is drawn")
	}
}
