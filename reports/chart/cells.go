package chart

import (
	"image/color"
	"math"
	"strconv"

	"steward/core/message"
	"steward/reports/secretgraph"
)

const (
	cellLeast  = 20 // least height of a row of a map
	cellMost   = 46 // largest side of a square
	cellRow    = 26 // height of a row of a table
	cellLabels = 18 // height of the labels under the squares
	cellTitle  = 18 // height of a column's name
	scaleTall  = 22
	mapTall    = 240
)

// cellsTall returns the height of the squares and what is written around them.
func (g *graph) cellsTall() float64 {
	_, _, tall := g.cellEdges()
	tall += cellLabels + 2*cellTitle + 6
	if g.Cells.Map {
		tall += scaleTall
	}
	return tall
}

// side returns the width of the labels at the left of the squares.
func (g *graph) side() float64 {
	widest := 0.0
	for _, l := range g.Cells.Rows {
		widest = max(widest, g.textWidth(lettering{text: g.label(l), bold: true}))
	}
	return min(widest+8, g.wide/3)
}

// cellEdges returns the edges of the columns and the rows, from the left and from the top, and
// the height of all.
func (g *graph) cellEdges() (x, y []float64, tall float64) {
	c := g.Cells
	room := max(g.wide-g.side()-4, 60)
	if c.Map {
		return g.mapEdges(room)
	}
	side := min(room/float64(max(len(c.Columns), 1)), cellMost)
	for i := range len(c.Columns) + 1 {
		x = append(x, float64(i)*side)
	}
	for i := range len(c.Rows) + 1 {
		y = append(y, float64(i)*cellRow)
	}
	return x, y, y[len(y)-1]
}

// mapEdges lays rows and columns out by their degrees: a degree of longitude is as much shorter
// than one of latitude as it is in the middle of the map.
func (g *graph) mapEdges(room float64) (x, y []float64, tall float64) {
	c := g.Cells
	south, north := c.Latitudes[0][0], c.Latitudes[len(c.Latitudes)-1][1]
	west, east := c.Longitudes[0][0], c.Longitudes[len(c.Longitudes)-1][1]
	narrow := max(math.Cos((south+north)/2*math.Pi/180), 0.05)
	wide, high := max((east-west)*narrow, 1e-9), max(north-south, 1e-9)
	scale := min(room/wide, mapTall/high)
	// Very flat and very narrow maps are drawn out so that each row and column can be read.
	sx := max(scale*narrow, float64(cellLeast*len(c.Columns))/max(east-west, 1e-9))
	sx = min(sx, room/max(east-west, 1e-9))
	sy := min(max(scale, float64(cellLeast*len(c.Rows))/high), 2*mapTall/high)
	for _, l := range c.Longitudes {
		x = append(x, (l[0]-west)*sx)
	}
	for _, l := range c.Latitudes {
		y = append(y, (north-l[1])*sy) // the upper edge of each
	}
	return append(x, (east-west)*sx), append(y, (north-south)*sy), (north - south) * sy
}

// drawCells draws the squares, shaded and with their distances, and the labels.
func (g *graph) drawCells() {
	c := g.Cells
	x, y, tall := g.cellEdges()
	left, top := g.side(), g.top+cellTitle
	square := func(row, column int) (at, size pos) {
		bottom := y[min(row+1, len(y)-1)]
		if c.Map {
			bottom = tall
			if row > 0 {
				bottom = y[row-1]
			}
		}
		return pos{left + x[column], top + y[row]}, pos{x[column+1] - x[column], bottom - y[row]}
	}
	g.text(pos{0, top - cellTitle/2}, lettering{text: Printable(c.RowsOf), bold: true, room: g.wide / 2})
	for r := range c.Rows {
		for k := range c.Columns {
			at, size := square(r, k)
			g.cell(at, size, r, k)
		}
		at, size := square(r, 0)
		l := lettering{text: g.label(c.Rows[r]), bold: r == c.FromRow || r == c.ToRow, across: -1, room: left - 8}
		l.quiet = !l.bold
		if size.y >= captionSize || l.bold {
			g.text(at.plus(-6, size.y/2), l)
		}
	}
	g.markCells(square)
	g.columnLabels(x, left, top+tall+2+cellLabels/2)
	below := top + tall + cellLabels + 2
	g.text(pos{left, below + cellTitle/2}, lettering{text: Printable(c.ColumnsOf), bold: true, room: g.wide - left})
	if c.Map {
		g.scaleBar(x, left, below+cellTitle+scaleTall/2)
	}
}

// shaded is the colour of a square: the darker the better two answers are hidden from one another, and never so dark that the
// figures on it could not be read. Squares carry figures too, so that nothing is said by shade alone.
func shaded(th Theme, far float64) color.RGBA {
	if !(far > 0) {
		return th.Background
	}
	return between(th.Background, th.Series[0], 0.58/(1+0.5*far))
}

// cell draws a square.
func (g *graph) cell(at, size pos, r, k int) {
	c := g.Cells
	far := c.Far[r][k]
	g.rectangle(at, size, shaded(g.th, far), g.th.Grid, 1)
	if far < 0 {
		g.stroke(at.plus(1, size.y-1), at.plus(size.x-1, 1), g.th.Line, 1)
		return
	}
	if !c.Joined[r][k] {
		return
	}
	l := lettering{text: g.figure(secretgraph.Brief(far)), bold: r == c.ToRow && k == c.ToColumn, across: -0.5, room: size.x - 2}
	if g.textWidth(l) > size.x-4 {
		l.size = axisSize
	}
	g.text(at.plus(size.x/2, size.y/2), l)
}

// markCells marks the two that are looked at.
func (g *graph) markCells(square func(row, column int) (at, size pos)) {
	c := g.Cells
	if c.ToRow >= 0 && c.ToColumn >= 0 {
		at, size := square(c.ToRow, c.ToColumn)
		g.frame(at, size, g.marked(), 3)
	}
	if c.FromRow >= 0 && c.FromColumn >= 0 {
		at, size := square(c.FromRow, c.FromColumn)
		g.frame(at, size, g.marked(), 3)
		g.circle(at.plus(size.x/2, size.y/2), min(min(size.x, size.y)*0.28, pickRadius), g.marked(), g.marked(), 1)
	}
}

// columnLabels writes the columns' labels under the squares, as many as fit; those looked at
// always.
func (g *graph) columnLabels(x []float64, left, y float64) {
	c := g.Cells
	row := &labelRow{g: g, y: y}
	write := func(k int, looked bool) {
		l := lettering{text: g.label(c.Columns[k]), quiet: !looked, bold: looked, across: -0.5, room: g.wide / 2}
		half := min(g.textWidth(l), l.room) / 2
		row.write(min(left+(x[k]+x[k+1])/2, g.wide-half), half, l, true)
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
func (g *graph) scaleBar(x []float64, left, y float64) {
	c := g.Cells
	south, north := c.Latitudes[0][0], c.Latitudes[len(c.Latitudes)-1][1]
	degrees := c.Longitudes[len(c.Longitudes)-1][1] - c.Longitudes[0][0]
	whole := degrees * kilometresPerDegree * max(math.Cos((south+north)/2*math.Pi/180), 0.05)
	if !(whole > 0) {
		return
	}
	per := x[len(x)-1] / whole // units per kilometre
	most := min(140, max(g.wide-left-120, 30))
	length := math.Pow(10, math.Floor(math.Log10(most/per)))
	for _, times := range []float64{5, 2} {
		if length*times*per <= most {
			length *= times
			break
		}
	}
	right := left + length*per
	g.stroke(pos{left, y}, pos{right, y}, g.th.Text, 2)
	g.stroke(pos{left, y - 4}, pos{left, y + 4}, g.th.Text, 2)
	g.stroke(pos{right, y - 4}, pos{right, y + 4}, g.th.Text, 2)
	said := g.say(message.Sprintf("%s km, north is up", strconv.FormatFloat(length, 'f', -1, 64)))
	g.text(pos{right + 8, y}, lettering{text: said, quiet: true, room: g.wide - right - 8})
}
