// Package systemfiles asks for a file or a folder in the dialogue of the system: that of the desktop portal on Linux and the BSDs,
// that of Windows. Those who know it find their places and recent files in it, and their screen reader reads it to them.
package systemfiles

import (
	"fmt"
	"strings"
	"unicode"
)

// Kind is what is asked for.
type Kind int

const (
	Open   Kind = iota // a file that is there
	Save               // where to write a file; whether one may be replaced is asked by the dialogue
	Folder             // a folder
)

// Question is what is asked.
type Question struct {
	Kind          Kind
	Title, Button string
	// Folder is the folder to begin in, Name the name to begin with where a file is written.
	Folder, Name string
	// Endings are those of the files that are wanted (".xlsx"), all files where there are none; Files is what they are called.
	Endings []string
	Files   string
	// Window is the system's handle of the window that the dialogue belongs to, 0 where that is not known.
	Window uintptr
}

const (
	// ErrNone says that the system has no such dialogue, or none that says which file was chosen.
	ErrNone refusal = iota
	// ErrCancelled says that nothing was chosen.
	ErrCancelled
)

// refusal is why there is no path. It is never shown: whoever asked goes on without.
type refusal int

// Error is for errors.
func (r refusal) Error() string { return fmt.Sprintf("systemfiles: %d", int(r)) }

// pattern is what names with an ending look like, in large letters and small ones.
func pattern(ending string) string {
	var b strings.Builder
	b.WriteByte('*')
	for _, r := range ending {
		if small, large := unicode.ToLower(r), unicode.ToUpper(r); small != large {
			b.WriteString("[" + string(small) + string(large) + "]")
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
