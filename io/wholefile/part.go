package wholefile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"steward/io/internal/disk"
)

// partName begins the names of files that are being written. It is short, so that the name
// fits where the file's own does.
const partName = ".steward-part-"

// newPart makes a file to write to, and holds its lock while it is open. It removes what
// programs that died left of theirs.
func (f Files) newPart(dir string, mode fs.FileMode) (disk.File, error) {
	f.sweep(dir)
	for {
		path := filepath.Join(dir, partName+rand.Text()[:10])
		part, err := f.disk.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			_, _ = part.TryLock(true) // without locks parts are not swept up either
		}
		return part, err
	}
}

// abandoned is how long a part was not written to before it may be swept up: longer than it
// takes to lock a new one, and to name one that is done.
const abandoned = time.Minute

// sweep removes the parts in a folder that nobody is writing: those whose lock is free.
func (f Files) sweep(dir string) {
	entries, err := f.disk.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if !strings.HasPrefix(e.Name(), partName) || err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < abandoned {
			continue
		}
		path := filepath.Join(dir, e.Name())
		part, err := f.disk.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if free, err := part.TryLock(true); err == nil && free {
			part.Close()
			_ = f.disk.Remove(path)
			continue
		}
		part.Close()
	}
}
