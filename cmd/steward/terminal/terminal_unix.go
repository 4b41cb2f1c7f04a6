//go:build linux || darwin || freebsd || netbsd || openbsd

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// Is reports whether a file is a terminal.
func Is(f *os.File) bool {
	_, err := unix.IoctlGetTermios(int(f.Fd()), getTerminal)
	return err == nil
}

// Hide has a terminal not show what is typed, until show is called.
func Hide(f *os.File) (show func(), err error) {
	fd := int(f.Fd())
	before, err := unix.IoctlGetTermios(fd, getTerminal)
	if err != nil {
		return nil, err
	}
	hidden := *before
	hidden.Lflag &^= unix.ECHO
	hidden.Lflag |= unix.ICANON | unix.ISIG
	if err := unix.IoctlSetTermios(fd, setTerminal, &hidden); err != nil {
		return nil, err
	}
	return func() { _ = unix.IoctlSetTermios(fd, setTerminal, before) }, nil
}
