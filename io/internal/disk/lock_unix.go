//go:build unix

package disk

import (
	"os"

	"golang.org/x/sys/unix"
)

func (f file) TryLock(exclusive bool) (free bool, err error) {
	how := unix.LOCK_SH
	if exclusive {
		how = unix.LOCK_EX
	}
	for {
		err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		switch err {
		case unix.EINTR:
			continue
		case unix.EWOULDBLOCK:
			return false, nil
		}
		return err == nil, err
	}
}

func (f file) Unlock() { _ = unix.Flock(int(f.Fd()), unix.LOCK_UN) }

func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
