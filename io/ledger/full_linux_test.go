package ledger

import (
	"bytes"
	"context"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// TestDiskFullAnywhere lets the disk be full after every byte of a debit's line. The debit
// errors, nothing is spent, and when there is room again the next one goes through. The
// limit that stands for a full disk binds a whole program, so a second one does the work.
func TestDiskFullAnywhere(t *testing.T) {
	const second = "STEWARD_TEST_FULL"
	if os.Getenv(second) == "" {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self, "-test.run=^TestDiskFullAnywhere$", "-test.v")
		cmd.Env = append(os.Environ(), second+"=1")
		if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("--- PASS: TestDiskFullAnywhere")) {
			t.Errorf("%v:\n%s", err, out)
		}
		return
	}
	signal.Ignore(unix.SIGXFSZ) // writes beyond the limit then error
	var before unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	limit := func(bytes uint64) {
		t.Helper()
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: min(bytes, before.Max), Max: before.Max}); err != nil {
			t.Fatal(err)
		}
	}
	l, data := open(t, t.TempDir(), "People"), three(t)
	if err := put(l, l.Path(), data); err != nil {
		t.Fatal(err)
	}
	line := len(next(t, data)) - len(data)
	for room := 0; room < line; room += stride {
		limit(uint64(len(data) + room))
		_, err := l.Debit(context.Background(), spend(t, "0.25", "2"))
		limit(math.MaxInt64)
		if err == nil || !strings.Contains(err.Error(), l.Path()) {
			t.Fatalf("with room for %d bytes: error %v, want one that names the file", room, err)
		}
		if got := bytesOf(t, l); !bytes.Equal(got, data) {
			t.Fatalf("with room for %d bytes: %q was written", room, got[len(data):])
		}
	}
	debit(t, l, spend(t, "0.25", "1"))
}
