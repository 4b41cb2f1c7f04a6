package data

import (
	"fyne.io/fyne/v2"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/session/database"
	"steward/gui/steps/page"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataBase is the way in for data that are too many for a file: queries that describe and count them where
// they are. It keeps what was typed, and where the queries were saved.
type dataBase struct {
	of              *Page
	content         *fyne.Container
	engine          int
	database, table string
	saved           map[string]string // the paths of queries, by their kinds
	asked           bool
}

// The kinds of queries.
const (
	describing = "describing"
	counting   = "counting"
	showing    = "showing" // what cannot be read
)

func newDataBase(of *Page) *dataBase {
	b := &dataBase{of: of, saved: make(map[string]string)}
	b.content = layouts.Inline(0, prose.NewLink(databaseWords(), b.ask)) // while a file is open, such as some rows of the data
	return b
}

func databaseWords() string { return words.T("My data are in a database") }

// ask shows the way from a table to its counts, and how far it has been gone.
func (b *dataBase) ask() {
	b.asked = true
	b.of.Update()
	b.show("")
}

// show shows it, and above all what did not work.
func (b *dataBase) show(failed string) {
	(&dataAsking{dataBase: b, failed: failed}).open()
}

// dataAsking is the dialog while it is open.
type dataAsking struct {
	*dataBase
	dialog *dialogs.List
	failed string // what did not work when a query was asked for last
	typed  []*forms.Field
}

func (a *dataAsking) open() {
	w, s := a.of.Window, a.of.Session
	engine := forms.NewPicker(words.T("Kind of database"), func(i int) { // the fields are other ones
		if i != a.engine {
			a.engine, a.table = i, ""
			clear(a.saved)
			a.again()
		}
	})
	engine.SetList(len(database.Engines()), func(i int) string { return database.Engines()[i].Name })
	engine.SetSelected(a.engine)
	field := func(title, example string, into *string) *forms.Field {
		f := forms.NewField(title, func(text string) string {
			*into = text
			return ""
		})
		f.SetPlaceHolder(example)
		f.SetValue(*into)
		a.typed = append(a.typed, f)
		return f
	}
	e := database.Engines()[a.engine]
	var fields []fyne.CanvasObject
	switch {
	case e.Files:
		fields = append(fields, field(words.T("Path of the files, with * for any name"), words.T("/data/survey/*.parquet"), &a.table))
	default:
		fields = append(fields, field(words.T("Table or view with the rows, spelt as in the database"), "public.survey", &a.table),
			field(words.T("Name of the database, or DuckDB's file, for the command"), words.T("optional"), &a.database))
	}
	missing := s.Database.QueryMissing()
	var content []fyne.CanvasObject
	if a.failed != "" {
		content = append(content, notices.NewBanner(notices.Danger, words.T("That did not work."), []prose.Span{prose.Plain(" " + a.failed)}, nil))
	}
	content = append(content,
		prose.Prose(prose.Marked(words.T("Data too large for a spreadsheet can stay where they are. Steward writes queries, you or your administrator run them, and you open the results here. **Steward itself opens no connection**, neither to a database nor to anything else: so it needs no password, and what leaves the database is what you saw and fetched yourself."))...),
		a.steps(missing),
		layouts.Column(8, append([]fyne.CanvasObject{layouts.Inline(0, engine)}, fields...)...))
	first := []fyne.CanvasObject{prose.CardTitle(words.T("1. Describe the table"))}
	if e.Describes() {
		first = append(first, prose.Caption(words.T("The query shows which columns there are, their types, and their most frequent entries. Columns are proposed from its result, so you do not have to declare any unseen. Without it, take them from a codebook.")))
		first = append(first, a.query(describing, words.T("Save the describing query…"), func() string { return s.Database.DescriptionBase(e, a.table) }, s.Database.DescribingQuery)...)
	} else {
		first = append(first, prose.Caption(words.T("Spark tables cannot be described: take the columns from a codebook. Steward's authors have never run the queries for Spark: compare their counts on a small table first.")))
	}
	second := []fyne.CanvasObject{prose.CardTitle(words.T("2. Count its rows"))}
	if missing != "" {
		second = append(second, notices.NewBanner(notices.Caution, words.T("First say what is to be counted."),
			prose.Marked(words.T("The query can be written once the columns and the questions are there. Still to be done: %s", missing)), nil))
	} else {
		second = append(second, prose.Caption(words.T("It fits the columns as they are declared now and these questions: if either changes, write it again.")))
		second = append(second, a.query(counting, words.T("Save the counting query…"), func() string { return words.T("%s counts", s.Base()) }, s.Database.Query)...)
		second = append(second, a.query(showing, words.T("Save the query that shows what cannot be read…"), func() string { return words.T("%s unread", s.Base()) }, s.Database.UnreadQuery)...)
	}
	private := notices.NewBanner(notices.Info, "", prose.Marked(words.T("**What the queries return is private, like the data:** it says exactly how many there are of each. Keep it just as safe, and delete it after the release.")), nil)
	content = append(content, layouts.Column(6, first...), layouts.Column(6, second...), private)
	result := forms.NewMainButton(words.T("Open what a query returned…"), func() {
		a.dialog.Hide()
		a.of.choose()
	})
	a.dialog = dialogs.NewList(w, words.T("Data in a database"), layouts.Column(layouts.Gap, content...))
	a.dialog.SetButtons(forms.NewButton(words.T("Close"), a.dialog.Hide), result)
	a.dialog.Open()
}

// again shows the dialog anew.
func (a *dataAsking) again() {
	a.dialog.Hide()
	a.ask()
}

// steps tells what is done and what is missing.
func (a *dataAsking) steps(missing string) fyne.CanvasObject {
	s := a.of.Session
	step := func(done bool, text, otherwise string) fyne.CanvasObject {
		if done {
			return prose.Body("\u2713 " + text)
		}
		return prose.Quiet("\u25cb " + otherwise)
	}
	f := s.Data.File()
	return layouts.Column(2,
		step(s.Database.Described() || len(s.Plan().Columns) > 0, words.T("The columns are known."), words.T("The columns are not known yet.")),
		step(missing == "", words.T("The plan says what is to be counted."), words.T("The plan does not yet say what is to be counted.")),
		step(f != nil && f.Counted, words.T("The counts are here, and were made for this plan."), words.T("The counts are missing.")))
}

// query offers a query to be saved, under a name that depends on what was typed by then, and tells how one that was saved is run.
func (a *dataAsking) query(kind, title string, name func() string, write func(database.Engine, string) (string, error)) []fyne.CanvasObject {
	w, s := a.of.Window, a.of.Session
	e := database.Engines()[a.engine]
	save := prose.NewLink(title, func() {
		for _, f := range a.typed {
			f.Commit()
		}
		text, err := write(e, a.table)
		if err != nil {
			a.dialog.Hide()
			a.show(words.SentenceOf(err))
			return
		}
		a.dialog.Hide()
		dialogs.SaveFile(w, "", name()+".sql", func(path string) {
			saved, err := s.Database.SaveQuery(path, text)
			if err != nil {
				s.Fail(guide.Data, err)
				return
			}
			a.saved[kind] = saved
			a.ask()
		})
	})
	rows := []fyne.CanvasObject{layouts.Inline(0, save)}
	if kind == showing {
		rows = append(rows, prose.Caption(words.T("It lists the texts that the plan does not say how to read, most frequent first. No row is left out because of them: say in Columns how they are to be read, or correct them in the database. It is for you to look at; Steward does not read it.")))
	}
	if path := a.saved[kind]; path != "" {
		command, result := e.Command(a.database, path)
		rows = append(rows, prose.Caption(words.T("Run it with this command. Its result, in %s, is private like the data.", result)), prose.Body(command),
			layouts.Inline(0, prose.NewLink(words.T("Copy the command"), func() { fyne.CurrentApp().Clipboard().SetContent(command) })))
	}
	return rows
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
		prose.Marked(words.T("There are no rows to show, so nothing can be proposed or corrected here. **Check every record** in the last step says whether the counts fit the plan. Keep the file as safe as the data.")),
		layouts.Inline(16, prose.NewLink(words.T("Rows that cannot be read, and the query…"), b.ask), page.ForgetReturned(b.of.Surroundings, guide.Data)))
}

// describedBanner stands in place of the first rows where the file tells of a table.
func (b *dataBase) describedBanner() *notices.Banner {
	return notices.NewBanner(notices.Info, words.T("This describes a table of a database."),
		prose.Marked(words.T("It contains no rows. Go on to **Columns**, where its columns can be declared with proposals from what they contain, and say what you want to know. Then come back for the counting query.")),
		layouts.Inline(16, prose.NewLink(words.T("What is next, and the query…"), b.ask), page.ForgetReturned(b.of.Surroundings, guide.Data)))
}
