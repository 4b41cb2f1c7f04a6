package secretgraph

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/promise"
)

const (
	mostPictured = 5000 // values of a column that is drawn
	mostListed   = 64   // of one whose pairs are listed one by one
	mostAcross   = 15   // columns and rows of a picture of cells
	mostDown     = 11
)

// Of describes what the policy of a plan joins among the values of a column or, where columns share a secret, among their
// combinations. looked has for each column that is asked about the two values that are looked at, by index; without one nothing
// is looked at, and of several columns a combination in the middle. It is false where there is nothing to draw, or too much.
func Of(q *promise.Asked, column domain.AttributeName, looked map[domain.AttributeName][2]int) (Picture, bool) {
	c := q.Compiled()
	attr, ok := c.Domain.Attribute(column)
	if !ok || attr.Size() < 2 {
		return Picture{}, false
	}
	rule, _ := c.Plan.Secrets.Of(column)
	if rule.Shared() {
		return Picture{Kind: InCells, From: -1, To: -1, Cells: cellsOf(q, rule, looked)}, true
	}
	projected, err := c.Policy.Project([]domain.AttributeName{column})
	if err != nil || attr.Size() > mostPictured {
		return Picture{}, false
	}
	d := describing{asked: q, attr: attr, names: rule.GroupNames(), policy: projected}
	d.out.From, d.out.To = -1, -1
	if two, ok := looked[column]; ok {
		d.out.From, d.out.To = two[0], two[1]
	}
	return d.out, d.describe()
}

// describing is a description of the values of one column in the making.
type describing struct {
	asked  *promise.Asked
	attr   *domain.Attribute
	names  map[string]string // of groups, by value
	policy *policy.Policy    // on this column alone
	out    Picture

	n                  int   // how many values are laid out; those after them stand beside
	reach, degree      []int // of the values laid out, among them
	lead               []int // the first that is joined to each, or itself
	runs               bool  // whether each is joined to all up to its reach
	lightest, heaviest weighted.Weight
}

func (d *describing) describe() bool {
	d.outside()
	d.walk(d.attr.Size())
	whole := func() bool { return d.edges() == d.n*(d.n-1)/2 && d.lightest == d.heaviest }
	if d.edges() > 0 && !whole() {
		d.setAside()
	}
	d.out.Nodes = d.attr.Labels()[:d.n]
	d.look()
	if d.lightest == d.heaviest && d.lightest != weighted.One {
		d.out.Each = Steps(d.lightest)
	}
	_, parted := d.sole().(policy.Partition)
	switch {
	case d.edges() == 0 && !d.out.Outside.IsZero() && len(d.out.Besides) == 0:
		d.out.Kind, d.out.Alone = Star, true
	case d.edges() == 0:
		d.out.Kind, d.out.Edges = OnLine, [][2]int{}
	case whole() && (parted || !d.attr.HasOrder() || len(d.out.Besides) == 0):
		d.out.Kind = Complete
		if !d.out.Outside.IsZero() {
			d.out.Kind = Star
		}
	case d.lightest == d.heaviest && (parted || !d.attr.HasOrder()) && d.boxed():
		d.groups()
	case d.attr.HasOrder() && d.runs:
		d.out.Kind, d.out.Reach = OnLine, d.reach
		d.around()
	case d.n > mostListed:
		return false
	default:
		d.pairs()
	}
	return true
}

func (d *describing) sole() policy.Part {
	part, _ := d.policy.Sole()
	return part
}

// leaves reports whether a value is joined to "not in the file" whatever the answers in other columns are, by one secret.
func (d *describing) leaves(v int) bool {
	c := d.asked.Compiled()
	return c.Policy.PresenceOfAll() || slices.ContainsFunc(c.Plan.Secrets.Absences, func(a secret.Absence) bool {
		for name, labels := range a.Where {
			has := func(label string) bool { at, ok := d.attr.Find(label); return ok && at == v }
			if name != d.attr.Name() || !slices.ContainsFunc(labels, has) {
				return false
			}
		}
		return true
	})
}

// outside tells which values are joined to "not in the file", for whoever has them: where that goes by another column, none is.
func (d *describing) outside() {
	all, some := true, make([]bool, d.attr.Size())
	for v := range some {
		_, joined := d.policy.AbsentWeight(policy.Vertex(v))
		some[v] = joined && d.leaves(v)
		all = all && some[v]
	}
	if !slices.Contains(some, true) {
		return
	}
	d.out.Outside = Outside(d.asked.Compiled().Plan)
	if !all {
		d.out.Some = some
	}
}

// Outside is what values are joined to where being in the file is secret: not being in it, or a row that is not there.
func Outside(p plan.Plan) message.Text {
	if p.Slotted() {
		return message.Sprintf("no row")
	}
	return message.Sprintf("not in the file")
}

// walk goes along all edges between the first n values.
func (d *describing) walk(n int) {
	d.n, d.runs, d.lightest, d.heaviest = n, true, weighted.Infinite, 0
	d.reach, d.degree, d.lead = make([]int, n), make([]int, n), make([]int, n)
	for u := range n {
		d.reach[u], d.lead[u] = u, u
		above := 0
		d.policy.Neighbours(policy.Vertex(u), func(vertex policy.Vertex, w weighted.Weight) bool {
			v := int(vertex)
			if v >= n {
				return true
			}
			if v > u {
				above++
			}
			d.degree[u]++
			d.reach[u], d.lead[u] = max(d.reach[u], v), min(d.lead[u], v)
			d.lightest, d.heaviest = min(d.lightest, w), max(d.heaviest, w)
			return true
		})
		d.runs = d.runs && above == d.reach[u]-u
	}
}

// edges counts the pairs that are joined.
func (d *describing) edges() int {
	n := 0
	for _, k := range d.degree {
		n += k
	}
	return n / 2
}

// setAside puts blank and other answers beside the rest, where each is joined to all values, all alike, or to none.
func (d *describing) setAside() {
	n, size := d.attr.Regular(), d.attr.Size()
	if n == size || n < 2 {
		return
	}
	var besides []Beside
	for v := n; v < size; v++ {
		if d.degree[v] != 0 && d.degree[v] != size-1 {
			return
		}
		b := Beside{Label: d.attr.Label(v), Joined: d.degree[v] > 0}
		if b.Joined {
			w, _ := d.policy.Weight(policy.Vertex(v), 0)
			for u := range n {
				if other, _ := d.policy.Weight(policy.Vertex(v), policy.Vertex(u)); other != w {
					return
				}
			}
			if w != weighted.One {
				b.Far = Steps(w)
			}
		}
		besides = append(besides, b)
	}
	d.out.Besides = besides
	d.walk(n)
}

// boxed reports whether values fall into groups, all of which are joined to those of their group and to no others.
func (d *describing) boxed() bool {
	ok := true
	for u := 0; u < d.n && ok; u++ {
		d.policy.Neighbours(policy.Vertex(u), func(v policy.Vertex, _ weighted.Weight) bool {
			ok = int(v) >= d.n || d.lead[v] == d.lead[u] && d.degree[v] == d.degree[u]
			return ok
		})
	}
	return ok
}

// groups puts the values into a box for each group.
func (d *describing) groups() {
	box := make(map[int]int)
	at := make([]int, d.n)
	members := [][]int{}
	for v, lead := range d.lead {
		i, known := box[lead]
		if !known {
			i = len(members)
			box[lead], members = i, append(members, nil)
		}
		members[i] = append(members[i], v)
	}
	next := 0
	for _, list := range members {
		g := Group{Title: Label(d.attr.Label(list[0]))}
		name := d.names[d.attr.Label(list[0])]
		for _, v := range list {
			g.Nodes = append(g.Nodes, d.attr.Label(v))
			at[v] = next
			next++
			if d.names[d.attr.Label(v)] != name {
				name = ""
			}
		}
		if last := list[len(list)-1]; name != "" {
			g.Title = message.Verbatim(name)
		} else if len(list) > 1 {
			g.Title = message.Sprintf("%s to %s", g.Title, Label(d.attr.Label(last)))
		}
		d.out.Groups = append(d.out.Groups, g)
	}
	d.out.Kind, d.out.Nodes = InGroups, nil
	if some := slices.Clone(d.out.Some); some != nil {
		for v, place := range at {
			d.out.Some[place] = some[v]
		}
	}
	if d.out.From >= 0 && d.out.To >= 0 {
		d.out.From, d.out.To = at[d.out.From], at[d.out.To]
	}
}

// look says how far the two values that are looked at are apart; one that stands beside the others is not looked at.
func (d *describing) look() {
	from, to := d.out.From, d.out.To
	d.out.From, d.out.To = -1, -1
	if min(from, to) < 0 || max(from, to) >= d.n {
		return
	}
	if far, ok := d.far(from, to); ok {
		d.out.From, d.out.To, d.out.Note = from, to, Steps(far)
	}
}

// far is how far two values are apart.
func (d *describing) far(u, v int) (weighted.Weight, bool) {
	return d.asked.Apart([]domain.AttributeName{d.attr.Name()}, []int{u}, []int{v})
}

// around says so where the two that are looked at are nearer to one another through a value that is not on the line than along
// it.
func (d *describing) around() {
	if !d.out.Two() {
		return
	}
	far, _ := d.far(d.out.From, d.out.To)
	at, to := min(d.out.From, d.out.To), max(d.out.From, d.out.To)
	along := weighted.Weight(0)
	for at < to && d.reach[at] > at {
		if d.lightest != d.heaviest && d.reach[at] > at+1 {
			return // of which ways along the line is the shortest, nobody would see
		}
		next := min(d.reach[at], to)
		w, _ := d.policy.Weight(policy.Vertex(at), policy.Vertex(next))
		along, at = along+w, next
	}
	if far == weighted.Infinite || at == to && along <= far || d.out.Outside.IsZero() && len(d.out.Besides) == 0 {
		return
	}
	through := message.Sprintf("“%s”", d.out.Outside)
	if d.out.Outside.IsZero() && len(d.out.Besides) > 0 {
		through = Label(d.out.Besides[0].Label)
	}
	d.out.Around, d.out.Note = true, message.Sprintf("%s, through %s", d.out.Note, through)
}

// pairs lists the pairs that are joined: along the line where they weigh the same, else on a circle, and where there are many as
// a table.
func (d *describing) pairs() {
	edges := [][2]int{}
	for u := range d.n {
		for v := u + 1; v < d.n; v++ {
			if _, joined := d.policy.Weight(policy.Vertex(u), policy.Vertex(v)); joined {
				edges = append(edges, [2]int{u, v})
			}
		}
	}
	switch {
	case d.lightest == d.heaviest:
		d.out.Kind, d.out.Edges = OnLine, edges
	case len(edges) <= d.n:
		d.out.Kind, d.out.Joined = Web, d.web(edges)
	default:
		d.table()
	}
}

// web says of each edge what it weighs, and how far apart its ends are where ways around it are shorter for everybody.
func (d *describing) web(edges [][2]int) (web []Pair) {
	for _, e := range edges {
		w, _ := d.policy.Weight(policy.Vertex(e[0]), policy.Vertex(e[1]))
		p := Pair{A: e[0], B: e[1], Text: message.Verbatim(Figure(w))}
		if kept, ok := d.far(e[0], e[1]); ok && kept+weighted.Weight(d.attr.Size()) < w { // less is rounding
			p.Text = message.Sprintf("%s, not %s", Figure(kept), Figure(w))
			w = kept
		}
		p.Heavy = w > weighted.One
		web = append(web, p)
	}
	return web
}

// table shows the values against one another.
func (d *describing) table() {
	from, to := max(d.out.From, 0), max(d.out.To, 0)
	shown := window(d.n, from, to, mostDown)
	name, labels := string(d.attr.Name()), labelsAt(d.attr, shown)
	c := Cells{RowsOf: name, ColumnsOf: name, Rows: labels, Columns: labels, FromRow: -1, FromColumn: -1, ToRow: -1, ToColumn: -1, More: d.n > len(shown)}
	if d.out.Two() {
		if r, k := slices.Index(shown, to), slices.Index(shown, from); min(r, k) >= 0 {
			c.ToRow, c.ToColumn = r, k
		}
	}
	for _, u := range shown {
		far, joined := make([]float64, len(shown)), make([]bool, len(shown))
		for k, v := range shown {
			if u == v {
				continue
			}
			w, ok := d.far(u, v)
			far[k] = -1
			if ok && w < weighted.Infinite {
				far[k] = w.Steps()
			}
			_, joined[k] = d.policy.Weight(policy.Vertex(u), policy.Vertex(v))
		}
		c.Far, c.Joined = append(c.Far, far), append(c.Joined, joined)
	}
	if some := d.out.Some; some != nil {
		d.out.Some = nil
		for _, v := range slices.Concat(shown, upFrom(d.n, d.attr.Size())) {
			d.out.Some = append(d.out.Some, some[v])
		}
	}
	d.out.Kind, d.out.Nodes, d.out.From, d.out.To, d.out.Cells = InCells, nil, -1, -1, c
}

// cellsOf shows the combinations of two columns around the one that is looked at: rows are values of the first of those that
// share a secret and columns of the second.
func cellsOf(q *promise.Asked, rule secret.Secret, looked map[domain.AttributeName][2]int) Cells {
	columns := rule.Columns
	var attrs []*domain.Attribute
	var from, to []int
	for _, name := range columns {
		a, _ := q.Compiled().Domain.Attribute(name)
		attrs = append(attrs, a)
		two, ok := looked[a.Name()]
		if !ok || min(two[0], two[1]) < 0 || max(two[0], two[1]) >= a.Size() {
			two = [2]int{a.Regular() / 2, a.Regular() / 2}
		}
		from, to = append(from, two[0]), append(to, two[1])
	}
	c := Cells{RowsOf: string(columns[0]), ColumnsOf: string(columns[1]), Map: rule.Kind.OfPlaces()}
	tall, wide := attrs[0].Size(), attrs[1].Size()
	if c.Map && from[0] < attrs[0].Regular() && from[1] < attrs[1].Regular() {
		tall, wide = attrs[0].Regular(), attrs[1].Regular() // blanks are on no map
	}
	rows, across := window(tall, from[0], to[0], mostDown), window(wide, from[1], to[1], mostAcross)
	c.Rows, c.Columns = labelsAt(attrs[0], rows), labelsAt(attrs[1], across)
	c.More = attrs[0].Size() > len(rows) || attrs[1].Size() > len(across)
	c.FromRow, c.FromColumn, c.ToRow, c.ToColumn = slices.Index(rows, from[0]), slices.Index(across, from[1]), -1, -1
	if slices.Equal(from[2:], to[2:]) && !slices.Equal(from, to) {
		c.ToRow, c.ToColumn = slices.Index(rows, to[0]), slices.Index(across, to[1])
	}
	for _, a := range rows {
		far, joined := make([]float64, len(across)), make([]bool, len(across))
		for k, b := range across {
			v := slices.Clone(from)
			v[0], v[1] = a, b
			if slices.Equal(v, from) {
				continue
			}
			far[k] = -1
			if w, ok := q.Apart(columns, from, v); ok && w < weighted.Infinite {
				far[k], joined[k] = w.Steps(), true
			}
		}
		c.Far, c.Joined = append(c.Far, far), append(c.Joined, joined)
	}
	if c.Map {
		c.Latitudes, c.Longitudes = degreesAt(attrs[0], rows, 90), degreesAt(attrs[1], across, 180)
		c.Map = c.Latitudes != nil && c.Longitudes != nil
	}
	return c
}

// window returns places of n values around two that are looked at, as many as fit, in their
// order; where the two are far apart, around the first.
func window(n, from, to, most int) []int {
	first := 0
	if n > most {
		low, high := min(from, to), max(from, to)
		if high-low >= most {
			low, high = from, from
		}
		first = min(max((low+high-most+1)/2, 0), n-most)
	}
	return upFrom(first, first+min(n, most))
}

func upFrom(first, end int) []int {
	out := make([]int, end-first)
	for i := range out {
		out[i] = first + i
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
		out[i][0], out[i][1] = math.Max(out[i][0], -most), math.Min(out[i][1], most)
	}
	return out
}
