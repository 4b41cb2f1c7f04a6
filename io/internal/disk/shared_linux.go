package disk

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

func (s system) Locks(path string) error {
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return nil // what is not told is not held against it
	}
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if m, found := holding(mountsIn(string(text)), path); found && m.unlocked(kernel()) {
		return &UnlockedError{path, m.kind}
	}
	return nil
}

// kernel returns the version of the system, major and minor.
func kernel() (version [2]int) {
	var u unix.Utsname
	if unix.Uname(&u) == nil {
		_, _ = fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &version[0], &version[1])
	}
	return version
}
