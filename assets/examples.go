package assets

import (
	"embed"
	"io/fs"
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
	Name, Note    string // what it shows, on the start page
	Data, Project string // among Examples
}

// WorkedExamples lists the examples in the order in which to try them, with their names and notes
// in a language ("de"), in English where there is none.
func WorkedExamples(language string) []WorkedExample {
	list := []WorkedExample{
		{
			"A census", "Cross-tables of 5,000 people. Everything about a person is secret.",
			"census.csv", "census.steward",
		},
		{
			"Salaries", "What 3,200 people earn. Salaries within 500 of each other are hidden: far less noise.",
			"salaries.csv", "salaries.steward",
		},
		{
			"Places on a map", "Where 4,000 calls came from. The place is hidden inside squares of a grid.",
			"calls.csv", "calls.steward",
		},
	}
	for i, said := range saidOfExamples[language] {
		list[i].Name, list[i].Note = said.name, said.note
	}
	return list
}

// saidOfExamples is what the start page says of each example in other languages.
var saidOfExamples = map[string][]struct{ name, note string }{
	"de": {
		{"Eine Volkszählung", "Kreuztabellen von 5.000 Personen. Alles über eine Person ist geheim."},
		{"Gehälter", "Was 3.200 Menschen verdienen. Gehälter, die höchstens 500 auseinanderliegen, werden voreinander verborgen: viel weniger Rauschen."},
		{"Orte auf einer Karte", "Woher 4.000 Notrufe kamen. Der Ort wird innerhalb der Quadrate eines Rasters verborgen."},
	},
}
