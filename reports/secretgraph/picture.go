// Package secretgraph describes what a policy joins: which values a column has, which of them nobody may tell apart, and how
// that is best laid out. Of makes a description from a compiled plan. Package chart draws it, for the window, where two values
// are looked at, as for the summary, and Summary says it in words.
package secretgraph

import (
	"math"
	"slices"
	"strconv"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy/weighted"
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
	InCells              // squares shaded by how far two values, or combinations of two columns, are apart
)

// Group is a box of InGroups: values that are joined to each other and to no others.
type Group struct {
	Title message.Text
	Nodes []string
}

// Beside is a value that stands outside the order of the others: joined to each of them, or to none. Far is how far they are
// apart then, where that is not a step.
type Beside struct {
	Label  string
	Joined bool
	Far    message.Text
}

// Picture is what joins values, and what is looked at of them.
type Picture struct {
	Kind   Kind
	Nodes  []string // the values in order; not used by InGroups and InCells
	Groups []Group  // InGroups only
	// Edges are the joined pairs of a line by index.
	Edges [][2]int
	// Reach is another way to say the pairs of a line, short where there are many: for each
	// value the highest one that is joined to it and to all between them.
	Reach []int
	// Besides are the values that are not among the others.
	Besides []Beside
	// From and To are the two values that are looked at, by index (in InGroups counted
	// through the groups); both the same for none. On a line the shortest way between them
	// is drawn and counted.
	From, To int
	Note     message.Text // said over the two
	// Around says that the shortest way between the two leaves the line, through a value that
	// is not on it: then none is drawn along it.
	Around bool
	// Outside is what values are joined to besides one another, such as "not in the file"; nothing where they are not.
	Outside message.Text
	// Alone says that it is all that joins values, of Star.
	Alone bool
	// Some says which values are joined to it; nil for all.
	Some []bool
	// Each says how far joined values are apart, where that is the same for all and not a step; nothing otherwise.
	Each   message.Text
	Joined []Pair // Web only
	Cells  Cells  // InCells only
}

// Cells is what InCells shows: how far the combinations of two columns are from the one that is looked at or, of one column,
// the values from one another.
type Cells struct {
	RowsOf, ColumnsOf string   // the columns' names
	Rows, Columns     []string // labels
	// Far is how many steps they are, 0 for the one looked at, or for a value and itself, and -1 for what is not connected;
	// Joined says which have that in figures: of one column values that are joined.
	Far    [][]float64
	Joined [][]bool
	// From and To are the places of the two that are looked at, row and column; -1 for none. Of one column To is
	// the pair of them.
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
	Text  message.Text
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

// JoinedOutside tells whether a value is joined to Outside.
func (p Picture) JoinedOutside(node int) bool {
	return !p.Outside.IsZero() && (p.Some == nil || node < len(p.Some) && p.Some[node])
}

// JoinsAll tells whether all values are joined to one another, and all or none to Outside, so that nothing tells the picture from
// that of another column.
func (p Picture) JoinsAll() bool {
	return (p.Kind == Complete || p.Kind == Star && !p.Alone) && p.Some == nil && p.Each.IsZero() && len(p.Besides) == 0
}

// Summary says in words what the picture shows, for those who do not see it and for tests.
func (p Picture) Summary() message.Text {
	n := len(p.All())
	var said message.Text
	switch p.Kind {
	case OnLine:
		said = message.Sprintf("%d values on a line", n)
	case Complete:
		said = message.Sprintf("%d values, each joined to every other", n)
	case Star:
		if p.Alone {
			said = message.Sprintf("%d values, each joined to %q alone", n, p.Outside)
		} else {
			said = message.Sprintf("%d values, each joined to every other and to %q", n, p.Outside)
		}
	case InGroups:
		said = message.Sprintf("%d values in %d groups, joined inside each group", n, len(p.Groups))
	case Web:
		said = message.Sprintf("%d values, %d pairs of them joined", n, len(p.Joined))
	case InCells:
		said = p.Cells.summary()
	}
	if p.Two() {
		nodes := p.All()
		said = message.Sprintf("%s; %s and %s: %s", said, Label(nodes[p.From]), Label(nodes[p.To]), p.Note)
	}
	for _, r := range p.Remarks() {
		said = message.Sprintf("%s; %s", said, r)
	}
	return said
}

// Remarks say what the drawing does not show.
func (p Picture) Remarks() (out []message.Text) {
	for _, b := range p.Besides {
		switch label := Label(b.Label); {
		case !b.Joined:
			out = append(out, message.Sprintf("“%s” is joined to none of them", label))
		case b.Far.IsZero():
			out = append(out, message.Sprintf("“%s” is joined to each of them", label))
		default:
			out = append(out, message.Sprintf("“%s” is joined to each of them, %s apart", label, b.Far))
		}
	}
	switch some := p.outsiders(); {
	case p.Outside.IsZero():
	case p.Some != nil:
		out = append(out, message.Sprintf("“%s” is joined to %s", p.Outside, some))
	case p.Kind != Star:
		out = append(out, message.Sprintf("each value is joined to “%s” as well", p.Outside))
	}
	if !p.Each.IsZero() {
		out = append(out, message.Sprintf("values that are joined are %s apart", p.Each))
	}
	if p.Kind == OnLine {
		if said := p.Line().Left; !said.IsZero() {
			out = append(out, said)
		}
	}
	if p.Kind == OnLine && p.Edges != nil && len(p.Edges) == 0 && len(p.Besides) == 0 && p.Outside.IsZero() {
		out = append(out, message.Sprintf("no two values are joined: which of them someone has is not protected"))
	}
	return out
}

// outsiders names the values that are joined to Outside, where not all are.
func (p Picture) outsiders() message.Text {
	labels := p.All()
	if len(labels) == 0 {
		labels = p.Cells.Rows
	}
	for _, b := range p.Besides {
		labels = append(slices.Clip(labels), b.Label)
	}
	var joined []message.Text
	for i, label := range labels {
		if p.JoinedOutside(i) {
			joined = append(joined, Label(label))
		}
	}
	return message.Few(joined)
}

// summary says in words what the picture of cells shows.
func (c Cells) summary() message.Text {
	said := message.Sprintf("%d values of %s by %d of %s", len(c.Rows), c.RowsOf, len(c.Columns), c.ColumnsOf)
	if c.Map {
		said = message.Sprintf("map: %s", said)
	}
	looked := c.ToRow >= 0 && c.ToColumn >= 0
	apart := NotConnected()
	if looked && c.Far[c.ToRow][c.ToColumn] >= 0 {
		apart = steps(Brief(c.Far[c.ToRow][c.ToColumn]))
	}
	switch from := c.FromRow >= 0 && c.FromColumn >= 0; {
	case from && looked:
		return message.Sprintf("%s; from %s × %s to %s × %s: %s", said, c.Rows[c.FromRow], c.Columns[c.FromColumn], c.Rows[c.ToRow], c.Columns[c.ToColumn], apart)
	case from:
		return message.Sprintf("%s; from %s × %s", said, c.Rows[c.FromRow], c.Columns[c.FromColumn])
	case looked:
		return message.Sprintf("%s; %s and %s: %s", said, c.Rows[c.ToRow], c.Columns[c.ToColumn], apart)
	}
	return said
}

// Legend says what the figures and marks of a picture of cells are.
func (c Cells) Legend() message.Text {
	switch {
	case c.FromRow < 0 && c.More:
		return message.Sprintf("figures: steps between two that are joined; crossed: not connected; only some are drawn")
	case c.FromRow < 0:
		return message.Sprintf("figures: steps between two that are joined; crossed: not connected")
	case c.More:
		return message.Sprintf("figures: steps from the circle; crossed: not connected; only some are drawn")
	}
	return message.Sprintf("figures: steps from the circle; crossed: not connected")
}

// NotConnected is said of values that nothing joins.
func NotConnected() message.Text { return message.Sprintf("not connected") }

// Steps says how far two values are apart: with two digits after the point where that is no whole number of steps, rounded up.
func Steps(d weighted.Weight) message.Text {
	if d == weighted.Infinite {
		return NotConnected()
	}
	return steps(Figure(d))
}

func steps(figure string) message.Text {
	if figure == "1" {
		return message.Sprintf("1 step")
	}
	return message.Sprintf("%s steps", figure)
}

// Figure writes a distance as a number, as English does.
func Figure(d weighted.Weight) string {
	x := d.Steps()
	if x == math.Trunc(x) {
		return account.Commas(strconv.FormatFloat(x, 'f', 0, 64))
	}
	return decimal.Of(math.Ceil(100*x) / 100)
}

// Brief writes a number of steps with the digits that fit a small square, as English does.
func Brief(x float64) string {
	digits := 1.0
	switch {
	case x == math.Trunc(x):
		return strconv.FormatFloat(x, 'f', -1, 64)
	case x < 1:
		digits = 100
	case x < 10:
		digits = 10
	}
	return decimal.Of(math.Ceil(digits*x) / digits)
}

// Label is the label of a value, as it is said in a language.
func Label(label string) message.Text {
	if said, ok := domain.SaidLabel(label); ok {
		return said
	}
	return message.Verbatim(label)
}
