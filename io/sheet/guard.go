package sheet

import "errors"

// errTooLong is the cause where a row or a token of a file is larger than a row may be.
var errTooLong = errors.New("the row is too long")
