//go:build !(linux || darwin || freebsd || netbsd || openbsd || windows)

package terminal

import (
	"os"

	"steward/core/message"
)

// Is takes nothing for a terminal, on systems whose terminals cannot hide what is typed.
func Is(*os.File) bool { return false }

// Hide errors.
func Hide(*os.File) (show func(), err error) {
	return nil, message.New("what is typed cannot be hidden here")
}
