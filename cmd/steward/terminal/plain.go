// Package terminal tells whether somebody sits at a terminal, hides what they type there, and writes to it nothing that
// commands it.
package terminal

import (
	"fmt"
	"io"
	"unicode/utf8"

	"steward/core/spelling"
)

// Plain is what everything that is printed passes through: names of columns, titles and files
// can hold codes that command a terminal, or marks that turn the order of what is read around. They
// are written as JSON escapes them (\u001b), which shows them, and which means the same in JSON.
type Plain struct {
	To   io.Writer
	rest []byte // the beginning of a character whose end is still to come
}

// Write writes all but such codes. Its count is of what was given.
func (w *Plain) Write(p []byte) (int, error) {
	data := append(w.rest, p...)
	out := make([]byte, 0, len(data))
	for len(data) > 0 && utf8.FullRune(data) {
		r, n := utf8.DecodeRune(data)
		if spelling.Obeyed(r) {
			out = fmt.Appendf(out, `\u%04x`, r)
		} else {
			out = utf8.AppendRune(out, r) // U+FFFD for a byte of no character, which some terminals obey
		}
		data = data[n:]
	}
	w.rest = append([]byte(nil), data...)
	if _, err := w.To.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}
