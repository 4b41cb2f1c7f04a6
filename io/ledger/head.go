package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"steward/io/wholefile"
)

// head is the last entry that was written to a ledger. It is kept in a folder beside the
// ledgers' own, because a chain cannot tell that its end was cut off or that an old copy
// was put back. A ledger may be ahead of its head, when a crash came between the two.
type head struct {
	DataSet  string `json:"dataSet"`
	Sequence int    `json:"sequence"`
	Hash     string `json:"hash"`
}

// headPath returns where the head of the ledger at path is kept.
func headPath(path string) string {
	return filepath.Join(filepath.Dir(path)+".heads", filepath.Base(path)+".head")
}

// compareHead errors when a ledger does not reach its head, or holds another entry there.
func (l *Ledger) compareHead(a account) error {
	path := headPath(l.path)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("what the ledger %s is compared with cannot be read: %w", l.path, err)
	}
	var h head
	if err := json.Unmarshal(data, &h); err != nil {
		return &DamagedError{path, err}
	}
	switch last := len(a.entries); {
	case h.Sequence > last:
		return &DamagedError{l.path, fmt.Errorf("it ends at entry %d, but entry %d was written: its end was cut off, or an old copy was put back", last, h.Sequence)}
	case h.Sequence > 0 && a.entries[h.Sequence-1].Hash != h.Hash:
		return &DamagedError{l.path, fmt.Errorf("entry %d is not the one that was written", h.Sequence)}
	}
	return nil
}

// keepHead writes the head of a.
func (l *Ledger) keepHead(a account) error {
	h := head{DataSet: l.dataSet}
	h.Sequence, h.Hash = a.head()
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	path := headPath(l.path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the folder beside the ledgers cannot be made: %w", err)
	}
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}
