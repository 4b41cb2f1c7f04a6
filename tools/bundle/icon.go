package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image/png"
)

// iconSizes are the widths of the pictures of an icon by their types.
var iconSizes = map[string]int{"ic07": 128, "ic08": 256, "ic09": 512, "ic10": 1024, "ic11": 32, "ic12": 64, "ic13": 256, "ic14": 512}

// checkIcon returns what is wrong with an icon.
func checkIcon(data []byte) []string {
	if data == nil {
		return nil
	}
	if len(data) < 8 || string(data[:4]) != "icns" || int64(binary.BigEndian.Uint32(data[4:])) != int64(len(data)) {
		return []string{"the icon is no whole icns file"}
	}
	var wrong []string
	seen := map[string]bool{}
	for rest := data[8:]; len(rest) > 0; {
		if len(rest) < 8 || binary.BigEndian.Uint32(rest[4:]) < 8 || int64(binary.BigEndian.Uint32(rest[4:])) > int64(len(rest)) {
			return append(wrong, "the icon's pictures are cut off")
		}
		kind, size := string(rest[:4]), binary.BigEndian.Uint32(rest[4:])
		seen[kind] = true
		if want, ok := iconSizes[kind]; ok {
			p, err := png.Decode(bytes.NewReader(rest[8:size]))
			if err != nil || p.Bounds().Dx() != want || p.Bounds().Dy() != want {
				wrong = append(wrong, fmt.Sprintf("the icon's picture %s is no PNG of %d by %d: %v", kind, want, want, err))
			}
		}
		rest = rest[size:]
	}
	for _, kind := range sortedKeys(iconSizes) {
		if !seen[kind] {
			wrong = append(wrong, fmt.Sprintf("the icon lacks a picture of %d (%s)", iconSizes[kind], kind))
		}
	}
	return wrong
}
