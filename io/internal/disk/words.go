package disk

import (
	"errors"
	"io/fs"
	"steward/core/message"
)

// InWords adds to an error of a disk what to do about it, where the kind of error tells.
func InWords(err error) error {
	switch {
	case err == nil:
		return nil
	case isAny(err, full):
		return message.Errorf("the disk is full: free some space, or choose a folder on another one: %w", err)
	case isAny(err, protected), errors.Is(err, fs.ErrPermission):
		return message.Errorf("it may not be written to: choose a folder that you may write to: %w", err)
	case isAny(err, gone):
		return message.Errorf("the drive does not respond: check that it is connected, then try again: %w", err)
	}
	return err
}

func isAny(err error, list []error) bool {
	for _, e := range list {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
