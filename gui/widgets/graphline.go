package widgets

import (
	"fmt"
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

const (
	lineBracket = 30 // height of the words over two values and the bracket under them
	lineBows    = 34 // height of the arches between values that are not neighbours
	lineNodes   = 24
	lineLabels  = 18
	lineNote    = 20
	lineApart   = 17 // least distance of two circles
	mostBows    = 40 // with more arches, only those of the values looked at are drawn
)

// lineEdges returns the joined pairs of a line that are pairs of its values.
func lineEdges(p SecretPicture) [][2]int {
	if p.Edges == nil {
		list := make([][2]int, 0, len(p.Nodes))
		for i := 1; i < len(p.Nodes); i++ {
			list = append(list, [2]int{i - 1, i})
		}
		return list
	}
	var list [][2]int
	for _, e := range p.Edges {
		a, b := min(e[0], e[1]), max(e[0], e[1])
		if a >= 0 && b < len(p.Nodes) && a != b {
			list = append(list, [2]int{a, b})
		}
	}
	return list
}

// shortestWay returns the values on a way with the fewest steps, both ends included; nil if
// there is none. It searches breadth first.
func shortestWay(n int, edges [][2]int, from, to int) []int {
	next := make([][]int, n)
	for _, e := range edges {
		next[e[0]] = append(next[e[0]], e[1])
		next[e[1]] = append(next[e[1]], e[0])
	}
	before := make([]int, n)
	for i := range before {
		before[i] = -1
	}
	before[from] = from
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for _, v := range next[queue[0]] {
			if before[v] < 0 {
				before[v] = queue[0]
				queue = append(queue, v)
			}
		}
	}
	if before[to] < 0 {
		return nil
	}
	way := []int{to}
	for v := to; v != from; v = before[v] {
		way = append(way, before[v])
	}
	slices.Reverse(way)
	return way
}

// bows returns the joined pairs that are not neighbours on the line, as far as they are drawn.
func (g *SecretGraph) bows() [][2]int {
	var list [][2]int
	for _, e := range g.joined {
		if e[1]-e[0] > 1 {
			list = append(list, e)
		}
	}
	if len(list) <= mostBows {
		return list
	}
	return slices.DeleteFunc(list, func(e [2]int) bool { return !g.looked(e[0]) && !g.looked(e[1]) })
}

func (g *SecretGraph) lineHeight(width float32) float32 {
	height := float32(lineNodes + lineLabels)
	if g.two() {
		height += lineBracket
	}
	if len(g.bows()) > 0 {
		height += lineBows
	}
	if g.stride(width) > 1 {
		height += lineNote
	}
	return height
}

// margin returns the room left and right of the first and the last value for their labels.
func (g *SecretGraph) margin(width float32) float32 {
	n := g.picture.Nodes
	size := dim(g, theme.SizeCaption)
	style := fyne.TextStyle{Bold: true}
	widest := max(measure(n[0], size, style), measure(n[len(n)-1], size, style))
	return min(max(widest/2, graphPick)+2, width/6)
}

// stride returns one in how many values is drawn, besides the ends and those looked at.
func (g *SecretGraph) stride(width float32) int {
	n := len(g.picture.Nodes)
	fits := int((width-2*g.margin(width))/lineApart) + 1
	if n <= max(2, fits) {
		return 1
	}
	fits = max(2, fits-3) // room for the last one and the two
	return (n - 1 + fits - 2) / (fits - 1)
}

// drawnNodes returns the values that are drawn, in order.
func (g *SecretGraph) drawnNodes(width float32) []int {
	n, stride := len(g.picture.Nodes), g.stride(width)
	var list []int
	for i := range n {
		if i%stride == 0 || i == n-1 || g.looked(i) {
			list = append(list, i)
		}
	}
	return list
}

// along returns the function that gives a value's place on the line: the values drawn stand
// evenly, so that neighbours never touch, and the others lie between them.
func (g *SecretGraph) along(width, y float32) func(int) fyne.Position {
	shown, margin := g.drawnNodes(width), g.margin(width)
	return func(i int) fyne.Position {
		if len(shown) < 2 {
			return fyne.NewPos(width/2, y)
		}
		k, found := slices.BinarySearch(shown, i)
		slot := float32(k)
		if !found {
			slot -= float32(shown[k]-i) / float32(shown[k]-shown[k-1])
		}
		return fyne.NewPos(margin+(width-2*margin)*slot/float32(len(shown)-1), y)
	}
}

// drawLine draws the values along a line, the arches over it and the way between two.
func (g *SecretGraph) drawLine(p *pen, size fyne.Size) {
	y := float32(lineNodes) / 2
	if g.two() {
		y += lineBracket
	}
	top := y
	if len(g.bows()) > 0 {
		y += lineBows
	}
	at := g.along(size.Width, y)
	g.drawEdges(p, at)
	for _, i := range g.drawnNodes(size.Width) {
		g.node(p, at(i), i, theme.Chart1)
	}
	if g.two() {
		g.bracket(p, at(g.picture.From), at(g.picture.To), top-lineNodes/2)
	}
	g.lineText(p, at, size.Width)
	if stride := g.stride(size.Width); stride > 1 {
		p.text(fyne.NewPos(0, y+lineNodes/2+lineLabels+2), label{
			text: fmt.Sprintf(thinnedWords, thousands(len(g.picture.Nodes)), stride), size: theme.SizeCaption, role: theme.QuietText,
		})
	}
}

func (g *SecretGraph) drawEdges(p *pen, at func(int) fyne.Position) {
	onWay := func(e [2]int) bool {
		i := slices.Index(g.way, e[0])
		return i >= 0 && (i > 0 && g.way[i-1] == e[1] || i+1 < len(g.way) && g.way[i+1] == e[1])
	}
	for _, s := range stretches(g.joined, func(e [2]int) bool { return !onWay(e) }) {
		p.line(at(s[0]), at(s[1]), theme.Chart1, 2)
	}
	rise := func(e [2]int) float32 {
		return min(lineBows-4, 8+(at(e[1]).X-at(e[0]).X)/6)
	}
	for _, e := range g.bows() {
		if !onWay(e) {
			p.bow(at(e[0]), at(e[1]), rise(e), theme.Bar, 1)
		}
	}
	for _, s := range stretches(g.joined, onWay) {
		p.line(at(s[0]), at(s[1]), theme.Chart5, 3)
	}
	for _, e := range g.bows() {
		if onWay(e) {
			p.bow(at(e[0]), at(e[1]), rise(e), theme.Chart5, 2.5)
		}
	}
}

// stretches joins the neighbouring pairs that a predicate holds for into as few lines as
// possible.
func stretches(edges [][2]int, holds func([2]int) bool) [][2]int {
	var next [][2]int
	for _, e := range edges {
		if e[1]-e[0] == 1 && holds(e) {
			next = append(next, e)
		}
	}
	slices.SortFunc(next, func(a, b [2]int) int { return a[0] - b[0] })
	var list [][2]int
	for _, e := range next {
		if n := len(list); n > 0 && list[n-1][1] >= e[0] {
			list[n-1][1] = e[1]
			continue
		}
		list = append(list, e)
	}
	return list
}

// bracket spans two values, saying how far apart they are; bottom is where its legs end.
func (g *SecretGraph) bracket(p *pen, a, b fyne.Position, bottom float32) {
	if a.X > b.X {
		a, b = b, a
	}
	words := label{text: g.note(), size: theme.SizeCaption, role: theme.Danger, bold: true, align: fyne.TextAlignCenter}
	y := bottom - 12
	height := fyne.MeasureText(words.text, dim(g, words.size), words.style()).Height
	middle, half := (a.X+b.X)/2, p.width(words)/2+4
	p.line(fyne.NewPos(a.X, bottom-2), fyne.NewPos(a.X, y), theme.Chart5, 2)
	p.line(fyne.NewPos(b.X, bottom-2), fyne.NewPos(b.X, y), theme.Chart5, 2)
	if b.X-a.X > 2*half+16 {
		p.line(fyne.NewPos(a.X, y), fyne.NewPos(middle-half, y), theme.Chart5, 2)
		p.line(fyne.NewPos(middle+half, y), fyne.NewPos(b.X, y), theme.Chart5, 2)
		p.text(fyne.NewPos(middle, y-height/2), words)
		return
	}
	p.line(fyne.NewPos(a.X, y), fyne.NewPos(b.X, y), theme.Chart5, 2)
	middle = min(max(middle, half), g.Size().Width-half)
	p.text(fyne.NewPos(middle, y-height-1), words)
}

// lineText writes the values under their circles: those looked at, the ends, and of the
// others as many as fit evenly.
func (g *SecretGraph) lineText(p *pen, at func(int) fyne.Position, width float32) {
	nodes, shown := g.picture.Nodes, g.drawnNodes(width)
	n := len(shown)
	var taken [][2]float32
	write := func(i int, bold bool) {
		l := label{text: nodes[i], size: theme.SizeCaption, role: theme.QuietText, bold: bold, align: fyne.TextAlignCenter}
		if bold {
			l.role = theme.Danger
		}
		half := min(p.width(l), width/3) / 2
		l.room = 2 * half
		x := min(max(at(i).X, half), width-half)
		for _, t := range taken {
			if x-half < t[1]+8 && x+half > t[0]-8 {
				return
			}
		}
		taken = append(taken, [2]float32{x - half, x + half})
		p.text(fyne.NewPos(x, at(i).Y+lineNodes/2), l)
	}
	if g.two() {
		write(g.picture.From, true)
		write(g.picture.To, true)
	}
	write(shown[0], false)
	write(shown[n-1], false)
	for _, parts := range []int{2, 4, 8} {
		for k := 1; k < parts; k++ {
			write(shown[k*(n-1)/parts], false)
		}
	}
	if n <= 16 {
		for _, i := range shown {
			write(i, false)
		}
	}
}
