package assets

import (
	"embed"
	"io/fs"

	"steward/core/message"
)

//go:embed examples/*
var examples embed.FS

// Examples returns the files of the worked examples, by their names alone. All people in them are
// made up by the generators beside this file (examples_test.go).
func Examples() fs.FS {
	found, err := fs.Sub(examples, "examples")
	if err != nil {
		panic("assets: the folder examples is not embedded: " + err.Error())
	}
	return found
}

// WorkedExample is made-up data with a plan that can be followed to a release.
type WorkedExample struct {
	Name, Note    message.Text // what it shows, on the start page
	Data, Project string       // among Examples
}

// WorkedExamples lists the examples in the order in which to try them.
func WorkedExamples() []WorkedExample {
	return []WorkedExample{
		{
			message.Sprintf("A census"), message.Sprintf("Cross-tables of 5,000 people. Everything about a person is secret."),
			"census.csv", "census.steward",
		},
		{
			message.Sprintf("Salaries"), message.Sprintf("What 3,200 people earn. Salaries within 500 of each other are hidden: far less noise."),
			"salaries.csv", "salaries.steward",
		},
		{
			message.Sprintf("Places on a map"), message.Sprintf("Where 4,000 calls came from. The place is hidden inside squares of a grid."),
			"calls.csv", "calls.steward",
		},
	}
}
