package model

import (
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/policy"
)

// Graph is a picture of what the policy joins among the values of one column.
type Graph struct {
	// Title names the column, or those of which the picture is as well.
	Title string
	// Values are the labels of the values that are drawn, in their order. Apart marks those before
	// which something is left out, or which stand outside the order.
	Values []string
	Apart  []bool
	// Joined are the pairs of them that nobody may tell apart.
	Joined []Join
	// Note says what the picture does not show, when something is not.
	Note string
}

// Join is a pair of values by their places. Weight is written beside it, empty where it is one.
type Join struct {
	From, To int
	Weight   string
}

// The most values of a column and the most columns that are drawn.
const (
	mostGraphValues = 9
	mostGraphs      = 10
)

// graphs draws the policy on the values of each column. Columns in which any two values are joined
// look alike, so that one stands for all of them.
func (w *writer) graphs() []Graph {
	var out []Graph
	var alike []string // complete columns, of which the first is drawn
	complete := -1
	left := 0
	for _, a := range w.compiled.Domain.Attributes() {
		g, all, ok := w.graph(a.Name())
		switch {
		case !ok:
			continue
		case all && complete >= 0:
			alike = append(alike, w.quote(string(a.Name())))
			continue
		case len(out) == mostGraphs:
			left++
			continue
		case all:
			complete = len(out)
		}
		out = append(out, g)
	}
	if complete >= 0 && len(alike) > 0 {
		out[complete].Note = strings.TrimSpace(out[complete].Note + " " + w.Sayf("In %s, any two values are joined in the same way.", w.listed(alike)))
	}
	if left > 0 {
		out[len(out)-1].Note = strings.TrimSpace(out[len(out)-1].Note + " " + w.several(left, "One more column is not drawn.", "%d more columns are not drawn."))
	}
	return out
}

// graph draws one column; all tells that any two of its values are joined with weight one.
func (w *writer) graph(column domain.AttributeName) (g Graph, all, ok bool) {
	p, err := w.compiled.Policy.Project([]domain.AttributeName{column})
	if err != nil {
		return Graph{}, false, false
	}
	picture, err := p.Picture(policy.View{Nodes: mostGraphValues})
	if err != nil {
		return Graph{}, false, false
	}
	a, _ := w.compiled.Domain.Attribute(column)
	g = Graph{Title: w.quote(string(column))}
	for i, n := range picture.Nodes {
		g.Values = append(g.Values, w.label(n.Label))
		_, special := special(a, n.Label)
		g.Apart = append(g.Apart, i > 0 && special && (picture.More > 0 || a.HasOrder()))
	}
	unit := true
	for _, l := range picture.Links {
		j := Join{From: l.From, To: l.To}
		if l.Weight != policy.One {
			unit = false
			j.Weight = w.Number(strconv.FormatFloat(l.Weight.Steps(), 'g', 3, 64))
		}
		g.Joined = append(g.Joined, j)
	}
	n := len(picture.Nodes)
	all = unit && len(picture.Links) == n*(n-1)/2 && picture.Shape == policy.ShapeRing
	if picture.More > 0 {
		g.Note = w.several(picture.More, "One more value is not drawn.", "%d more values are not drawn.")
	}
	if len(g.Joined) == 0 {
		g.Note = strings.TrimSpace(w.Sayf("No two of these are joined: the answer is not protected.") + " " + g.Note)
	}
	return g, all, n > 0
}

// special tells whether a label is that of blanks or of others.
func special(a *domain.Attribute, label string) (int, bool) {
	if v, ok := a.BlankCell(); ok && label == domain.BlankLabel {
		return v, true
	}
	v, ok := a.OtherCell()
	return v, ok && label == domain.OtherLabel
}
