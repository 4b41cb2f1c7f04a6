package carryover

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
	"steward/io/misfits"
	"steward/io/records"
	"steward/io/sheet"
)

// reading is the next file, opened in one of the ways in which it can be read.
type reading struct {
	file     *records.Data
	data     plan.Data
	misfits  []misfits.Misfit
	stopping int // of the misfits
}

// ways are how the next file can be read, the likeliest first. It is read as the earlier one was, or from its first sheet where it has none
// of that name. Where a file is open, the table is the one that is looked at, with its names in the row where they are seen, or where the
// earlier ones were.
func ways(earlier plan.Data, name string, open *plan.Data) []plan.Data {
	d := earlier
	d.Reviewed, d.Described, d.LeaveOut, d.File = nil, nil, "", name
	if open == nil {
		first := d
		first.Sheet = ""
		return []plan.Data{d, first}
	}
	d.Sheet, d.Range, d.LeaveOut, d.Merged = open.Sheet, open.Range, open.LeaveOut, cmp.Or(open.Merged, d.Merged)
	d.Quote, d.Thousands, d.DecimalComma = cmp.Or(open.Quote, d.Quote), cmp.Or(open.Thousands, d.Thousands), d.DecimalComma || open.DecimalComma
	if len(open.Repairs) > 0 {
		d = records.Repaired(d, open.Repairs...)
	}
	d.Splits = slices.Clone(d.Splits)
	for _, s := range open.Splits {
		if !slices.ContainsFunc(d.Splits, func(other repair.Split) bool { return other.Column == s.Column }) {
			d.Splits = append(d.Splits, s)
		}
	}
	seen := d
	seen.HeaderRow, seen.HeaderRows, seen.Encoding, seen.Delimiter = open.HeaderRow, open.HeaderRows, open.Encoding, open.Delimiter
	return []plan.Data{seen, d}
}

// read opens the file at path in the first way in which nothing stops a release, or else the one in which the least does.
func read(ctx context.Context, p plan.Plan, path string, open *plan.Data) (*reading, error) {
	var best *reading
	var failed error
	for _, d := range ways(p.Data, filepath.Base(path), open) {
		r, err := readSo(ctx, p, path, d)
		if err != nil {
			failed = cmp.Or(failed, err)
			continue
		}
		if best == nil || r.stopping < best.stopping {
			if best != nil {
				best.file.Close()
			}
			best = r
		} else {
			r.file.Close()
		}
		if best.stopping == 0 || open == nil {
			return best, nil
		}
	}
	if best == nil {
		return nil, failed
	}
	return best, nil
}

// readSo opens the file in one way. Rules of columns that it does not have are left out, which is said.
func readSo(ctx context.Context, p plan.Plan, path string, d plan.Data) (*reading, error) {
	file, as, err := records.OpenFirst(ctx, path, d)
	var astray []misfits.Misfit
	if err != nil && len(d.Repairs)+len(d.Splits) > 0 {
		if d, astray = withoutAstray(ctx, path, d); len(astray) == 0 {
			return nil, err
		}
		file, as, err = records.OpenFirst(ctx, path, d)
	}
	if err != nil {
		return nil, err
	}
	r := &reading{file: file, data: as}
	if file.Counted() {
		return r, nil // it says itself what it was made for
	}
	if r.data.HeaderRow, r.data.HeaderRows = file.HeaderRow(), 0; file.HeaderRows() > 1 {
		r.data.HeaderRows = file.HeaderRows()
	}
	found, err := sheet.Inspect(ctx, file.Sheet, sheet.InspectOptions{})
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	r.misfits = append(misfits.Of(p, found), astray...)
	for _, m := range r.misfits {
		if m.Stops {
			r.stopping++
		}
	}
	return r, nil
}

// withoutAstray leaves out the rules of columns that the file at path does not have, and says which; nothing where that cannot be known.
func withoutAstray(ctx context.Context, path string, d plan.Data) (plan.Data, []misfits.Misfit) {
	bare := d
	bare.Repairs, bare.Splits = nil, nil
	file, _, err := records.OpenFirst(ctx, path, bare)
	if err != nil {
		return d, nil
	}
	defer file.Close()
	var said []misfits.Misfit
	astray := func(column string) bool {
		if slices.Contains(file.Header(), column) {
			return false
		}
		if !slices.ContainsFunc(said, func(m misfits.Misfit) bool { return m.Column == column }) {
			said = append(said, misfits.Misfit{Column: column, Kind: misfits.MissingColumn, Said: message.Sprintf("The earlier file was read by rules for a column %s, which this one does not have. They are left out.", column)})
		}
		return true
	}
	d.Repairs = slices.DeleteFunc(slices.Clone(d.Repairs), func(r repair.Rule) bool { return astray(r.Column) })
	d.Splits = slices.DeleteFunc(slices.Clone(d.Splits), func(s repair.Split) bool { return astray(s.Column) })
	if len(d.Repairs) == 0 {
		d.Repairs = nil
	}
	if len(d.Splits) == 0 {
		d.Splits = nil
	}
	return d, said
}
