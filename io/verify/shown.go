package verify

import (
	"context"
	"path/filepath"

	"steward/core/message"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/shown"
)

// mostDifferences is how many differences of a workbook are told.
const mostDifferences = 20

// shown compares what a workbook shows that is not byte for byte as it was written with the list in the record.
func (v *verifier) shown(ctx context.Context, path string) error {
	name := filepath.Base(path)
	is, err := listWorkbook(ctx, path)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	was := v.record.Workbook
	switch {
	case err != nil:
		v.bad(message.Sprintf("%s is not as it was written, and is damaged: %v", name, err))
		return nil
	case was == nil:
		v.bad(message.Sprintf("%s is not as it was written, and the record does not list what it showed", name))
		return nil
	}
	differences := shown.Compare(was, is)
	v.each(differences, func(what message.Text) { v.bad(message.Sprintf("%s is not as it was written: %s", name, what)) })
	if len(differences) > 0 {
		return nil
	}
	v.saidAgain(message.Sprintf("%s was saved again by another program: its bytes are different, but all that it shows is as it was written, on every sheet", name))
	v.each(shown.Loose(was, is), func(what message.Text) { v.saidAgain(message.Sprintf("%s differs in this: %s", name, what)) })
	return nil
}

// each says every one of some differences, up to a number that can be read.
func (v *verifier) each(differences []message.Text, say func(message.Text)) {
	for i, what := range differences {
		if i == mostDifferences {
			say(message.Sprintf("%d more differences", len(differences)-i))
			return
		}
		say(what)
	}
}

func listWorkbook(ctx context.Context, path string) (*shown.Book, error) {
	f, err := disk.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return export.ListWorkbook(ctx, f, info.Size())
}
