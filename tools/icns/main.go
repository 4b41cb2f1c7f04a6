// Icns puts pictures of one icon in several sizes into the file that macOS wants:
//
//	icns -out steward.icns 32.png 64.png 128.png 256.png 512.png 1024.png
//
// Each picture is a square PNG, and stands in the file as it is, so the same pictures give the
// same bytes on every system. A size that icons of macOS do not have is an error.
package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"image/png"
	"os"
)

// kinds are the types of the pictures that a size is stored as, for ordinary and for fine screens.
// The types icp4 and icp5 (16 and 32 for ordinary screens) are left out: bundles do not show PNG in them.
var kinds = map[int][]string{
	32:   {"ic11"},
	64:   {"ic12"},
	128:  {"ic07"},
	256:  {"ic08", "ic13"},
	512:  {"ic09", "ic14"},
	1024: {"ic10"},
}

func main() {
	out := flag.String("out", "", "the file to write")
	flag.Parse()
	if err := run(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "icns:", err)
		os.Exit(1)
	}
}

func run(out string, files []string) error {
	var pictures [][]byte
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		pictures = append(pictures, data)
	}
	icon, err := encode(pictures)
	if err != nil {
		return err
	}
	return os.WriteFile(out, icon, 0o644)
}

// encode returns the icon of pictures that are whole PNG files.
func encode(pictures [][]byte) ([]byte, error) {
	var body []byte
	seen := map[int]bool{}
	for _, p := range pictures {
		c, err := png.DecodeConfig(bytes.NewReader(p))
		if err != nil {
			return nil, err
		}
		if c.Width != c.Height || kinds[c.Width] == nil || seen[c.Width] {
			return nil, fmt.Errorf("a picture of %d × %d: expected each of 32, 64, 128, 256, 512 and 1024 once", c.Width, c.Height)
		}
		seen[c.Width] = true
		for _, kind := range kinds[c.Width] {
			body = append(body, kind...)
			body = binary.BigEndian.AppendUint32(body, uint32(8+len(p)))
			body = append(body, p...)
		}
	}
	if len(seen) != len(kinds) {
		return nil, fmt.Errorf("%d sizes: expected each of 32, 64, 128, 256, 512 and 1024 once", len(seen))
	}
	return append(binary.BigEndian.AppendUint32([]byte("icns"), uint32(8+len(body))), body...), nil
}
