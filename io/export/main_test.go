package export

import (
	"os"
	"testing"

	"steward/io/cleantest"
)

func TestMain(m *testing.M) { os.Exit(cleantest.Main(m, hostileFolders)) }
