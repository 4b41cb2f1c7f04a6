package session

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"steward/assets"
	"steward/core/guide"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/wholefile"
)

// Sample is the built-in sample written to a folder.
type Sample struct{ Workbook, Project string }

// WriteSample writes the sample's files to dir. It errors when they exist already.
func WriteSample(dir string) (Sample, error) {
	return writeMade(dir, assets.Sample(), assets.Workbook, assets.Project)
}

// writeMade writes made-up data and the plan for it to dir.
func writeMade(dir string, from fs.FS, data, plan string) (Sample, error) {
	s := Sample{filepath.Join(dir, data), filepath.Join(dir, plan)}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return s, words.Errorf("the folder for the sample cannot be created: %w", err)
	}
	for _, path := range []string{s.Workbook, s.Project} {
		content, err := fs.ReadFile(from, filepath.Base(path))
		if err != nil {
			return s, err
		}
		err = wholefile.Create(path, func(w io.Writer) error { _, err := w.Write(content); return err })
		if err != nil {
			return s, words.Errorf("the sample cannot be written: choose a new folder: %w", err)
		}
	}
	return s, nil
}

// OpenSample writes the sample to a new temporary folder and opens its workbook with its
// plan. The sample is made-up data, so nothing private is written.
func (s *Session) OpenSample() { s.openMade(assets.Sample(), assets.Workbook, assets.Project) }

// OpenExample does the same with a worked example.
func (s *Session) OpenExample(e assets.WorkedExample) {
	s.openMade(assets.Examples(), e.Data, e.Project)
}

func (s *Session) openMade(from fs.FS, data, plan string) {
	if s.job != nil {
		return
	}
	dir, err := os.MkdirTemp("", "steward-sample-*")
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	sample, err := writeMade(dir, from, data, plan)
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	p, err := project.Load(sample.Project)
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	s.begin(project.Past{})
	p.Language = emptyPlan().Language // its files are for whoever tries it
	s.set(p)
	s.Data.OpenFile(sample.Workbook, p.Data)
}
