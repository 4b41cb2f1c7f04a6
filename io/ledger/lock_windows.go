package ledger

import (
	"os"

	"golang.org/x/sys/windows"
)

// tryLock locks the file unless another program holds it.
func tryLock(f *os.File, exclusive bool) (free bool, err error) {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	if err == windows.ERROR_LOCK_VIOLATION {
		return false, nil
	}
	return err == nil, err
}

func unlock(f *os.File) {
	_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, new(windows.Overlapped))
}

// syncFolder has nothing to do: the system keeps names by itself.
func syncFolder(string) error { return nil }
