// Package wholefile writes files that appear whole or not at all: to a temporary file in the
// same folder, onto the disk, and only then under their name. It imports the standard
// library only.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write makes the file at path hold what content writes, replacing an earlier file. When it
// errors, an earlier file is as it was and nothing half-written is left.
func Write(path string, content func(io.Writer) error) error {
	return write(path, content, os.Rename)
}

// Create is Write, but errors with fs.ErrExist when the file exists already.
func Create(path string, content func(io.Writer) error) error {
	return write(path, content, func(from, to string) error {
		// A hard link fails when the name is taken, whoever took it and when.
		err := os.Link(from, to)
		switch {
		case err == nil:
			return os.Remove(from)
		case errors.Is(err, fs.ErrExist):
			return fmt.Errorf("%s exists already: choose another name or folder, so that nothing is lost: %w", to, fs.ErrExist)
		}
		// The file system has no hard links: look, then rename.
		if _, missing := os.Lstat(to); missing == nil {
			return fmt.Errorf("%s exists already: choose another name or folder, so that nothing is lost: %w", to, fs.ErrExist)
		}
		return os.Rename(from, to)
	})
}

func write(path string, content func(io.Writer) error, publish func(from, to string) error) error {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".steward-part-*") // short, so that the name fits where path's does
	if err != nil {
		return fmt.Errorf("%s cannot be written: choose a folder that you may write to: %w", path, err)
	}
	published := false
	defer func() {
		if !published { // an error, or a panic of content
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := content(f); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := publish(f.Name(), path); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	published = true
	syncFolder(dir)
	return nil
}

// syncFolder makes new names in a folder durable, where the system can: not every one opens
// or syncs folders, and the file itself is on the disk.
func syncFolder(dir string) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	_ = d.Sync()
	d.Close()
}
