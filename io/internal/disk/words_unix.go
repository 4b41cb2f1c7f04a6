//go:build unix

package disk

import "golang.org/x/sys/unix"

// The errors of a full disk, of one that may not be written to, and of one that is gone.
var (
	full      = []error{unix.ENOSPC, unix.EDQUOT, unix.EFBIG}
	protected = []error{unix.EROFS}
	gone      = []error{unix.ENODEV, unix.ENXIO, unix.EIO, unix.ESTALE}
)
