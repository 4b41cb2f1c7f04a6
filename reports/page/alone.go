package page

import (
	"steward/reports/chart"
	"steward/reports/model"
)

// Alone sets a chart on a page of its own of just its size, in points.
func Alone(d chart.Drawing, width, height float64) (*Pages, error) {
	s := &sheet{doc: &model.Document{}, width: width, height: height, pages: []Page{{}}, elements: []Element{{Role: RoleDocument, Parent: decoration}}}
	if err := s.chart(d, "", 0, width, height); err != nil {
		return nil, err
	}
	return &Pages{Width: width, Height: height, Pages: s.pages, Elements: s.elements}, s.failed
}
