package secrets

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/policy"
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
func ReadRule(ctx context.Context, path string, rule plan.Secret, columns []plan.Column) (plan.Secret, error) {
	r := ruleReader{rule: copyRule(rule), base: filepath.Base(path), entered: make(map[[2]string]int)}
	for _, n := range rule.Columns {
		i := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Name == n })
		if i < 0 {
			return rule, words.Errorf("%s is not published any more", n)
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
	if err := r.read(); err != nil {
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
		return rule, words.Errorf("found %q where the kilometres of one step are expected", kilometres)
	}
	at := slices.IndexFunc(columns, func(c plan.Column) bool { return len(rule.Columns) == 1 && c.Name == rule.Columns[0] })
	if at < 0 {
		return rule, words.Errorf("a list of places is for the values of one column")
	}
	a, err := columns[at].Attribute()
	if err != nil {
		return rule, err
	}
	r := ruleReader{rule: copyRule(rule), base: filepath.Base(path), attrs: []*domain.Attribute{a}}
	if err := r.open(ctx, path); err != nil {
		return rule, err
	}
	per, _ := unit.Float64()
	if err := r.places(per); err != nil {
		return rule, err
	}
	return r.rule, nil
}

// ruleReader reads a sheet into a rule.
type ruleReader struct {
	rule  plan.Secret
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
func (r *ruleReader) headings() []string {
	var out []string
	for _, c := range r.cells[0].Cells {
		out = append(out, strings.TrimSpace(c.Text))
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

func (r *ruleReader) read() error {
	switch r.rule.Kind {
	case plan.Matrix:
		r.rule.Distances = nil
		if len(r.attrs) == 1 && r.square() {
			return r.table()
		}
		return r.list(2, 3, 3, r.distance)
	case plan.Pairs:
		r.rule.Pairs = nil
		n := 2 * len(r.attrs)
		if err := r.list(n, n, n+1, r.pair); err != nil {
			return err
		}
		if len(r.rule.Pairs) == 0 {
			return words.Errorf("%s lists no pairs", r.base)
		}
		return nil
	case plan.Groups, plan.Coarser:
		coarser := map[string]string{}
		if err := r.list(1, 2, 2, func(row table.Row, labels []string) error { return r.group(coarser, row, labels[0]) }); err != nil {
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
		return r.list(1, 2, 2, r.weight)
	}
	return words.Errorf("a rule of the kind %q is not read from a sheet", RuleName(r.rule.Kind))
}

// places reads a value and its coordinates from each row.
func (r *ruleReader) places(perStep float64) error {
	type place struct{ lat, lon float64 }
	a := r.attrs[0]
	at := make(map[int]place)
	err := r.list(1, 3, 3, func(row table.Row, labels []string) error {
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
			return words.Errorf("%s: %q has its coordinates twice: remove one row", r.cell(row, 0), labels[0])
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
			return words.Errorf("%s has no coordinates for %q: add a row", r.base, a.Label(u))
		}
		for v := range u {
			q := at[v]
			steps := math.Floor(policy.Kilometres(p.lat, p.lon, q.lat, q.lon)/perStep*1e6) / 1e6
			if steps <= 0 {
				return words.Errorf("%s: %q and %q are at the same place: give them different coordinates, or make one value of the two", r.base, a.Label(v), a.Label(u))
			}
			r.rule.Distances = append(r.rule.Distances, plan.Distance{U: a.Label(v), V: a.Label(u), Distance: strconv.FormatFloat(steps, 'f', -1, 64)})
		}
	}
	return nil
}

func (r *ruleReader) degrees(row table.Row, column int, most float64) (float64, error) {
	c := row.Cells[column]
	if c.Kind != table.Number || math.Abs(c.Number) > most {
		return 0, words.Errorf("%s: found %q where decimal degrees are expected", r.cell(row, column), c.Text)
	}
	return c.Number, nil
}

// square reports whether the sheet is a table with the values over its columns.
func (r *ruleReader) square() bool {
	header := r.headings()
	if len(header) < 3 {
		return false
	}
	found := 0
	for _, h := range header[1:] {
		if _, ok := r.attrs[0].Find(h); ok {
			found++
		}
	}
	return found > 1 || len(header) != 3
}

// table reads a square table.
func (r *ruleReader) table() error {
	a, header := r.attrs[0], r.headings()
	labels := make([]string, len(header))
	for k, h := range header[1:] {
		v, ok := a.Find(h)
		if !ok {
			return words.Errorf("%s: the heading %q is not one of the values of %s", r.base, h, a.Name())
		}
		if labels[k+1] = a.Label(v); slices.Contains(labels[:k+1], labels[k+1]) {
			return words.Errorf("%s: the heading %q is there twice: remove one", r.base, h)
		}
	}
	rows := make(map[string]bool)
	err := r.rows(func(row table.Row) error {
		label, err := r.label(row, 0, a)
		if err != nil {
			return err
		}
		if rows[label] {
			return words.Errorf("%s: the row of %q is there twice: remove one", r.cell(row, 0), label)
		}
		rows[label] = true
		for k := 1; k < len(header); k++ {
			c := row.Cells[k]
			switch {
			case c.Text == "" || c.Text == "0" && label == labels[k]:
			case label == labels[k]:
				return words.Errorf("%s: found %q between %q and itself: leave the diagonal empty", r.cell(row, k), c.Text, label)
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
			return words.Errorf("%s has no row for %q: add one", r.base, a.Label(v))
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
			return words.Errorf("%s: %q and %q are %s apart here and %s before: make them the same", r.cell(row, column), u, v, number, d.Distance)
		}
		return nil
	}
	r.entered[key] = len(r.rule.Distances)
	r.rule.Distances = append(r.rule.Distances, plan.Distance{U: u, V: v, Distance: number})
	return nil
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

func (r *ruleReader) distance(row table.Row, labels []string) error {
	if labels[0] == labels[1] {
		return words.Errorf("%s: %q from itself: give two different values", r.cell(row, 1), labels[0])
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
		return words.Errorf("%s: a pair has two different answers", r.cell(row, n))
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
		return words.Errorf("%s: found no group for %q: name one", r.cell(row, 1), label)
	case coarser[label] != "" && coarser[label] != name:
		return words.Errorf("%s: %q belongs to %q here and to %q before: keep one", r.cell(row, 1), label, name, coarser[label])
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
		return words.Errorf("%s: %q has two weights: keep one", r.cell(row, 0), labels[0])
	}
	r.rule.Weights[labels[0]] = number
	return nil
}

// rows calls add for every row under the headings.
func (r *ruleReader) rows(add func(table.Row) error) error {
	for _, row := range r.cells[1:] {
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
		return "", words.Errorf("%s: %q is not a value of %s. Correct the sheet, or declare the value in step Columns", r.cell(row, column), text, a.Name())
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

// ImportRule fills a rule in from a sheet (ReadRule).
func (s *Step) ImportRule(at RuleAt, path string) {
	s.importRule(at, path, func(ctx context.Context, rule plan.Secret, columns []plan.Column) (plan.Secret, error) {
		return ReadRule(ctx, path, rule, columns)
	})
}

// ImportPlaces makes a table of distances from a sheet of places (ReadPlaces).
func (s *Step) ImportPlaces(at RuleAt, path, kilometres string) {
	s.importRule(at, path, func(ctx context.Context, rule plan.Secret, columns []plan.Column) (plan.Secret, error) {
		return ReadPlaces(ctx, path, words.Typed(kilometres), rule, columns)
	})
}

func (s *Step) importRule(at RuleAt, path string, read func(context.Context, plan.Secret, []plan.Column) (plan.Secret, error)) {
	rule, ok := s.Rule(at)
	if !ok {
		return
	}
	columns := s.of.Plan().Columns
	var next plan.Secret
	s.of.Read(words.T("Reading %s", filepath.Base(path)), func(ctx context.Context) error {
		var err error
		if next, err = read(ctx, rule, columns); err != nil {
			return err
		}
		if issues := trial(columns, next); len(issues) > 0 {
			return words.Errorf("%s: %s", filepath.Base(path), words.Say(issues[0].Message))
		}
		return nil
	}, func() error {
		return s.ChangeRule(at, func(r *plan.Secret) { *r = next })
	})
}
