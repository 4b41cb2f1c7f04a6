//go:build evidence

package ledger

import "testing"

// TestKilledOnARealDisk is TestKilledAnywhere with a program that waits for the disk.
func TestKilledOnARealDisk(t *testing.T) {
	deaths, left := lived(t)
	for _, at := range deaths {
		left.survive(t, at, true)
	}
}
