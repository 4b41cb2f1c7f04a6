package graphs

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

const (
	cellLeast  = 20 // least height of a row
	cellMost   = 46 // largest side of a square
	cellRow    = 26 // height of a row of a table
	cellLabels = 18 // height of the labels under the squares
	cellTitle  = 18 // height of a column's name
	mapTall    = 240
)

// cellsHeight returns the height of the picture at a width.
func (g *SecretGraph) cellsHeight(width float32) float32 {
	_, _, height := g.cellEdges(width)
	height += cellLabels + 2*cellTitle + 6
	height += lineNote
	if g.picture.Cells.Map {
		height += lineNote
	}
	return height
}

// side returns the width of the labels at the left of the squares.
func (g *SecretGraph) side(width float32) float32 {
	widest := float32(0)
	for _, l := range g.picture.Cells.Rows {
		widest = max(widest, paint.Measure(l, paint.Dim(g, theme.SizeCaption), fyne.TextStyle{Bold: true}))
	}
	return min(widest+8, width/3)
}

// cellEdges returns the edges of the columns and the rows, from the left and from the top, and
// the height of all.
func (g *SecretGraph) cellEdges(width float32) (x, y []float32, height float32) {
	c := g.picture.Cells
	room := max(width-g.side(width)-4, 60)
	if c.Map {
		return g.mapEdges(room)
	}
	n := len(c.Columns)
	side := min(room/float32(max(n, 1)), cellMost)
	for i := range n + 1 {
		x = append(x, float32(i)*side)
	}
	for i := range len(c.Rows) + 1 {
		y = append(y, float32(i)*cellRow)
	}
	return x, y, y[len(y)-1]
}

// mapEdges lays rows and columns out by their degrees: a degree of longitude is as much shorter
// than one of latitude as it is in the middle of the map.
func (g *SecretGraph) mapEdges(room float32) (x, y []float32, height float32) {
	c := g.picture.Cells
	south, north := c.Latitudes[0][0], c.Latitudes[len(c.Latitudes)-1][1]
	west, east := c.Longitudes[0][0], c.Longitudes[len(c.Longitudes)-1][1]
	narrow := max(math.Cos((south+north)/2*math.Pi/180), 0.05)
	wide, tall := max((east-west)*narrow, 1e-9), max(north-south, 1e-9)
	scale := min(float64(room)/wide, mapTall/tall)
	// Very flat and very narrow maps are drawn out so that each row and column can be read.
	sx := max(scale*narrow, float64(cellLeast*len(c.Columns))/max(east-west, 1e-9))
	sx = min(sx, float64(room)/max(east-west, 1e-9))
	sy := min(max(scale, float64(cellLeast*len(c.Rows))/tall), 2*mapTall/tall)
	for _, l := range c.Longitudes {
		x = append(x, float32((l[0]-west)*sx))
	}
	x = append(x, float32((east-west)*sx))
	for _, l := range c.Latitudes {
		y = append(y, float32((north-l[1])*sy)) // the upper edge of each
	}
	y = append(y, float32((north-south)*sy))
	return x, y, float32((north - south) * sy)
}

// drawCells draws the squares, shaded and with their distances, and the labels.
func (g *SecretGraph) drawCells(p *paint.Pen, size fyne.Size) {
	c := g.picture.Cells
	if len(c.Rows) == 0 || len(c.Columns) == 0 {
		return
	}
	x, y, height := g.cellEdges(size.Width)
	left, top := g.side(size.Width), float32(cellTitle)
	square := func(row, column int) (fyne.Position, fyne.Size) {
		bottom := y[min(row+1, len(y)-1)]
		if c.Map {
			bottom = height
			if row > 0 {
				bottom = y[row-1]
			}
		}
		return fyne.NewPos(left+x[column], top+y[row]), fyne.NewSize(x[column+1]-x[column], bottom-y[row])
	}
	p.Text(fyne.NewPos(0, 0), paint.Label{Text: c.RowsOf, Size: theme.SizeCaption, Role: theme.Text, Bold: true, Room: size.Width / 2})
	for r := range c.Rows {
		for k := range c.Columns {
			at, box := square(r, k)
			shade(p, at, box, shadeOf(c.Far[r][k]))
			switch {
			case c.Far[r][k] < 0:
				crossed(p, at, box)
			case r == c.FromRow && k == c.FromColumn:
			default:
				figureOn(p, at, box, c.Text[r][k], r == c.ToRow && k == c.ToColumn)
			}
		}
		at, box := square(r, 0)
		role, bold := theme.QuietText, r == c.FromRow || r == c.ToRow
		if bold {
			role = theme.Text
		}
		l := paint.Label{Text: c.Rows[r], Size: theme.SizeCaption, Role: role, Bold: bold, Align: fyne.TextAlignTrailing, Room: left - 8}
		tall := paint.SizeOf("X", paint.Dim(g, l.Size), l.Style()).Height
		if box.Height >= tall-4 || bold {
			p.Text(fyne.NewPos(left-6, at.Y+(box.Height-tall)/2), l)
		}
	}
	g.markCells(p, square)
	g.columnLabels(p, x, left, top+height+2)
	below := top + height + cellLabels + 2
	p.Text(fyne.NewPos(left, below), paint.Label{Text: c.ColumnsOf, Size: theme.SizeCaption, Role: theme.Text, Bold: true, Room: size.Width - left})
	if below += cellTitle; c.Map {
		g.scaleBar(p, x, left, below+8)
		below += lineNote
	}
	wording := words.T("figures: steps from the circle; crossed: not connected")
	if c.More {
		wording = words.T("figures: steps from the circle; crossed: not connected; only some are drawn")
	}
	p.Text(fyne.NewPos(0, below), paint.Label{Text: wording, Size: theme.SizeCaption, Role: theme.QuietText, Room: size.Width})
}

// markCells marks the two that are looked at.
func (g *SecretGraph) markCells(p *paint.Pen, square func(row, column int) (fyne.Position, fyne.Size)) {
	c := g.picture.Cells
	if c.ToRow >= 0 && c.ToColumn >= 0 {
		at, box := square(c.ToRow, c.ToColumn)
		p.Frame(at, box, theme.Chart5, 3)
	}
	if c.FromRow >= 0 && c.FromColumn >= 0 {
		at, box := square(c.FromRow, c.FromColumn)
		p.Frame(at, box, theme.Chart5, 3)
		p.Circle(at.AddXY(box.Width/2, box.Height/2), min(min(box.Width, box.Height)*0.28, graphPick), theme.Chart5, theme.Chart5, 1)
	}
}

// columnLabels writes the columns' labels under the squares, as many as fit; those looked at
// always.
func (g *SecretGraph) columnLabels(p *paint.Pen, x []float32, left, y float32) {
	c := g.picture.Cells
	row := &labelRow{p: p, y: y}
	write := func(k int, bold bool) {
		l := paint.Label{Text: c.Columns[k], Size: theme.SizeCaption, Role: theme.QuietText, Bold: bold, Align: fyne.TextAlignCenter}
		if bold {
			l.Role = theme.Text
		}
		half := p.Width(l) / 2
		row.write(min(left+(x[k]+x[k+1])/2, g.Size().Width-half), half, l, true)
	}
	for _, k := range []int{c.FromColumn, c.ToColumn} {
		if k >= 0 {
			write(k, true)
		}
	}
	for k := range c.Columns {
		write(k, false)
	}
}

// kilometresPerDegree is that of latitude, for the scale of a map.
const kilometresPerDegree = 111.2

// scaleBar draws the scale of a map, and which way is north.
func (g *SecretGraph) scaleBar(p *paint.Pen, x []float32, left, y float32) {
	c := g.picture.Cells
	south, north := c.Latitudes[0][0], c.Latitudes[len(c.Latitudes)-1][1]
	degrees := c.Longitudes[len(c.Longitudes)-1][1] - c.Longitudes[0][0]
	per := float64(x[len(x)-1]) / (degrees * kilometresPerDegree * max(math.Cos((south+north)/2*math.Pi/180), 0.05))
	length := math.Pow(10, math.Floor(math.Log10(100/per)))
	for _, times := range []float64{5, 2} {
		if length*times*per <= 140 {
			length *= times
			break
		}
	}
	wide := float32(length * per)
	p.Line(fyne.NewPos(left, y), fyne.NewPos(left+wide, y), theme.Text, 2)
	p.Line(fyne.NewPos(left, y-4), fyne.NewPos(left, y+4), theme.Text, 2)
	p.Line(fyne.NewPos(left+wide, y-4), fyne.NewPos(left+wide, y+4), theme.Text, 2)
	wording := words.T("%s km, north is up", words.Number(strconv.FormatFloat(length, 'f', -1, 64)))
	p.Text(fyne.NewPos(left+wide+8, y-9), paint.Label{Text: wording, Size: theme.SizeCaption, Role: theme.QuietText, Room: max(g.Size().Width-left-wide-8, 20)})
}
