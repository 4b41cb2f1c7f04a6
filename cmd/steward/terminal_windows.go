package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// isTerminal reports whether a file is a terminal.
func isTerminal(f *os.File) bool {
	var mode uint32
	return windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) == nil
}

// hideTyping has a terminal not show what is typed, until show is called.
func hideTyping(f *os.File) (show func(), err error) {
	handle := windows.Handle(f.Fd())
	var before uint32
	if err := windows.GetConsoleMode(handle, &before); err != nil {
		return nil, err
	}
	if err := windows.SetConsoleMode(handle, before&^windows.ENABLE_ECHO_INPUT); err != nil {
		return nil, err
	}
	return func() { _ = windows.SetConsoleMode(handle, before) }, nil
}
