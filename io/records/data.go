// Package records opens the file that holds a plan's records: a spreadsheet, with its password where it
// has one, read as the plan says, or the result of a query that counted the records in a database. It
// tells by a fingerprint whether a file is the one that was reviewed. Nothing of a file is kept but its
// password, in memory.
package records

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/repair"
	"steward/io/project"
	"steward/io/sheet"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
)

// Data is a spreadsheet opened as a plan says it is to be read, or the result of a query that
// counted its rows in a database. Close it when done.
type Data struct {
	*sheet.Sheet
	File    *sheet.File   // that the sheet is in
	Options sheet.Options // how it is read
	counted bool
}

// Open opens the file at path as d says.
func Open(ctx context.Context, path string, d plan.Data) (*Data, error) {
	opts, err := Options(d)
	if err != nil {
		return nil, err
	}
	file, err := OpenFile(ctx, path)
	if err != nil {
		return nil, err
	}
	return open(ctx, file, opts)
}

// OpenFirst opens a file of which a plan is being made: what d leaves open and has to be assumed becomes part of the d
// that is returned, for the plan to keep, so that the file is never read in another way than was seen.
func OpenFirst(ctx context.Context, path string, d plan.Data) (*Data, plan.Data, error) {
	opts, err := Options(d)
	if err != nil {
		return nil, d, err
	}
	file, err := OpenFile(ctx, path)
	if err != nil {
		return nil, d, err
	}
	assumed, err := file.Assume(ctx, opts)
	if err != nil {
		return nil, d, errors.Join(err, file.Close())
	}
	opts.Encoding, d.Encoding = assumed.Encoding, string(assumed.Encoding)
	if d.File == "" { // a plan that was made of the file has had it recognised each time
		opts.Delimiter, d.Delimiter = assumed.Delimiter, assumed.Delimiter
	}
	data, err := open(ctx, file, opts)
	return data, d, err
}

// Assumed says what was assumed of a text table, given how it was to be read and how OpenFirst read it; it is
// zero where nothing was.
func Assumed(said, read plan.Data) message.Text {
	encoding, between := delimited.Encoding(read.Encoding).Said(), delimited.DelimiterSaid(read.Delimiter)
	switch {
	case said.Encoding != read.Encoding && said.Delimiter != read.Delimiter:
		return message.Sprintf("The file does not state its format. It is read as %s, with %s between the fields.", encoding, between)
	case said.Encoding != read.Encoding:
		return delimited.Encoding(read.Encoding).Assumed()
	case said.Delimiter != read.Delimiter:
		return message.Sprintf("The file is read with %s between the fields.", between)
	}
	return message.Text{}
}

// open finds the sheet in a file.
func open(ctx context.Context, file *sheet.File, opts sheet.Options) (*Data, error) {
	s, err := file.Sheet(ctx, opts)
	if r := resultIn(ctx, file, s); r != nil {
		return &Data{r, file, resultOptions, true}, nil
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return &Data{s, file, opts, false}, nil
}

// Options says in the words of package sheet how d is read. It errors on what cannot be meant.
func Options(d plan.Data) (sheet.Options, error) {
	opts := sheet.Options{Sheet: d.Sheet, HeaderRow: d.HeaderRow, Delimiter: strings.ReplaceAll(d.Delimiter, `\t`, "\t"), DecimalComma: d.DecimalComma,
		Range: d.Range, HeaderRows: d.HeaderRows, LeaveOut: sheet.RowSet(d.LeaveOut)}
	merged, ok := mergedRules[d.Merged]
	if !ok {
		return opts, message.Errorf("merged cells are to be read %q: say blank or all, or leave it out", d.Merged)
	}
	opts.Merged = merged
	opts.Repairs, opts.Splits = d.Repairs, d.Splits
	for _, c := range []struct {
		what  message.Text
		given string
		into  *rune
	}{{message.Sprintf("quotation mark"), d.Quote, &opts.Quote}, {message.Sprintf("thousands separator"), d.Thousands, &opts.Thousands}} {
		r, n := utf8.DecodeRuneInString(c.given)
		switch {
		case c.into == &opts.Quote && c.given == NoQuote:
			opts.Quote = delimited.NoQuote
		case n != len(c.given):
			return opts, message.Errorf("the %s %q is more than one character: give one, or leave it out", c.what, c.given)
		case n > 0:
			*c.into = r
		}
	}
	var err error
	opts.Encoding, err = delimited.EncodingNamed(d.Encoding)
	return opts, err
}

// Repaired returns d with further rules by which cells are read, in the order of their columns' names and kinds.
func Repaired(d plan.Data, rules ...repair.Rule) plan.Data {
	d.Repairs = slices.Clone(d.Repairs)
	for _, r := range rules {
		if !slices.ContainsFunc(d.Repairs, r.Equal) {
			d.Repairs = append(d.Repairs, r)
		}
	}
	slices.SortStableFunc(d.Repairs, func(a, b repair.Rule) int {
		return cmp.Or(cmp.Compare(a.Column, b.Column), cmp.Compare(a.Kind, b.Kind), slices.Compare(a.Texts, b.Texts))
	})
	return d
}

// Unrepaired returns d without some of its rules.
func Unrepaired(d plan.Data, rules ...repair.Rule) plan.Data {
	d.Repairs = slices.DeleteFunc(slices.Clone(d.Repairs), func(r repair.Rule) bool { return slices.ContainsFunc(rules, r.Equal) })
	if len(d.Repairs) == 0 {
		d.Repairs = nil
	}
	return d
}

// mergedRules are the words of a plan for how merged cells are read.
var mergedRules = map[string]sheet.MergedRule{"": sheet.MergedDown, "blank": sheet.MergedBlank, "all": sheet.MergedAll}

// Mended returns d with a fix of how the file is read.
func Mended(d plan.Data, f sheet.Fix) (plan.Data, error) {
	opts, err := Options(d)
	if err != nil {
		return d, err
	}
	opts = f.Apply(opts)
	d.HeaderRows, d.LeaveOut = opts.HeaderRows, string(opts.LeaveOut)
	if d.DecimalComma, d.Thousands = opts.DecimalComma, ""; opts.Thousands != 0 {
		d.Thousands = string(opts.Thousands)
	}
	for word, rule := range mergedRules {
		if rule == opts.Merged {
			d.Merged = word
		}
	}
	return d, nil
}

// Sheets lists the sheets of the file.
func (d *Data) Sheets() []grid.SheetInfo { return d.File.Sheets() }

// Ranges lists its tables and named ranges.
func (d *Data) Ranges() []grid.RangeInfo { return d.File.Ranges() }

// NoQuote is the Quote of a plan.Data in whose text table quotation marks are characters
// like any other.
const NoQuote = "none"

// joinedRows returns how many rows are joined to names as a plan has it: 0 for one.
func joinedRows(s *sheet.Sheet) int {
	if n := s.HeaderRows(); n > 1 {
		return n
	}
	return 0
}

// Close closes it.
func (d *Data) Close() error { return d.File.Close() }

// SameAsReviewed reports whether the file is the one with the fingerprint, byte for byte.
func (d *Data) SameAsReviewed(f plan.Fingerprint) (bool, error) {
	digest, err := d.File.Digest()
	if err != nil {
		return false, err
	}
	return project.Matches(f, digest), nil
}

// Fingerprint returns that of the file, as a plan keeps it.
func (d *Data) Fingerprint() (*plan.Fingerprint, error) {
	digest, err := d.File.Digest()
	if err != nil {
		return nil, err
	}
	f, err := project.NewFingerprint(digest)
	if err != nil {
		return nil, err
	}
	return &f, nil
}

// Describe returns how the file is read and its fingerprint, as a plan keeps them once the
// steward has reviewed it.
func (d *Data) Describe(path string, as plan.Data) (plan.Data, error) {
	f, err := d.Fingerprint()
	if err != nil {
		return plan.Data{}, err
	}
	if d.counted {
		as = plan.Data{Types: as.Types, Described: as.Described}
	}
	as.File = filepath.Base(path)
	as.HeaderRow, as.HeaderRows = d.HeaderRow(), joinedRows(d.Sheet)
	as.Reviewed = f
	return as, nil
}
