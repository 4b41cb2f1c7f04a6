package releasing

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"steward/io/export"
)

// folderState is where the files of the release go.
type folderState struct {
	chosen   string
	proposed string
	of       string // what the proposal was made from
	busy     bool
}

// Folder returns where the files of the release go: the folder that was chosen, or one
// beside the spreadsheet that does not exist yet. It is empty while that is looked for.
func (s *Step) Folder() string {
	if s.folder.chosen != "" {
		return s.folder.chosen
	}
	s.proposeFolder()
	return s.folder.proposed
}

// SetFolder chooses where the files go; "" leaves it to the program.
func (s *Step) SetFolder(path string) {
	if path != s.folder.chosen {
		s.folder.chosen = path
		s.of.Changed()
	}
}

// proposeFolder looks for a free folder in the background.
func (s *Step) proposeFolder() {
	f := &s.folder
	if s.of.File() == nil || f.busy {
		return
	}
	path := filepath.Join(filepath.Dir(s.of.File().Path), s.ReleaseBase()+"-release")
	if f.of == path {
		return
	}
	f.busy = true
	s.of.Go(func() {
		free := freeFolder(path)
		s.of.Dispatch(func() {
			s.folder.busy, s.folder.of, s.folder.proposed = false, path, free
			s.of.Changed()
		})
	})
}

// freeFolder returns a path that nothing stands at: the one given, or it with a number.
func freeFolder(path string) string {
	for n := 1; n < 1000; n++ {
		try := path
		if n > 1 {
			try = fmt.Sprintf("%s-%d", path, n)
		}
		if _, err := os.Lstat(try); errors.Is(err, fs.ErrNotExist) {
			return try
		}
	}
	return path
}

// ReleaseBase returns the beginning of the names of the release's files: the data set, with the year of the release, and the day.
func (s *Step) ReleaseBase() string {
	return export.BaseName(s.of.Plan().DataSet, s.of.Plan().Title, s.of.Now())
}
