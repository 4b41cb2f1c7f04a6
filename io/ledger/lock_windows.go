package ledger

import (
	"os"

	"golang.org/x/sys/windows"
)

// lock waits until no other program holds the file.
func lock(f *os.File, exclusive bool) error {
	var flags uint32
	if exclusive {
		flags = windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}

func unlock(f *os.File) {
	_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, new(windows.Overlapped))
}

// syncFolder has nothing to do: the system keeps names by itself.
func syncFolder(string) error { return nil }
