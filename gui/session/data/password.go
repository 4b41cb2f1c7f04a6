package data

import (
	"errors"
	"path/filepath"

	"steward/core/plan"
	"steward/gui/words"
	"steward/io/sheet/protected"
)

// Locked is a workbook that could not be opened without a password, or with the one given.
type Locked struct {
	Path, Name string
	Wrong      bool

	data    plan.Data
	message string // of the failure that it belongs to
}

// lockedBy returns what is locked where that is why a file could not be opened, or nil.
func lockedBy(err error, path string, d plan.Data) *Locked {
	wrong := errors.Is(err, protected.ErrWrongPassword)
	if !wrong && !errors.Is(err, protected.ErrNeedsPassword) {
		return nil
	}
	return &Locked{path, filepath.Base(path), wrong, d, words.SentenceOf(err)}
}

// Locked returns the workbook that waits for its password, while its failure is shown; or nil.
func (s *Step) Locked() *Locked {
	if _, message := s.of.Failure(); s.locked == nil || message != s.locked.message {
		return nil
	}
	return s.locked
}

// Unlock opens a locked workbook with its password.
func (s *Step) Unlock(l *Locked, password string) {
	s.passwords.Set(l.Path, password)
	s.OpenFile(l.Path, l.data)
}
