package secrets

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/words"
)

// PairDrawn is a pair of values to draw: its places, and what it was entered as and is kept as, in
// steps. Kept is the same as Entered unless a chain of other pairs is shorter.
type PairDrawn struct {
	A, B          int
	Entered, Kept string
}

// WebOf returns the pairs of a column's values with their weights, for a picture of a few values;
// false when there are too many, or more than one column has the rule.
func (s *Step) WebOf(at RuleAt) ([]PairDrawn, bool) {
	part, ok := s.partAt(at)
	if !ok || len(part.Attributes()) != 1 || part.Size() > 64 {
		return nil, false
	}
	closed, err := policy.Closed(part)
	if err != nil {
		return nil, false
	}
	out := []PairDrawn{}
	for u := range part.Size() {
		for v := u + 1; v < part.Size(); v++ {
			w, joined := part.Weight(u, v)
			if !joined {
				continue
			}
			p := PairDrawn{u, v, Figure(w), Figure(w)}
			if kept, _ := closed.Weight(u, v); kept+policy.Weight(part.Size()) < w {
				p.Kept = Figure(kept)
			}
			out = append(out, p)
		}
	}
	return out, len(out) <= mostEdges
}

// Heavy reports whether a weight in words is more than the budget: such pairs are less well hidden.
func Heavy(weight string) bool {
	r, ok := ratOf(strings.ReplaceAll(words.Typed(weight), ",", ""))
	return ok && r.Cmp(big.NewRat(1, 1)) > 0
}

// Blocks returns the groups that a rule of one column keeps apart from one another, by the places
// of their values, and what each is called; false when there is just one.
func (s *Step) Blocks(at RuleAt) (names []string, of []int, ok bool) {
	part, ok := s.partAt(at)
	if !ok || len(part.Attributes()) != 1 || part.Size() > MostGrouped {
		return nil, nil, false
	}
	of, n := part.Components()
	a := part.Attributes()[0]
	first, last := make([]int, n), make([]int, n)
	for v := len(of) - 1; v >= 0; v-- {
		first[of[v]] = v
	}
	for v, g := range of {
		last[g] = v
	}
	for g := range n {
		name := a.Label(first[g])
		if last[g] > first[g] {
			name = words.T("%s to %s", name, a.Label(last[g]))
		}
		names = append(names, name)
	}
	return names, of, n > 1
}

// CellsDrawn is how far the combinations of two columns are from the one that is looked at: rows
// are values of the first column and columns of the second.
type CellsDrawn struct {
	RowsOf, ColumnsOf string   // the columns' names
	Rows, Columns     []string // labels of the values drawn
	// Far is how many steps they are from the one looked at, under the whole policy: 0 for itself,
	// -1 for what is not connected or cannot occur. Text is the distance in figures.
	Far  [][]float64
	Text [][]string
	// FromRow and FromColumn are the place of the one looked at, ToRow and ToColumn of the
	// other, -1 where it is not drawn.
	FromRow, FromColumn, ToRow, ToColumn int
	// MoreRows and MoreColumns are values that are not drawn.
	MoreRows, MoreColumns int
	// North says that the rows are latitudes and the columns longitudes, whose ends in degrees
	// are Latitudes and Longitudes, south or west first.
	North                 bool
	Latitudes, Longitudes [][2]float64
}

// mostAcross and mostDown are the most columns and rows of a picture of cells.
const (
	mostAcross = 15
	mostDown   = 11
)

// CellsOf draws two columns of the rule of a column around the combination that is looked at, whose
// values (and those of the other combination that is looked at) are given by index for every column
// of the rule. It is false for rules of one column, and while the plan has no policy.
func (s *Step) CellsOf(column string, from, to []int) (CellsDrawn, bool) {
	r, ok := s.Secret(column)
	c := s.of.Outlook()
	if !ok || c == nil || len(r.Columns) < 2 || len(from) != len(r.Columns) || len(to) != len(from) {
		return CellsDrawn{}, false
	}
	d := cellsDrawing{session: s, columns: domain.Texts(r.Columns)}
	for i, n := range r.Columns {
		a, ok := c.Domain.Attribute(n)
		if !ok || min(from[i], to[i]) < 0 || max(from[i], to[i]) >= a.Size() {
			return CellsDrawn{}, false
		}
		if i < 2 {
			d.attrs = append(d.attrs, a)
		}
	}
	d.out.North = r.Kind == plan.Place || r.Kind == plan.Places
	d.draw(from, to)
	return d.out, true
}

// cellsDrawing is a picture of cells in the making.
type cellsDrawing struct {
	session *Step
	columns []string            // of the rule
	attrs   []*domain.Attribute // of the rows and the columns
	out     CellsDrawn
}

func (d *cellsDrawing) draw(from, to []int) {
	tall, wide := d.attrs[0].Size(), d.attrs[1].Size()
	if d.out.North && from[0] < d.attrs[0].Regular() && from[1] < d.attrs[1].Regular() {
		tall, wide = d.attrs[0].Regular(), d.attrs[1].Regular() // blanks are on no map
	}
	rows, columns := window(tall, from[0], to[0], mostDown), window(wide, from[1], to[1], mostAcross)
	d.out.RowsOf, d.out.ColumnsOf = d.columns[0], d.columns[1]
	d.out.Rows, d.out.Columns = labelsAt(d.attrs[0], rows), labelsAt(d.attrs[1], columns)
	d.out.MoreRows, d.out.MoreColumns = d.attrs[0].Size()-len(rows), d.attrs[1].Size()-len(columns)
	d.out.FromRow, d.out.FromColumn = slices.Index(rows, from[0]), slices.Index(columns, from[1])
	d.out.ToRow, d.out.ToColumn = -1, -1
	if slices.Equal(from[2:], to[2:]) {
		d.out.ToRow, d.out.ToColumn = slices.Index(rows, to[0]), slices.Index(columns, to[1])
	}
	for _, a := range rows {
		far, texts := make([]float64, len(columns)), make([]string, len(columns))
		for k, b := range columns {
			v := slices.Clone(from)
			v[0], v[1] = a, b
			if slices.Equal(v, from) {
				continue
			}
			far[k] = -1
			if w, ok := d.session.apart(d.columns, from, v); ok && w < policy.Infinite {
				far[k], texts[k] = w.Steps(), briefly(w)
			}
		}
		d.out.Far, d.out.Text = append(d.out.Far, far), append(d.out.Text, texts)
	}
	if d.out.North {
		d.out.Latitudes, d.out.Longitudes = degreesAt(d.attrs[0], rows, 90), degreesAt(d.attrs[1], columns, 180)
		if d.out.Latitudes == nil || d.out.Longitudes == nil {
			d.out.North = false
		}
	}
}

// briefly writes a distance with the digits that fit a small square.
func briefly(w policy.Weight) string {
	x := w.Steps()
	switch {
	case x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', -1, 64)
	case x < 1:
		return words.Number(plan.DecimalOf(math.Ceil(100*x) / 100))
	case x < 10:
		return words.Number(plan.DecimalOf(math.Ceil(10*x) / 10))
	}
	return plan.DecimalOf(math.Ceil(x))
}

// window returns places of n values around two that are looked at, as many as fit, in their
// order; where the two are far apart, around the first.
func window(n, from, to, most int) []int {
	if n <= most {
		return upTo(0, n)
	}
	low, high := min(from, to), max(from, to)
	if high-low >= most {
		low, high = from, from
	}
	first := min(max((low+high-most+1)/2, 0), n-most)
	return upTo(first, first+most)
}

func upTo(first, end int) []int {
	out := make([]int, 0, end-first)
	for i := first; i < end; i++ {
		out = append(out, i)
	}
	return out
}

func labelsAt(a *domain.Attribute, values []int) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = a.Label(v)
	}
	return out
}

// degreesAt returns the ends of ranges of degrees, open ones at most so far; nil where a value is
// no range, such as a blank.
func degreesAt(a *domain.Attribute, values []int, most float64) [][2]float64 {
	out := make([][2]float64, len(values))
	for i, v := range values {
		if v >= a.Regular() {
			return nil
		}
		lo, hi := a.Ends(v)
		out[i] = [2]float64{-most, most}
		if lo != nil {
			out[i][0], _ = lo.Float64()
		}
		if hi != nil {
			out[i][1], _ = hi.Float64()
		}
	}
	return out
}
