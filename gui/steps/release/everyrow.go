package release

import (
	"fyne.io/fyne/v2"

	"steward/gui/dialogs"
	"steward/gui/session/everyrow"
	"steward/gui/steps/page"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// showEveryRow says what became of every row of the file, and lets the rows behind a line be looked through.
func showEveryRow(s page.Surroundings) {
	rows, records := s.Session.Rows.OfFile()
	titles := []string{
		words.T("The %s rows of the file", rows), words.T("The %s records among them", records),
		words.T("Some of these records are"), words.T("Cells that are not declared values as they stand"),
	}
	content := layouts.Column(layouts.Gap, prose.Prose(prose.Plain(words.T("Every row is in one line of the first list, and every record in one of the second. This is for your eyes only: it is not part of anything published, and is not in any file."))))
	level := -1
	var lines []everyrow.Line
	flush := func() {
		if len(lines) > 0 {
			content.Add(prose.Strong(titles[level]))
			content.Add(linesOf(s, lines))
		}
		lines = nil
	}
	for _, l := range s.Session.Rows.Lines() {
		if l.Level != level {
			flush()
			level = l.Level
		}
		lines = append(lines, l)
	}
	flush()
	dialogs.Show(s.Window, words.T("What became of every row"), content)
}

// linesOf lists lines with what shows the rows behind them.
func linesOf(s page.Surroundings, lines []everyrow.Line) fyne.CanvasObject {
	list := notices.NewFindings()
	list.Compact = true
	rows := make([]notices.Finding, len(lines))
	for i, l := range lines {
		rows[i] = notices.Finding{Title: l.Number + "  " + l.Words}
		if l.Lost {
			rows[i].Kind = notices.Caution
		}
		if l.Behind {
			rows[i].Action = prose.NewLink(words.T("Show the rows"), func() { showRowsBehind(s, l) })
		}
	}
	list.Set(rows...)
	return list
}

// showRowsBehind lists the rows behind a line, and offers to write them to a private file.
func showRowsBehind(s page.Surroundings, l everyrow.Line) {
	s.Session.Rows.Behind(l.Key, func(found []everyrow.Found, more bool) {
		list := tables.NewListing(tables.ListingColumn{Title: words.T("Where")}, tables.ListingColumn{Title: words.T("what is there"), Grow: true}, tables.ListingColumn{Title: words.T("Why"), Grow: true})
		rows := make([][]string, len(found))
		for i, r := range found {
			rows[i] = []string{r.Where, r.Found, r.Why}
		}
		list.SetTexts(rows...)
		content := layouts.Column(layouts.Gap, list)
		if more {
			content.Add(prose.Caption(words.T("These are the first %d. A file can have all of them.", everyrow.Most)))
		}
		content.Add(prose.NewQuietLink(words.T("Write them to a private file…"), func() {
			dialogs.SaveFile(s.Window, "", s.Session.Rows.PrivateName(), func(path string) { s.Session.Rows.Write(l.Key, path) })
		}))
		dialogs.Show(s.Window, l.Words, content)
	})
}
