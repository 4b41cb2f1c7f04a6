package session

import (
	"io"
	"path/filepath"

	"steward/core/plan"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/wholefile"
	"steward/reports/model"
	"steward/reports/page"
	"steward/reports/pdf"
)

// summarySuffix ends the name of the accounting summary.
const summarySuffix = "-summary.pdf"

// Workbook, Summary and Record return the paths of the release's files, "" for one that was
// not written.
func (f *Finished) Workbook() string { return f.file(".xlsx") }

// Summary is the accounting summary; see Workbook.
func (f *Finished) Summary() string { return f.file(".pdf") }

// Record is the release record; see Workbook.
func (f *Finished) Record() string { return f.file(".json") }

func (f *Finished) file(ending string) string {
	for _, path := range f.Files {
		if filepath.Ext(path) == ending {
			return path
		}
	}
	return ""
}

// Tables returns the paths of the tables of numbers.
func (f *Finished) Tables() []string {
	var out []string
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

// printable is a release's summary set on pages.
type printable struct {
	document *model.Document
	pages    *page.Pages
}

// setSummary sets the accounting summary of a release on pages of a size.
func setSummary(r *result.Release, paper plan.Paper) (printable, error) {
	d, err := model.New(r)
	if err != nil {
		return printable{}, words.Errorf("the summary: %w", err)
	}
	p, err := page.Set(d, page.Size(paper.OrUsual()))
	if err != nil {
		return printable{}, words.Errorf("the summary: %w", err)
	}
	return printable{d, p}, nil
}

// writeSummary prints the accounting summary of a release on pages of a size.
func writeSummary(w io.Writer, r *result.Release, paper plan.Paper) error {
	p, err := setSummary(r, paper)
	if err != nil {
		return err
	}
	return pdf.WritePages(w, p.document, p.pages)
}

// copySummary writes the summary to a file of its own, whole or not at all.
func copySummary(path string, r *result.Release, paper plan.Paper) error {
	if filepath.Ext(path) == "" {
		path += ".pdf"
	}
	return wholefile.Write(path, func(w io.Writer) error { return writeSummary(w, r, paper) })
}
