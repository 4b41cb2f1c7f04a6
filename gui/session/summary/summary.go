package summary

import (
	"context"
	"image"
	"io"
	"path/filepath"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/publish"
	"steward/io/wholefile"
	"steward/reports/page"
)

// Paper is the pages of the accounting summary, ready to be drawn.
type Paper struct{ pages *page.Pages }

// Len returns the number of pages.
func (p *Paper) Len() int { return len(p.pages.Pages) }

// Size returns how large a page is on a screen of 96 pixels to the inch.
func (p *Paper) Size() (width, height float32) {
	const pointsToPixels = 96.0 / 72
	return float32(p.pages.Width * pointsToPixels), float32(p.pages.Height * pointsToPixels)
}

// Draw paints page i, counted from 0, so many pixels wide.
func (p *Paper) Draw(i, width int) (image.Image, error) {
	return p.pages.Image(context.Background(), i, width)
}

// summaryState is the summary of the finished release, set on pages in the background.
type summaryState struct {
	of    *publish.Finished
	paper *Paper
	err   error
}

// Summary returns the pages of the accounting summary of the finished release, or nil while
// they are being set and when there is no release; it starts setting them when needed. It
// errors when they cannot be set.
func (s *Step) Summary() (*Paper, error) {
	f := s.of.Carried()
	if f == nil {
		return nil, nil
	}
	if s.pages.of != f {
		s.pages = summaryState{of: f}
		paper := f.Release.Plan.Paper
		s.of.Go(func() {
			_, pages, err := publish.SetSummary(f.Release, paper)
			s.of.Dispatch(func() {
				if s.pages.of == f {
					if s.pages.err = err; err == nil {
						s.pages.paper = &Paper{pages}
					}
					s.of.Changed()
				}
			})
		})
	}
	return s.pages.paper, s.pages.err
}

// SetPaper chooses what the summary is printed on.
func (s *Step) SetPaper(p plan.Paper) {
	if p != s.of.Plan().Paper.OrUsual() {
		s.of.Edit(func(now *plan.Plan) { now.Paper = p })
	}
}

// SetLanguage chooses the language of the files of a release, by its code.
func (s *Step) SetLanguage(code string) {
	if code == words.English {
		code = ""
	}
	if code != s.of.Plan().Language {
		s.of.Edit(func(now *plan.Plan) { now.Language = code })
	}
}

// SetPublication says who publishes the release, what for and about whom, and what it is called.
func (s *Step) SetPublication(title string, p plan.Publication) {
	s.of.Edit(func(now *plan.Plan) { now.Title, now.Publication = title, p })
}

// CopySummary writes the summary of the finished release to a file.
func (s *Step) CopySummary(path string) {
	f := s.of.Carried()
	if f == nil {
		return
	}
	paper := f.Release.Plan.Paper
	s.of.Job(guide.Summary, words.T("Writing %s", filepath.Base(path)), func(context.Context, func(string, float64)) error {
		if filepath.Ext(path) == "" {
			path += ".pdf"
		}
		err := wholefile.Write(path, func(w io.Writer) error { return publish.WriteSummary(w, f.Release, paper) })
		if err != nil {
			return words.Errorf("the copy was not written: %w", err)
		}
		return nil
	}, func(error) {})
}
