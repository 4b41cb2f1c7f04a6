package disk

import (
	"errors"

	"golang.org/x/sys/unix"
)

func (f file) Reserve(size int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), 0, 0, size)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EOPNOTSUPP), errors.Is(err, unix.ENOSYS):
			return f.Truncate(size) // this file system keeps no room
		}
		return err
	}
}
