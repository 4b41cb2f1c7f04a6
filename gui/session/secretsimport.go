package session

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/table"
)

// ReadRule fills a rule in from a sheet whose first row has headings:
//
//   - by a table: the values head the rows and the columns, and an empty cell leaves a pair
//     unjoined; or two values and their distance on each row;
//   - listed pairs: a value for each column of the rule, again for the other end, and if the
//     sheet goes on the pair's weight;
//   - groups and a coarser list: a value and the group it belongs to;
//   - value by value: a value and its weight.
//
// It errors, naming the cell, on anything else.
func ReadRule(ctx context.Context, path string, rule plan.Secret, columns []plan.Column) (plan.Secret, error) {
	r := ruleReader{rule: copyRule(rule), base: filepath.Base(path), entered: make(map[[2]string]int)}
	for _, n := range rule.Columns {
		i := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Name == n })
		if i < 0 {
			return rule, fmt.Errorf("%s is not published any more", n)
		}
		a, err := columns[i].Attribute()
		if err != nil {
			return rule, err
		}
		r.attrs = append(r.attrs, a)
	}
	if len(r.attrs) == 0 {
		return rule, fmt.Errorf("it names no column")
	}
	data, err := OpenData(ctx, path, plan.Data{})
	if err != nil {
		return rule, err
	}
	defer data.Close()
	r.data = data
	if err := r.read(ctx); err != nil {
		return rule, err
	}
	return r.rule, nil
}

// ReadPlaces returns the table of distances of a column's values from a sheet with a value, its
// latitude and its longitude in decimal degrees on each row: kilometres along the surface of the
// Earth, in units that are so many kilometres. It errors, naming the cell, on anything else.
func ReadPlaces(ctx context.Context, path, kilometres string, rule plan.Secret, columns []plan.Column) (plan.Secret, error) {
	unit, ok := ratOf(kilometres)
	if !ok {
		return rule, fmt.Errorf("found %q where the kilometres of one step are expected", kilometres)
	}
	at := slices.IndexFunc(columns, func(c plan.Column) bool { return len(rule.Columns) == 1 && c.Name == rule.Columns[0] })
	if at < 0 {
		return rule, fmt.Errorf("a list of places is for the values of one column")
	}
	a, err := columns[at].Attribute()
	if err != nil {
		return rule, err
	}
	data, err := OpenData(ctx, path, plan.Data{})
	if err != nil {
		return rule, err
	}
	defer data.Close()
	r := ruleReader{rule: copyRule(rule), base: filepath.Base(path), attrs: []*domain.Attribute{a}, data: data}
	per, _ := unit.Float64()
	if err := r.places(ctx, per); err != nil {
		return rule, err
	}
	return r.rule, nil
}

// ruleReader reads a sheet into a rule.
type ruleReader struct {
	rule  plan.Secret
	attrs []*domain.Attribute
	data  *Data
	base  string
	// entered are the places of the distances read so far, by their two values.
	entered map[[2]string]int
}

func (r *ruleReader) read(ctx context.Context) error {
	switch r.rule.Kind {
	case plan.Matrix:
		r.rule.Distances = nil
		if len(r.attrs) == 1 && r.square() {
			return r.table(ctx)
		}
		return r.list(ctx, 2, 3, r.distance)
	case plan.Pairs:
		r.rule.Pairs = nil
		n := 2 * len(r.attrs)
		if err := r.list(ctx, n, n, r.pair); err != nil {
			return err
		}
		if len(r.rule.Pairs) == 0 {
			return fmt.Errorf("%s lists no pairs", r.base)
		}
		return nil
	case plan.Groups, plan.Coarser:
		coarser := map[string]string{}
		if err := r.list(ctx, 1, 2, func(row table.Row, labels []string) error { return r.group(coarser, row, labels[0]) }); err != nil {
			return err
		}
		r.rule.Coarser = nil
		if r.rule.Kind == plan.Coarser {
			r.rule.Coarser = coarser
			return nil
		}
		r.rule.Groups = groupsOf(r.attrs[0].Labels(), plan.Secret{Kind: plan.Coarser, Coarser: coarser})
		return nil
	case plan.PerValue:
		r.rule.Weights = map[string]string{}
		return r.list(ctx, 1, 2, r.weight)
	}
	return fmt.Errorf("a rule of the kind %q is not read from a sheet", RuleName(r.rule.Kind))
}

// places reads a value and its coordinates from each row.
func (r *ruleReader) places(ctx context.Context, perStep float64) error {
	type place struct{ lat, lon float64 }
	a := r.attrs[0]
	at := make(map[int]place)
	err := r.list(ctx, 1, 3, func(row table.Row, labels []string) error {
		lat, err := r.degrees(row, 1, 90)
		if err != nil {
			return err
		}
		lon, err := r.degrees(row, 2, 360)
		if err != nil {
			return err
		}
		v, _ := a.Find(labels[0])
		if _, twice := at[v]; twice {
			return fmt.Errorf("%s: %q has its coordinates twice: remove one row", r.cell(row, 0), labels[0])
		}
		at[v] = place{lat, lon}
		return nil
	})
	if err != nil {
		return err
	}
	r.rule.Distances = nil
	for u := range a.Regular() {
		p, ok := at[u]
		if !ok {
			return fmt.Errorf("%s has no coordinates for %q: add a row", r.base, a.Label(u))
		}
		for v := range u {
			q := at[v]
			steps := math.Floor(policy.Kilometres(p.lat, p.lon, q.lat, q.lon)/perStep*1e6) / 1e6
			if steps <= 0 {
				return fmt.Errorf("%s: %q and %q are at the same place: give them different coordinates, or make one value of the two", r.base, a.Label(v), a.Label(u))
			}
			r.rule.Distances = append(r.rule.Distances, plan.Distance{U: a.Label(v), V: a.Label(u), Distance: Decimal(steps)})
		}
	}
	return nil
}

func (r *ruleReader) degrees(row table.Row, column int, most float64) (float64, error) {
	c := row.Cells[column]
	if c.Kind != table.Number || math.Abs(c.Number) > most {
		return 0, fmt.Errorf("%s: found %q where decimal degrees are expected", r.cell(row, column), c.Text)
	}
	return c.Number, nil
}

// square reports whether the sheet is a table with the values over its columns.
func (r *ruleReader) square() bool {
	header := r.data.Header()
	if len(header) < 3 {
		return false
	}
	found := 0
	for _, h := range header[1:] {
		if _, ok := r.attrs[0].Find(strings.TrimSpace(h)); ok {
			found++
		}
	}
	return found > 1 || len(header) != 3
}

// table reads a square table.
func (r *ruleReader) table(ctx context.Context) error {
	a, header := r.attrs[0], r.data.Header()
	labels := make([]string, len(header))
	for k, h := range header[1:] {
		v, ok := a.Find(strings.TrimSpace(h))
		if !ok {
			return fmt.Errorf("%s: the heading %q is not one of the values of %s", r.base, h, a.Name())
		}
		if labels[k+1] = a.Label(v); slices.Contains(labels[:k+1], labels[k+1]) {
			return fmt.Errorf("%s: the heading %q is there twice: remove one", r.base, h)
		}
	}
	rows := make(map[string]bool)
	err := r.rows(ctx, len(header), func(row table.Row) error {
		label, err := r.label(row, 0, a)
		if err != nil {
			return err
		}
		if rows[label] {
			return fmt.Errorf("%s: the row of %q is there twice: remove one", r.cell(row, 0), label)
		}
		rows[label] = true
		for k := 1; k < len(header); k++ {
			c := row.Cells[k]
			switch {
			case c.Text == "" || c.Text == "0" && label == labels[k]:
			case label == labels[k]:
				return fmt.Errorf("%s: found %q between %q and itself: leave the diagonal empty", r.cell(row, k), c.Text, label)
			default:
				number, err := r.number(row, k)
				if err != nil {
					return err
				}
				if err := r.put(row, k, label, labels[k], number); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for v := range a.Regular() {
		if !slices.Contains(labels, a.Label(v)) && !rows[a.Label(v)] {
			return fmt.Errorf("%s has no row for %q: add one", r.base, a.Label(v))
		}
	}
	return nil
}

// put adds a distance, which may stand in both halves of a table.
func (r *ruleReader) put(row table.Row, column int, u, v, number string) error {
	key := [2]string{min(u, v), max(u, v)}
	if i, there := r.entered[key]; there {
		d := r.rule.Distances[i]
		if old, now := mustRat(d.Distance), mustRat(number); old.Cmp(now) != 0 {
			return fmt.Errorf("%s: %q and %q are %s apart here and %s before: make them the same", r.cell(row, column), u, v, number, d.Distance)
		}
		return nil
	}
	r.entered[key] = len(r.rule.Distances)
	r.rule.Distances = append(r.rule.Distances, plan.Distance{U: u, V: v, Distance: number})
	return nil
}

// list reads rows that begin with a number of values, of least columns in all. The headings may
// be left out where they would be values.
func (r *ruleReader) list(ctx context.Context, values, least int, add func(row table.Row, labels []string) error) error {
	header := r.data.Header()
	if len(header) < least {
		return fmt.Errorf("%s has %s where at least %d are expected", r.base, count(len(header), "column", "columns"), least)
	}
	attr := func(i int) *domain.Attribute { return r.attrs[i%len(r.attrs)] }
	return r.rows(ctx, least, func(row table.Row) error {
		labels := make([]string, values)
		for i := range values {
			var err error
			if labels[i], err = r.label(row, i, attr(i)); err != nil {
				return err
			}
		}
		return add(row, labels)
	})
}

func (r *ruleReader) distance(row table.Row, labels []string) error {
	if labels[0] == labels[1] {
		return fmt.Errorf("%s: %q from itself: give two different values", r.cell(row, 1), labels[0])
	}
	number, err := r.number(row, 2)
	if err != nil {
		return err
	}
	return r.put(row, 2, labels[0], labels[1], number)
}

func (r *ruleReader) pair(row table.Row, labels []string) error {
	n := len(r.attrs)
	p := plan.Pair{U: labels[:n:n], V: labels[n : 2*n : 2*n]}
	if slices.Equal(p.U, p.V) {
		return fmt.Errorf("%s: a pair has two different answers", r.cell(row, n))
	}
	if len(row.Cells) > 2*n && row.Cells[2*n].Text != "" {
		var err error
		if p.Weight, err = r.number(row, 2*n); err != nil {
			return err
		}
		if p.Weight == "1" {
			p.Weight = ""
		}
	}
	r.rule.Pairs = append(r.rule.Pairs, p)
	return nil
}

func (r *ruleReader) group(coarser map[string]string, row table.Row, label string) error {
	name := strings.Join(strings.Fields(row.Cells[1].Text), " ")
	switch {
	case name == "":
		return fmt.Errorf("%s: found no group for %q: name one", r.cell(row, 1), label)
	case coarser[label] != "" && coarser[label] != name:
		return fmt.Errorf("%s: %q belongs to %q here and to %q before: keep one", r.cell(row, 1), label, name, coarser[label])
	}
	coarser[label] = name
	return nil
}

func (r *ruleReader) weight(row table.Row, labels []string) error {
	number, err := r.number(row, 1)
	if err != nil {
		return err
	}
	if _, twice := r.rule.Weights[labels[0]]; twice {
		return fmt.Errorf("%s: %q has two weights: keep one", r.cell(row, 0), labels[0])
	}
	r.rule.Weights[labels[0]] = number
	return nil
}

// rows calls add for every row that is not empty.
func (r *ruleReader) rows(ctx context.Context, least int, add func(table.Row) error) error {
	n := 0
	for row, err := range r.data.Rows(ctx) {
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return c.Text != "" }) {
			continue
		}
		if len(row.Cells) < least {
			return fmt.Errorf("%s: the row is too short", r.cell(row, 0))
		}
		if n++; n > limits.MaxRuleRows {
			return fmt.Errorf("%s has more than %d rows: use a distance or groups instead", r.base, limits.MaxRuleRows)
		}
		if err := add(row); err != nil {
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
		return "", fmt.Errorf("%s: %q is not a value of %s. Correct the sheet, or declare the value in step Columns", r.cell(row, column), text, a.Name())
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
	number, err := Number(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", r.cell(row, column), err)
	}
	return number, nil
}

// cell names a cell.
func (r *ruleReader) cell(row table.Row, column int) string {
	return r.base + ", " + r.data.Address(row.Number, column)
}

// ImportRule fills a rule in from a sheet (ReadRule).
func (s *Session) ImportRule(at RuleAt, path string) {
	s.importRule(at, path, func(ctx context.Context, rule plan.Secret, columns []plan.Column) (plan.Secret, error) {
		return ReadRule(ctx, path, rule, columns)
	})
}

// ImportPlaces makes a table of distances from a sheet of places (ReadPlaces).
func (s *Session) ImportPlaces(at RuleAt, path, kilometres string) {
	s.importRule(at, path, func(ctx context.Context, rule plan.Secret, columns []plan.Column) (plan.Secret, error) {
		return ReadPlaces(ctx, path, kilometres, rule, columns)
	})
}

func (s *Session) importRule(at RuleAt, path string, read func(context.Context, plan.Secret, []plan.Column) (plan.Secret, error)) {
	rule, ok := s.Rule(at)
	if !ok {
		return
	}
	columns := s.plan.Columns
	var next plan.Secret
	s.run(guide.Secrets, "Reading "+filepath.Base(path), func(ctx context.Context, _ func(string, float64)) error {
		var err error
		if next, err = read(ctx, rule, columns); err != nil {
			return err
		}
		if issues := trial(columns, next); len(issues) > 0 {
			return fmt.Errorf("%s: %s", filepath.Base(path), issues[0].Message)
		}
		return nil
	}, func(err error) {
		if err == nil {
			if err := s.ChangeRule(at, func(r *plan.Secret) { *r = next }); err != nil {
				s.Fail(guide.Secrets, err)
			}
		}
	})
}
