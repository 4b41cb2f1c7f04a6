package chart

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"strings"
	"testing"
)

// TestFiles writes a curve to a file of each kind and looks at what is in it.
func TestFiles(t *testing.T) {
	k := &Curve{
		Series:  []Series{{Name: "your choice", Points: []XY{{0.1, 50}, {0.5, 10}, {1, 5}}}},
		Present: 0.5, XName: "budget",
	}
	file := func(ending string) []byte {
		var b bytes.Buffer
		if err := Write(&b, ending, k, 400, 200, Light()); err != nil {
			t.Fatalf("%s: %v", ending, err)
		}
		return b.Bytes()
	}
	t.Run("png", func(t *testing.T) {
		img, err := png.Decode(bytes.NewReader(file(".png")))
		if err != nil {
			t.Fatal(err)
		}
		if s := img.Bounds().Size(); s.X != 1200 || s.Y != 600 {
			t.Errorf("the picture is %v", s)
		}
	})
	t.Run("svg", func(t *testing.T) {
		text := file(".SVG")
		if !bytes.Contains(text, []byte("your choice")) {
			t.Error("the drawing lacks the name of the line")
		}
		d := xml.NewDecoder(bytes.NewReader(text))
		for {
			_, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("the drawing is no XML: %v", err)
			}
		}
	})
	if err := Write(io.Discard, ".gif", k, 400, 200, Light()); err == nil || !strings.Contains(err.Error(), ".svg") {
		t.Errorf("an ending that is not known: %v", err)
	}
	if err := Write(io.Discard, ".svg", k, 0, 200, Light()); err == nil {
		t.Error("a drawing without width was written")
	}
}
