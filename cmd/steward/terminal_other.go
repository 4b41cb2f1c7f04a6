//go:build !(linux || darwin || freebsd || netbsd || openbsd || windows)

package main

import (
	"os"
	"steward/core/message"
)

// isTerminal and hideTyping are for systems whose terminals cannot hide what is typed.
func isTerminal(*os.File) bool { return false }

func hideTyping(*os.File) (show func(), err error) {
	return nil, message.New("what is typed cannot be hidden here")
}
