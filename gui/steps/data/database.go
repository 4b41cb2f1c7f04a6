package data

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataBase is the way in for data that are too many for a file: a query that counts them where
// they are. It keeps what was typed.
type dataBase struct {
	of      *Page
	content *fyne.Container
	engine  int
	table   string
	asked   bool
}

func newDataBase(of *Page) *dataBase {
	b := &dataBase{of: of}
	b.content = layouts.Inline(0, prose.NewLink(databaseWords(), b.ask)) // while a file is open, such as some rows of the data
	return b
}

func databaseWords() string { return words.T("My data are in a database") }

// ask shows what to do, and writes the query once the plan says what it has to count.
func (b *dataBase) ask() {
	w, s := b.of.Window, b.of.Session
	b.asked = true
	b.of.Update()
	wording := []fyne.CanvasObject{prose.Prose(prose.Marked(words.T("Data too many for a spreadsheet can stay where they are. Steward writes a query that counts them there; your database runs it, and you open here what it returns. **What it returns is private, like the data:** it says exactly how many there are of each. Keep it as safe, and delete it after the release."))...)}
	var d *dialogs.List
	closing := forms.NewButton(words.T("Close"), func() { d.Hide() })
	buttons := []fyne.CanvasObject{closing}
	if missing := s.QueryMissing(); missing != "" {
		wording = append(wording, notices.NewBanner(notices.Caution, words.T("First say what is to be counted."),
			prose.Marked(words.T("The columns and the questions have to be there before the query can be written. They need no file: take the columns from a codebook, or type them. Whether people can have several rows, or rows weights, is said in the step Your data. Still to be done: %s", missing)), nil))
	} else {
		failure := notices.NewBanner(notices.Danger, words.T("That did not work."), nil, nil)
		failure.Hide()
		engine := forms.NewPicker(words.T("Kind of database"), func(i int) { b.engine = i })
		var names []string
		for _, e := range session.Engines() {
			names = append(names, e.Name)
		}
		engine.SetTexts(names)
		engine.SetSelected(b.engine)
		table := forms.NewField(words.T("Table or view with the rows, spelt as in the database"), func(text string) string {
			b.table = text
			return ""
		})
		table.SetPlaceHolder("public.survey")
		table.SetValue(b.table)
		save := func(name string, query func(session.Engine, string) (string, error)) func() {
			return func() {
				table.Commit()
				text, err := query(session.Engines()[b.engine], b.table)
				if err != nil {
					failure.Set(notices.Danger, words.T("That did not work."), prose.Plain(words.SentenceOf(err)))
					failure.Show()
					return
				}
				d.Hide()
				dialogs.SaveFile(w, "", name, func(path string) {
					if err := s.SaveQuery(path, text); err != nil {
						s.Fail(guide.Data, err)
					}
				})
			}
		}
		write := forms.NewButton(words.T("Save the query…"), save(s.Base()+".sql", s.Query))
		write.Importance = widget.HighImportance
		buttons = append(buttons, write)
		wording = append(wording, layouts.Column(8, layouts.Inline(0, engine), table), failure,
			prose.Caption(prose.Plain(words.T("The query says at its top how to run it. It holds for the columns as they are declared now, and for these questions: when they change, write it again."))),
			layouts.Column(4, layouts.Inline(0, prose.NewLink(words.T("Save the query that shows what cannot be read…"), save(words.T("%s unread", s.Base())+".sql", s.UnreadQuery))),
				prose.Caption(prose.Plain(words.T("It lists the texts that the plan does not say how to read, the most frequent first. No row is left out for them: say in Columns how they are read, or mend them in the database. It is for you to look at; Steward does not read it.")))))
	}
	d = dialogs.NewList(w, words.T("Data in a database"), layouts.Column(layouts.Gap, wording...))
	d.SetButtons(buttons)
	d.Open()
}

// used reports whether the data are known to stay in a database: it was said, or the plan says
// things that it can hold before any file was opened.
func (b *dataBase) used() bool {
	p := b.of.Session.Plan()
	return b.asked || p.Data.File == "" && (len(p.Columns) > 0 || p.Slotted())
}

// countedBanner stands in place of the first rows where the file holds counts.
func (b *dataBase) countedBanner() *notices.Banner {
	return notices.NewBanner(notices.Info, words.T("These are counts from a database."),
		prose.Marked(words.T("There are no rows to show, and nothing in them can be proposed or mended here. **Check every record** in the last step says whether the counts fit the plan. Keep the file as safe as the data.")),
		layouts.Inline(0, prose.NewLink(words.T("Rows that cannot be read, and the query…"), b.ask)))
}
