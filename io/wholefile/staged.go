package wholefile

import (
	"io"
	"path/filepath"

	"steward/io/internal/disk"
)

// Staged is a file that is on the disk, whole, and does not stand under its name yet, so that several files can be
// written before any of them is to be seen. It has to be published or dropped.
type Staged struct {
	files Files
	at    place
	part  disk.File
}

// Stage is Create up to the point where the file gets its name. It errors when the file exists already.
func (f Files) Stage(path string, content func(io.Writer) error) (*Staged, error) {
	if _, missing := f.disk.Lstat(path); missing == nil {
		return nil, exists(path)
	}
	return f.stage(place{path: path, mode: newMode}, content)
}

// Part is the path under which the file can be read until it is published.
func (s *Staged) Part() string { return s.part.Name() }

// Publish gives the file its name. It errors, and leaves nothing, when the name was taken in the meantime.
func (s *Staged) Publish() error {
	if info, err := s.part.Stat(); err == nil {
		_ = s.part.Truncate(info.Size()) // it is as if written now, so that nobody sweeps it up while it gets its name
	}
	return s.publish(s.files.name)
}

// Drop removes the file.
func (s *Staged) Drop() {
	s.part.Close()
	_ = s.files.disk.Remove(s.part.Name())
}

// stage writes a file to the disk, under the name of a part.
func (f Files) stage(at place, content func(io.Writer) error) (*Staged, error) {
	part, err := f.newPart(filepath.Dir(at.path), at.mode)
	if err != nil {
		return nil, cannot(at.path, err)
	}
	s, staged := &Staged{f, at, part}, false
	defer func() {
		if !staged { // an error, or a panic of content
			s.Drop()
		}
	}()
	if at.kept {
		if err := keepMode(part, at.mode); err != nil {
			return nil, writing(at.path, err)
		}
	}
	if err := content(named{part, at.path}); err != nil {
		return nil, err
	}
	if err := part.Sync(); err != nil {
		return nil, writing(at.path, err)
	}
	staged = true
	return s, nil
}

// publish closes the part and names it.
func (s *Staged) publish(name func(from, to string) error) error {
	err := s.part.Close()
	if err == nil {
		err = name(s.part.Name(), s.at.path)
	}
	if err != nil {
		_ = s.files.disk.Remove(s.part.Name())
		return writing(s.at.path, err)
	}
	// Not every system opens or syncs folders, and the file itself is on the disk.
	_ = s.files.disk.SyncFolder(filepath.Dir(s.at.path))
	return nil
}
