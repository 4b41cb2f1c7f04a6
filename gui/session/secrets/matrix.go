package secrets

import (
	"slices"
	"strconv"
	"strings"

	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/words"
)

// DistanceTable is how well the values of a column are hidden from one another, as a table.
type DistanceTable struct {
	Labels []string // declared values, then special cells
	// Entered are the distances as they stand in the rule, empty for pairs that are not joined;
	// Far is the length of the shortest way in steps, 0 where there is none: what is kept.
	// Differs marks pairs that are kept nearer than
	// they were entered.
	Entered [][]string
	Far     [][]float64
	Differs [][]bool
}

// TableOf returns the table of a rule of that kind; false when it is not one, or has more values
// than are edited.
func (s *Step) TableOf(at RuleAt) (DistanceTable, bool) {
	r, ok := s.Rule(at)
	if !ok || r.Kind != plan.Matrix {
		return DistanceTable{}, false
	}
	t, ok := s.ShadesOf(at)
	if !ok {
		return t, false
	}
	place := make(map[string]int, len(t.Labels))
	for i, l := range t.Labels {
		place[l] = i
		clear(t.Entered[i])
	}
	for _, d := range r.Distances {
		u, okU := place[d.U]
		v, okV := place[d.V]
		if okU && okV {
			t.Entered[u][v], t.Entered[v][u] = words.Number(d.Distance), words.Number(d.Distance)
		}
	}
	return t, true
}

// ShadesOf returns how well the values of a column are hidden from one another by a rule of that
// column alone; false when there are too many of them. While the rule cannot be compiled nothing
// is said to be kept.
func (s *Step) ShadesOf(at RuleAt) (DistanceTable, bool) {
	r, ok := s.Rule(at)
	c, published := s.onlyColumn(r)
	if !ok || !published || c.Regular() > MostInTable {
		return DistanceTable{}, false
	}
	t := DistanceTable{Labels: Ungrouped(c).Values}
	n := len(t.Labels)
	for range n {
		t.Entered = append(t.Entered, make([]string, n))
		t.Far = append(t.Far, make([]float64, n))
		t.Differs = append(t.Differs, make([]bool, n))
	}
	part, ok := s.partAt(at)
	if !ok || part.Size() != n {
		return t, true
	}
	closed, err := policy.Closed(part)
	if err != nil {
		return t, true
	}
	for u := range n {
		for v := range n {
			d, reached := closed.Weight(u, v)
			if !reached {
				continue
			}
			t.Far[u][v] = d.Steps()
			if w, joined := part.Weight(u, v); joined {
				t.Entered[u][v], t.Differs[u][v] = briefly(w), w > d+policy.Weight(n) // less is rounding
			}
		}
	}
	return t, true
}

// SetDistance enters how far two values of a table are apart, by index; an empty text takes the
// pair out of it.
func (s *Step) SetDistance(at RuleAt, u, v int, text string) error {
	t, ok := s.TableOf(at)
	if !ok || u == v || min(u, v) < 0 || max(u, v) >= len(t.Labels) {
		return nil
	}
	if strings.TrimSpace(text) != "" {
		number, err := Number(text)
		if err != nil {
			return words.Errorf("the distance of %q and %q: %w", t.Labels[u], t.Labels[v], err)
		}
		text = number
	} else {
		text = ""
	}
	a, b := t.Labels[min(u, v)], t.Labels[max(u, v)]
	return s.ChangeRule(at, func(r *plan.Secret) {
		is := func(d plan.Distance) bool { return d.U == a && d.V == b || d.U == b && d.V == a }
		i := slices.IndexFunc(r.Distances, is)
		switch {
		case text == "":
			r.Distances = slices.DeleteFunc(r.Distances, is)
		case i < 0:
			r.Distances = append(r.Distances, plan.Distance{U: a, V: b, Distance: text})
		default:
			r.Distances[i].Distance = text
		}
	})
}

// SetAllDistances enters the same distance for every two declared values.
func (s *Step) SetAllDistances(at RuleAt, text string) error {
	number, err := Number(text)
	if err != nil {
		return err
	}
	return s.ChangeRule(at, func(r *plan.Secret) {
		for _, c := range s.columnsOf(*r)[:1] {
			r.Distances = defaultTable(c)
			for i := range r.Distances {
				r.Distances[i].Distance = number
			}
		}
	})
}

// leaveOld takes values out of a table that the column no longer has.
func leaveOld(r *plan.Secret, labels []string) {
	gone := func(label string) bool { return !slices.Contains(labels, label) }
	r.Distances = slices.DeleteFunc(r.Distances, func(d plan.Distance) bool { return gone(d.U) || gone(d.V) })
	for label := range r.Weights {
		if gone(label) {
			delete(r.Weights, label)
		}
	}
	if len(r.Columns) == 1 {
		r.Pairs = slices.DeleteFunc(r.Pairs, func(p plan.Pair) bool {
			return slices.ContainsFunc(p.U, gone) || slices.ContainsFunc(p.V, gone)
		})
	}
}

func matrix() kind {
	return kind{
		SecretKind: plan.Matrix, name: words.Key("by a table"), note: words.Key("how well each two are hidden stands in a table"),
		card: CardGraded, offered: later, blanks: true,
		unfit: func(c plan.Column) string {
			if c.Regular() > MostInTable {
				return words.T("it has more than %d values", MostInTable)
			}
			return uncountable(plan.Column.HasOrder)(c)
		},
		together: tooMany,
		begin: func(r *plan.Secret, columns []plan.Column) {
			r.Distances = defaultTable(columns[0])
		},
		line: func(r plan.Secret) string {
			return words.N(len(r.Distances), "by a table of %d distance", "by a table of %d distances", len(r.Distances))
		},
	}
}

// defaultTable returns the distances of a column's values: steps apart where they have an
// order, all alike otherwise.
func defaultTable(c plan.Column) []plan.Distance {
	labels := labelsOf(c)
	var out []plan.Distance
	for u := range labels {
		for v := u + 1; v < len(labels); v++ {
			d := 1
			if c.HasOrder() {
				d = v - u
			}
			out = append(out, plan.Distance{U: labels[u], V: labels[v], Distance: strconv.Itoa(d)})
		}
	}
	return out
}
