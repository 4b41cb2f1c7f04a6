package page

import (
	"gonum.org/v1/plot/vg"

	"steward/core/message"
	"steward/reports/chart"
	"steward/reports/model"
)

// How pictures of the policy stand: so many beside one another, so far apart.
const (
	graphsAcross = 2
	betweenGraph = 24.0
	belowGraph   = 10.0
)

// graphWidth is that of a picture of the policy.
func (s *sheet) graphWidth() float64 {
	return (s.inner() - betweenGraph*(graphsAcross-1)) / graphsAcross
}

// graph is a picture of the policy, and how high it stands.
func (s *sheet) graph(g model.Graph) (picture chart.Secrets, height float64) {
	picture = chart.Secrets{Title: g.Title, Picture: g.Picture}
	return picture, float64(picture.Height(vg.Length(s.graphWidth()), s.paper()))
}

// graphsHeight returns how high a row of pictures of the policy stands, with what is said below them.
func (s *sheet) graphsHeight(row []model.Graph) float64 {
	most := 0.0
	for _, g := range row {
		_, height := s.graph(g)
		most = max(most, height+s.textHeight(plain(g.Note), small, s.graphWidth()))
	}
	return most + belowGraph
}

// graphs prints pictures of the policy, in rows that are kept on one page.
func (s *sheet) graphs(list []model.Graph) {
	for i := 0; i < len(list); i += graphsAcross {
		row := list[i:min(i+graphsAcross, len(list))]
		high := s.graphsHeight(row)
		s.need(high)
		top := s.y
		for k, g := range row {
			picture, height := s.graph(g)
			x := side + float64(k)*(s.graphWidth()+betweenGraph)
			s.y = top
			alt := message.Sprintf("Which values of %s are joined because nobody may tell them apart: %s", g.Title, g.Picture.Summary())
			if err := s.chart(&picture, s.in().Say(alt), x, s.graphWidth(), height); err != nil && s.failed == nil {
				s.failed = err
			}
			s.y = top + height
			s.text(plain(g.Note), small, x, s.graphWidth())
		}
		s.y = top + high
		s.settle()
	}
}
