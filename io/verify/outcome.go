package verify

import "slices"

// Findings are all that was found about a release.
type Findings []Finding

// Outcome is what the findings come to.
type Outcome string

// The outcomes.
const (
	// Original: all files are byte for byte those that somebody who is trusted vouches for.
	Original Outcome = "original"
	// Unchanged: they are what the record says, and nobody who is trusted vouches for it.
	Unchanged Outcome = "unchanged"
	// SavedAgain: a workbook has other bytes and shows the same; all else is as it was.
	SavedAgain Outcome = "saved again"
	// NotOriginal: something is not as it was written, or not as it should be.
	NotOriginal Outcome = "not the original"
)

// Withdrawn reports whether the release is not to be used any more.
func (f Findings) Withdrawn() bool {
	return slices.ContainsFunc(f, func(f Finding) bool { return f.Withdrawn })
}

// Outcome says what findings come to.
func (f Findings) Outcome() Outcome {
	is := func(so func(Finding) bool) bool { return slices.ContainsFunc(f, so) }
	switch {
	case is(func(f Finding) bool { return !f.OK }):
		return NotOriginal
	case is(func(f Finding) bool { return f.Again }):
		return SavedAgain
	case is(func(f Finding) bool { return f.Vouched }):
		return Original
	}
	return Unchanged
}
