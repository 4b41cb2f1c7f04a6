package publish

import (
	"io"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/reports/model"
	"steward/reports/page"
	"steward/reports/pdf"
)

// SummarySuffix ends the name of the accounting summary.
const SummarySuffix = "-summary.pdf"

// SetSummary sets the accounting summary of a release on pages of a size.
func SetSummary(r *result.Release, paper plan.Paper) (*model.Document, *page.Pages, error) {
	d, err := model.New(r)
	if err != nil {
		return nil, nil, message.Errorf("the summary: %w", err)
	}
	p, err := page.Set(d, page.Size(paper.OrUsual()))
	if err != nil {
		return nil, nil, message.Errorf("the summary: %w", err)
	}
	return d, p, nil
}

// WriteSummary prints the accounting summary of a release on pages of a size.
func WriteSummary(w io.Writer, r *result.Release, paper plan.Paper) error {
	d, p, err := SetSummary(r, paper)
	if err != nil {
		return err
	}
	return pdf.WritePages(w, d, p)
}
