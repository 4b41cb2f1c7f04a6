package gui

import (
	"image/png"
	"os"
	"testing"
)

func savePNG(t *testing.T, d *desk, name string) {
	f, err := os.Create(os.Getenv("ZZ") + "/" + name + ".png")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, d.window.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
}
