package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// growing is a file that has no end though it says that it has, and counts what is read of it.
type growing struct {
	info fs.FileInfo
	read int64
}

func (g *growing) Read(p []byte) (int, error) {
	g.read += int64(len(p))
	return len(p), nil
}

func (g *growing) Name() string               { return "growing" }
func (g *growing) Stat() (fs.FileInfo, error) { return g.info, nil }

// sparse returns a file of so many bytes that takes no room.
func sparse(t *testing.T, size int64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sparse")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file of as many bytes as there may be is read, one of more is refused before it is, and one that grows meanwhile as soon as
// it is seen.
func TestReadingEnds(t *testing.T) {
	const most = 3 << 20
	if data, err := ReadFile(OS, sparse(t, most), most); err != nil || len(data) != most {
		t.Errorf("%d bytes (%v), want %d", len(data), err, most)
	}
	for _, size := range []int64{most + 1, 1 << 32} {
		path := sparse(t, size)
		if _, err := ReadFile(OS, path, most); !errors.As(err, new(*LargeError)) || !strings.Contains(err.Error(), path+" is larger than 3 MiB") {
			t.Errorf("%d bytes: error %v", size, err)
		}
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		_, read := ReadAll(f, most)
		if at, err := f.Seek(0, 1); read == nil || err != nil || at != 0 {
			t.Errorf("%d bytes: %d were read (%v, %v)", size, at, read, err)
		}
		f.Close()
	}
	info, err := os.Stat(sparse(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	g := &growing{info: info}
	if _, err := ReadAll(g, most); !errors.As(err, new(*LargeError)) || g.read > 2*most {
		t.Errorf("of one that grows %d bytes are read: %v", g.read, err)
	}
}

// A name that is no valid text is a name.
func TestOpensByBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "Z\xfcrich.csv")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Skipf("this disk has no such names: %v", err)
	}
	if data, err := ReadFile(OS, path, 1); err != nil || string(data) != "x" {
		t.Errorf("read %q (%v)", data, err)
	}
}
