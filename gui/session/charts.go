package session

import (
	"cmp"
	"context"
	"image"
	"io"
	"path/filepath"
	"strings"
	"time"

	"steward/core/guide"
	"steward/core/message"
	"steward/core/synthetic"
	"steward/gui/session/accounts"
	"steward/gui/session/budget"
	"steward/gui/session/pictures"
	"steward/gui/words"
	"steward/io/wholefile"
	"steward/reports/chart"
	"steward/reports/model"
	"steward/reports/pdf"
)

// Picture is what a chart is drawn for.
type Picture = pictures.Spec

// Chart is a chart that can be written to a file.
type Chart struct {
	Name    string // for the file
	drawing chart.Drawing
	tall    int // in pixels; 0 for chartHeight
}

// ChartEndings are the endings of the files that a chart can be written to.
func ChartEndings() []string { return []string{".png", ".svg", ".pdf"} }

// The size in pixels of a chart in a file: fit for half a page.
const (
	chartWidth  = 800
	chartHeight = 400
)

// SaveChart writes a chart to a file on a light ground. The name's ending says of which kind: .png, which
// it gets when it has none, .svg or .pdf.
func (s *Session) SaveChart(path string, c Chart) {
	if filepath.Ext(path) == "" {
		path += ".png"
	}
	tall := cmp.Or(c.tall, chartHeight)
	s.run(guide.Release, words.T("Writing %s", filepath.Base(path)), func(context.Context, func(string, float64)) error {
		err := wholefile.Write(path, func(w io.Writer) error {
			if strings.EqualFold(filepath.Ext(path), ".pdf") {
				return pdf.WriteChart(w, c.Name, time.Now(), c.drawing, float64(chart.Pixels(chartWidth)), float64(chart.Pixels(tall)))
			}
			return chart.Write(w, filepath.Ext(path), c.drawing, chartWidth, tall, Picture{}.Theme())
		})
		if err != nil {
			return words.Errorf("the chart was not written: %w", err)
		}
		return nil
	}, func(error) {})
}

// DrawResults draws the released answers of a question with their intervals.
func (f *Finished) DrawResults(question int, p Picture) (image.Image, error) {
	return p.Draw(&chart.Results{Picture: model.PictureOf(&f.Release.Questions[question], f.Release.InWords(question), words.Say)})
}

// DrawGroups draws the groups of a clustering of a finished release.
func (f *Finished) DrawGroups(i int, p Picture) (image.Image, error) {
	return p.Draw(&chart.Scatter{Picture: model.ScatterOf(&f.Release.Clusters[i], f.Release.Plan.Counted())})
}

// DrawPairs draws how far off tables over two columns were on public data.
func DrawPairs(q synthetic.Quality, counted message.Text, p Picture) (image.Image, error) {
	return p.Draw(&chart.Pairs{Picture: model.PairsOf(q, counted)})
}

// ErrorChart returns a curve of errors for a file.
func ErrorChart(c *budget.Curve) Chart {
	return Chart{Name: words.T("Error against budget"), drawing: c.Drawing()}
}

// AccountChart returns the course of the account for a file.
func (s *Session) AccountChart(c *accounts.Course) Chart {
	return Chart{Name: words.T("The account of “%s”", s.Title()), drawing: c.Drawing()}
}

// SecretsChart returns a picture of what is kept secret about a column for a file.
func (s *Session) SecretsChart(column string, p pictures.Secrets) Chart {
	return Chart{Name: words.T("Secrets of %s", column), drawing: p.Chart(), tall: int(p.Tall(chartWidth, 1)) + 1}
}
