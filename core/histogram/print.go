package histogram

import (
	"fmt"
	"io"
)

// String says how many cells there are and nothing of what is in them, so that a vector in
// an error, a log or a crash report tells no counts.
func (v Vector) String() string {
	return fmt.Sprintf("the counts of %d cells, which are not printed", len(v.counts))
}

// Format prints the same with every verb of package fmt, also %d and %#v, which would
// otherwise go round String.
func (v Vector) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, v.String()) }
