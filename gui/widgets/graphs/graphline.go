package graphs

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/session/secretgraph"
	"steward/gui/theme"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

const (
	lineBracket = 30 // height of the words over two values and the bracket under them
	lineBows    = 34 // height of the arches between values that are not neighbours
	lineNodes   = 24
	lineLabels  = 18
	lineNote    = 20
	lineApart   = 17 // least distance of two circles
)

func (g *SecretGraph) lineHeight(width float32) float32 {
	height := float32(lineNodes + lineLabels)
	if g.picture.Two() {
		height += lineBracket
	}
	switch {
	case g.stride(width) > 1:
		height += lineNote
	case g.line.HasBows():
		height += lineBows
	}
	return height
}

// margin returns the room left and right of the first and the last value for their labels.
func (g *SecretGraph) margin(width float32) float32 {
	n := g.picture.Nodes
	size := paint.Dim(g, theme.SizeCaption)
	style := fyne.TextStyle{Bold: true}
	widest := max(paint.Measure(n[0], size, style), paint.Measure(n[len(n)-1], size, style))
	return min(max(widest/2, graphPick)+2, width/6)
}

// stride returns one in how many values is Drawn, besides the ends and those looked at. Where
// every step leads on by the same number of values it is a multiple of that, so that one
// circle and the next are whole steps apart.
func (g *SecretGraph) stride(width float32) int {
	n, hop := len(g.picture.Nodes), max(g.line.Hop, 1)
	fits := max(2, int((width-2*g.margin(width))/lineApart)+1)
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
func (g *SecretGraph) drawnNodes(width float32) []int {
	n, stride := len(g.picture.Nodes), g.stride(width)
	list := []int{0, n - 1}
	first := 0
	if g.picture.Two() {
		list = append(list, g.picture.From, g.picture.To)
		first = min(g.picture.From, g.picture.To) % stride
	}
	for i := first; i < n; i += stride {
		list = append(list, i)
	}
	slices.Sort(list)
	return slices.Compact(list)
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
func (g *SecretGraph) drawLine(p *paint.Pen, size fyne.Size) {
	y := float32(lineNodes) / 2
	if g.picture.Two() {
		y += lineBracket
	}
	top := y
	stride := g.stride(size.Width)
	if stride == 1 && g.line.HasBows() {
		y += lineBows
	}
	at := g.along(size.Width, y)
	g.drawEdges(p, at, stride > 1)
	shown := g.drawnNodes(size.Width)
	if len(shown) > 1 {
		g.radius = min(graphNode, (at(shown[1]).X-at(shown[0]).X)*0.3)
	}
	for _, i := range shown {
		g.node(p, at(i), i, theme.Chart1)
	}
	if g.picture.Two() {
		g.bracket(p, at(g.picture.From), at(g.picture.To), top-lineNodes/2)
	}
	g.lineText(p, at, size.Width)
	if stride > 1 {
		p.Text(fyne.NewPos(0, y+lineNodes/2+lineLabels+2), paint.Label{
			Text: g.thinned(stride), Size: theme.SizeCaption, Role: theme.QuietText, Room: size.Width,
		})
	}
}

// thinned says how many values there are and which are drawn.
func (g *SecretGraph) thinned(stride int) string {
	wording := words.T("%s values; one in %d is drawn", numbers.Thousands(len(g.picture.Nodes)), stride)
	if hop := g.line.Hop; hop > 1 && stride%hop == 0 {
		wording += words.T(", %s apart", secretgraph.Steps(stride/hop))
	}
	return wording
}

// drawEdges draws what joins the values. Where only some of them are drawn, arches would
// hang in the air: then the way is drawn along the line.
func (g *SecretGraph) drawEdges(p *paint.Pen, at func(int) fyne.Position, thinned bool) {
	rise := func(e [2]int) float32 {
		return min(lineBows-4, 8+(at(e[1]).X-at(e[0]).X)/6)
	}
	if !thinned {
		for _, e := range g.line.Bows {
			p.Bow(at(e[0]), at(e[1]), rise(e), theme.Chart1, 1)
		}
	}
	for _, s := range g.line.Straight {
		p.Line(at(s[0]), at(s[1]), theme.Chart1, 2)
	}
	if thinned {
		if g.line.Steps > 0 && !g.picture.Around {
			p.Line(at(g.picture.From), at(g.picture.To), theme.Chart5, 3)
		}
		return
	}
	way, thick := theme.Chart5, float32(3)
	if g.picture.Around {
		way, thick = theme.Chart1, 2
	}
	for _, s := range g.line.WayStraight {
		p.Line(at(s[0]), at(s[1]), way, thick)
	}
	for _, e := range g.line.WayBows {
		p.Bow(at(e[0]), at(e[1]), rise(e), way, thick-0.5)
	}
}

// bracket spans two values, saying how far apart they are; bottom is where its legs end.
func (g *SecretGraph) bracket(p *paint.Pen, a, b fyne.Position, bottom float32) {
	if a.X > b.X {
		a, b = b, a
	}
	words := paint.Label{Text: g.picture.Words(), Size: theme.SizeCaption, Role: theme.Danger, Bold: true, Align: fyne.TextAlignCenter}
	y := bottom - 12
	height := paint.SizeOf(words.Text, paint.Dim(g, words.Size), words.Style()).Height
	middle, half := (a.X+b.X)/2, p.Width(words)/2+4
	p.Line(fyne.NewPos(a.X, bottom-2), fyne.NewPos(a.X, y), theme.Chart5, 2)
	p.Line(fyne.NewPos(b.X, bottom-2), fyne.NewPos(b.X, y), theme.Chart5, 2)
	if b.X-a.X > 2*half+16 {
		p.Line(fyne.NewPos(a.X, y), fyne.NewPos(middle-half, y), theme.Chart5, 2)
		p.Line(fyne.NewPos(middle+half, y), fyne.NewPos(b.X, y), theme.Chart5, 2)
		p.Text(fyne.NewPos(middle, y-height/2), words)
		return
	}
	p.Line(fyne.NewPos(a.X, y), fyne.NewPos(b.X, y), theme.Chart5, 2)
	middle = min(max(middle, half), g.Size().Width-half)
	p.Text(fyne.NewPos(middle, y-height-1), words)
}
