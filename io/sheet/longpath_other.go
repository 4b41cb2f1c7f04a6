//go:build !windows

package sheet

import (
	"errors"
	"syscall"
)

// isTooLong tells the error of a path that is longer than the system opens.
func isTooLong(_ string, err error) bool { return errors.Is(err, syscall.ENAMETOOLONG) }
