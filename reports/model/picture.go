package model

import (
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// What a chart can show and still be read.
const (
	mostPanels = 12
	mostPoints = 400 // in a panel
)

// PictureOf returns what a chart of a question's answers shows. Tables over two columns and
// more get a panel for each value of the column with the fewest values; where there is too
// much to draw, the picture shows a part and its Note says which. counted names what the
// answers count (plan.Plan.Counted); labels are said by say.
func PictureOf(q *result.Question, counted message.Text, say func(message.Text) string) Picture {
	p := depicted{q, say}.picture()
	p.Counted = counted
	p.sayPale()
	return p
}

// sayPale says in the note what pale marks are, where there are some.
func (p *Picture) sayPale() {
	pale := message.Sprintf("Pale ones are too noisy to be used on their own.")
	for _, panel := range p.Panels {
		for _, pt := range panel.Points {
			switch {
			case !pt.Noisy:
			case p.Note.IsZero():
				p.Note = pale
				return
			default:
				p.Note = message.Sprintf("%s %s", p.Note, pale)
				return
			}
		}
	}
}

// depicted is a question whose answers are drawn, with labels in a language.
type depicted struct {
	*result.Question
	say func(message.Text) string
}

func (q depicted) picture() Picture {
	asks := q.Workload.Question()
	attrs := q.Workload.Domain().Attributes()
	switch {
	case asks.Kind == workload.Totals:
		return q.sums()
	case asks.Kind == workload.Ranges && len(asks.Columns) > 1:
		return q.single(Picture{Axis: message.Verbatim(safe(joinColumns(asks.Columns)))})
	case asks.Kind == workload.Cumulative:
		return q.single(Picture{Axis: message.Sprintf("%s up to", safe(string(asks.Columns[0]))), Ordered: true})
	case asks.Kind == workload.Ranges && asks.Every:
		return q.fromLowest()
	case asks.Kind == workload.Ranges:
		return q.single(Picture{Axis: message.Verbatim(safe(string(asks.Columns[0])))})
	case len(attrs) == 1:
		return q.single(Picture{Axis: message.Verbatim(safe(string(attrs[0].Name()))), Ordered: attrs[0].HasOrder()})
	}
	return q.panels()
}

// point returns answer i as a point with the label of some of its keys.
func (q depicted) point(i int, keys []string) Point {
	n, shown := q.Published(i)
	in := q.Interval(i)
	return Point{Label: safe(q.label(keys)), Value: n, Low: in.Low, High: in.High, Hidden: !shown, Noisy: shown && q.TooNoisy(i), Apart: len(keys) == 1 && (keys[0] == domain.BlankLabel || keys[0] == domain.OtherLabel)}
}

// label joins the keys of an answer; a range from a value to itself is that value.
func (q depicted) label(keys []string) string {
	keys = workload.SaidLabels(q.say, keys)
	if asks := q.Workload.Question(); asks.Kind == workload.Ranges && len(asks.Columns) > 1 {
		return q.boxLabel(keys)
	} else if asks.Kind == workload.Ranges && len(keys) == 2 {
		return q.span(keys[0], keys[1])
	}
	return strings.Join(keys, " · ")
}

// span is the label of a range; one from a value to itself is that value.
func (q depicted) span(from, to string) string {
	if from == to {
		return from
	}
	return q.say(message.Sprintf("%s to %s", from, to))
}

// single puts all answers into one panel, or a part of them when they are too many: every
// so manyth where they stand in an order, otherwise the first.
func (q depicted) single(p Picture) Picture {
	var drawn []int
	for i := range q.Len() {
		if !q.IsTotal(i) {
			drawn = append(drawn, i)
		}
	}
	drawn, p.Note = thinned(drawn, p.Ordered)
	var points []Point
	for _, i := range drawn {
		points = append(points, q.point(i, q.Key(i)))
	}
	p.Panels = []Panel{{Points: points}}
	return p
}

// fromLowest shows of all ranges those that begin at the lowest value.
func (q depicted) fromLowest() Picture {
	a := q.Workload.Domain().Attributes()[0]
	lowest := a.Label(0)
	p := Picture{Axis: message.Sprintf("%s from %s up to", safe(string(a.Name())), safe(q.label([]string{lowest}))), Ordered: true}
	step := max((a.Regular()+mostPoints-1)/mostPoints, 1)
	var points []Point
	seen := 0
	for i := range q.Len() {
		if key := q.Key(i); key[0] == lowest {
			if seen%step == 0 {
				points = append(points, q.point(i, key[1:2]))
			}
			if seen++; seen == a.Regular() {
				break
			}
		}
	}
	p.Panels = []Panel{{Points: points}}
	p.Note = message.Sprintf("The ranges that begin at %s are drawn.", safe(q.label([]string{lowest})))
	return p
}

// restOf names the columns that label the points of panels, and reports whether the points
// stand in an order.
func restOf(attrs []*domain.Attribute, across int) (axis message.Text, ordered bool) {
	var rest []string
	ordered = len(attrs) == 2
	for i, a := range attrs {
		if i != across {
			rest = append(rest, safe(string(a.Name())))
			ordered = ordered && a.HasOrder()
		}
	}
	return message.Verbatim(strings.Join(rest, " · ")), ordered
}

// PictureOfPanel returns what a chart of one panel of a question's answers shows: those at
// the given places, which share the value of the column across (result.Question.AcrossColumn). counted names what the
// answers count.
func PictureOfPanel(of *result.Question, counted message.Text, say func(message.Text) string, places []int) Picture {
	q := depicted{of, say}
	across := of.AcrossColumn()
	axis, ordered := restOf(q.Workload.Domain().Attributes(), across)
	p := Picture{Counted: counted, Axis: axis, Ordered: ordered}
	var drawn []int
	for _, place := range places {
		if !of.IsTotal(place) { // it would dwarf its parts
			drawn = append(drawn, place)
		}
	}
	drawn, p.Note = thinned(drawn, ordered)
	var points []Point
	for _, place := range drawn {
		points = append(points, q.point(place, without(q.Key(place), across)))
	}
	p.Panels = []Panel{{Points: points}}
	p.sayPale()
	return p
}

// thinned returns which of some answers are drawn where they are too many for a panel, and says so: every so manyth where they
// stand in an order, otherwise the first.
func thinned(answers []int, ordered bool) (drawn []int, note message.Text) {
	switch stride := strideOf(len(answers), ordered); {
	case stride > 1:
		for i := 0; i < len(answers); i += stride {
			drawn = append(drawn, answers[i])
		}
		return drawn, everyDrawn(stride)
	case len(answers) > mostPoints:
		return answers[:mostPoints], message.Sprintf("The first %s of %s numbers are drawn.", whole(mostPoints), whole(int64(len(answers))))
	}
	return answers, message.Text{}
}

// panels gives each value of one column a panel of its own.
func (q depicted) panels() Picture {
	attrs := q.Workload.Domain().Attributes()
	across := q.AcrossColumn()
	axis, ordered := restOf(attrs, across)
	p := Picture{Axis: axis, PanelAxis: safe(string(attrs[across].Name())), Ordered: ordered}
	shown := min(attrs[across].Size(), mostPanels)
	at := make(map[string]int, shown)
	for v := range shown {
		at[attrs[across].Label(v)] = v
		p.Panels = append(p.Panels, Panel{Title: safe(q.label([]string{attrs[across].Label(v)}))})
	}
	stride := strideOf(q.Len()/attrs[across].Size(), ordered)
	most := mostPoints
	if !ordered {
		most /= shown // dots need more room than a line
	}
	full := 0
	seen := make([]int, shown)
	for i := range q.Len() {
		key := q.Key(i)
		v, drawn := at[key[across]]
		if !drawn || q.IsTotal(i) {
			continue
		}
		if n := seen[v]; n%stride == 0 && n/stride < most {
			p.Panels[v].Points = append(p.Panels[v].Points, q.point(i, without(key, across)))
		} else if n%stride == 0 {
			full = most
		}
		seen[v]++
	}
	p.Panels = filled(p.Panels)
	p.Note = leftOut(attrs[across], shown, stride, full)
	return p
}

// strideOf returns how many points of a panel stand for one that is drawn.
func strideOf(points int, ordered bool) int {
	if !ordered || points <= mostPoints {
		return 1
	}
	return (points + mostPoints - 1) / mostPoints
}

func without(key []string, at int) []string {
	out := make([]string, 0, len(key)-1)
	for i, k := range key {
		if i != at {
			out = append(out, k)
		}
	}
	return out
}

// filled leaves out the panels without a point, whose combinations are all impossible.
func filled(list []Panel) (out []Panel) {
	for _, p := range list {
		if len(p.Points) > 0 {
			out = append(out, p)
		}
	}
	return out
}

// leftOut says what a picture of panels does not show; full is the number of points after
// which panels were cut off, 0 when none was.
func leftOut(a *domain.Attribute, shown, stride, full int) message.Text {
	var parts []message.Text
	if shown < a.Size() {
		parts = append(parts, message.Sprintf("The first %d of %s values of “%s” are drawn.", shown, whole(int64(a.Size())), safe(string(a.Name()))))
	}
	if stride > 1 {
		parts = append(parts, everyDrawn(stride))
	}
	if full > 0 {
		parts = append(parts, message.Sprintf("The first %d numbers of each are drawn.", full))
	}
	return message.List(parts, "%s %s", "%s %s")
}

// everyDrawn says that so manyth numbers are drawn.
func everyDrawn(n int) message.Text {
	switch {
	case n%100/10 == 1:
	case n%10 == 1:
		return message.Sprintf("Every %sst number is drawn.", whole(int64(n)))
	case n%10 == 2:
		return message.Sprintf("Every %snd number is drawn.", whole(int64(n)))
	case n%10 == 3:
		return message.Sprintf("Every %srd number is drawn.", whole(int64(n)))
	}
	return message.Sprintf("Every %sth number is drawn.", whole(int64(n)))
}
