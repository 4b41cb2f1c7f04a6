package mechanismtest

import (
	"steward/core/noise"
)

// ManySizes are factors that the counts of a problem are multiplied with, so that whatever is done otherwise
// above some number of people shows. Audits count a handful of people, and see no such number.
var ManySizes = []int64{0, 1, 20, 500, 20_000, 1 << 31}

// Counting is a source that counts what is taken of it.
type Counting struct {
	noise.Source
	Words int
}

func (c *Counting) Uint64() uint64 {
	c.Words++
	return c.Source.Uint64()
}
