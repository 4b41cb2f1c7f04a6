package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"steward/core/message"
	"steward/reports/model"
)

// Results draws released answers with the intervals that hold the true count 19 times in
// 20: bars with whiskers while there are few; beyond, a line with a band where the answers
// stand in an order, and dots with whiskers where they do not. The panels of a picture stand
// beside one another on one scale. It chooses lying or upright bars, and turns, thins or
// shortens labels, such that all of it can be read in the space there is.
type Results struct{ Picture model.Picture }

// mostBars is the largest number of answers in a panel that are drawn as bars.
const mostBars = 60

// Draw draws the chart onto all of a canvas. It errors when there is nothing to draw or a
// number is not finite.
func (r *Results) Draw(c draw.Canvas, th Theme) error {
	l, err := r.layout(pen{c, th})
	if err != nil {
		return err
	}
	l.background()
	if l.lying {
		l.drawLying()
	} else {
		l.drawUpright()
	}
	return nil
}

// Height returns the height in which the chart reads well at a width.
func (r *Results) Height(width vg.Length, th Theme) vg.Length {
	l, err := r.layout(pen{draw.Canvas{Rectangle: vg.Rectangle{Max: vg.Point{X: width, Y: math.MaxFloat32}}}, th})
	if err != nil {
		return 0
	}
	if l.lying {
		return l.lyingHeight()
	}
	rows := (len(l.panels) + l.across - 1) / l.across
	each := min(max(width/vg.Length(l.across)*0.4, 11*th.Size), 20*th.Size)
	room := l.labelling(l.slots(0, width/vg.Length(l.across)).each, each*2).room
	return vg.Length(rows)*(each+l.titleHeight()) + room + 2*th.Size
}

// results is a chart of results, laid out.
type results struct {
	pen
	picture model.Picture
	panels  []panel
	labels  []string // of all panels, in order
	apart   []bool   // for each label
	lo, hi  float64
	lying   bool
	across  int // panels in a row
}

// panel is a panel with the place of each of its points among the labels.
type panel struct {
	// named is the title with the name of its column, for where there is room.
	title, named string
	points       []model.Point
	at           []int
}

// layout checks the data and decides how it is drawn.
func (r *Results) layout(p pen) (*results, error) {
	l := &results{pen: p, picture: r.Picture}
	place := make(map[string]int)
	for i, given := range r.Picture.Panels {
		q := panel{title: Printable(given.Title), points: given.Points}
		for k, pt := range given.Points {
			if !finite(pt.Value, pt.Low, pt.High) || pt.High < pt.Low {
				return nil, message.Errorf("chart: point %d of panel %d is %v, from %v to %v, but finite numbers are expected", k+1, i+1, pt.Value, pt.Low, pt.High)
			}
			at, known := place[pt.Label]
			if !known {
				at = len(l.labels)
				place[pt.Label] = at
				l.labels = append(l.labels, Printable(pt.Label))
				l.apart = append(l.apart, pt.Apart)
			}
			q.at = append(q.at, at)
			l.hi, l.lo = max(l.hi, pt.High), min(l.lo, pt.Low)
			if !pt.Hidden {
				l.hi, l.lo = max(l.hi, pt.Value), min(l.lo, pt.Value)
			}
		}
		if len(q.points) > 0 {
			l.panels = append(l.panels, q)
		}
	}
	if name := Printable(r.Picture.PanelAxis); name != "" && len(l.panels) > 1 {
		for i := range l.panels {
			l.panels[i].named = name + ": " + l.panels[i].title
		}
	}
	if len(l.panels) == 0 {
		return nil, message.New("chart: there is no answer to draw")
	}
	if l.hi == l.lo {
		l.hi = l.lo + 1
	}
	l.arrange()
	return l, nil
}

// finite reports whether all numbers are finite.
func finite(numbers ...float64) bool {
	return !slices.ContainsFunc(numbers, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}

// arrange chooses lying or upright bars, and how many panels stand in a row.
func (l *results) arrange() {
	size := l.Size()
	n := len(l.labels)
	tight := l.besideRows() + vg.Length(n)*tightRow*l.th.Size
	lying := n <= mostBars && tight <= size.Y && l.lyingWidth() <= size.X
	switch {
	case l.picture.Ordered && l.widestLabel() <= shortLabel*l.th.Size:
	case len(l.panels) > 1:
		l.lying = lying
	default:
		l.lying = lying && !l.labelsFit(size.X-valueAxisRoom(l))
	}
	l.across = len(l.panels)
	if !l.lying {
		l.across = l.panelsInARow(size)
	}
}

// shortLabel is the width, in sizes of text, up to which labels in an order are thinned
// rather than turned.
const shortLabel = 5

// valueAxisRoom estimates what the axis of an upright chart takes at the side.
func valueAxisRoom(l *results) vg.Length { return l.width(l.tick(l.hi)) + 3*l.th.Size }

// labelsFit reports whether all labels fit under their places.
func (l *results) labelsFit(width vg.Length) bool {
	return l.widestLabel()+0.8*l.th.Size <= width/vg.Length(len(l.labels))
}

func (l *results) widestLabel() vg.Length {
	widest := vg.Length(0)
	for _, s := range l.labels {
		widest = max(widest, l.width(s))
	}
	return widest
}

// panelsInARow returns how many upright panels stand in a row: such that no place stays
// empty if possible, and each is wide enough and about twice as wide as high.
func (l *results) panelsInARow(size vg.Point) int {
	n := len(l.panels)
	best, least := 1, math.Inf(1)
	for across := 1; across <= n; across++ {
		rows := (n + across - 1) / across
		wide := size.X / vg.Length(across)
		if across > 1 && wide < 11*l.th.Size {
			break
		}
		high := size.Y / vg.Length(rows)
		if size.Y >= math.MaxFloat32 { // as high as it likes
			high = min(max(wide*0.4, 11*l.th.Size), 20*l.th.Size)
		}
		bad := math.Abs(math.Log(float64(wide/high)/2)) + 0.6*float64(rows*across-n)
		if bad < least {
			best, least = across, bad
		}
	}
	return best
}

// heading writes the title of a panel above it, from its left end.
func (l *results) heading(p panel, room vg.Length, at vg.Point) {
	if len(l.panels) < 2 {
		return
	}
	w := words{text: p.named, color: l.th.Text, font: bold, size: 1.1 * l.th.Size}
	if w.text == "" || widthOf(w.text, w.font, w.size) > room {
		w.text = fit(p.title, w.font, w.size, room)
	}
	l.write(w, at)
}

// titleHeight is what a panel's title takes.
func (l *results) titleHeight() vg.Length {
	if len(l.panels) < 2 {
		return 0
	}
	return lineHeight * l.th.Size * 1.3
}
