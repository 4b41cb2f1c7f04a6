package pdf

import (
	"io"
	"time"

	"steward/reports/chart"
	"steward/reports/model"
	"steward/reports/page"
)

// WriteChart prints a chart on a page of just its size, in points, as vectors and text. Equal charts that were made
// at the same time are equal files.
func WriteChart(w io.Writer, title string, created time.Time, d chart.Drawing, width, height float64) error {
	pages, err := page.Alone(d, width, height)
	if err != nil {
		return err
	}
	return WritePages(w, &model.Document{Title: title, Program: "Steward", Created: created}, pages)
}
