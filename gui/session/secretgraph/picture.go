// Package secretgraph is what a picture of secrets shows: which values there are, what joins them, and which two are looked
// at. A step of the session makes it, a widget draws it. Both know this package, and it knows neither.
package secretgraph

import (
	"fmt"
	"strings"

	"steward/gui/words"
)

// Kind is how a picture lays its values out.
type Kind int

// The kinds.
const (
	OnLine   Kind = iota // values in their order, on a line
	Complete             // every value joined to every other, on a circle
	InGroups             // a box per group, its values joined inside
	Star                 // as Complete, and all joined to "not in the file"
	Web                  // values on a circle, listed pairs of them joined
	InCells              // combinations of two columns, shaded by how far they are
)

// Group is a box of InGroups: values that are joined to each other and to no others.
type Group struct {
	Title string
	Nodes []string
}

// Picture is what joins values, and what is looked at of them.
type Picture struct {
	Kind   Kind
	Nodes  []string // the values in order; not used by InGroups
	Groups []Group  // InGroups only
	// Edges are the joined pairs of a line by index, nil for each value and the next. The
	// other kinds know their own.
	Edges [][2]int
	// Reach is another way to say the pairs of a line, short where there are many: for each
	// value the highest one that is joined to it and to all between them.
	Reach []int
	// From and To are the two values that are looked at, by index (in InGroups counted
	// through the groups); both the same for none. On a line the shortest way between them
	// is drawn and counted.
	From, To int
	Note     string // over the two of a line; "" for the number of steps
	// Around says that the shortest way between the two leaves the line, through a value that
	// is not on it: then none is drawn along it.
	Around  bool
	Outside string // the star's centre; "" for "not in the file"
	// Alone says that the star's centre is all that joins values.
	Alone bool
	// Some says which values are joined to the star's centre; nil for all.
	Some   []bool
	Joined []Pair // Web only
	Cells  Cells  // InCells only
}

// Cells is what InCells shows: how far the combinations of two columns are from the one that
// is looked at.
type Cells struct {
	RowsOf, ColumnsOf string   // the columns' names
	Rows, Columns     []string // labels
	// Far is how many steps they are, 0 for the one looked at and -1 for what is not connected;
	// Text is that in figures.
	Far  [][]float64
	Text [][]string
	// From and To are the places of the two that are looked at, row and column; -1 for none.
	FromRow, FromColumn, ToRow, ToColumn int
	// More says that there are more rows or columns than are drawn.
	More bool
	// Map lays rows and columns out by their degrees, north on top, with a scale.
	Map                   bool
	Latitudes, Longitudes [][2]float64 // ends of the rows and columns, south or west first
}

// Pair is a joined pair of Web, by index. Text is its weight in words; Heavy pairs are
// less well hidden and drawn as broken lines.
type Pair struct {
	A, B  int
	Text  string
	Heavy bool
}

// Two tells whether two values are looked at.
func (p Picture) Two() bool {
	n := len(p.All())
	return p.From != p.To && p.From >= 0 && p.To >= 0 && p.From < n && p.To < n
}

// Looked tells whether a value is one of the two that are looked at.
func (p Picture) Looked(i int) bool {
	return p.Two() && (i == p.From || i == p.To)
}

// All returns all values in their order.
func (p Picture) All() []string {
	if p.Kind != InGroups {
		return p.Nodes
	}
	var all []string
	for _, group := range p.Groups {
		all = append(all, group.Nodes...)
	}
	return all
}

// Centre returns the words for the star's centre.
func (p Picture) Centre() string {
	if p.Outside == "" {
		return words.T("not in the file")
	}
	return p.Outside
}

// Summary says in words what the picture shows, for those who do not see it and for tests.
func (p Picture) Summary() string {
	n := len(p.All())
	var b strings.Builder
	switch p.Kind {
	case OnLine:
		b.WriteString(words.T("%d values on a line", n))
	case Complete:
		b.WriteString(words.T("%d values, each joined to every other", n))
	case Star:
		if p.Alone {
			b.WriteString(words.T("%d values, each joined to %q alone", n, p.Centre()))
		} else {
			b.WriteString(words.T("%d values, each joined to every other and to %q", n, p.Centre()))
		}
	case InGroups:
		b.WriteString(words.T("%d values in %d groups, joined inside each group", n, len(p.Groups)))
	case Web:
		b.WriteString(words.T("%d values, %d pairs of them joined", n, len(p.Joined)))
	case InCells:
		return p.cellsSummary()
	}
	if p.Two() {
		nodes := p.All()
		fmt.Fprintf(&b, "; %s and %s: %s", nodes[p.From], nodes[p.To], p.Words())
	}
	return b.String()
}

// Words returns the words over the two values that are looked at.
func (p Picture) Words() string {
	if p.Note != "" {
		return p.Note
	}
	switch p.Kind {
	case OnLine:
		return Steps(p.Line().Steps)
	case InGroups:
		if p.GroupOf(p.From) != p.GroupOf(p.To) {
			return NotConnected()
		}
	}
	return Steps(1)
}

// Steps says how many steps a way has, or that there is none.
func Steps(n int) string {
	switch {
	case n < 0:
		return NotConnected()
	case n == 1:
		return words.T("1 step")
	}
	return words.T("%d steps", n)
}

// GroupOf returns the group that a value is in.
func (p Picture) GroupOf(node int) int {
	for i, group := range p.Groups {
		if node < len(group.Nodes) {
			return i
		}
		node -= len(group.Nodes)
	}
	return -1
}

// cellsSummary says in words what the picture of cells shows.
func (p Picture) cellsSummary() string {
	c := p.Cells
	wording := words.T("%d values of %s by %d of %s", len(c.Rows), c.RowsOf, len(c.Columns), c.ColumnsOf)
	if c.Map {
		wording = words.T("map: %s", wording)
	}
	if c.FromRow < 0 || c.FromColumn < 0 {
		return wording
	}
	wording += words.T("; from %s × %s", c.Rows[c.FromRow], c.Columns[c.FromColumn])
	if c.ToRow >= 0 && c.ToColumn >= 0 {
		apart := NotConnected()
		if far := c.Far[c.ToRow][c.ToColumn]; far == 1 {
			apart = Steps(1)
		} else if far >= 0 {
			apart = words.T("%s steps", c.Text[c.ToRow][c.ToColumn])
		}
		wording += words.T(" to %s × %s: %s", c.Rows[c.ToRow], c.Columns[c.ToColumn], apart)
	}
	return wording
}

// NotConnected is said of values that nothing joins.
func NotConnected() string { return words.T("not connected") }
