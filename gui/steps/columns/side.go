package columns

import (
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/steps/page"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// columnsSide is the column beside the step: what the choice of columns means.
type columnsSide struct {
	of       *Page
	content  *fyne.Container
	big      *notices.BigFigure
	product  *page.SidePart
	selected *page.SidePart
	counted  *page.SidePart
}

func newColumnsSide(of *Page) *columnsSide {
	s := &columnsSide{of: of, big: notices.NewBigFigure("", ""), product: page.NewSidePart(), selected: page.NewSidePart(), counted: page.NewSidePart()}
	s.counted.Set(nil, "", words.T("Everyone is counted"), prose.Plain(words.T("A blank, or an answer that is not declared, has a place too. No row disappears silently.")))
	origin := func(o domain.Origin, wording string) fyne.CanvasObject {
		return layouts.Inline(6, notices.NewBadge(originBadge(o), columns.OriginWords(o)), prose.Quiet(wording).OneLine())
	}
	legend := layouts.Column(6, prose.NewRule(), layouts.Inset(4, 0, prose.NewHeading(nil, "", words.T("Where lists come from"))),
		origin(domain.Codebook, words.T("public before this file")), origin(domain.Typed, words.T("entered by you")), origin(domain.Confirmed, words.T("proposed, then confirmed")))
	s.content = layouts.Column(layouts.Gap, prose.CardTitle(words.T("What this means")), s.big, s.counted.Content, legend, s.selected.Content, s.product.Content)
	return s
}

// sideFactors is up to how many sizes are written out.
const sideFactors = 6

func (s *columnsSide) update() {
	now := s.of.Session
	n := len(now.Plan().Columns)
	var kept []string
	for _, name := range s.of.all {
		if _, published := now.Columns.Published(name); !published {
			kept = append(kept, name)
		}
	}
	below := []prose.Span{prose.Plain(words.T("published"))}
	switch {
	case len(kept) == 1:
		below = prose.Marked(words.T("published; *%s* stays in your file", prose.Escape(kept[0])))
	case len(kept) > 1:
		below = []prose.Span{prose.Plain(words.T("published; %d stay in your file", len(kept)))}
	}
	s.big.Set("", amounts.Several(n, "column", "columns"), below...)
	sizes, product := now.Columns.Combinations()
	paint.Show(s.product.Content, product != "")
	if product != "" {
		factors := make([]string, len(sizes))
		for i, size := range sizes {
			factors[i] = amounts.Commas(size)
		}
		line := strings.Join(factors, " × ") + " = "
		if len(factors) > sideFactors || len(factors) == 1 {
			line = ""
		}
		s.product.Set(nil, "", words.T("Combinations"), prose.Plain(line), prose.Bold(product), prose.Plain(words.T(". This table is never built: each question uses only its own columns, so additional columns cost nothing by themselves.")))
	}
	s.showSelected()
}

// showSelected says what the choice for the column in the editor means.
func (s *columnsSide) showSelected() {
	c, published := s.of.Session.Columns.Published(s.of.selected)
	n := c.Regular()
	f := s.of.Session.Data.File()
	paint.Show(s.selected.Content, published && n > 1 && f != nil)
	if !s.selected.Content.Visible() {
		return
	}
	counted := s.of.Session.Persons.InFile()
	title := words.T("%s in %s values", s.of.selected, amounts.Commas(n))
	wording := words.T("Fewer values have more %s each, so the same error matters less.", counted)
	if c.Kind == domain.Ranges {
		title = words.T("%s in %s ranges", s.of.selected, amounts.Commas(n))
		wording = words.T("Wider ranges have more %s, so the same error matters less.", counted)
	}
	average := words.T("On average **%s** of the %s %s fall in each.", amounts.Commas(max(f.Found.Rows/n, 1)), amounts.Commas(f.Found.Rows), counted)
	s.selected.Set(nil, "", title, append([]prose.Span{prose.Plain(wording + " ")}, prose.Marked(average)...)...)
}
