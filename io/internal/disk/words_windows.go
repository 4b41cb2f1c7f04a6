package disk

import "golang.org/x/sys/windows"

// The errors of a full disk, of one that may not be written to, and of one that is gone.
var (
	full      = []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
	protected = []error{windows.ERROR_WRITE_PROTECT}
	gone      = []error{windows.ERROR_NOT_READY, windows.ERROR_DEV_NOT_EXIST, windows.ERROR_IO_DEVICE, windows.ERROR_BAD_NETPATH}
)
