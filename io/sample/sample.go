// Package sample writes made-up data, with the plan for them, to a folder: the built-in sample and the worked examples. Window and command
// line begin with them. It imports core/message, assets and io.
package sample

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"steward/assets"
	"steward/core/message"
	"steward/io/wholefile"
)

// Files are the paths of what was written.
type Files struct{ Data, Project string }

// Write writes the built-in sample to a folder. It errors when it is there already.
func Write(dir string) (Files, error) {
	return write(dir, assets.Sample(), assets.Workbook, assets.Project)
}

// WriteExample writes a worked example, as Write does.
func WriteExample(dir string, e assets.WorkedExample) (Files, error) {
	return write(dir, assets.Examples(), e.Data, e.Project)
}

func write(dir string, from fs.FS, data, project string) (Files, error) {
	out := Files{filepath.Join(dir, data), filepath.Join(dir, project)}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return out, message.Errorf("the folder for the sample cannot be created: %w", err)
	}
	for _, path := range []string{out.Data, out.Project} {
		content, err := fs.ReadFile(from, filepath.Base(path))
		if err != nil {
			return out, err
		}
		err = wholefile.Create(path, func(w io.Writer) error { _, err := w.Write(content); return err })
		if err != nil {
			return out, message.Errorf("the sample cannot be written: choose a new folder: %w", err)
		}
	}
	return out, nil
}
