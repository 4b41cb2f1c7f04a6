package model

import (
	"strings"

	"steward/core/domain"
	"steward/core/promise"
	"steward/reports/secretgraph"
)

// Graph is a picture of what the policy joins among the values of one column, or of columns that share a secret.
type Graph struct {
	// Title names the column, or the columns.
	Title   string
	Picture secretgraph.Picture
	// Note says what the picture stands for besides, when it does.
	Note string
}

// mostGraphs is the most columns that are drawn.
const mostGraphs = 10

// graphs draws the policy on the values of each column. Columns in which any two values are joined
// look alike, so that one stands for all of them.
func (w *writer) graphs() (out []Graph) {
	var alike []string // complete columns, of which the first is drawn
	complete, left := -1, 0
	asked := promise.Ask(w.compiled)
	drawn := make(map[domain.AttributeName]bool) // with others that share its secret
	for _, a := range w.compiled.Domain.Attributes() {
		if drawn[a.Name()] {
			continue
		}
		p, ok := secretgraph.Of(asked, a.Name(), nil)
		switch all := p.JoinsAll(); {
		case !ok:
			if a.Size() > 1 {
				left++
			}
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
		names := []string{w.quote(string(a.Name()))}
		if rule, own := w.compiled.Plan.Secrets.Of(a.Name()); own && rule.Shared() {
			names = nil
			for _, n := range rule.Columns {
				drawn[n] = true
				names = append(names, w.quote(string(n)))
			}
		}
		out = append(out, Graph{Title: w.listed(names), Picture: p})
	}
	note := func(i int, said string) { out[i].Note = strings.TrimSpace(out[i].Note + " " + said) }
	if len(alike) > 0 {
		note(complete, w.Sayf("In %s, any two values are joined in the same way.", w.listed(alike)))
	}
	if left > 0 && len(out) > 0 {
		note(len(out)-1, w.several(left, "One more column is not drawn.", "%d more columns are not drawn."))
	}
	return out
}
