// Package disk is the part of the operating system's file calls with which everything is
// written that must not be lost: ledgers, plans, releases. They stand behind an interface,
// so that tests can let each of them fail, or the program die at it.
//
// What a person has named is opened here too (Open): ordinary files only, of which no more is
// read (ReadFile) than one of their kind may hold.
package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Disk makes, opens and names files. Errors are those of package os.
type Disk interface {
	// OpenFile opens a file as os.OpenFile does, and errors with *OddError where it is no ordinary one.
	OpenFile(path string, flag int, perm fs.FileMode) (File, error)
	// ReadDir returns the entries of a folder in the order of their names.
	ReadDir(path string) ([]fs.DirEntry, error)
	// Stat describes what a path leads to, Lstat the path itself if it is a link.
	Stat(path string) (fs.FileInfo, error)
	Lstat(path string) (fs.FileInfo, error)
	// EvalSymlinks returns the path without the links in it.
	EvalSymlinks(path string) (string, error)
	MkdirAll(path string, perm fs.FileMode) error
	// Link gives a file a second name; it errors with fs.ErrExist when the name is taken.
	Link(from, to string) error
	// Rename replaces what stood under the new name.
	Rename(from, to string) error
	Remove(path string) error
	// SameFile reports whether two descriptions are of one file.
	SameFile(a, b fs.FileInfo) bool
	// SyncFolder makes the names in a folder durable. Where the system does so by itself
	// it does nothing.
	SyncFolder(path string) error
	// Locks errors with *UnlockedError where a folder lies on a network in a way that other computers do not see its locks.
	Locks(path string) error
}

// File is an open file.
type File interface {
	io.Reader
	io.Writer
	io.WriterAt
	io.Closer
	Name() string
	Stat() (fs.FileInfo, error)
	// Sync returns when what was written is on the disk.
	Sync() error
	Truncate(size int64) error
	// Reserve makes the file so large, and has room kept for all of it where the system can do that. It errors, as a write would,
	// where there is not as much room.
	Reserve(size int64) error
	Chmod(mode fs.FileMode) error
	// TryLock locks the file against other programs, and against other openings by this
	// one, unless one of them holds it; many may hold it together when exclusive is false.
	// A lock ends with the program, if not before.
	TryLock(exclusive bool) (free bool, err error)
	Unlock()
}

// OS is the disk of the operating system.
var OS Disk = system{}

type system struct{}

// file is an *os.File that can be locked.
type file struct{ *os.File }

func (system) OpenFile(path string, flag int, perm fs.FileMode) (File, error) {
	f, err := open(path, flag, perm)
	if err != nil {
		return nil, err
	}
	return file{f}, nil
}

func (system) ReadDir(path string) ([]fs.DirEntry, error)   { return os.ReadDir(path) }
func (system) Stat(path string) (fs.FileInfo, error)        { return os.Stat(path) }
func (system) Lstat(path string) (fs.FileInfo, error)       { return os.Lstat(path) }
func (system) EvalSymlinks(path string) (string, error)     { return filepath.EvalSymlinks(path) }
func (system) MkdirAll(path string, perm fs.FileMode) error { return os.MkdirAll(path, perm) }
func (system) Link(from, to string) error                   { return os.Link(from, to) }
func (system) Rename(from, to string) error                 { return os.Rename(from, to) }
func (system) Remove(path string) error                     { return os.Remove(path) }
func (system) SameFile(a, b fs.FileInfo) bool               { return os.SameFile(a, b) }
func (system) SyncFolder(path string) error                 { return syncFolder(path) }

// MakeFolder makes a folder that is only its owner's, with those above it that are missing,
// and makes their names durable.
func MakeFolder(d Disk, path string) error {
	var made []string
	for at := filepath.Clean(path); ; at = filepath.Dir(at) {
		if _, err := d.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	if err := d.MkdirAll(path, 0o700); err != nil {
		return err
	}
	for i := len(made) - 1; i >= 0; i-- {
		if err := d.SyncFolder(filepath.Dir(made[i])); err != nil {
			return err
		}
	}
	return nil
}

// Same reports whether an open file is still the one under a path, and not one that was
// replaced or removed since.
func Same(d Disk, f File, path string) bool {
	held, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := d.Stat(path)
	return err == nil && d.SameFile(held, named)
}
