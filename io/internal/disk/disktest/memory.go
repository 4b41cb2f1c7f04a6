package disktest

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"steward/io/internal/disk"
)

// Memory is a disk in memory that remembers what of it would outlast a power cut: the bytes
// of a file since its last Sync, and the names in a folder since its last SyncFolder. It
// holds no links, and what path.Dir of a path leads to in the end is always there.
type Memory struct {
	mu    sync.Mutex
	names map[string]*node
	kept  map[string]*node // the names that would outlast a power cut
}

var _ disk.Disk = (*Memory)(nil)

// node is a file or a folder.
type node struct {
	folder  bool
	data    []byte
	kept    []byte // what would outlast a power cut
	mode    fs.FileMode
	changed time.Time
	readers int
	writer  bool
}

// NewMemory returns an empty disk.
func NewMemory() *Memory { return &Memory{names: map[string]*node{}, kept: map[string]*node{}} }

// Loss says what becomes of what was not made durable when the power is cut.
type Loss struct {
	// Names says that names are kept as they last were, and not as they were last durable.
	Names bool
	// Bytes says what is left of bytes at a file's end that were not durable: none, the
	// first half of them, as many zeros, or all.
	Bytes Left
}

// Left is what is left of bytes.
type Left int

// What can be left of bytes.
const (
	None Left = iota
	Half
	Zeros
	All
)

// Losses are all the ways of losing what was not made durable.
func Losses() []Loss {
	var list []Loss
	for _, names := range []bool{false, true} {
		for _, left := range []Left{None, Half, Zeros, All} {
			list = append(list, Loss{names, left})
		}
	}
	return list
}

// Copy returns the disk as it stands, with no file open.
func (m *Memory) Copy() *Memory { return m.after(Loss{true, All}) }

// After returns the disk as it is after a power cut.
func (m *Memory) After(l Loss) *Memory { return m.after(l) }

func (m *Memory) after(l Loss) *Memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := NewMemory()
	from := m.kept
	if l.Names {
		from = m.names
	}
	for path, n := range from {
		if !m.reached(from, path) {
			continue
		}
		left := &node{folder: n.folder, mode: n.mode, changed: n.changed, data: slices.Clone(n.kept)}
		if rest, grown := strings.CutPrefix(string(n.data), string(n.kept)); grown {
			switch l.Bytes {
			case Half:
				rest = rest[:len(rest)/2]
			case Zeros:
				rest = strings.Repeat("\x00", len(rest))
			case None:
				rest = ""
			}
			left.data = append(left.data, rest...)
		} else if l.Bytes == All {
			left.data = slices.Clone(n.data)
		}
		left.kept = slices.Clone(left.data)
		out.names[path] = left
	}
	out.kept = maps.Clone(out.names)
	return out
}

// reached reports whether the folders above a path are there.
func (m *Memory) reached(names map[string]*node, path string) bool {
	for above := filepath.Dir(path); above != filepath.Dir(above); above = filepath.Dir(above) {
		if n := names[above]; n == nil || !n.folder {
			return false
		}
	}
	return true
}

func failed(call, path string, err error) error {
	return &fs.PathError{Op: call, Path: path, Err: err}
}

// OpenFile does what disk.Disk says.
func (m *Memory) OpenFile(path string, flag int, perm fs.FileMode) (disk.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	path = filepath.Clean(path)
	n := m.names[path]
	switch {
	case n == nil && flag&os.O_CREATE == 0, !m.reached(m.names, path):
		return nil, failed(Open, path, fs.ErrNotExist)
	case n != nil && flag&os.O_EXCL != 0:
		return nil, failed(Create, path, fs.ErrExist)
	case n == nil:
		n = &node{mode: perm, changed: time.Now()}
		m.names[path] = n
	}
	return &memoryFile{disk: m, node: n, path: path}, nil
}

// ReadDir does what disk.Disk says.
func (m *Memory) ReadDir(path string) ([]fs.DirEntry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	path = filepath.Clean(path)
	if n := m.names[path]; n == nil && filepath.Dir(path) != path {
		return nil, failed(List, path, fs.ErrNotExist)
	}
	var list []fs.DirEntry
	for _, name := range slices.Sorted(maps.Keys(m.names)) {
		if filepath.Dir(name) == path {
			list = append(list, fs.FileInfoToDirEntry(info{filepath.Base(name), *m.names[name], m.names[name]}))
		}
	}
	return list, nil
}

// Stat does what disk.Disk says.
func (m *Memory) Stat(path string) (fs.FileInfo, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	path = filepath.Clean(path)
	n := m.names[path]
	if filepath.Dir(path) == path {
		n = &node{folder: true}
	}
	if n == nil {
		return nil, failed(Look, path, fs.ErrNotExist)
	}
	return info{filepath.Base(path), *n, n}, nil
}

// Lstat does what disk.Disk says.
func (m *Memory) Lstat(path string) (fs.FileInfo, error) { return m.Stat(path) }

// EvalSymlinks does what disk.Disk says.
func (m *Memory) EvalSymlinks(path string) (string, error) { return filepath.Clean(path), nil }

// MkdirAll does what disk.Disk says.
func (m *Memory) MkdirAll(path string, perm fs.FileMode) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for at := filepath.Clean(path); at != filepath.Dir(at); at = filepath.Dir(at) {
		if n := m.names[at]; n == nil {
			m.names[at] = &node{folder: true, mode: perm}
		} else if !n.folder {
			return failed(Mkdir, at, errors.New("not a folder"))
		}
	}
	return nil
}

// Link does what disk.Disk says.
func (m *Memory) Link(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.names[to] != nil {
		return failed(Link, to, fs.ErrExist)
	}
	return m.name(from, to)
}

// Rename does what disk.Disk says.
func (m *Memory) Rename(from, to string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.name(from, to); err != nil {
		return err
	}
	delete(m.names, from)
	return nil
}

func (m *Memory) name(from, to string) error {
	n := m.names[from]
	if n == nil {
		return failed(Rename, from, fs.ErrNotExist)
	}
	m.names[to] = n
	return nil
}

// Remove does what disk.Disk says.
func (m *Memory) Remove(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.names[path] == nil {
		return failed(Remove, path, fs.ErrNotExist)
	}
	delete(m.names, path)
	return nil
}

// SameFile does what disk.Disk says.
func (m *Memory) SameFile(a, b fs.FileInfo) bool { return a.(info).of == b.(info).of }

// SyncFolder does what disk.Disk says.
func (m *Memory) SyncFolder(path string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	path = filepath.Clean(path)
	maps.DeleteFunc(m.kept, func(name string, _ *node) bool { return filepath.Dir(name) == path })
	for name, n := range m.names {
		if filepath.Dir(name) == path {
			m.kept[name] = n
		}
	}
	return nil
}

// info describes a node as it was.
type info struct {
	name string
	node
	of *node
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return int64(len(i.data)) }
func (i info) ModTime() time.Time { return i.changed }
func (i info) IsDir() bool        { return i.folder }
func (i info) Sys() any           { return nil }

func (i info) Mode() fs.FileMode {
	if i.folder {
		return i.mode | fs.ModeDir
	}
	return i.mode
}

// memoryFile is an open file.
type memoryFile struct {
	disk      *Memory
	node      *node
	path      string
	at        int
	reads     bool // what it holds of the lock
	exclusive bool
}

func (f *memoryFile) Name() string { return f.path }

func (f *memoryFile) Read(b []byte) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if f.at >= len(f.node.data) {
		return 0, io.EOF
	}
	n := copy(b, f.node.data[f.at:])
	f.at += n
	return n, nil
}

func (f *memoryFile) Write(b []byte) (int, error) {
	n, err := f.WriteAt(b, int64(f.at))
	f.at += n
	return n, err
}

func (f *memoryFile) WriteAt(b []byte, at int64) (int, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if need := int(at) + len(b) - len(f.node.data); need > 0 {
		f.node.data = append(f.node.data, make([]byte, need)...)
	}
	f.node.changed = time.Now()
	return copy(f.node.data[at:], b), nil
}

func (f *memoryFile) Stat() (fs.FileInfo, error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	return info{filepath.Base(f.path), *f.node, f.node}, nil
}

func (f *memoryFile) Sync() error {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.node.kept = slices.Clone(f.node.data)
	return nil
}

func (f *memoryFile) Truncate(size int64) error {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.node.data = slices.Clone(f.node.data[:min(int(size), len(f.node.data))])
	return nil
}

func (f *memoryFile) Reserve(size int64) error {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.node.data = append(f.node.data, make([]byte, max(int(size)-len(f.node.data), 0))...)
	return nil
}

func (f *memoryFile) Chmod(mode fs.FileMode) error {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	f.node.mode = mode
	return nil
}

func (f *memoryFile) TryLock(exclusive bool) (free bool, err error) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if f.node.writer || exclusive && f.node.readers > 0 {
		return false, nil
	}
	if f.exclusive = exclusive; exclusive {
		f.node.writer = true
	} else {
		f.reads = true
		f.node.readers++
	}
	return true, nil
}

func (f *memoryFile) Unlock() {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if f.exclusive {
		f.node.writer = false
	}
	if f.reads {
		f.node.readers--
	}
	f.exclusive, f.reads = false, false
}

func (f *memoryFile) Close() error {
	f.Unlock()
	return nil
}

// Locks does what disk.Disk says: a disk in memory is no network's.
func (m *Memory) Locks(string) error { return nil }
