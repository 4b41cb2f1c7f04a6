//go:build !linux && !freebsd && !netbsd && !openbsd && !windows

package systemfiles

import "context"

// There tells whether the system has a dialogue that can be used here.
func There(context.Context) bool { return false }

// Ask errors with ErrNone.
func Ask(context.Context, Question) (string, error) { return "", ErrNone }
