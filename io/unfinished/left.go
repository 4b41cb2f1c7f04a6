package unfinished

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"steward/core/message"
	"steward/io/internal/disk"
)

// Left is a release that was interrupted: nobody holds it any more.
type Left struct {
	About
	// Kept says that its answers are kept.
	Kept bool
	dir  string
}

// LeftAt returns the releases for the ledgers in a folder that were interrupted. It errors with what of them
// cannot be read beside those that can.
func LeftAt(d disk.Disk, ledgers string) ([]Left, error) {
	in := folder(ledgers)
	entries, err := d.ReadDir(in)
	if err != nil {
		return nil, missingIsFine(err)
	}
	var out []Left
	var failed []error
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), folderName) {
			continue
		}
		l := Left{dir: filepath.Join(in, e.Name())}
		r, err := l.Hold(d)
		switch {
		case errors.Is(err, ErrHeld), errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			failed = append(failed, err)
			continue
		}
		_, err = d.Stat(filepath.Join(l.dir, answersName))
		l.About, l.Kept = r.About, err == nil
		r.Close()
		out = append(out, l)
	}
	return out, errors.Join(failed...)
}

// ErrHeld is the error of a release that another program is carrying out.
var ErrHeld = message.New("the release is being carried out by another window or program: wait for it")

// Hold takes a release up that was interrupted. It errors with ErrHeld when another program has.
func (l Left) Hold(d disk.Disk) (*Release, error) {
	r := &Release{disk: d, dir: l.dir}
	var err error
	if r.lock, err = d.OpenFile(filepath.Join(l.dir, lockName), os.O_RDWR, 0); err != nil {
		return nil, err
	}
	free, err := r.lock.TryLock(true)
	if err == nil && !free {
		err = ErrHeld
	}
	if err == nil {
		r.About, err = readAbout(d, l.dir) // after the lock: it may have been dropped meanwhile
	}
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}
