//go:build unix && !linux

package crash

func notDumpable() {}
