package publish_test

import (
	"os"
	"testing"

	"steward/io/internal/disk/disktest"
	"steward/io/publish/publishtest"
)

// TestMain gives the tests a temporary folder of their own, and is the program that some of them kill.
func TestMain(m *testing.M) {
	for name, work := range whatDies {
		if os.Getenv(name) == "" {
			continue
		}
		if code, started := disktest.Main(work); started {
			os.Exit(code)
		}
	}
	os.Exit(publishtest.Main(m))
}
