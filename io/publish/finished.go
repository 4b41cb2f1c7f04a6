package publish

import (
	"path/filepath"
	"strings"

	"steward/io/export"
)

// Workbook, Summary and Record return the paths of the release's files, "" for one that was
// not written.
func (f *Finished) Workbook() string { return f.file(".xlsx") }

// Summary is the accounting summary; see Workbook.
func (f *Finished) Summary() string { return f.file(SummarySuffix) }

// ReaderSheet is the sheet for readers; see Workbook.
func (f *Finished) ReaderSheet() string { return f.file(ReaderSuffix) }

// Record is the release record; see Workbook.
func (f *Finished) Record() string { return f.file(".json") }

func (f *Finished) file(ending string) string {
	for _, path := range f.Files {
		if strings.HasSuffix(path, ending) && filepath.Base(path) != export.PackageName {
			return path
		}
	}
	return ""
}

// Tables returns the paths of the tables of numbers.
func (f *Finished) Tables() (out []string) {
	for _, path := range f.Files {
		if filepath.Ext(path) == ".csv" {
			out = append(out, path)
		}
	}
	return out
}

// Folder returns where the files are, "" when none was written.
func (f *Finished) Folder() string {
	if len(f.Files) == 0 {
		return ""
	}
	return filepath.Dir(f.Files[0])
}
