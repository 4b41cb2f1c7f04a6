package sheet

import (
	"steward/io/sheet/delimited"
	"steward/io/sheet/foreign"
	"steward/io/sheet/format"
	"steward/io/sheet/ods"
	"steward/io/sheet/xlsx"
)

// formats are the kinds of file that are recognised, in the order in which they are asked.
// Those that are told by their content come first.
var formats = []format.Format{xlsx.Format, ods.Format, foreign.Format, delimited.Format}
