package session

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/synthetic"
	"steward/core/table"
	"steward/gui/words"
	"steward/io/export"
	"steward/io/sheet"
)

// synthetic works out again what was measured for the plan's synthetic tables, and adds them to the
// release that the digest is of. It returns what they spend.
func (v *verifier) synthetic(ctx context.Context, c *plan.Compiled, again *result.Release) ([]account.Epsilon, error) {
	v.part = PartRecord
	if len(v.record.Synthetic) != len(c.Synthetic) {
		v.note(false, "", words.T("The record has %d synthetic tables, but its plan asks for %d", len(v.record.Synthetic), len(c.Synthetic)))
		return nil, nil
	}
	var losses []account.Epsilon
	for i, r := range v.record.Synthetic {
		losses = append(losses, c.Synthetic[i].Budget())
		v.part = PartFigures
		err := measuredAgain(ctx, c, i, r)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var differs *synthetic.Differs
		v.worked(figures{same: err == nil, sound: errors.As(err, &differs)}, words.T("%s: noise, rates of choices and what they spend are those of the plan", r.Title), words.T("%s: %v", r.Title, err))
		if r.MeasuredOn != "" {
			v.unknown(words.T("%s: how good it is was measured by trial releases on %s, which come out differently each time", r.Title, words.Said(r.MeasuredOn)))
		}
		again.Synthetic = append(again.Synthetic, result.Synthetic{
			Asked: c.Plan.Synthetic[i], Mechanism: result.Mechanism{ID: r.Mechanism}, People: r.People, Count: r.Records, Digest: r.Digest,
		})
	}
	return losses, nil
}

// measuredAgain compares what the record says of a synthetic table with what its plan gives.
func measuredAgain(ctx context.Context, c *plan.Compiled, i int, r export.Synthetic) error {
	prepared, err := synthetic.Prepare(ctx, c.Synthetic[i])
	if err != nil {
		return err
	}
	switch {
	case r.Mechanism != prepared.Info().ID:
		return words.Errorf("it was not made by the method that the plan names")
	case r.Epsilon != c.Synthetic[i].Budget().String() || r.Effective != prepared.Effective().String():
		return words.Errorf("its budget is not that of the plan")
	case int64(r.Records) != prepared.Sheet().RecordsOf(r.People):
		return words.Errorf("it has %d records, where the plan makes %d", r.Records, prepared.Sheet().RecordsOf(r.People))
	}
	return prepared.Check(ctx, r.Made())
}

// compareRecords compares the sheet of a synthetic table with the record, and says where they differ.
func compareRecords(ctx context.Context, file *sheet.File, number int, r export.Synthetic) (wrong string, err error) {
	for _, info := range file.Sheets() {
		if !strings.HasPrefix(info.Name+" ", fmt.Sprintf("%d ", number)) {
			continue
		}
		s, err := file.Sheet(ctx, sheet.Options{Sheet: info.Name, HeaderRow: 1})
		if err != nil {
			return "", err
		}
		digest, err := result.RecordsDigest(s.Header(), textRows(ctx, s))
		if err == nil && digest != r.Digest {
			wrong = words.T("the records on sheet “%s” are others", info.Name)
		}
		return wrong, err
	}
	return words.T("its sheet is missing"), nil
}

// recordFiles looks for the records of each synthetic table among the files beside the record.
func (v *verifier) recordFiles(ctx context.Context, dir string) error {
	for _, r := range v.record.Synthetic {
		found := ""
		for _, name := range slices.Sorted(maps.Keys(v.record.Files)) {
			if found != "" || partOf(name) != PartTables || name != filepath.Base(name) {
				continue
			}
			digest, err := digestOf(ctx, filepath.Join(dir, name), r)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil && digest == r.Digest {
				found = name
			}
		}
		v.part = PartTables
		v.note(found != "", words.T("%s holds the records that the record speaks of", found), words.T("No file beside the record holds the records of “%s” as they were", r.Title))
	}
	return nil
}

// digestOf returns the digest of the records in a file, empty where its columns are others.
func digestOf(ctx context.Context, path string, r export.Synthetic) (string, error) {
	file, err := sheet.Open(ctx, path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	s, err := file.Sheet(ctx, sheet.Options{HeaderRow: 1})
	if err != nil || len(s.Header()) != len(r.Columns) {
		return "", err
	}
	return result.RecordsDigest(s.Header(), textRows(ctx, s))
}

// textRows yields the texts of each row, of as many cells as the header has.
func textRows(ctx context.Context, s table.Source) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		row := make([]string, len(s.Header()))
		for r, err := range s.Rows(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			clear(row)
			for j := range min(len(row), len(r.Cells)) {
				row[j] = r.Cells[j].Text
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}
