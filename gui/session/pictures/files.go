package pictures

import (
	"cmp"
	"io"
	"path/filepath"
	"strings"
	"time"

	"steward/gui/words"
	"steward/io/wholefile"
	"steward/reports/chart"
	"steward/reports/pdf"
)

// Chart is a chart that can be written to a file.
type Chart struct {
	Name    string // for the file
	Drawing chart.Drawing
	Tall    int // in pixels; 0 for half as tall as it is wide
}

// Endings are the endings of the files that a chart can be written to.
func Endings() []string { return []string{".png", ".svg", ".pdf"} }

// The size in pixels of a chart in a file: fit for half a page.
const (
	fileWidth  = 800
	fileHeight = 400
)

// Write writes a chart to a file on a light ground. The name's ending says of which kind: .png, .svg or .pdf.
func (c Chart) Write(path string) error {
	tall := cmp.Or(c.Tall, fileHeight)
	err := wholefile.Write(path, func(w io.Writer) error {
		if strings.EqualFold(filepath.Ext(path), ".pdf") {
			return pdf.WriteChart(w, c.Name, time.Now(), c.Drawing, float64(chart.Pixels(fileWidth)), float64(chart.Pixels(tall)))
		}
		return chart.Write(w, filepath.Ext(path), c.Drawing, fileWidth, tall, Spec{}.Theme())
	})
	if err != nil {
		return words.Errorf("the chart was not written: %w", err)
	}
	return nil
}
