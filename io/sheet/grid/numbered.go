package grid

import (
	"context"
)

// Numbered is a grid of a workbook that keeps texts apart from its cells, which refer to them by
// number.
type Numbered interface {
	Texts() Texts
	// Reading returns the same sheet with its columns read in these ways, whole ones beyond.
	Reading(ways []Way) Grid
}

// Texts are the texts that the cells of a workbook refer to.
type Texts interface {
	All() int                // how many there are
	Held() []string          // the first of them, which are in memory
	Numeric(number int) bool // whether one that is not held is written like a number
	Each(ctx context.Context, visit func(text []byte)) error
}

// Way is how the cells of a column are read.
type Way uint8

const (
	ReadWhole     Way = iota
	ReadLate          // of shared texts that are not held the number only, plus one, as the cell's Number
	ReadReference     // of all shared texts the number only; of numbers no text
	ReadPresence      // whether something is there, and whether it has a meaning
)
