package steps

import (
	"steward/core/plan"
	"steward/gui/session/secrets"
	"steward/gui/widgets/graphs"
	"steward/gui/words"
)

// mostDrawn is the largest number of values that are drawn.
const mostDrawn = 5000

// showGraph draws the policy on the values of the column that is looked at, or of the columns
// that share its rule.
func (p *secretsPage) showGraph() {
	a, ok := p.Session.Column(p.column)
	secret, own := p.secrets.Secret(p.column)
	p.rules.values.showShades(own && secret.Kind == plan.PerValue && len(secret.Columns) == 1 && ok)
	if !ok || a.Size() > mostDrawn || p.rules.editing || a.Size() < 2 {
		visible(p.graph, false)
		return
	}
	picture := graphs.SecretPicture{Kind: graphs.GraphComplete, Nodes: a.Labels(), From: p.from, To: p.to}
	if t, ok := p.secrets.Could(p.column, p.from, p.to); ok && t.Steps > 0 {
		picture.Note = t.Apart
	}
	drawn := true
	switch {
	case own && len(secret.Columns) > 1 && secret.Kind != plan.Everything && secret.Kind != plan.Public:
		drawn = p.cellPicture(&picture)
	case own && (secret.Kind == plan.Groups || secret.Kind == plan.Coarser):
		p.groupPicture(&picture)
	case own && secret.Kind == plan.Grid:
		drawn = p.blockPicture(&picture)
	case own && secret.Kind != plan.Everything:
		drawn = p.linePicture(&picture, secret, a.Regular())
	case p.secrets.Presence() == secrets.PresenceAll:
		picture.Kind, picture.Outside = graphs.GraphStar, p.secrets.NotInFile()
		picture.Alone = p.Session.Plan().Secrets.PresenceOnly
	case p.secrets.Presence() == secrets.PresenceSome:
		if some, ok := p.secrets.JoinedOutside(p.column); ok {
			picture.Kind, picture.Some, picture.Outside = graphs.GraphStar, some, p.secrets.NotInFile()
		}
	}
	if n := len(picture.Nodes); picture.Kind != graphs.GraphGroups && (picture.From >= n || picture.To >= n) {
		picture.From, picture.To = -1, -1 // a special cell stands on no line
	}
	visible(p.graph, drawn)
	p.graph.Set(picture)
}

// linePicture draws what joins the values of a column along a line or, where weights differ, on a
// circle; it returns false where there is too much to draw.
func (p *secretsPage) linePicture(picture *graphs.SecretPicture, secret plan.Secret, regular int) bool {
	all := picture.Nodes
	picture.Kind = graphs.GraphLine
	picture.Nodes = all[:regular]
	switch secret.Kind {
	case plan.Near:
		picture.Reach = p.secrets.Reach(p.column)
		p.wayAround(picture)
		return true
	case plan.Graded: // along the line each is joined to the next, by what is between them
		return true
	case plan.Public:
		picture.Edges = [][2]int{}
		return true
	case plan.Matrix, plan.PerValue:
		return false // their table is the picture
	}
	web, ok := p.secrets.WebOf(secrets.On(p.column))
	for _, e := range web {
		if e.Entered != "1" || e.Kept != "1" {
			picture.Nodes = all
			return p.webPicture(picture, web) && ok
		}
	}
	edges, ok := p.secrets.Edges(p.column)
	picture.Edges = edges
	return ok
}

// webPicture draws pairs with their weights on a circle.
func (p *secretsPage) webPicture(picture *graphs.SecretPicture, web []secrets.PairDrawn) bool {
	picture.Kind = graphs.GraphWeb
	for _, e := range web {
		text := e.Entered
		if e.Kept != e.Entered {
			text = words.T("%s, not %s", e.Kept, e.Entered)
		}
		picture.Web = append(picture.Web, graphs.WebPair{A: e.A, B: e.B, Text: text, Heavy: secrets.Heavy(e.Kept)})
	}
	return len(web) <= 200
}

// cellPicture draws the combinations of two columns around the one that is asked about.
func (p *secretsPage) cellPicture(picture *graphs.SecretPicture) bool {
	_, from, to := p.asked()
	c, ok := p.secrets.CellsOf(p.column, from, to)
	if !ok {
		return false
	}
	picture.Kind, picture.From, picture.To = graphs.GraphCells, -1, -1
	picture.Cells = graphs.Cells{
		RowsOf: c.RowsOf, ColumnsOf: c.ColumnsOf, Rows: c.Rows, Columns: c.Columns, Far: c.Far, Text: c.Text,
		FromRow: c.FromRow, FromColumn: c.FromColumn, ToRow: c.ToRow, ToColumn: c.ToColumn,
		More: c.MoreRows > 0 || c.MoreColumns > 0, Map: c.North, Latitudes: c.Latitudes, Longitudes: c.Longitudes,
	}
	return true
}

// wayAround says so where two values are nearer to one another through a value that is not on
// the line than along it.
func (p *secretsPage) wayAround(picture *graphs.SecretPicture) {
	told, ok := p.secrets.Could(p.column, p.from, p.to)
	at, to := min(p.from, p.to), max(p.from, p.to)
	if !ok || told.Steps == 0 || to >= len(picture.Reach) {
		return
	}
	along := 0
	for ; at < to && picture.Reach[at] > at; along++ {
		at = picture.Reach[at]
	}
	if at >= to && along <= told.Steps {
		return
	}
	through := words.T("“%s”", p.secrets.NotInFile())
	if special := p.secrets.Specials(p.column); len(special) > 0 && p.secrets.Presence() == secrets.PresenceKnown {
		through = special[0]
	}
	picture.Around = true
	picture.Note = words.T("%s, through %s", picture.Note, through)
}

// blockPicture draws a box for each square of a grid of one column.
func (p *secretsPage) blockPicture(picture *graphs.SecretPicture) bool {
	names, of, ok := p.secrets.Blocks(secrets.On(p.column))
	if !ok {
		return false
	}
	boxes(picture, picture.Nodes, names, of)
	return true
}

// groupPicture draws a box for each group.
func (p *secretsPage) groupPicture(picture *graphs.SecretPicture) {
	g, ok := p.secrets.Grouping(secrets.On(p.column))
	if !ok {
		return
	}
	boxes(picture, g.Values, g.Names, g.Of)
}

// boxes draws a box for each group of values; a value in none is not drawn.
func boxes(picture *graphs.SecretPicture, values, names []string, of []int) {
	picture.Kind = graphs.GraphGroups
	list := make([]graphs.GraphGroup, len(names))
	at := make([]int, len(values)) // the place in its box
	for i, name := range names {
		list[i].Title = name
	}
	for v, group := range of {
		if group < 0 {
			continue
		}
		at[v] = len(list[group].Nodes)
		list[group].Nodes = append(list[group].Nodes, values[v])
	}
	place := func(v int) int {
		if v < 0 || v >= len(of) || of[v] < 0 {
			return -1
		}
		n := at[v]
		for _, b := range list[:of[v]] {
			n += len(b.Nodes)
		}
		return n
	}
	picture.Groups, picture.From, picture.To = list, place(picture.From), place(picture.To)
}
