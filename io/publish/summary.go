package publish

import (
	"io"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/export"
	"steward/reports/model"
	"steward/reports/page"
	"steward/reports/pdf"
)

// SummarySuffix ends the name of the accounting summary, ReaderSuffix that of the sheet for readers, and ChecklistSuffix that of
// the page for whoever checks a plan.
const (
	SummarySuffix   = "-summary.pdf"
	ReaderSuffix    = "-reader.pdf"
	ChecklistSuffix = "-checklist.pdf"
)

// Papers are what is printed of a release on pages of a size: the accounting summary, and a sheet for readers.
func Papers(r *result.Release, paper plan.Paper) []export.Also {
	return []export.Also{
		{Suffix: SummarySuffix, Title: message.Sprintf("Accounting summary"), Write: func(w io.Writer) error { return WriteSummary(w, r, paper) }},
		{Suffix: ReaderSuffix, Title: message.Sprintf("Reader's sheet"), Write: func(w io.Writer) error { return WriteReaderSheet(w, r, paper) }},
	}
}

// writer writes a paper of a release.
type writer = func(*result.Release) (*model.Document, error)

// writers are those of Papers, in their order.
var writers = []writer{model.New, model.ReaderSheet}

// SetSummary sets the accounting summary of a release on pages of a size.
func SetSummary(r *result.Release, paper plan.Paper) (*model.Document, *page.Pages, error) {
	return set(r, paper, model.New)
}

// WriteSummary prints the accounting summary of a release on pages of a size.
func WriteSummary(w io.Writer, r *result.Release, paper plan.Paper) error {
	return printed(w, r, paper, model.New)
}

// WriteReaderSheet prints the sheet for those who read the numbers of a release.
func WriteReaderSheet(w io.Writer, r *result.Release, paper plan.Paper) error {
	return printed(w, r, paper, model.ReaderSheet)
}

func set(r *result.Release, paper plan.Paper, write writer) (*model.Document, *page.Pages, error) {
	d, err := write(r)
	if err != nil {
		return nil, nil, message.Errorf("the summary: %w", err)
	}
	p, err := page.Set(d, page.Size(paper.OrUsual()))
	if err != nil {
		return nil, nil, message.Errorf("the summary: %w", err)
	}
	return d, p, nil
}

func printed(w io.Writer, r *result.Release, paper plan.Paper, write writer) error {
	d, p, err := set(r, paper, write)
	if err != nil {
		return err
	}
	return pdf.WritePages(w, d, p)
}
