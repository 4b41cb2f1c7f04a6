package disk

import (
	"bytes"
	"io"
	"io/fs"
	"os"

	"steward/core/message"
)

// Open opens a file for reading that is one: what waits for another program, has no end or holds no bytes is refused with
// *OddError, without being read or waited for. Nothing else opens what a person has named, except through a Disk.
func Open(path string) (*os.File, error) { return open(path, os.O_RDONLY, 0) }

// open opens a file that is one, or makes it.
func open(path string, flag int, perm fs.FileMode) (*os.File, error) {
	// Opening a device can set it to work, and a socket does not say what it is.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &OddError{path, info.Mode()}
	}
	return opened(path, flag, perm) // it may be another by now
}

// opened opens a file, and looks whether what was opened is one.
func opened(path string, flag int, perm fs.FileMode) (*os.File, error) {
	f, err := os.OpenFile(path, flag|atOnce, perm)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &OddError{path, info.Mode()}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// OddError is the error of opening what is no ordinary file.
type OddError struct {
	Path string
	Mode fs.FileMode
}

// Error says what it is and what to do.
func (e *OddError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *OddError) Said() message.Text {
	switch {
	case e.Mode.IsDir():
		return message.Sprintf("%s is a folder: name a file in it", e.Path)
	case e.Mode&fs.ModeNamedPipe != 0:
		return message.Sprintf("%s is a pipe: save what comes through it as a file, and name that", e.Path)
	}
	return message.Sprintf("%s is a device or the like: name a file that is stored on a disk", e.Path)
}

// ReadFile returns what a file holds, of which there may be so many bytes.
func ReadFile(d Disk, path string, most int64) ([]byte, error) {
	f, err := d.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, most)
}

// ReadAll returns what is left of an open file, of which there may be so many bytes.
func ReadAll(f Opened, most int64) ([]byte, error) {
	var b bytes.Buffer
	if err := Copy(&b, f, most); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Opened is an open file that is read.
type Opened interface {
	io.Reader
	Name() string
	Stat() (fs.FileInfo, error)
}

// Copy writes what is left of an open file. It errors with *LargeError where that are more bytes than there may be, and
// reads none where it can tell before.
func Copy(to io.Writer, f Opened, most int64) error {
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return &LargeError{f.Name(), most}
	}
	n, err := io.Copy(to, io.LimitReader(f, most+1)) // it may be growing
	if err == nil && n > most {
		return &LargeError{f.Name(), most}
	}
	return err
}

// LargeError is the error of reading a file of more bytes than one of its kind has.
type LargeError struct {
	Path string
	Most int64
}

// Error says how large it may be.
func (e *LargeError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *LargeError) Said() message.Text {
	return message.Sprintf("%s is larger than %d MiB, so it is not a file of this kind: choose another", e.Path, e.Most>>20)
}
