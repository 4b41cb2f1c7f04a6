package sheet

import "fmt"

// Options says how a sheet is read. The zero value recognises everything.
type Options struct {
	// Sheet names the sheet. Empty stands for the first one that is not hidden.
	Sheet string
	// HeaderRow is the row with the names of the columns, from 1 (in a text table: the
	// line on which it begins). 0 has it found.
	HeaderRow int

	// The rest is for text tables; a workbook says these things itself.

	// Delimiter stands between the fields. 0 has it recognised among comma, semicolon,
	// tab and bar.
	Delimiter rune
	// Encoding is that of the characters. The zero value has it recognised.
	Encoding Encoding
	// DecimalComma reads 1,5 as a number, and then 1.5 as a text.
	DecimalComma bool
}

// Encoding is how the characters of a text table are stored.
type Encoding uint8

// The encodings that are read.
const (
	AnyEncoding Encoding = iota // recognised by the first bytes
	UTF8
	UTF16LE
	UTF16BE
)

// String returns the encoding's name.
func (e Encoding) String() string {
	switch e {
	case AnyEncoding:
		return "any encoding"
	case UTF8:
		return "UTF-8"
	case UTF16LE:
		return "UTF-16 (little-endian)"
	case UTF16BE:
		return "UTF-16 (big-endian)"
	}
	return fmt.Sprintf("encoding %d", uint8(e))
}
