//go:build unix

package disk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// What is no ordinary file is refused, for reading and for writing, without waiting for it: by itself, under a link, and where
// it takes a file's place after that was looked at.
func TestOddFilesAreRefused(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	socket, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(socket)
	for _, err := range []error{
		unix.Mkfifo(at("pipe"), 0o600), os.Mkdir(at("folder"), 0o700), os.Symlink("/dev/zero", at("device")), os.Symlink("pipe", at("link")),
		unix.Bind(socket, &unix.SockaddrUnix{Name: at("socket")}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, says := range map[string]string{"pipe": "is a pipe", "link": "is a pipe", "folder": "is a folder", "device": "is a device", "socket": "is a device or the like"} {
		for _, flag := range []int{os.O_RDONLY, os.O_RDWR, os.O_RDWR | os.O_CREATE} {
			if _, err := OS.OpenFile(at(name), flag, 0o600); !errors.As(err, new(*OddError)) || !strings.Contains(err.Error(), at(name)+" "+says) {
				t.Errorf("%s, opened with %x: error %v", name, flag, err)
			}
		}
	}
	for _, name := range []string{"pipe", "folder", "device"} {
		if f, err := opened(at(name), os.O_RDONLY, 0); !errors.As(err, new(*OddError)) {
			t.Errorf("%s, when it is opened already: %v, error %v", name, f, err)
		}
	}
}
