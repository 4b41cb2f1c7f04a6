package ledger

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
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

// headExtension follows the name of a ledger file in the name of its head's.
const headExtension = ".head"

// headsDir returns the folder of the heads of the ledgers in a folder.
func headsDir(dir string) string { return filepath.Clean(dir) + ".heads" }

// headPath returns where the head of the ledger at path is kept.
func headPath(path string) string {
	return filepath.Join(headsDir(filepath.Dir(path)), filepath.Base(path)+headExtension)
}

// readHead returns the head of the ledger at path, and false when none was kept.
func (f *Folder) readHead(path string) (head, bool, error) {
	var h head
	data, err := disk.ReadFile(f.disk, headPath(path), limits.MaxHeadBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return h, false, nil
	}
	if err != nil {
		return h, false, message.Errorf("what the account %s is compared with cannot be read: %w", path, disk.InWords(err))
	}
	if err := json.Unmarshal(data, &h); err != nil {
		return h, false, &DamagedError{headPath(path), err}
	}
	return h, true, nil
}

// compareHead errors when a ledger does not reach its head, or holds another entry there.
func (f *Folder) compareHead(path string, a *account) error {
	h, kept, err := f.readHead(path)
	if err != nil || !kept || h.Sequence == 0 {
		return err
	}
	last, _ := a.head()
	e, there := a.entry(h.Sequence)
	switch {
	case h.Sequence > last:
		return &DamagedError{path, message.Errorf("it ends at entry %d, but entry %d was written: its end was cut off, or an old copy was put back", last, h.Sequence)}
	case !there: // a data set is forgotten only when the head says so
		return &DamagedError{path, message.Errorf("entry %d is missing, and so are those before", h.Sequence)}
	case e.Hash != h.Hash:
		return &DamagedError{path, message.Errorf("entry %d is not the one that was written", h.Sequence)}
	}
	return nil
}

// keepHead writes the head of a ledger.
func (f *Folder) keepHead(path string, h head) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	if err := disk.MakeFolder(f.disk, headsDir(f.dir)); err != nil {
		return message.Errorf("the folder next to the accounts cannot be created: %w", disk.InWords(err))
	}
	return wholefile.On(f.disk).Write(headPath(path), func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}

// ledgerOf returns the ledger file that the file of a head belongs to, and false for any
// other file.
func (f *Folder) ledgerOf(headName string) (path string, ok bool) {
	name, ok := strings.CutSuffix(headName, headExtension)
	return filepath.Join(f.dir, name), ok && filepath.Ext(name) == extension
}
