package widgets

import "fyne.io/fyne/v2/widget"

// MethodRow is one method of a MethodTable. Typical and Half are errors in the unit of the
// answer (people): the mean absolute error, and the half-width of the interval that holds 19
// times in 20.
type MethodRow struct {
	Name                  string
	Tag                   string // a badge after the name: "recommended"; "" for none
	Typical, Half         float64
	TypicalText, HalfText string // the two as they are to be read
	Selected              bool
	Disabled              bool   // does not apply: no numbers are shown but the reason
	Reason                []Span // why not: "needs a small allowed chance of failure:"
	FixLabel              string // what would change it, as a link: "More options"
	OnFix                 func()
}

// PlainLine is an error to compare with, drawn across all rows: plain differential privacy.
type PlainLine struct {
	Label     string // "one record changed"
	Value     float64
	ValueText string
	Dotted    bool // dots in orange instead of dashes in vermilion
}

// Methods is what a MethodTable shows.
type Methods struct {
	Rows   []MethodRow
	Legend string // before the lines' labels: "Plain differential privacy:"
	Lines  []PlainLine
}

// MethodTable compares methods: a row each with a radio mark, the name, both errors as
// numbers and as a bar (typical) with a whisker (19 in 20), all on one axis, and lines to
// compare with across the rows. It takes the focus: up and down choose among the methods
// that apply.
type MethodTable struct {
	widget.BaseWidget
	OnSelected func(row int)
}

// NewMethodTable returns an empty table. selected is told the index in Methods.Rows of the
// method that the person chooses.
func NewMethodTable(selected func(row int)) *MethodTable {
	return &MethodTable{OnSelected: selected}
}

// Set shows other methods.
func (m *MethodTable) Set(methods Methods) {}
