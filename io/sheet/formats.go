package sheet

import (
	"path/filepath"
	"slices"
	"strings"

	"steward/io/sheet/delimited"
	"steward/io/sheet/foreign"
	"steward/io/sheet/format"
	"steward/io/sheet/ods"
	"steward/io/sheet/xlsx"
)

// formats are the kinds of file that are recognised, in the order in which they are asked.
// Those that are told by their content come first.
var formats = []format.Format{xlsx.Format, ods.Format, foreign.Format, delimited.Format}

// Endings lists the endings of the names of all files that are read, for a file chooser.
func Endings() (all []string) {
	for _, f := range formats {
		all = append(append(all, f.Usual...), f.Other...)
	}
	return all
}

// Named tells whether a file is named as one of those that are read.
func Named(path string) bool {
	return slices.ContainsFunc(Endings(), func(ending string) bool { return strings.EqualFold(filepath.Ext(path), ending) })
}

// Media is the name by which desktops know files of an ending that is read, if they are to offer Steward for them.
func Media(ending string) (name string, ok bool) {
	for _, f := range formats {
		if name, ok = f.Media[ending]; ok {
			return name, true
		}
	}
	return "", false
}

// Usual lists those of a kind of file that people are told of.
func Usual(kind format.Kind) (all []string) {
	for _, f := range formats {
		if f.Kind == kind {
			all = append(all, f.Usual...)
		}
	}
	return all
}
