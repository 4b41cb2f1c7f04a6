package project

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/internal/disk"
	"steward/io/wholefile"
)

// File is a plan file that is being worked on. It knows what it held when it was last read
// or written here, so that two windows do not write over each other's work.
type File struct {
	disk disk.Disk
	path string
	seen []byte
	past Past
}

// ChangedError is the error of saving over what another window or program saved meanwhile.
type ChangedError struct{ Path string }

// Error says which file it is and what to do.
func (e *ChangedError) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *ChangedError) Said() message.Text {
	return message.Sprintf("%s was saved by another window or program since it was opened here, and was left as it is: save your plan under another name, or open the file again", e.Path)
}

// Open reads a plan file as Load does, to be worked on.
func Open(path string) (*File, plan.Plan, error) { return open(disk.OS, path) }

func open(d disk.Disk, path string) (*File, plan.Plan, error) {
	c, data, err := load(d, path)
	if err != nil {
		return nil, c.Plan, err
	}
	return &File{d, path, data, c.Past}, c.Plan, nil
}

// SaveAs writes a plan file as Save does, with what the project remembers and whatever stood there, to be worked on.
func SaveAs(path string, p plan.Plan, past Past) (*File, error) {
	return saveAs(disk.OS, path, content{p, past})
}

func saveAs(d disk.Disk, path string, c content) (*File, error) {
	data, err := write(d, path, c)
	if err != nil {
		return nil, err
	}
	return &File{d, path, data, c.Past}, nil
}

// Past returns what the project remembers.
func (f *File) Past() Past { return f.past }

// Remember has what the project remembers written when the plan is saved next.
func (f *File) Remember(past Past) { f.past = past }

// Path returns where the file is.
func (f *File) Path() string { return f.path }

// SavedAt returns when the file was last written, by whom it may be, and the zero time where that cannot
// be told.
func (f *File) SavedAt() time.Time {
	info, err := os.Stat(f.path)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// Save writes the plan whole, or leaves the file as it was. It errors with *ChangedError when
// the file holds anything but what it held when it was last read or written here. A file
// that was removed is written anew.
//
// Windows replaces no file that is open, so there another program may save in the moment
// between the comparison and the writing.
func (f *File) Save(p plan.Plan) error {
	old, held, err := f.hold()
	if err != nil {
		return err
	}
	if old != nil {
		defer old.Close()
		if !bytes.Equal(held, f.seen) {
			return &ChangedError{f.path}
		}
		if runtime.GOOS == "windows" {
			old.Close()
		}
	}
	data, err := write(f.disk, f.path, content{p, f.past})
	if err == nil {
		f.seen = data
	}
	return err
}

// patience is how long a plan file that another program saves is waited for.
const patience = 5 * time.Second

// hold locks the file as it now is, and returns what it holds: nil when there is none.
func (f *File) hold() (disk.File, []byte, error) {
	ctx, cancel := context.WithTimeoutCause(context.Background(), patience, message.Errorf("another program has held %s for %v: close it and try again", f.path, patience))
	defer cancel()
	for {
		old, err := f.disk.OpenFile(f.path, os.O_RDONLY, 0)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil, nil
		}
		if err != nil {
			return nil, nil, message.Errorf("the plan file cannot be compared with what was saved before: %w", disk.InWords(err))
		}
		if err := disk.Wait(ctx, old, true); err != nil && ctx.Err() != nil {
			old.Close()
			return nil, nil, err
		} // a disk that cannot lock still tells what it holds
		if !disk.Same(f.disk, old, f.path) && ctx.Err() == nil {
			old.Close() // replaced while it was waited for
			continue
		}
		held, err := disk.ReadAll(old, limits.MaxProjectBytes)
		if err != nil {
			old.Close()
			return nil, nil, message.Errorf("the plan file cannot be compared with what was saved before: %w", disk.InWords(err))
		}
		return old, held, nil
	}
}

// write writes a plan file and returns what it then holds.
func write(d disk.Disk, path string, c content) ([]byte, error) {
	c.Past = c.from(filepath.Dir(path))
	data, err := encode(c)
	if err != nil {
		return nil, err
	}
	return data, wholefile.On(d).Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
