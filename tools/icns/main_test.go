package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"strings"
	"testing"
)

func picture(t *testing.T, width, height int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEveryPictureStandsInTheIcon(t *testing.T) {
	var pictures [][]byte
	for _, size := range []int{32, 64, 128, 256, 512, 1024} {
		pictures = append(pictures, picture(t, size, size))
	}
	icon, err := encode(pictures)
	if err != nil {
		t.Fatal(err)
	}
	if string(icon[:4]) != "icns" || int(binary.BigEndian.Uint32(icon[4:])) != len(icon) {
		t.Errorf("it begins with %q", icon[:8])
	}
	want := map[string]int{"ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512}
	for rest := icon[8:]; len(rest) > 0; {
		kind, size := string(rest[:4]), binary.BigEndian.Uint32(rest[4:])
		c, err := png.DecodeConfig(bytes.NewReader(rest[8:size]))
		if err != nil || c.Width != want[kind] {
			t.Errorf("%s has a picture of %d, %v", kind, c.Width, err)
		}
		delete(want, kind)
		rest = rest[size:]
	}
	if len(want) > 0 {
		t.Errorf("it lacks %v", want)
	}
}

func TestPicturesThatMakeNoIcon(t *testing.T) {
	for what, pictures := range map[string][][]byte{
		"no square":         {picture(t, 32, 64)},
		"a size of no icon": {picture(t, 48, 48)},
		"one twice":         {picture(t, 32, 32), picture(t, 32, 32)},
		"too few":           {picture(t, 32, 32)},
		"no picture":        {[]byte("text")},
	} {
		if _, err := encode(pictures); err == nil {
			t.Errorf("%s: made into an icon", what)
		} else if what == "too few" && !strings.Contains(err.Error(), "1 sizes") {
			t.Error(err)
		}
	}
}
