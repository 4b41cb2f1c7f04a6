package data

import (
	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataSide is the column beside the step: what the file means for what comes.
type dataSide struct {
	of      *Page
	content *fyne.Container
	big     *notices.BigFigure
	next    *page.SidePart
	decide  *page.SidePart
	absent  *page.SidePart
	rows    *page.SidePart
	stays   *page.SidePart
}

func newDataSide(of *Page) *dataSide {
	s := &dataSide{of: of, big: notices.NewBigFigure("", "")}
	s.next, s.decide, s.absent, s.rows, s.stays = page.NewSidePart(), page.NewSidePart(), page.NewSidePart(), page.NewSidePart(), page.NewSidePart()
	s.content = layouts.Column(layouts.Gap, prose.CardTitle(words.T("What this means")), s.big, s.decide.Content, s.absent.Content, s.rows.Content, s.next.Content, s.stays.Content)
	s.stays.Set(theme.LockIcon(), theme.Good, words.T("It stays with you"), prose.Plain(words.T("Steward only reads the file. It changes nothing in it, keeps no copy of it and uses no network. What you see here is for your eyes only.")))
	return s
}

func (s *dataSide) update() {
	now := s.of.Session
	f := now.Data.File()
	s.decide.Content.Hide()
	s.absent.Content.Hide()
	s.rows.Content.Hide()
	if f == nil {
		s.big.Set("", words.T("No data yet"))
		s.next.Set(nil, "", words.T("What happens then"), prose.Plain(words.T("You see the first rows as they will be read, and whatever in them needs your attention. Nothing is published by opening a file.")))
		return
	}
	columns := amounts.Several(len(f.Header), "column", "columns")
	rows := now.Plan().Rows
	if f.Described {
		s.big.Set(words.T("The file describes"), columns, prose.Plain(words.T("of a table in a database")))
	} else if now.Plan().Weight != nil && rows == nil {
		s.big.Set(words.T("The file contains"), amounts.Several(f.Found.Rows, "row", "rows"), prose.Plain(words.T("one for each person, with weights, %s", columns)))
		s.showWeight()
	} else if rows == nil {
		s.big.Set(words.T("The file contains"), amounts.Several(f.Found.Rows, "person", "people"), prose.Plain(words.T("one row each, %s", columns)))
	} else {
		s.big.Set(words.T("The file contains"), amounts.Several(f.Found.Rows, "row", "rows"), prose.Plain(s.whose(columns)))
		if now.Plan().Weight != nil {
			s.showWeight()
		} else {
			s.showRows(rows.AtMost)
		}
	}
	s.next.Set(nil, "", words.T("What happens next"), prose.Plain(words.T("You choose which columns to publish and say which answers are possible. Everything else stays in your file.")))
	if n, first := now.Columns.OpenOddities(); n > 0 {
		title := words.T("One thing to decide")
		if n > 1 {
			title = words.T("%d things to decide", n)
		}
		s.decide.Set(theme.WarningIcon(), theme.CautionMark, title, prose.Plain(words.T("%s Every row is counted somewhere; none disappears silently.", first.Ask())))
		s.decide.Content.Show()
	}
	if gone := now.Columns.Absent(); len(gone) > 0 {
		s.absent.Set(theme.WarningIcon(), theme.CautionMark, words.T("Columns that are missing"), prose.Plain(
			words.T("The project publishes %s, which this sheet does not have. Choose another sheet or file, or take them out in Columns.", amounts.Named(gone))))
		s.absent.Content.Show()
	}
}

// whose says how many people the rows are of, for the steward's eyes, and how many columns they have.
func (s *dataSide) whose(columns string) string {
	if n, known := s.of.Session.Persons.FoundPeople(); known {
		return words.N(n, "of %s person, %s", "of %s people, %s", amounts.Commas(n), columns)
	}
	return columns
}

// showRows says what several rows for each person mean.
func (s *dataSide) showRows(atMost int) {
	noise := words.T("All rows of a person are hidden together, so the noise is **%d times** as large as with one row each.", atMost)
	if atMost == 1 {
		noise = words.T("With one row each there is no extra noise for that.")
	}
	text := words.T("%s Whether someone is in the file at all is hidden too. Rows beyond the limit are left out. Numbers count rows, not people.", noise)
	if beyond := s.of.Session.Persons.BeyondWords(s.of.Session.Release.Checked()); beyond != "" {
		text += " " + beyond
	}
	s.rows.Set(nil, "", words.T("Several rows for each person"), prose.Marked(text)...)
	s.rows.Content.Show()
}

// showWeight says what weights mean.
func (s *dataSide) showWeight() {
	text := words.T("Numbers are weighted counts: each row counts as many people as its weight says.")
	for _, more := range []string{s.of.Session.Persons.WeightCost(), s.of.Session.Persons.WeightWords(s.of.Session.Release.Checked()), s.of.Session.Persons.BeyondWords(s.of.Session.Release.Checked())} {
		if more != "" {
			text += " " + more
		}
	}
	s.rows.Set(nil, "", words.T("Rows with weights"), prose.Marked(text)...)
	s.rows.Content.Show()
}
