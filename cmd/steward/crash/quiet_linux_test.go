package crash

import (
	"testing"

	"golang.org/x/sys/unix"
)

// TestQuietly checks that the system would write no memory of the program to disk.
func TestQuietly(t *testing.T) {
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &before); err != nil {
		t.Fatal(err)
	}
	Quietly()
	defer func() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 1, 0, 0, 0) }()
	var now unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &now); err != nil {
		t.Fatal(err)
	}
	if now.Cur != 0 || now.Max != 0 {
		t.Errorf("core files of up to %d bytes are allowed, to be raised to %d", now.Cur, now.Max)
	}
	if dumpable, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0); err != nil || dumpable != 0 {
		t.Errorf("the program is dumpable: %d, %v", dumpable, err)
	}
}
