package session

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

// Draw paints page i, counted from 0, as wide as the picture is to be.
func (p *Paper) Draw(i int, as Picture) (image.Image, error) {
	return p.pages.Image(context.Background(), i, as.Width)
}

// summaryState is the summary of the finished release, set on pages in the background.
type summaryState struct {
	of    *Finished
	paper *Paper
	err   error
}

// Summary returns the pages of the accounting summary of the finished release, or nil while
// they are being set and when there is no release; it starts setting them when needed. It
// errors when they cannot be set.
func (s *Session) Summary() (*Paper, error) {
	f := s.release.finished
	if f == nil {
		return nil, nil
	}
	if s.release.summary.of != f {
		s.release.summary = summaryState{of: f}
		paper := f.Release.Plan.Paper
		s.around.Go(func() {
			_, pages, err := publish.SetSummary(f.Release, paper)
			s.around.Dispatch(func() {
				if s.release.summary.of == f {
					if s.release.summary.err = err; err == nil {
						s.release.summary.paper = &Paper{pages}
					}
					s.changed()
				}
			})
		})
	}
	return s.release.summary.paper, s.release.summary.err
}

// SetPaper chooses what the summary is printed on.
func (s *Session) SetPaper(p plan.Paper) {
	if p != s.plan.Paper.OrUsual() {
		s.Edit(func(now *plan.Plan) { now.Paper = p })
	}
}

// SetLanguage chooses the language of the files of a release, by its code.
func (s *Session) SetLanguage(code string) {
	if code == words.English {
		code = ""
	}
	if code != s.plan.Language {
		s.Edit(func(now *plan.Plan) { now.Language = code })
	}
}

// SetPublication says who publishes the release, what for and about whom, and what it is called.
func (s *Session) SetPublication(title string, p plan.Publication) {
	s.Edit(func(now *plan.Plan) { now.Title, now.Publication = title, p })
}

// CopySummary writes the summary of the finished release to a file.
func (s *Session) CopySummary(path string) {
	f := s.release.finished
	if f == nil {
		return
	}
	paper := f.Release.Plan.Paper
	s.run(guide.Summary, words.T("Writing %s", filepath.Base(path)), func(context.Context, func(string, float64)) error {
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
