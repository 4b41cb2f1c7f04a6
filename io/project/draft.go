package project

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"steward/core/limits"
	"strings"
	"time"

	"steward/core/message"
	"steward/core/plan"
	"steward/io/internal/disk"
)

// Draft keeps the plan of a program that has saved it nowhere yet in a folder of the program's
// own, so that a crash loses nothing. As long as the program lives it holds a lock; drafts that
// nobody holds are what was left behind (Leftovers). Like every plan file it holds no record.
type Draft struct {
	path string
	lock disk.File
}

const (
	draftEnding = ".steward"
	lockEnding  = ".lock"
)

// NewDraft returns a draft in a folder, which is made if need be. Nothing is written before Keep.
func NewDraft(folder string) (*Draft, error) {
	if err := disk.MakeFolder(disk.OS, folder); err != nil {
		return nil, message.Errorf("the folder for unsaved projects cannot be created: %w", disk.InWords(err))
	}
	for n := 1; n <= limits.MaxDrafts; n++ {
		path := filepath.Join(folder, fmt.Sprintf("unsaved-%d", n))
		lock, free, err := hold(path + lockEnding)
		if err != nil {
			return nil, err
		}
		if !free {
			continue
		}
		if _, err := os.Stat(path + draftEnding); err == nil { // what a crash has left
			lock.Close()
			continue
		}
		return &Draft{path: path + draftEnding, lock: lock}, nil
	}
	return nil, message.Errorf("%d unsaved projects are already kept in %s: open or remove some", limits.MaxDrafts, folder)
}

// hold opens a lock file and takes its lock, if it is free.
func hold(path string) (disk.File, bool, error) {
	lock, err := disk.OS.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, message.Errorf("an unsaved project cannot be kept: %w", disk.InWords(err))
	}
	free, err := lock.TryLock(true)
	if err != nil || !free {
		lock.Close()
		return nil, false, nil // held, or on a disk that cannot lock
	}
	return lock, true, nil
}

// Keep writes the plan and what the project remembers whole, or leaves what was kept before.
func (d *Draft) Keep(p plan.Plan, past Past) error {
	_, err := write(disk.OS, d.path, content{p, past})
	return err
}

// Drop removes what was kept: the plan is saved elsewhere, or not wanted.
func (d *Draft) Drop() error {
	if err := os.Remove(d.path); err != nil && !os.IsNotExist(err) {
		return message.Errorf("an unsaved project cannot be removed: %w", disk.InWords(err))
	}
	return nil
}

// Close ends the draft. What it keeps stays, unless it was dropped.
func (d *Draft) Close() {
	_, err := os.Stat(d.path)
	name := d.lock.Name()
	d.lock.Close()
	if os.IsNotExist(err) {
		_ = os.Remove(name)
	}
}

// Leftover is a draft whose program ended without dropping it.
type Leftover struct {
	Path string
	At   time.Time // when it was last kept
}

// Leftovers returns what was left in a folder, the newest first. A folder that is not there holds
// nothing.
func Leftovers(folder string) []Leftover {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	var out []Leftover
	for _, e := range entries {
		base, ok := strings.CutSuffix(e.Name(), draftEnding)
		if !ok || !e.Type().IsRegular() {
			continue
		}
		info, err := e.Info()
		if err != nil || !nobody(filepath.Join(folder, base+lockEnding)) {
			continue
		}
		out = append(out, Leftover{filepath.Join(folder, e.Name()), info.ModTime()})
	}
	slices.SortFunc(out, func(a, b Leftover) int { return b.At.Compare(a.At) })
	return out
}

// nobody reports whether no program holds a lock file.
func nobody(path string) bool {
	lock, err := disk.OS.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return os.IsNotExist(err)
	}
	defer lock.Close()
	free, err := lock.TryLock(true)
	return err == nil && free
}

// Forget removes a leftover with its lock file.
func (l Leftover) Forget() error {
	_ = os.Remove(strings.TrimSuffix(l.Path, draftEnding) + lockEnding)
	if err := os.Remove(l.Path); err != nil && !os.IsNotExist(err) {
		return message.Errorf("the unsaved project cannot be removed: %w", disk.InWords(err))
	}
	return nil
}
