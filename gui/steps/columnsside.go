package steps

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/domain"
	"steward/gui/session"
	"steward/gui/widgets"
)

// columnsSide is the column beside the step: what the choice of columns means.
type columnsSide struct {
	of       *columns
	content  *fyne.Container
	big      *widgets.BigFigure
	product  *sidePart
	selected *sidePart
	counted  *sidePart
}

func newColumnsSide(of *columns) *columnsSide {
	s := &columnsSide{of: of, big: widgets.NewBigFigure("", ""), product: newSidePart(), selected: newSidePart(), counted: newSidePart()}
	s.counted.set(nil, "", "Everyone is counted", widgets.Plain("A blank, or an answer that is not declared, has a place too. No row disappears without a word."))
	origin := func(o domain.Origin, words string) fyne.CanvasObject {
		return container.NewHBox(container.NewCenter(widgets.NewBadge(originBadge(o), session.OriginWords(o))), widgets.Quiet(widgets.Plain(words)).OneLine())
	}
	legend := widgets.Column(6, widgets.NewRule(), widgets.Inset(4, 0, widgets.NewHeading(nil, "", "Where lists come from")),
		origin(domain.Codebook, "public before this file"), origin(domain.Typed, "entered by you"), origin(domain.Confirmed, "proposed, then confirmed"))
	s.content = widgets.Column(gap, widgets.CardTitle("What this means"), s.big, s.product.content, s.selected.content, s.counted.content, legend)
	return s
}

// sideFactors is up to how many sizes are written out.
const sideFactors = 6

func (s *columnsSide) update() {
	now := s.of.Session
	n := len(now.Plan().Columns)
	var kept []string
	for _, name := range s.of.names {
		if _, published := now.Published(name); !published {
			kept = append(kept, name)
		}
	}
	below := []widgets.Span{widgets.Plain("published")}
	switch {
	case len(kept) == 1:
		below = append(below, widgets.Plain("; "), widgets.Italic(kept[0]), widgets.Plain(" stays in your file"))
	case len(kept) > 1:
		below = append(below, widgets.Plain(fmt.Sprintf("; %d others stay in your file", len(kept))))
	}
	if n == 0 {
		below = []widgets.Span{widgets.Plain("published so far: tick those that your tables need")}
	}
	s.big.Set("", session.Several(n, "column", "columns"), below...)
	sizes, product := now.Combinations()
	showIf(s.product.content, product != "")
	if product != "" {
		factors := make([]string, len(sizes))
		for i, size := range sizes {
			factors[i] = session.Commas(size)
		}
		line := strings.Join(factors, " × ") + " = "
		if len(factors) > sideFactors || len(factors) == 1 {
			line = ""
		}
		s.product.set(nil, "", "Combinations", widgets.Plain(line), widgets.Bold(product), widgets.Plain(". This table is never built: each question uses only its own columns, so more columns cost nothing by themselves."))
	}
	s.showSelected()
}

// showSelected says what the choice for the column in the editor means.
func (s *columnsSide) showSelected() {
	c, published := s.of.Session.Published(s.of.selected)
	n := session.ValueCount(c)
	f := s.of.Session.File()
	showIf(s.selected.content, published && n > 1 && f != nil)
	if !s.selected.content.Visible() {
		return
	}
	kind := "values"
	counted := s.of.Session.InFile()
	words := "Fewer values hold more " + counted + " each, so the same error matters less."
	if c.Kind == domain.Ranges {
		kind, words = "ranges", "Wider ranges hold more "+counted+", so the same error matters less."
	}
	average := max(f.Found.Rows/n, 1)
	s.selected.set(nil, "", fmt.Sprintf("%s in %s %s", s.of.selected, session.Commas(n), kind),
		widgets.Plain(words+" On average "), widgets.Bold(session.Commas(average)), widgets.Plain(fmt.Sprintf(" of the %s %s fall in each.", session.Commas(f.Found.Rows), counted)))
}
