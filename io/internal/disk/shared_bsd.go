//go:build darwin || freebsd

package disk

import "golang.org/x/sys/unix"

// Locks refuses every network folder: that its locks are seen elsewhere cannot be told here.
func (s system) Locks(path string) error {
	var st unix.Statfs_t
	if unix.Statfs(path, &st) != nil || st.Flags&unix.MNT_LOCAL != 0 {
		return nil
	}
	return &UnlockedError{path, unix.ByteSliceToString(st.Fstypename[:])}
}
