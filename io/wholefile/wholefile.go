// Package wholefile writes files that appear whole or not at all: to a temporary file in the
// same folder, onto the disk, and only then under their name.
package wholefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"steward/core/message"
	"steward/io/internal/disk"
)

// Files writes whole files to one disk.
type Files struct{ disk disk.Disk }

// On returns what writes to a disk.
func On(d disk.Disk) Files { return Files{d} }

// Write makes the file at path hold what content writes, replacing an earlier file. When it
// errors, an earlier file is as it was and nothing half-written is left. A new file may be
// read and written by whom the system's settings (umask) allow, an earlier one keeps whom it
// allowed. Where path is a link, the file that it leads to is replaced and the link stays.
func Write(path string, content func(io.Writer) error) error { return On(disk.OS).Write(path, content) }

// Create is Write, but errors with fs.ErrExist when the file exists already, as a link does
// that leads nowhere.
func Create(path string, content func(io.Writer) error) error {
	return On(disk.OS).Create(path, content)
}

// CreatePrivate is Create for a file that nobody but its owner may read, whatever the system's settings allow.
func CreatePrivate(path string, content func(io.Writer) error) error {
	return On(disk.OS).create(place{path: path, mode: 0o600, kept: true}, content)
}

// Write does what the function Write does.
func (f Files) Write(path string, content func(io.Writer) error) error {
	place, err := f.earlier(path)
	if err != nil {
		return err
	}
	return f.write(place, content, f.disk.Rename)
}

// Create does what the function Create does.
func (f Files) Create(path string, content func(io.Writer) error) error {
	return f.create(place{path: path, mode: newMode}, content)
}

// create writes a file where there is none.
func (f Files) create(at place, content func(io.Writer) error) error {
	return f.write(at, content, f.Move)
}

// Move gives a file a name that nothing has.
func (f Files) Move(from, to string) error {
	// A hard link fails when the name is taken, whoever took it and when.
	err := f.disk.Link(from, to)
	switch {
	case err == nil:
		_ = f.disk.Remove(from) // the file has its name; a part that stays is swept up later
		return nil
	case errors.Is(err, fs.ErrExist):
		return Exists(to)
	}
	// The file system has no hard links: look, then rename.
	if _, missing := f.disk.Lstat(to); missing == nil {
		return Exists(to)
	}
	return f.disk.Rename(from, to)
}

// Exists is the error of a new file whose name is taken.
func Exists(path string) error {
	return message.Errorf("%s already exists: choose another name or folder, so that nothing is lost: %w", path, fs.ErrExist)
}

// Absent errors where something is at a path already.
func Absent(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return message.Errorf("%s already exists: choose another name, so that nothing is lost", path)
	}
	return nil
}

// newMode is what a new file asks for; the system takes away what its settings forbid.
const newMode fs.FileMode = 0o666

// place is where a file is to stand.
type place struct {
	path string
	mode fs.FileMode
	// kept says that an earlier file had the mode.
	kept bool
}

// earlier finds the file that is to be replaced: the one that path leads to.
func (f Files) earlier(path string) (place, error) {
	info, err := f.disk.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return place{path: path, mode: newMode}, nil
	}
	to := path
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if to, err = f.disk.EvalSymlinks(path); err != nil {
			return place{}, message.Errorf("%s is a link to a file that is not there: remove the link, restore the file it points to, or choose another name: %w", path, err)
		}
		info, err = f.disk.Stat(to)
	}
	switch {
	case err != nil:
		return place{}, cannot(path, err)
	case info.IsDir():
		return place{}, message.Errorf("%s is a folder: choose another name for the file", path)
	case !info.Mode().IsRegular():
		return place{}, message.Errorf("%s is a device or the like, not a file: choose another name", path)
	}
	return place{to, info.Mode().Perm(), true}, nil
}

func (f Files) write(at place, content func(io.Writer) error, publish func(from, to string) error) error {
	dir := filepath.Dir(at.path)
	part, err := f.newPart(dir, at.mode)
	if err != nil {
		return cannot(at.path, err)
	}
	published := false
	defer func() {
		if !published { // an error, or a panic of content
			part.Close()
			_ = f.disk.Remove(part.Name())
		}
	}()
	if at.kept {
		if err := keepMode(part, at.mode); err != nil {
			return writing(at.path, err)
		}
	}
	if err := content(named{part, at.path}); err != nil {
		return err
	}
	if err := part.Sync(); err != nil {
		return writing(at.path, err)
	}
	if err := part.Close(); err != nil {
		return writing(at.path, err)
	}
	if err := publish(part.Name(), at.path); err != nil {
		return writing(at.path, err)
	}
	published = true
	// Not every system opens or syncs folders, and the file itself is on the disk.
	_ = f.disk.SyncFolder(dir)
	return nil
}

// named is a part whose errors speak of the file that it is a part of.
type named struct {
	disk.File
	path string
}

func (n named) Write(b []byte) (int, error) {
	written, err := n.File.Write(b)
	if err != nil {
		err = writing(n.path, err)
	}
	return written, err
}

func writing(path string, err error) error {
	return message.Errorf("writing %s: %w", path, disk.InWords(err))
}

func cannot(path string, err error) error {
	if words := disk.InWords(err); words != err {
		return message.Errorf("%s cannot be written: %w", path, words)
	}
	return message.Errorf("%s cannot be written: choose a folder that you may write to: %w", path, err)
}

// keepMode gives a part the mode of the file that it is to replace. Some file systems know
// fewer modes than others: it errors only when more people could read or write the file.
func keepMode(part disk.File, mode fs.FileMode) error {
	info, err := part.Stat()
	if err != nil || info.Mode().Perm() == mode {
		return err
	}
	if err := part.Chmod(mode); err != nil && info.Mode().Perm()&^mode != 0 {
		return err
	}
	return nil
}
