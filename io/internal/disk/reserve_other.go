//go:build unix && !linux

package disk

// This system keeps no room that all its file systems know of.
func (f file) Reserve(size int64) error { return f.Truncate(size) }
