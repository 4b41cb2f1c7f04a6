package sheet

import (
	"steward/core/message"
)

// maxRecordBytes is the largest part of a file that is read for one row. A quotation
// mark that is never closed would otherwise read the rest of the file into memory.
const maxRecordBytes = 16 << 20

// errTooLong is the cause where a row or a token of a file is larger than a row may be.
var errTooLong = message.New("the row is too long")
