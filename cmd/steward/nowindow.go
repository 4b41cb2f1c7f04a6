//go:build !cgo

package main

import (
	"steward/cmd/steward/console"
	"steward/core/message"
)

// openWindow says how to work without a window.
func openWindow(*console.Console, windowCmd) error {
	return message.New("this program was built without a window (with CGO_ENABLED=0): use the commands that steward --help lists, or build it with a C compiler by make build")
}
