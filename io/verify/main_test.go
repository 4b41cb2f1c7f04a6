package verify

import (
	"os"
	"testing"

	"steward/io/publish/publishtest"
)

// TestMain gives the tests a temporary folder of their own.
func TestMain(m *testing.M) { os.Exit(publishtest.Main(m)) }
