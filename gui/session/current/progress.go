package current

import "steward/core/guide"

// State says how far a step is.
type State int

// The states of a step.
const (
	NotYet State = iota
	Attention
	Doubtful // complete, and what comes of it is of little use
	Done
)

// Complete reports whether one may go on.
func (s State) Complete() bool { return s >= Doubtful }

// Progress is a step's state and the line that goes with it in the rail.
type Progress struct {
	Step  guide.Step
	State State
	Line  string
	// Missing says what is still to be done before going on; empty when nothing is.
	Missing string
}
