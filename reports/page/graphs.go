package page

import (
	"steward/reports/chart"
	"steward/reports/model"
)

// How pictures of the policy stand: so many beside one another, so far apart.
const (
	graphsAcross = 2
	betweenGraph = 24.0
	belowGraph   = 6.0
)

// graphWidth is that of a picture of the policy.
func (s *sheet) graphWidth() float64 {
	return (s.inner() - betweenGraph*(graphsAcross-1)) / graphsAcross
}

// graphsHeight returns how high a row of pictures of the policy stands, with what is said below them.
func (s *sheet) graphsHeight(row []model.Graph) float64 {
	most := 0.0
	for _, g := range row {
		picture := chart.Secrets{Graph: g}
		most = max(most, float64(picture.Height(s.paper()))+s.textHeight(plain(g.Note), small, s.graphWidth()))
	}
	return most + belowGraph
}

// graphs prints pictures of the policy, in rows that are kept on one page.
func (s *sheet) graphs(list []model.Graph) {
	for i := 0; i < len(list); i += graphsAcross {
		row := list[i:min(i+graphsAcross, len(list))]
		high := s.graphsHeight(row)
		s.need(high)
		top, highest := s.y, 0.0
		for _, g := range row { // the values of all stand at one height
			picture := chart.Secrets{Graph: g}
			highest = max(highest, float64(picture.Height(s.paper())))
		}
		for k := range row {
			picture := chart.Secrets{Graph: row[k]}
			x := side + float64(k)*(s.graphWidth()+betweenGraph)
			s.y = top
			if err := s.chart(&picture, s.in().Sayf("Which values of %s are joined because nobody may tell them apart", row[k].Title), x, s.graphWidth(), highest); err != nil && s.failed == nil {
				s.failed = err
			}
			s.y = top + highest
			s.text(plain(row[k].Note), small, x, s.graphWidth())
		}
		s.y = top + high
		s.settle()
	}
}
