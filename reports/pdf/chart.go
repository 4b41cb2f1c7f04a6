package pdf

import (
	"io"

	"steward/reports/chart"
	"steward/reports/model"
	"steward/reports/page"
)

// WriteChart prints a chart on a page of just its size, in points, as vectors and text.
func WriteChart(w io.Writer, title string, d chart.Drawing, width, height float64) error {
	pages, err := page.Alone(d, width, height)
	if err != nil {
		return err
	}
	return WritePages(w, &model.Document{Title: title, Program: "Steward"}, pages)
}
