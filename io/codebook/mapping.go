package codebook

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
)

// Mapping says to which coarser value each value belongs: each district to its region.
type Mapping struct {
	Values  []string          // in the order of the sheet
	Coarser []string          // the coarser values, in the order in which they first appear
	Of      map[string]string // the coarser value of each value
}

// The headings of a mapping, the program's own first.
var (
	mappedValue   = []string{"value", "code", "from", "detail", "category", "level"}
	coarserValue  = []string{"coarser value", "coarser", "group", "to", "region", "parent", "coarser code"}
	coarserLabels = []string{"label", "coarser label", "group label", "region label", "name"}
)

// ReadMapping reads a mapping from a text table or a workbook: a row of headings, value, coarser
// value and, where codes stand for the coarser values, label, and below it a row for each value.
// A sheet of two or three columns may have any headings. It errors with *grid.Faults, naming
// the sheet and the cell, on a row that lacks one of the two, a value with two different coarser
// values and a coarser value with two different labels; those of several rows are joined.
func ReadMapping(ctx context.Context, path string) (m Mapping, err error) {
	f, err := sheet.Open(ctx, path)
	if err != nil {
		return Mapping{}, err
	}
	defer func() {
		if closed := f.Close(); err == nil && closed != nil {
			m, err = Mapping{}, closed
		}
	}()
	s, err := find(ctx, f, delimited.AnyEncoding, isMapping)
	if err != nil {
		return Mapping{}, err
	}
	if s == nil {
		return Mapping{}, notFound(ctx, f, filepath.Base(path), message.Sprintf("no row has the headings of a mapping, where value and coarser value are expected"),
			"no row has the headings of a mapping: the first contains %s, where value and coarser value are expected")
	}
	r := &mappingReader{origin: originOf(s), first: make(map[string]int), labels: make(map[string]string)}
	r.out.Of = make(map[string]string)
	if err := r.headings(); err != nil {
		return Mapping{}, err
	}
	var faults []error
	for row, err := range s.Rows(ctx) {
		if err != nil {
			return Mapping{}, err
		}
		texts := make([]string, len(row.Cells))
		for i, c := range row.Cells {
			texts[i] = strings.Clone(c.Text)
			if r.text {
				texts[i] = bare(texts[i])
			}
			if slices.Contains(r.at[:], i) && c.Kind.String() == spreadsheetError {
				faults = append(faults, r.fault(row.Number, i, "found the spreadsheet error %s", grid.Quote(c.Text)).WithRemedy("correct the formula, or type its result"))
			}
		}
		if err := r.row(row.Number, texts); err != nil {
			faults = append(faults, err)
		}
		if len(faults) >= mostFaults {
			break
		}
	}
	if len(faults) > 0 {
		return Mapping{}, errors.Join(faults...)
	}
	return r.out, nil
}

// isMapping reports whether texts are the headings of a mapping.
func isMapping(texts []string) bool {
	value, coarser := false, false
	for _, t := range texts {
		value = value || slices.Contains(mappedValue, folded(t))
		coarser = coarser || slices.Contains(coarserValue, folded(t))
	}
	return value && coarser || len(texts) == 2 || len(texts) == 3
}

// mappingReader takes a mapping in row by row.
type mappingReader struct {
	origin
	at     [3]int // of the value, the coarser value and its label; -1 for none
	out    Mapping
	first  map[string]int    // the row of each value
	labels map[string]string // by coarser code
}

// headings finds out where the values and the coarser values stand.
func (r *mappingReader) headings() error {
	header := r.sheet.Header()
	for i, names := range [][]string{mappedValue, coarserValue, coarserLabels} {
		r.at[i] = -1
		for _, name := range names { // the names that come first are the clearest
			at := slices.IndexFunc(header, func(h string) bool { return folded(h) == name })
			if at >= 0 && !slices.Contains(r.at[:i], at) {
				r.at[i] = at
				break
			}
		}
	}
	if r.at[0] >= 0 && r.at[1] >= 0 {
		return nil
	}
	if len(header) > 3 {
		return r.fault(r.sheet.HeaderRow(), 0, "found %s where value and coarser value are expected", grid.Quote(strings.Join(header, ", "))).WithRemedy("give the two columns these names")
	}
	r.at = [3]int{0, 1, -1}
	if len(header) == 3 {
		r.at[2] = 2
	}
	if len(header) < 2 {
		return r.fault(r.sheet.HeaderRow(), 0, "found a single column where values and coarser values are expected").WithRemedy("put the coarser values next to the values")
	}
	return nil
}

// row takes a row in.
func (r *mappingReader) row(number int, texts []string) error {
	value, coarser, label := texts[r.at[0]], texts[r.at[1]], ""
	if r.at[2] >= 0 {
		label = texts[r.at[2]]
	}
	for _, i := range r.at {
		if i < 0 {
			continue
		}
		switch text := texts[i]; {
		case writable(text) != nil:
			return r.fault(number, i, "found %s, with an invisible character, where a text is expected", grid.Quote(text)).WithRemedy("type it again")
		case len([]rune(text)) > limits.MaxNameRunes:
			return r.fault(number, i, "found a text of more than %d characters", limits.MaxNameRunes).WithRemedy("shorten it")
		case text == domain.TotalLabel || i != r.at[0] && (text == domain.BlankLabel || text == domain.OtherLabel):
			return r.fault(number, i, "found %s, which has a special meaning", grid.Quote(text)).WithRemedy("choose another name")
		}
	}
	switch {
	case value == "":
		return r.fault(number, r.at[0], "found nothing where the value that belongs to %s is expected", grid.Quote(coarser)).WithRemedy("write the value, or remove the row")
	case coarser == "":
		return r.fault(number, r.at[1], "found nothing where the coarser value of %s is expected", grid.Quote(value)).WithRemedy("write it")
	}
	name := coarser
	if known, ok := r.labels[coarser]; ok {
		if label != "" && label != known {
			return r.fault(number, r.at[2], "found the label %s for %s, which is called %s above", grid.Quote(label), grid.Quote(coarser), grid.Quote(known)).WithRemedy("give it one label")
		}
		name = known
	} else {
		if label != "" {
			name = label
		}
		if slices.Contains(r.out.Coarser, name) {
			return r.fault(number, r.at[1], "found %s called %s, like another coarser value above", grid.Quote(coarser), grid.Quote(name)).WithRemedy("give each its own label")
		}
		r.labels[coarser] = name
		r.out.Coarser = append(r.out.Coarser, name)
	}
	if before, twice := r.out.Of[value]; twice {
		if before != name {
			return r.fault(number, r.at[0], "found %s again, here in %s and in row %d in %s", grid.Quote(value), grid.Quote(name), r.first[value], grid.Quote(before)).
				WithRemedy("keep one of the two")
		}
		return nil
	}
	r.out.Of[value], r.first[value] = name, number
	r.out.Values = append(r.out.Values, value)
	return nil
}
