// Package disktest is a disk that fails when a test says so: at any call, with any error, in
// the middle of a write, or by the death of the program. It is for tests only.
package disktest

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"time"

	"steward/io/internal/disk"
)

// The calls, as Op names them.
const (
	Open       = "open"
	Read       = "read"
	List       = "list"
	Look       = "look"
	Lock       = "lock"
	Close      = "close"
	Sync       = "sync"
	SyncFolder = "sync folder"
	Create     = "create"
	Write      = "write"
	Truncate   = "truncate"
	Reserve    = "reserve"
	Chmod      = "chmod"
	Mkdir      = "mkdir"
	Link       = "link"
	Rename     = "rename"
	Remove     = "remove"
)

// Op is a call on the disk.
type Op struct {
	Number int // from 1
	Call   string
	Path   string // the new name, where there are two
	Bytes  int    // of a write
}

// Writes reports whether the call changes the disk, or waits for what was changed: where a
// program that dies may leave something half done.
func (o Op) Writes() bool {
	switch o.Call {
	case Sync, SyncFolder, Create, Write, Truncate, Reserve, Chmod, Mkdir, Link, Rename, Remove:
		return true
	}
	return false
}

// Fault is what becomes of a call. The zero Fault lets it be done.
type Fault struct {
	// Err is returned instead of doing the call; a write puts Bytes bytes first.
	Err   error
	Bytes int
	// Die ends the program in place of the call, after Bytes bytes of a write.
	Die bool
}

// Disk is a disk with faults.
type Disk struct {
	// On is the disk beneath, the operating system's when it is nil.
	On disk.Disk
	// Fault decides on each call. It may be called by several goroutines, one at a time.
	Fault func(Op) Fault
	// Unsynced leaves out the waiting for the disk, for tests that are not about it.
	Unsynced bool
	// Unlocked is what Locks errors with, nil for nothing.
	Unlocked error

	mu    sync.Mutex
	count int
}

var _ disk.Disk = (*Disk)(nil)

// Count returns how many calls there were.
func (d *Disk) Count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.count
}

func (d *Disk) beneath() disk.Disk {
	if d.On == nil {
		return disk.OS
	}
	return d.On
}

func (d *Disk) fault(call, path string, bytes int) Fault {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count++
	if d.Fault == nil {
		return Fault{}
	}
	return d.Fault(Op{d.count, call, path, bytes})
}

// do does a call, or what its fault makes of it.
func (d *Disk) do(call, path string, f func() error) error {
	fault := d.fault(call, path, 0)
	if fault.Die {
		die()
	}
	if fault.Err != nil {
		return &fs.PathError{Op: call, Path: path, Err: fault.Err}
	}
	return f()
}

// die ends the program as the system ends it: nothing that is deferred is done.
func die() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	time.Sleep(time.Minute) // the end comes from outside
}

// OpenFile does what disk.Disk says.
func (d *Disk) OpenFile(path string, flag int, perm fs.FileMode) (disk.File, error) {
	call := Open
	if flag&os.O_CREATE != 0 {
		if _, err := d.beneath().Lstat(path); errors.Is(err, fs.ErrNotExist) {
			call = Create
		}
	}
	var f disk.File
	err := d.do(call, path, func() (err error) {
		f, err = d.beneath().OpenFile(path, flag, perm)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &file{f, d, path}, nil
}

// ReadDir does what disk.Disk says.
func (d *Disk) ReadDir(path string) (list []fs.DirEntry, err error) {
	err = d.do(List, path, func() (err error) { list, err = d.beneath().ReadDir(path); return err })
	return list, err
}

// Stat does what disk.Disk says.
func (d *Disk) Stat(path string) (info fs.FileInfo, err error) {
	err = d.do(Look, path, func() (err error) { info, err = d.beneath().Stat(path); return err })
	return info, err
}

// Lstat does what disk.Disk says.
func (d *Disk) Lstat(path string) (info fs.FileInfo, err error) {
	err = d.do(Look, path, func() (err error) { info, err = d.beneath().Lstat(path); return err })
	return info, err
}

// EvalSymlinks does what disk.Disk says.
func (d *Disk) EvalSymlinks(path string) (to string, err error) {
	err = d.do(Look, path, func() (err error) { to, err = d.beneath().EvalSymlinks(path); return err })
	return to, err
}

// MkdirAll is a call only where there is something to make.
func (d *Disk) MkdirAll(path string, perm fs.FileMode) error {
	call := Mkdir
	if info, err := d.beneath().Stat(path); err == nil && info.IsDir() {
		call = Look
	}
	return d.do(call, path, func() error { return d.beneath().MkdirAll(path, perm) })
}

// Link does what disk.Disk says.
func (d *Disk) Link(from, to string) error {
	return d.do(Link, to, func() error { return d.beneath().Link(from, to) })
}

// Rename does what disk.Disk says.
func (d *Disk) Rename(from, to string) error {
	return d.do(Rename, to, func() error { return d.beneath().Rename(from, to) })
}

// Remove does what disk.Disk says.
func (d *Disk) Remove(path string) error {
	return d.do(Remove, path, func() error { return d.beneath().Remove(path) })
}

// SameFile does what disk.Disk says.
func (d *Disk) SameFile(a, b fs.FileInfo) bool { return d.beneath().SameFile(a, b) }

// Locks does what disk.Disk says, or errors with Unlocked.
func (d *Disk) Locks(path string) error {
	if d.Unlocked != nil {
		return d.Unlocked
	}
	return d.beneath().Locks(path)
}

// SyncFolder does what disk.Disk says.
func (d *Disk) SyncFolder(path string) error {
	return d.do(SyncFolder, path, func() error {
		if d.Unsynced {
			return nil
		}
		return d.beneath().SyncFolder(path)
	})
}

// file is an open file of a Disk.
type file struct {
	disk.File
	disk *Disk
	path string
}

func (f *file) Read(b []byte) (n int, err error) {
	err = f.disk.do(Read, f.path, func() error { return nil })
	if err != nil {
		return 0, err
	}
	return f.File.Read(b)
}

func (f *file) Write(b []byte) (int, error) { return f.put(b, f.File.Write) }

func (f *file) WriteAt(b []byte, at int64) (int, error) {
	return f.put(b, func(part []byte) (int, error) { return f.File.WriteAt(part, at) })
}

func (f *file) put(b []byte, write func([]byte) (int, error)) (int, error) {
	fault := f.disk.fault(Write, f.path, len(b))
	if fault.Err == nil && !fault.Die {
		return write(b)
	}
	n, err := write(b[:min(fault.Bytes, len(b))])
	if fault.Die {
		die()
	}
	return n, errors.Join(&fs.PathError{Op: Write, Path: f.path, Err: fault.Err}, err)
}

func (f *file) Stat() (info fs.FileInfo, err error) {
	err = f.disk.do(Look, f.path, func() (err error) { info, err = f.File.Stat(); return err })
	return info, err
}

func (f *file) Sync() error {
	return f.disk.do(Sync, f.path, func() error {
		if f.disk.Unsynced {
			return nil
		}
		return f.File.Sync()
	})
}

func (f *file) Truncate(size int64) error {
	return f.disk.do(Truncate, f.path, func() error { return f.File.Truncate(size) })
}

func (f *file) Reserve(size int64) error {
	return f.disk.do(Reserve, f.path, func() error { return f.File.Reserve(size) })
}

func (f *file) Chmod(mode fs.FileMode) error {
	return f.disk.do(Chmod, f.path, func() error { return f.File.Chmod(mode) })
}

func (f *file) TryLock(exclusive bool) (free bool, err error) {
	err = f.disk.do(Lock, f.path, func() (err error) { free, err = f.File.TryLock(exclusive); return err })
	return free, err
}

// Close closes the file even when it is to fail.
func (f *file) Close() error {
	err := f.disk.do(Close, f.path, func() error { return nil })
	return errors.Join(err, f.File.Close())
}
