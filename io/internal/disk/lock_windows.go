package disk

import "golang.org/x/sys/windows"

func (f file) TryLock(exclusive bool) (free bool, err error) {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err = windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, beyond())
	if err == windows.ERROR_LOCK_VIOLATION {
		return false, nil
	}
	return err == nil, err
}

func (f file) Unlock() {
	_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, beyond())
}

// beyond is where the byte is that is locked: beyond what files hold, because the system lets
// nobody else read a byte that is locked, nor this program through another opening.
func beyond() *windows.Overlapped { return &windows.Overlapped{OffsetHigh: 0x7fffffff} }

func syncFolder(string) error { return nil }
