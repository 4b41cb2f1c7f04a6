package secrets

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"steward/core/limits"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
	"steward/core/table"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/reports/secretgraph"
)

// DistanceTable is how well the values of a column are hidden from one another, as a table.
type DistanceTable struct {
	Labels []string // declared values, then special cells
	// Entered are the distances as they stand in the rule, with a decimal point in every language, empty for pairs that
	// are not joined; Far is the length of the shortest way in steps, 0 where there is none: what is kept.
	// Differs marks pairs that are kept nearer than they were entered.
	Entered [][]string
	Far     [][]float64
	Differs [][]bool
}

// Table returns the table of a rule of that kind; false when it is not one, or has more values
// than are edited.
func (at Rule) Table() (DistanceTable, bool) {
	r, ok := at.Secret()
	if !ok || r.Kind != secret.Matrix {
		return DistanceTable{}, false
	}
	t, ok := at.Shades()
	if !ok {
		return t, false
	}
	place := make(map[string]int, len(t.Labels))
	t.Entered = blankTable(t.Labels).Entered // as in the rule, not as the policy has it
	for i, l := range t.Labels {
		place[l] = i
	}
	for _, d := range r.Distances {
		u, okU := place[d.U]
		v, okV := place[d.V]
		if okU && okV {
			t.Entered[u][v], t.Entered[v][u] = d.Distance, d.Distance
		}
	}
	return t, true
}

// Shades returns how well the values of a column are hidden from one another by a rule of that
// column alone; false when there are too many of them. While the rule cannot be compiled, and while it is worked out where
// there are many values, nothing is said to be kept.
func (at Rule) Shades() (DistanceTable, bool) {
	r, ok := at.Secret()
	c, published := at.step.onlyColumn(r)
	if !ok || !published || c.Regular() > limits.MaxDistanceTable {
		return DistanceTable{}, false
	}
	key := fmt.Sprint(at.RuleAt)
	if t, known := at.step.shades[key]; known {
		return t, true
	}
	if at.step.shades == nil {
		at.step.shades = make(map[string]DistanceTable)
	}
	t := blankTable(Ungrouped(c).Values)
	at.step.shades[key] = t
	part, ok := at.part()
	if !ok || part.Size() != len(t.Labels) {
		return t, true
	}
	if part.Size() <= mostAtOnce {
		t.shade(part)
		return t, true
	}
	of, shaded := at.step.shades, blankTable(t.Labels)
	at.step.of.Background(func(context.Context) { shaded.shade(part) }, func() { of[key] = shaded })
	return t, true
}

// blankTable is a table of values that nothing joins.
func blankTable(labels []string) DistanceTable {
	t := DistanceTable{Labels: labels}
	for range labels {
		t.Entered = append(t.Entered, make([]string, len(labels)))
		t.Far = append(t.Far, make([]float64, len(labels)))
		t.Differs = append(t.Differs, make([]bool, len(labels)))
	}
	return t
}

// shade fills a table in with what a part of a policy keeps.
func (t DistanceTable) shade(part policy.Part) {
	closed, err := policy.Closed(part)
	if err != nil {
		return
	}
	n := len(t.Labels)
	for u := range n {
		for v := range n {
			d, reached := closed.Weight(u, v)
			if !reached {
				continue
			}
			t.Far[u][v] = d.Steps()
			if w, joined := part.Weight(u, v); joined {
				t.Entered[u][v], t.Differs[u][v] = secretgraph.Brief(w.Steps()), w > d+weighted.Weight(n) // less is rounding
			}
		}
	}
}

// SetDistance enters how far two values of a table are apart, by index; an empty text takes the
// pair out of it.
func (at Rule) SetDistance(u, v int, text string) error {
	t, ok := at.Table()
	if !ok || u == v || min(u, v) < 0 || max(u, v) >= len(t.Labels) {
		return nil
	}
	text, err := typed(words.T("the distance of %q and %q", amounts.Value(t.Labels[u]), amounts.Value(t.Labels[v])), text, true, false)
	if err != nil {
		return err
	}
	a, b := t.Labels[min(u, v)], t.Labels[max(u, v)]
	return at.Change(func(r *secret.Secret) {
		is := func(d secret.Distance) bool { return d.U == a && d.V == b || d.U == b && d.V == a }
		i := slices.IndexFunc(r.Distances, is)
		switch {
		case text == "":
			r.Distances = slices.DeleteFunc(r.Distances, is)
		case i < 0:
			r.Distances = append(r.Distances, secret.Distance{U: a, V: b, Distance: text})
		default:
			r.Distances[i].Distance = text
		}
	})
}

// SetAllDistances enters the same distance for every two declared values.
func (at Rule) SetAllDistances(text string) error {
	number, err := Number(text)
	if err != nil {
		return err
	}
	return at.Change(func(r *secret.Secret) {
		for _, c := range at.step.columnsOf(*r)[:1] {
			r.Distances = defaultTable(c)
			for i := range r.Distances {
				r.Distances[i].Distance = number
			}
		}
	})
}

// leaveOld takes values out of a table that the column no longer has.
func leaveOld(r *secret.Secret, labels []string) {
	gone := func(label string) bool { return !slices.Contains(labels, label) }
	r.Distances = slices.DeleteFunc(r.Distances, func(d secret.Distance) bool { return gone(d.U) || gone(d.V) })
	for label := range r.Weights {
		if gone(label) {
			delete(r.Weights, label)
		}
	}
	if len(r.Columns) == 1 {
		r.Pairs = slices.DeleteFunc(r.Pairs, func(p secret.Pair) bool {
			return slices.ContainsFunc(p.U, gone) || slices.ContainsFunc(p.V, gone)
		})
	}
}

func matrix() kind {
	return kind{
		Kind: secret.Matrix, name: words.Key("by a table"), note: words.Key("a table says how well any two are hidden"),
		card: CardGraded, offered: later, blanks: true,
		unfit: func(c plan.Column) string {
			if c.Regular() > limits.MaxDistanceTable {
				return words.T("it has more than %d values", limits.MaxDistanceTable)
			}
			return uncountable(plan.Column.HasOrder)(c)
		},
		together: tooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			r.Distances = defaultTable(columns[0])
		},
		line: func(r secret.Secret) string {
			return words.N(len(r.Distances), "by a table of %d distance", "by a table of %d distances", len(r.Distances))
		},
		read: func(r *ruleReader) error {
			r.rule.Distances = nil
			if len(r.attrs) == 1 && r.square() {
				return r.table()
			}
			return r.list(2, 3, 3, r.distance)
		},
		form: func(Rule, secret.Secret) Form { return Form{Editor: TableEditor} },
		learnt: func(meaning, weighted.Weight) string {
			return words.T("more about answers that the table puts far apart:")
		},
		tabled: true,
	}
}

// defaultTable returns the distances of a column's values: steps apart where they have an
// order, all alike otherwise.
func defaultTable(c plan.Column) []secret.Distance {
	labels := labelsOf(c)
	var out []secret.Distance
	for u := range labels {
		for v := u + 1; v < len(labels); v++ {
			d := 1
			if c.HasOrder() {
				d = v - u
			}
			out = append(out, secret.Distance{U: labels[u], V: labels[v], Distance: strconv.Itoa(d)})
		}
	}
	return out
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
			steps := math.Floor(distance.Kilometres(p.lat, p.lon, q.lat, q.lon)/perStep*1e6) / 1e6
			if steps <= 0 {
				return words.Errorf("%s: %q and %q are in the same place: give them different coordinates, or merge them into one value", r.base, a.Label(v), a.Label(u))
			}
			r.rule.Distances = append(r.rule.Distances, secret.Distance{U: a.Label(v), V: a.Label(u), Distance: strconv.FormatFloat(steps, 'f', -1, 64)})
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
	for _, row := range r.cells[1:] {
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
	r.rule.Distances = append(r.rule.Distances, secret.Distance{U: u, V: v, Distance: number})
	return nil
}

func (r *ruleReader) distance(row table.Row, labels []string) error {
	if labels[0] == labels[1] {
		return words.Errorf("%s: %q is paired with itself: give two different values", r.cell(row, 1), labels[0])
	}
	number, err := r.number(row, 2)
	if err != nil {
		return err
	}
	return r.put(row, 2, labels[0], labels[1], number)
}
