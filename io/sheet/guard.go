package sheet

import (
	"steward/core/message"
)

// errTooLong is the cause where a row or a token of a file is larger than a row may be.
var errTooLong = message.New("the row is too long")
