package secrets

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/table"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/sheet"
	"steward/io/sheet/format"
)

// ReadRule fills a rule in from a sheet, whose first row may have headings:
//
//   - by a table: the values head the rows and the columns, and an empty cell leaves a pair
//     unjoined; or two values and their distance on each row;
//   - listed pairs: a value for each column of the rule, again for the other end, and if the
//     sheet goes on the pair's weight;
//   - groups and a coarser list: a value and the group it belongs to;
//   - value by value: a value and its weight.
//
// It errors, naming the cell, on anything else.
func ReadRule(ctx context.Context, path string, rule secret.Secret, columns []plan.Column) (secret.Secret, error) {
	read := ruleKind(rule).read
	if read == nil {
		return rule, words.Errorf("a rule of the kind %q cannot be read from a sheet", RuleName(rule.Kind))
	}
	return readSheet(ctx, path, rule, columns, read)
}

// ReadPlaces returns the table of distances of a column's values from a sheet with a value, its
// latitude and its longitude in decimal degrees on each row: kilometres along the surface of the
// Earth, in units that are so many kilometres. It errors, naming the cell, on anything else.
func ReadPlaces(ctx context.Context, path, kilometres string, rule secret.Secret, columns []plan.Column) (secret.Secret, error) {
	unit, ok := ratOf(kilometres)
	switch {
	case !ok:
		return rule, words.Errorf("found %q where the kilometres of one step are expected", kilometres)
	case len(rule.Columns) != 1:
		return rule, words.Errorf("a list of places is for the values of one column")
	}
	per, _ := unit.Float64()
	return readSheet(ctx, path, rule, columns, func(r *ruleReader) error { return r.places(per) })
}

func readSheet(ctx context.Context, path string, rule secret.Secret, columns []plan.Column, read func(r *ruleReader) error) (secret.Secret, error) {
	r := ruleReader{rule: copyRule(rule), base: filepath.Base(path), entered: make(map[[2]string]int)}
	for _, n := range rule.Columns {
		i := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Name == n })
		if i < 0 {
			return rule, words.Errorf("%s is no longer published", n)
		}
		a, err := columns[i].Attribute()
		if err != nil {
			return rule, err
		}
		r.attrs = append(r.attrs, a)
	}
	if len(r.attrs) == 0 {
		return rule, words.Errorf("it names no column")
	}
	if err := r.open(ctx, path); err != nil {
		return rule, err
	}
	if err := read(&r); err != nil {
		return rule, err
	}
	return r.rule, nil
}

// ruleReader reads a sheet into a rule.
type ruleReader struct {
	rule  secret.Secret
	attrs []*domain.Attribute
	base  string
	text  bool        // whether columns have numbers, not letters
	left  int         // the first column that is not empty
	cells []table.Row // from that column on, the headings first
	// entered are the places of the distances read so far, by their two values.
	entered map[[2]string]int
}

// open reads the rows of a sheet as they stand: a table may have an empty corner, which the
// headings of records may not.
func (r *ruleReader) open(ctx context.Context, path string) error {
	file, err := records.OpenFile(ctx, path)
	if err != nil {
		return err
	}
	defer file.Close()
	rows, err := file.Top(ctx, sheet.Options{}, limits.MaxRuleRows+2)
	if err != nil {
		return err
	}
	if len(rows) > limits.MaxRuleRows+1 {
		return words.Errorf("%s has more than %d rows: use a distance or groups instead", r.base, limits.MaxRuleRows)
	}
	if len(rows) < 2 {
		return words.Errorf("%s has no rows under its headings", r.base)
	}
	r.text = file.Kind() == format.Text
	r.left, r.cells = math.MaxInt, rows
	wide := 0
	for _, row := range rows {
		for i, c := range row.Cells {
			if c.Text != "" {
				r.left, wide = min(r.left, i), max(wide, i+1)
			}
		}
	}
	for i, row := range rows { // all as wide as the widest
		cells := make([]table.Cell, wide-r.left)
		copy(cells, row.Cells[min(r.left, len(row.Cells)):min(wide, len(row.Cells))])
		r.cells[i].Cells = cells
	}
	return nil
}

// headings returns the first row, without empty cells at its end.
func (r *ruleReader) headings() (out []string) {
	for _, c := range r.cells[0].Cells {
		out = append(out, strings.TrimSpace(c.Text))
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

// list reads rows that begin with a number of values and have from least to most columns in all.
// A first row that has values is no heading: nothing that is to be secret may be passed over.
func (r *ruleReader) list(values, least, most int, add func(row table.Row, labels []string) error) error {
	if wide := len(r.cells[0].Cells); wide < least || wide > most {
		expected := strconv.Itoa(least)
		if most > least {
			expected = words.T("%d or %d", least, most)
		}
		if wide == 1 {
			return words.Errorf("%s has 1 column where %s are expected", r.base, expected)
		}
		return words.Errorf("%s has %d columns where %s are expected", r.base, wide, expected)
	}
	attr := func(i int) *domain.Attribute { return r.attrs[i%len(r.attrs)] }
	from := 0
	for i := range values {
		if _, ok := attr(i).Find(r.cells[0].Cells[i].Text); !ok {
			from = 1
		}
	}
	for _, row := range r.cells[from:] {
		labels := make([]string, values)
		for i := range values {
			var err error
			if labels[i], err = r.label(row, i, attr(i)); err != nil {
				return err
			}
		}
		if err := add(row, labels); err != nil {
			return err
		}
	}
	return nil
}

// label reads a value of a column.
func (r *ruleReader) label(row table.Row, column int, a *domain.Attribute) (string, error) {
	text := row.Cells[column].Text
	v, ok := a.Find(text)
	if !ok {
		return "", words.Errorf("%s: %q is not a value of %s. Correct the sheet, or declare the value in step %s", r.cell(row, column), text, a.Name(), guide.Columns.Title())
	}
	return a.Label(v), nil
}

// number reads a number above zero.
func (r *ruleReader) number(row table.Row, column int) (string, error) {
	c := row.Cells[column]
	text := c.Text
	if c.Kind == table.Number && strings.ContainsAny(text, "eE") {
		text = strconv.FormatFloat(c.Number, 'f', -1, 64)
	}
	number, err := aboveZero(text)
	if err != nil {
		return "", words.Errorf("%s: %w", r.cell(row, column), err)
	}
	return number, nil
}

// cell names a cell.
func (r *ruleReader) cell(row table.Row, column int) string {
	name := records.ColumnName(r.left+column, r.text)
	if r.text {
		return words.T("%s, line %d, column %s", r.base, row.Number, name)
	}
	return words.T("%s, cell %s%d", r.base, name, row.Number)
}

// Import fills a rule in from a sheet (ReadRule).
func (at Rule) Import(path string) {
	at.importing(path, func(ctx context.Context, rule secret.Secret, columns []plan.Column) (secret.Secret, error) {
		return ReadRule(ctx, path, rule, columns)
	})
}

// ImportPlaces makes a table of distances from a sheet of places (ReadPlaces).
func (at Rule) ImportPlaces(path, kilometres string) {
	at.importing(path, func(ctx context.Context, rule secret.Secret, columns []plan.Column) (secret.Secret, error) {
		return ReadPlaces(ctx, path, words.Typed(kilometres), rule, columns)
	})
}

func (at Rule) importing(path string, read func(context.Context, secret.Secret, []plan.Column) (secret.Secret, error)) {
	rule, ok := at.Secret()
	if !ok {
		return
	}
	columns := at.step.of.Plan().Columns
	var next secret.Secret
	at.step.of.Run(guide.Secrets, words.T("Reading %s", filepath.Base(path)), func(ctx context.Context) error {
		var err error
		if next, err = read(ctx, rule, columns); err != nil {
			return err
		}
		if issues := trial(columns, next); len(issues) > 0 {
			return words.Errorf("%s: %s", filepath.Base(path), words.Say(issues[0].Message))
		}
		return nil
	}, func(err error) {
		if err != nil {
			return
		}
		if err := at.Change(func(r *secret.Secret) { *r = next }); err != nil {
			at.step.of.Fail(guide.Secrets, err)
		}
	})
}
