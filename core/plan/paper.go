package plan

import (
	"steward/core/message"
)

// Paper is a size of pages.
type Paper string

// The sizes of pages.
const (
	A4     Paper = "A4"
	Letter Paper = "Letter"
)

// Papers lists the sizes of pages, the usual one first.
func Papers() []Paper { return []Paper{A4, Letter} }

// OrUsual returns the size, or A4 where none is named.
func (p Paper) OrUsual() Paper {
	if p == "" {
		return A4
	}
	return p
}

// check errors on a size that there is not.
func (p Paper) check() error {
	for _, known := range Papers() {
		if p == "" || p == known {
			return nil
		}
	}
	return message.Errorf("the summary cannot be printed on %q: use %q or %q", string(p), string(A4), string(Letter))
}
