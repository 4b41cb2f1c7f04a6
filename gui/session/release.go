package session

import (
	"context"
	"fmt"
	"io"
	"time"

	"steward/core/plan"
	"steward/core/release"
	"steward/core/result"
	"steward/io/export"
	"steward/io/ledger"
	"steward/reports/model"
	"steward/reports/pdf"
)

// ReleaseJob is a release with its surroundings: the file, the ledger and the folder for
// what it writes.
type ReleaseJob struct {
	Plan *plan.Compiled
	// Data is the path of the reviewed spreadsheet.
	Data string
	// LedgerDir is the folder of the ledgers.
	LedgerDir string
	// Out is the folder for the files, Base the beginning of their names.
	Out, Base string
	Program   string
	Now       time.Time
	Progress  func(what string, done float64)
}

// Finished is a release that was carried out and written.
type Finished struct {
	Release *result.Release
	Files   []string // paths, the workbook first
}

// writeSummary prints the accounting summary of a release.
func writeSummary(w io.Writer, r *result.Release) error {
	d, err := model.New(r)
	if err != nil {
		return fmt.Errorf("the summary: %w", err)
	}
	return pdf.Write(w, d, pdf.Options{})
}

// Release checks that the files can be written, carries the release out and writes it:
// workbook, CSV, summary and record, each whole or not at all. The ledger is debited before
// any noise is drawn and closed after the last file is written. When it errors after the
// release was carried out, it returns what there is: the answers, and the files that were
// written.
func Release(ctx context.Context, j ReleaseJob) (*Finished, error) {
	summary := export.Also{Suffix: "-summary.pdf"}
	if err := export.Writable(j.Out, j.Base, j.Plan.Plan, summary); err != nil {
		return nil, fmt.Errorf("nothing was spent: %w", err)
	}
	data, err := OpenData(ctx, j.Data, j.Plan.Plan.Data)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	book, err := ledger.Open(j.LedgerDir, j.Plan.Plan.DataSet)
	if err != nil {
		return nil, fmt.Errorf("nothing was spent: %w", err)
	}
	r, err := release.Run(ctx, release.Job{
		Plan: j.Plan, Data: data, Ledger: book,
		Time: j.Now.Format(time.RFC3339), Program: j.Program, Progress: j.Progress,
	})
	if err != nil {
		return nil, err
	}
	// What is spent must be written: cancelling now would lose the answers and keep the debit.
	summary.Write = func(w io.Writer) error { return writeSummary(w, r) }
	files, err := export.All(context.WithoutCancel(ctx), j.Out, j.Base, r, summary)
	if err != nil {
		return &Finished{r, files}, fmt.Errorf("the budget is spent, but not all files could be written: %w", err)
	}
	if err := book.Close(r.Ledger, ledger.Closing{Time: j.Now.Format(time.RFC3339), Digest: r.Digest, Files: files}); err != nil {
		return &Finished{r, files}, fmt.Errorf("the release is written, but the ledger could not note it: %w", err)
	}
	return &Finished{r, files}, nil
}
