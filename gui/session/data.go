package session

import (
	"context"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"steward/core/plan"
	"steward/io/project"
	"steward/io/sheet"
)

// Data is a spreadsheet opened as a plan says it is to be read. Close it when done.
type Data struct {
	*sheet.Sheet
	file *sheet.File
}

// OpenData opens the file at path as d says.
func OpenData(ctx context.Context, path string, d plan.Data) (*Data, error) {
	if utf8.RuneCountInString(d.Delimiter) > 1 {
		return nil, fmt.Errorf("the delimiter %q is more than one character: give one, or leave it out", d.Delimiter)
	}
	file, err := sheet.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	s, err := file.Sheet(options(d))
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Data{s, file}, nil
}

// options says in the words of package sheet how d is read.
func options(d plan.Data) sheet.Options {
	opts := sheet.Options{Sheet: d.Sheet, HeaderRow: d.HeaderRow, DecimalComma: d.DecimalComma}
	for _, r := range d.Delimiter {
		opts.Delimiter = r
	}
	return opts
}

// Close closes the file.
func (d *Data) Close() error { return d.file.Close() }

// SameAsReviewed reports whether the file is the one with the fingerprint, byte for byte.
func (d *Data) SameAsReviewed(f plan.Fingerprint) (bool, error) {
	digest, err := d.file.Digest()
	if err != nil {
		return false, err
	}
	return project.Matches(f, digest), nil
}

// Describe returns how the file is read and its fingerprint, as a plan keeps them once the
// steward has reviewed it.
func (d *Data) Describe(path string, as plan.Data) (plan.Data, error) {
	digest, err := d.file.Digest()
	if err != nil {
		return plan.Data{}, err
	}
	f, err := project.NewFingerprint(digest)
	if err != nil {
		return plan.Data{}, err
	}
	as.File = filepath.Base(path)
	as.HeaderRow = d.HeaderRow()
	as.Reviewed = &f
	return as, nil
}
