package sheet

import (
	"steward/core/message"
	"steward/io/sheet/grid"
)

// Note is something about a sheet as a whole or about some of its rows that the steward
// should know: where, what was found, what becomes of it as the sheet is read, and what can be
// done instead.
type Note struct {
	grid.Remark
	Fix *Fix // nil where there is nothing to choose
	// Advised marks a note that asks for a decision: as it is, records may be counted that
	// are none.
	Advised bool
	// Proposed marks a note whose fix the numbers in the sheet speak for, too.
	Proposed bool
}

// ProposedRows returns the rows that the sheet's numbers speak for leaving out and that are counted.
func (in *Inspection) ProposedRows() (rows []int) {
	for _, n := range in.Notes {
		if n.Proposed {
			rows = append(rows, n.Fix.Rows...)
		}
	}
	return rows
}

// Fix is a way of reading the sheet that does away with what was found. Its words are those
// of a button.
type Fix struct {
	Words message.Text
	Kind  FixKind
	Rows  []int // that LeaveOut leaves out beside those that are already
	// DecimalComma and Thousands are the Options of ReadNumbers.
	DecimalComma bool
	Thousands    rune
}

// FixKind says which of the Options a Fix changes.
type FixKind uint8

// The kinds of fix.
const (
	LeaveOut    FixKind = iota + 1 // adds rows to Options.LeaveOut
	TakeIn                         // takes rows out of Options.LeaveOut
	FillNothing                    // Options.Merged = MergedBlank
	FillAcross                     // Options.Merged = MergedAll
	OneHeader                      // Options.HeaderRows = 1
	ReadNumbers                    // sets Options.DecimalComma and Options.Thousands
)

// Apply returns the options with the fix.
func (f Fix) Apply(o Options) Options {
	switch f.Kind {
	case LeaveOut:
		o.LeaveOut = o.LeaveOut.With(f.Rows)
	case TakeIn:
		o.LeaveOut = o.LeaveOut.Without(f.Rows)
	case FillNothing:
		o.Merged = MergedBlank
	case FillAcross:
		o.Merged = MergedAll
	case OneHeader:
		o.HeaderRows = 1
	case ReadNumbers:
		o.DecimalComma, o.Thousands = f.DecimalComma, f.Thousands
	}
	return o
}
