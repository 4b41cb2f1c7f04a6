//go:build unix

package disk

import "golang.org/x/sys/unix"

// atOnce has a pipe opened without waiting for who writes to it.
const atOnce = unix.O_NONBLOCK
