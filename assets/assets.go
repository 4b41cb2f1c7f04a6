// Package assets holds the files that are built into the program: the texts of the help, and a
// made-up survey of a town's clinic that the demonstration works on.
package assets

import (
	"embed"
	"io/fs"
)

// Workbook is the name, within Sample, of the made-up survey: 4,812 invented people, one
// row each, in the sheet "Responses". Its numbers come from the generator beside this
// file (survey_test.go).
const Workbook = "clinic-survey.xlsx"

// Project is the name of the sample plan for it among the sample files.
const Project = "clinic-survey.steward"

//go:embed sample/*
var files embed.FS

// Sample returns the sample files, by their names alone.
func Sample() fs.FS {
	sample, err := fs.Sub(files, "sample")
	if err != nil {
		panic("assets: the folder sample is not embedded: " + err.Error())
	}
	return sample
}

// IconSVG is the program's icon as a drawing.
//
//go:embed icon/steward.svg
var IconSVG []byte

// IconPNG is the program's icon, 256 pixels square.
//
//go:embed icon/steward.png
var IconPNG []byte
