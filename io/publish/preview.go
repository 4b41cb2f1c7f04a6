package publish

import (
	"context"
	"io"
	"time"

	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/io/export"
	"steward/io/ledger"
	"steward/reports/model"
	"steward/reports/page"
	"steward/reports/pdf"
)

// Preview is what a plan would publish, with made-up numbers. Nothing of it was released.
type Preview struct {
	release *result.Release
	plan    plan.Plan
	paper   plan.Paper
}

// NewPreview carries a plan out on made-up people (release.Preview), about so many where their number is not public; 0 where that is
// not known. What the pages say of the budget is what the account says, in which nothing is noted.
func NewPreview(ctx context.Context, c *plan.Compiled, book *ledger.Ledger, about int64, program string, randomness func() noise.Fresh, now time.Time) (*Preview, error) {
	r, err := release.Preview(ctx, release.Job{Plan: c, Ledger: ledger.Rehearsal{Ledger: book}, Time: now.Format(time.RFC3339), Program: program, Noise: randomness}, about)
	if err != nil {
		return nil, message.Errorf("the preview: %w", err)
	}
	return &Preview{r, c.Plan, c.Plan.Paper}, nil
}

// Papers are the same papers as those of a release, each page of them marked.
func (p *Preview) Papers() []export.Also {
	papers := Papers(p.release, p.paper)
	for i, write := range writers {
		papers[i].Write = func(w io.Writer) error {
			d, pages, err := p.set(write)
			if err != nil {
				return err
			}
			return pdf.WritePages(w, d, pages)
		}
	}
	return papers
}

// Pages are the sheet for readers and then the summary, to be looked at.
func (p *Preview) Pages() (*page.Pages, error) {
	all := new(page.Pages)
	for _, write := range []writer{model.ReaderSheet, model.New} {
		_, pages, err := p.set(write)
		if err != nil {
			return nil, err
		}
		all.Width, all.Height, all.Pages = pages.Width, pages.Height, append(all.Pages, pages.Pages...)
	}
	return all, nil
}

// Checklist is the page to print for whoever checks the plan before its release.
func (p *Preview) Checklist() (export.Also, error) {
	digest, err := p.plan.Digest()
	return export.Also{Suffix: ChecklistSuffix, Title: message.Sprintf("Checklist"), Write: func(w io.Writer) error {
		return printed(w, p.release, p.paper, func(r *result.Release) (*model.Document, error) { return model.Checklist(r, digest) })
	}}, err
}

// set sets a paper whose pages say that its numbers are made up, and that nobody can sign.
func (p *Preview) set(write writer) (*model.Document, *page.Pages, error) {
	return set(p.release, p.paper, func(r *result.Release) (*model.Document, error) {
		d, err := write(r)
		if err == nil {
			d.MadeUp = d.Language.Sayf("Preview with made-up numbers: no data were read, and nothing was released")
			d.Reference, d.Cover.Signature = d.Language.Sayf("Preview"), nil
		}
		return d, err
	})
}
