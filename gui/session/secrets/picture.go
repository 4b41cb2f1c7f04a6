package secrets

import (
	"math"
	"slices"
	"strconv"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/session/secretgraph"
	"steward/gui/words"
)

// picturing is a picture of what joins the values of a column, in the making.
type picturing struct {
	s        *Step
	column   string
	attr     *domain.Attribute
	rule     plan.Secret // of the column, if it has its own
	from, to []int       // the two that are looked at, a value for each column of the rule
	out      secretgraph.Picture
}

// mostPictured is the largest number of values that are drawn.
const mostPictured = 5000

// Picture returns a picture of the policy on the values of a column, or of the columns that share its rule, of which two
// combinations are looked at, given by index. It is false where there is nothing to draw, or too much.
func (s *Step) Picture(column string, from, to []int) (secretgraph.Picture, bool) {
	c := s.of.Outlook()
	if c == nil {
		return secretgraph.Picture{}, false
	}
	attr, ok := c.Domain.Attribute(domain.AttributeName(column))
	if !ok || attr.Size() > mostPictured || attr.Size() < 2 {
		return secretgraph.Picture{}, false
	}
	rule, own := s.Secret(column)
	k, at := ruleKind(rule), max(slices.Index(rule.Columns, attr.Name()), 0)
	p := &picturing{s: s, column: column, attr: attr, rule: rule, from: from, to: to}
	p.out = secretgraph.Picture{Kind: secretgraph.Complete, Nodes: attr.Labels(), From: from[at], To: to[at]}
	if t, ok := s.Could(column, from[at], to[at]); ok && t.Steps > 0 {
		p.out.Note = t.Apart
	}
	switch {
	case own && len(rule.Columns) > 1 && !k.each:
		ok = p.cells()
	case own && k.draw != nil:
		ok = k.draw(p)
	case own && !k.each:
		ok = p.pairs()
	default:
		p.answers()
	}
	if n := len(p.out.Nodes); p.out.Kind != secretgraph.InGroups && (p.out.From >= n || p.out.To >= n) {
		p.out.From, p.out.To = -1, -1 // a special cell stands on no line
	}
	return p.out, ok
}

// answers joins every answer to every other, and where being in the file is secret to that.
func (p *picturing) answers() {
	switch p.s.Presence() {
	case PresenceAll:
		p.out.Kind, p.out.Alone = secretgraph.Star, p.s.of.Plan().Secrets.PresenceOnly
	case PresenceSome:
		if some, ok := p.s.JoinedOutside(p.column); ok {
			p.out.Kind, p.out.Some = secretgraph.Star, some
		}
	}
	p.out.Outside = p.s.NotInFile()
}

// line puts the values on a line, where each is joined to the next.
func (p *picturing) line() bool {
	p.out.Kind, p.out.Nodes = secretgraph.OnLine, p.out.Nodes[:p.attr.Regular()]
	return true
}

// nowhere draws nothing: the table of the rule is its picture.
func (p *picturing) nowhere() bool { return false }

// pairs joins pairs along the line or, where their weights differ, on a circle, of few values.
func (p *picturing) pairs() bool {
	web, ok := p.s.WebOf(On(p.column))
	for _, e := range web {
		if e.Text != "1" {
			p.out.Kind, p.out.Joined = secretgraph.Web, web
			return ok && len(web) <= 200
		}
	}
	p.line()
	p.out.Edges, ok = p.s.Edges(p.column)
	return ok
}

// boxes draws a box for each group of values; a value in none is not drawn.
func (p *picturing) boxes(values, names []string, of []int) {
	list := make([]secretgraph.Group, len(names))
	for i, name := range names {
		list[i].Title = name
	}
	at := make([]int, len(values)) // the place in its box
	for v, group := range of {
		if group >= 0 {
			at[v] = len(list[group].Nodes)
			list[group].Nodes = append(list[group].Nodes, values[v])
		}
	}
	place := func(v int) int {
		if v < 0 || v >= len(of) || of[v] < 0 {
			return -1
		}
		n := at[v]
		for _, box := range list[:of[v]] {
			n += len(box.Nodes)
		}
		return n
	}
	p.out.Kind, p.out.Groups, p.out.From, p.out.To = secretgraph.InGroups, list, place(p.out.From), place(p.out.To)
}

// WebOf returns the pairs of a column's values with their weights, for a picture of a few values;
// false when there are too many, or more than one column has the rule. Where a chain of other pairs is shorter than was
// entered, both are said.
func (s *Step) WebOf(at RuleAt) ([]secretgraph.Pair, bool) {
	part, ok := s.partAt(at)
	if !ok || len(part.Attributes()) != 1 || part.Size() > 64 {
		return nil, false
	}
	closed, err := policy.Closed(part)
	if err != nil {
		return nil, false
	}
	out := []secretgraph.Pair{}
	for u := range part.Size() {
		for v := u + 1; v < part.Size(); v++ {
			w, joined := part.Weight(u, v)
			if !joined {
				continue
			}
			p := secretgraph.Pair{A: u, B: v, Text: Figure(w)}
			if kept, _ := closed.Weight(u, v); kept+policy.Weight(part.Size()) < w {
				p.Text = words.T("%s, not %s", Figure(kept), Figure(w))
				w = kept
			}
			p.Heavy = w > policy.One
			out = append(out, p)
		}
	}
	return out, len(out) <= mostEdges
}

// mostAcross and mostDown are the most columns and rows of a picture of cells.
const (
	mostAcross = 15
	mostDown   = 11
)

// cells draws two columns of the rule around the combination that is looked at: rows are values of the first column and
// columns of the second.
func (p *picturing) cells() bool {
	if len(p.from) != len(p.rule.Columns) || len(p.to) != len(p.from) {
		return false
	}
	d := cellsDrawing{session: p.s, columns: domain.Texts(p.rule.Columns)}
	for i, n := range p.rule.Columns {
		a, ok := p.s.of.Outlook().Domain.Attribute(n)
		if !ok || min(p.from[i], p.to[i]) < 0 || max(p.from[i], p.to[i]) >= a.Size() {
			return false
		}
		if i < 2 {
			d.attrs = append(d.attrs, a)
		}
	}
	d.out.Map = ruleKind(p.rule).fixed
	d.draw(p.from, p.to)
	p.out.Kind, p.out.From, p.out.To, p.out.Cells = secretgraph.InCells, -1, -1, d.out
	return true
}

// cellsDrawing is a picture of cells in the making.
type cellsDrawing struct {
	session *Step
	columns []string            // of the rule
	attrs   []*domain.Attribute // of the rows and the columns
	out     secretgraph.Cells
}

func (d *cellsDrawing) draw(from, to []int) {
	tall, wide := d.attrs[0].Size(), d.attrs[1].Size()
	if d.out.Map && from[0] < d.attrs[0].Regular() && from[1] < d.attrs[1].Regular() {
		tall, wide = d.attrs[0].Regular(), d.attrs[1].Regular() // blanks are on no map
	}
	rows, columns := window(tall, from[0], to[0], mostDown), window(wide, from[1], to[1], mostAcross)
	d.out.RowsOf, d.out.ColumnsOf = d.columns[0], d.columns[1]
	d.out.Rows, d.out.Columns = labelsAt(d.attrs[0], rows), labelsAt(d.attrs[1], columns)
	d.out.More = d.attrs[0].Size() > len(rows) || d.attrs[1].Size() > len(columns)
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
	if d.out.Map {
		d.out.Latitudes, d.out.Longitudes = degreesAt(d.attrs[0], rows, 90), degreesAt(d.attrs[1], columns, 180)
		if d.out.Latitudes == nil || d.out.Longitudes == nil {
			d.out.Map = false
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

// mostEdges bounds the pairs that a picture is given.
const mostEdges = 2000

// Edges returns the pairs of declared values of a column that are joined when only that
// column changes, for a picture of a few values; false when there are too many.
func (s *Step) Edges(column string) ([][2]int, bool) {
	c := s.of.Outlook()
	if c == nil {
		return nil, false
	}
	p, err := c.Policy.Project(named(column))
	if err != nil {
		return nil, false
	}
	regular := p.Domain().Attributes()[0].Regular()
	if regular > 64 {
		return nil, false
	}
	out := [][2]int{}
	for u := range regular {
		for v := u + 1; v < regular; v++ {
			if _, joined := p.Weight(policy.Vertex(u), policy.Vertex(v)); joined {
				out = append(out, [2]int{u, v})
			}
		}
	}
	return out, len(out) <= mostEdges
}
