package unfinished

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/wholefile"
)

// About says what a release is that is under way.
type About struct {
	Version int    `json:"version"`
	DataSet string `json:"dataSet"`
	Title   string `json:"title"`
	// Time is when it spends, as the ledger notes it.
	Time string `json:"time"`
	// Out is the folder for its files, and Base the beginning of their names.
	Out  string `json:"out"`
	Base string `json:"base"`
	// Project is the file of the project that is to remember it, empty for none.
	Project string `json:"project,omitempty"`
	// Paper is what its summary is printed on.
	Paper string `json:"paper,omitempty"`
	// Staging is the folder that the files are written into.
	Staging string `json:"staging"`
	// Names are the files, Record is the one that accounts for the others, and Written holds the SHA-256 of each, once all are on
	// the disk.
	Names   []string          `json:"names,omitempty"`
	Record  string            `json:"record,omitempty"`
	Written map[string]string `json:"written,omitempty"`
}

const aboutVersion = 1

// The files in the folder of a release, and the beginnings of the names of folders.
const (
	aboutName   = "release.json"
	lockName    = "lock"
	answersName = "answers.json"
	roomName    = "room"
	folderName  = "release-"
	stagingName = ".steward-release-"
)

// Release is a release that is under way, and held by this program.
type Release struct {
	About
	disk disk.Disk
	dir  string
	lock disk.File
	room disk.File // what is kept for the answers, nil for nothing
}

// folder returns where what is under way for the ledgers in a folder is kept.
func folder(ledgers string) string { return filepath.Clean(ledgers) + ".unfinished" }

// Room is how many bytes are kept for the answers, and for the files.
type Room struct{ Answers, Files int64 }

// Begin has room kept for a release, before anything is spent. It errors when there is not as much, and when no files can be
// written to its folder.
func Begin(d disk.Disk, ledgers string, about About, room Room) (*Release, error) {
	r := &Release{About: about, disk: d}
	if err := r.begin(folder(ledgers), room); err != nil {
		return nil, errors.Join(err, r.Drop())
	}
	return r, nil
}

func (r *Release) begin(in string, room Room) error {
	if err := disk.MakeFolder(r.disk, in); err != nil {
		return message.Errorf("the folder of releases under way cannot be created: %w", disk.InWords(err))
	}
	id := rand.Text()[:10]
	r.dir = filepath.Join(in, folderName+id)
	if err := r.disk.MkdirAll(r.dir, 0o700); err != nil {
		return message.Errorf("the folder of a release under way cannot be created: %w", disk.InWords(err))
	}
	var err error
	if r.lock, err = r.disk.OpenFile(filepath.Join(r.dir, lockName), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return message.Errorf("a release under way cannot be kept: %w", disk.InWords(err))
	}
	_, _ = r.lock.TryLock(true) // where locks are not known, nobody takes it for one that was left either
	r.Version, r.Staging = aboutVersion, filepath.Join(filepath.Dir(r.Out), stagingName+id)
	switch _, err := r.disk.Stat(r.Out); {
	case err == nil:
		r.Staging = filepath.Join(r.Out, stagingName+id)
	case !errors.Is(err, fs.ErrNotExist):
		return unusable(r.Out, err)
	}
	if err := r.write(); err != nil {
		return err
	}
	if err := r.disk.MkdirAll(r.Staging, 0o755); err != nil {
		return unusable(r.Out, err)
	}
	if r.room, err = r.reserve(r.dir, room.Answers); err != nil {
		return err
	}
	files, err := r.reserve(r.Staging, room.Files)
	if err != nil {
		return err
	}
	return files.Close()
}

func unusable(folder string, err error) error {
	if words := disk.InWords(err); words != err {
		return message.Errorf("the folder %s cannot be written to: %w", folder, words)
	}
	return message.Errorf("the folder %s cannot be written to: choose another: %w", folder, err)
}

// reserve keeps room in a folder.
func (r *Release) reserve(dir string, size int64) (disk.File, error) {
	f, err := r.disk.OpenFile(filepath.Join(dir, roomName), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, unusable(dir, err)
	}
	if err := f.Reserve(size); err != nil {
		f.Close()
		return nil, message.Errorf("%d MiB are needed for a release in %s: %w", (size>>20)+1, filepath.Dir(dir), disk.InWords(err))
	}
	return f, nil
}

// write makes what the release is durable.
func (r *Release) write() error {
	text, err := json.MarshalIndent(r.About, "", " ")
	if err != nil {
		return err
	}
	return wholefile.On(r.disk).Write(filepath.Join(r.dir, aboutName), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// Close lets go of the release. What is kept of it stays.
func (r *Release) Close() {
	for _, f := range []*disk.File{&r.room, &r.lock} {
		if *f != nil {
			(*f).Close()
			*f = nil
		}
	}
}

// Drop removes all that is kept of the release: it is finished, or nothing was spent on it, or nothing can come of it.
func (r *Release) Drop() error {
	err := r.dropStaging()
	if err == nil && r.dir != "" {
		if r.room != nil {
			r.room.Close()
			r.room = nil
		}
		err = r.empty(r.dir, func(name string) bool { return name != lockName })
		if err == nil {
			r.Close() // some systems remove no file that is open
			_ = r.disk.Remove(filepath.Join(r.dir, lockName))
			if err = missingIsFine(r.disk.Remove(r.dir)); err == nil {
				_ = r.disk.Remove(filepath.Dir(r.dir)) // unless another one is under way
			}
		}
	}
	r.Close()
	if err != nil {
		return message.Errorf("what was kept of a release cannot be removed: %w", disk.InWords(err))
	}
	return nil
}

// dropStaging removes the folder of files that have not found their place.
func (r *Release) dropStaging() error {
	if !strings.HasPrefix(filepath.Base(r.Staging), stagingName) {
		return nil // none that was made here
	}
	if err := r.empty(r.Staging, func(string) bool { return true }); err != nil {
		return err
	}
	return missingIsFine(r.disk.Remove(r.Staging))
}

// empty removes files from a folder.
func (r *Release) empty(dir string, unwanted func(name string) bool) error {
	entries, err := r.disk.ReadDir(dir)
	if err != nil {
		return missingIsFine(err)
	}
	for _, e := range entries {
		if unwanted(e.Name()) {
			if err := missingIsFine(r.disk.Remove(filepath.Join(dir, e.Name()))); err != nil {
				return err
			}
		}
	}
	return nil
}

func missingIsFine(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// readAbout reads what a release in a folder is.
func readAbout(d disk.Disk, dir string) (About, error) {
	var a About
	data, err := disk.ReadFile(d, filepath.Join(dir, aboutName), limits.MaxHeadBytes)
	if err != nil {
		return a, err
	}
	if err := json.Unmarshal(data, &a); err != nil {
		return a, message.Errorf("%s does not say which release it is about: %w", filepath.Join(dir, aboutName), err)
	}
	if a.Version > aboutVersion {
		return a, message.Errorf("%s was written by a newer version of Steward (format %d, this program knows %d): update Steward", filepath.Join(dir, aboutName), a.Version, aboutVersion)
	}
	return a, nil
}
