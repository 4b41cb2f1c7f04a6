package chart

import (
	"slices"

	"steward/core/message"
	"steward/reports/secretgraph"
)

const (
	lineBracket = 30 // height of the words over two values and the bracket under them
	lineBows    = 34 // height of the arches between values that are not neighbours
	lineNodes   = 24
	lineLabels  = 18
	lineApart   = 17 // least distance of two circles
	labelApart  = 8  // least gap of two labels
)

func (g *graph) lineTall() float64 {
	tall := float64(lineNodes + lineLabels)
	if g.Two() {
		tall += lineBracket
	}
	if g.stride() == 1 && g.path.HasBows() {
		tall += lineBows
	}
	return tall
}

// margin returns the room left and right of the first and the last value for their labels.
func (g *graph) margin() float64 {
	n := g.Nodes
	widest := 0.0
	for _, text := range []string{n[0], n[len(n)-1]} {
		widest = max(widest, g.textWidth(lettering{text: g.label(text), bold: true}))
	}
	return min(max(widest/2, pickRadius)+2, g.wide/6)
}

// stride returns one in how many values is drawn, besides the ends and those looked at. Where
// every step leads on by the same number of values it is a multiple of that, so that one
// circle and the next are whole steps apart.
func (g *graph) stride() int {
	n, hop := len(g.Nodes), max(g.path.Hop, 1)
	fits := max(2, int((g.wide-2*g.margin())/lineApart)+1)
	if n <= fits && (hop == 1 || hop >= n-1 || n <= secretgraph.MostBowed) {
		return 1
	}
	stride := 1
	if n > fits {
		room := max(2, fits-3) // besides the ends and the two
		stride = (n - 1 + room - 2) / (room - 1)
	}
	if hop < n-1 {
		stride = (stride + hop - 1) / hop * hop
	}
	return stride
}

// drawnNodes returns the values that are drawn, in order.
func (g *graph) drawnNodes() []int {
	n, stride := len(g.Nodes), g.stride()
	list := []int{0, n - 1}
	first := 0
	if g.Two() {
		list = append(list, g.From, g.To)
		first = min(g.From, g.To) % stride
	}
	for i := first; i < n; i += stride {
		list = append(list, i)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// along returns the function that gives a value's place on the line: the values drawn stand
// evenly, so that neighbours never touch, and the others lie between them.
func (g *graph) along(y float64) func(int) pos {
	shown, margin := g.drawnNodes(), g.margin()
	return func(i int) pos {
		if len(shown) < 2 {
			return pos{g.wide / 2, y}
		}
		k, found := slices.BinarySearch(shown, i)
		slot := float64(k)
		if !found {
			slot -= float64(shown[k]-i) / float64(shown[k]-shown[k-1])
		}
		return pos{margin + (g.wide-2*margin)*slot/float64(len(shown)-1), y}
	}
}

// drawLine draws the values along a line, the arches over it and the way between two.
func (g *graph) drawLine() {
	y := g.top + lineNodes/2.0
	if g.Two() {
		y += lineBracket
	}
	bracket := y - lineNodes/2
	thinned := g.stride() > 1
	if !thinned && g.path.HasBows() {
		y += lineBows
	}
	at, shown := g.along(y), g.drawnNodes()
	g.drawEdges(at, thinned)
	if len(shown) > 1 {
		g.radius = min(nodeRadius, (at(shown[1]).x-at(shown[0]).x)*0.3)
	}
	for _, i := range shown {
		g.node(at(i), i, g.th.Series[0])
	}
	if g.Two() {
		g.bracket(at(g.From), at(g.To), bracket)
	}
	g.lineText(at, y+lineNodes/2)
}

// lineThinning says how many values there are and which are drawn.
func (g *graph) lineThinning() []string {
	stride := g.stride()
	if stride == 1 {
		return nil
	}
	n := counted(len(g.Nodes))
	if hop := g.path.Hop; hop > 1 && stride%hop == 0 {
		apart := message.Sprintf("1 step")
		if stride > hop {
			apart = message.Sprintf("%d steps", stride/hop)
		}
		return []string{g.say(message.Sprintf("%s values; one in %d is drawn, %s apart", n, stride, apart))}
	}
	return []string{g.say(message.Sprintf("%s values; one in %d is drawn", n, stride))}
}

// drawEdges draws what joins the values. Where only some of them are drawn, arches would
// hang in the air: then the way is drawn along the line.
func (g *graph) drawEdges(at func(int) pos, thinned bool) {
	plain, way, thick := g.th.Series[0], g.marked(), 3.0
	rise := func(e [2]int) float64 { return min(lineBows-4, 8+(at(e[1]).x-at(e[0]).x)/6) }
	if !thinned {
		for _, e := range g.path.Bows {
			g.bow(at(e[0]), at(e[1]), rise(e), plain, 1)
		}
	}
	for _, s := range g.path.Straight {
		g.stroke(at(s[0]), at(s[1]), plain, 2)
	}
	if thinned {
		if g.path.Steps > 0 && !g.Around {
			g.stroke(at(g.From), at(g.To), way, thick)
		}
		return
	}
	if g.Around {
		way, thick = plain, 2
	}
	for _, s := range g.path.WayStraight {
		g.stroke(at(s[0]), at(s[1]), way, thick)
	}
	for _, e := range g.path.WayBows {
		g.bow(at(e[0]), at(e[1]), rise(e), way, thick-0.5)
	}
}

// bracket spans two values, saying how far apart they are; bottom is where its legs end.
func (g *graph) bracket(a, b pos, bottom float64) {
	if a.x > b.x {
		a, b = b, a
	}
	l := lettering{text: g.say(g.Note), alert: true, bold: true, across: -0.5, room: g.wide}
	y := bottom - 12
	middle, half := (a.x+b.x)/2, min(g.textWidth(l), g.wide)/2+4
	c := g.marked()
	g.stroke(pos{a.x, bottom - 2}, pos{a.x, y - 1}, c, 2)
	g.stroke(pos{b.x, bottom - 2}, pos{b.x, y - 1}, c, 2)
	if b.x-a.x > 2*half+16 {
		g.stroke(pos{a.x, y}, pos{middle - half, y}, c, 2)
		g.stroke(pos{middle + half, y}, pos{b.x, y}, c, 2)
		g.text(pos{middle, y}, l)
		return
	}
	g.stroke(pos{a.x, y}, pos{b.x, y}, c, 2)
	middle = min(max(middle, half-4), g.wide-half+4)
	g.text(pos{middle, y - 9}, l)
}

// labelRow writes labels side by side, around places of their own, and remembers where there is still room.
type labelRow struct {
	g     *graph
	y     float64
	taken [][2]float64
}

// write writes a label of half a width around x, unless another is in its way and it can be left out.
func (l *labelRow) write(x, half float64, text lettering, can bool) {
	near := func(t [2]float64) bool { return x-half < t[1]+labelApart && x+half > t[0]-labelApart }
	if can && slices.ContainsFunc(l.taken, near) {
		return
	}
	l.taken = append(l.taken, [2]float64{x - half, x + half})
	l.g.text(pos{x, l.y}, text)
}

// inside returns the place nearest to x where a label lies within the picture.
func (g *graph) inside(x, half float64) float64 { return min(max(x, half), g.wide-half) }

// lineText writes the values under their circles: those looked at, the ends, and of the
// others as many as fit evenly.
func (g *graph) lineText(at func(int) pos, top float64) {
	row := &labelRow{g: g, y: top + lineLabels/2 - 1}
	of := func(i int, marked bool) (lettering, float64) {
		l := lettering{text: g.label(g.Nodes[i]), quiet: !marked, alert: marked, bold: marked, across: -0.5}
		half := min(g.textWidth(l), g.wide/3) / 2
		l.room = 2*half + 1
		return l, half
	}
	if g.Two() {
		g.lookedAt(row, at, of)
	}
	try := func(i int) {
		text, half := of(i, false)
		row.write(g.inside(at(i).x, half), half, text, true)
	}
	shown := g.drawnNodes()
	n := len(shown)
	try(shown[0])
	try(shown[n-1])
	for _, parts := range []int{2, 4, 8} {
		for k := 1; k < parts; k++ {
			try(shown[k*(n-1)/parts])
		}
	}
	if n <= 16 {
		for _, i := range shown {
			try(i)
		}
	}
}

// lookedAt writes the two values that are looked at, pushed apart where they would touch.
func (g *graph) lookedAt(row *labelRow, at func(int) pos, of func(i int, marked bool) (lettering, float64)) {
	a, b := min(g.From, g.To), max(g.From, g.To)
	left, halfLeft := of(a, true)
	right, halfRight := of(b, true)
	x, y := g.inside(at(a).x, halfLeft), g.inside(at(b).x, halfRight)
	if short := halfLeft + labelApart + halfRight - (y - x); short > 0 {
		x = g.inside(x-short/2, halfLeft)
		y = g.inside(max(y+short/2, x+halfLeft+labelApart+halfRight), halfRight)
		x = min(x, y-halfRight-labelApart-halfLeft)
	}
	row.write(x, halfLeft, left, false)
	row.write(y, halfRight, right, false)
}
