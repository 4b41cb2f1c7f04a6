package release

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/core/account"
	"steward/core/coach"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session/amounts"
	"steward/gui/session/questions"
	"steward/gui/session/releasing"
	"steward/gui/steps/outcomes"
	"steward/gui/steps/page"
	"steward/gui/steps/spend"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// releaseBefore says what will be spent and what becomes public, and checks that all is in
// order.
type releaseBefore struct {
	page.Surroundings
	content *fyne.Container
	lead    *prose.Text
	list    *tables.Table
	methods *prose.Text
	exactly *notices.Banner
	checks  *notices.Findings
	folder  *forms.Entry
	imprint *imprint
	two     *twoPeople
	paper   *forms.Picker
	// language is that of the files.
	language *forms.Picker
	review   *forms.Button
	again    *forms.Button
	sure     *forms.Button
	everyRow *forms.Button
	others   *forms.Button
	fixes    map[guide.Step]*forms.Button
}

func newReleaseBefore(s page.Surroundings) *releaseBefore {
	b := &releaseBefore{Surroundings: s, fixes: make(map[guide.Step]*forms.Button)}
	b.lead = prose.Lead()
	b.list = tables.NewTable()
	b.list.SetMinRows(9)
	b.methods = prose.Caption("")
	list := layouts.NewCard(b.list)
	list.Flush = true
	b.exactly = notices.NewBanner(notices.Danger, "", nil, nil)
	b.checks = notices.NewFindings()
	b.review = forms.NewMainButton(words.T("Check every record"), s.Session.Release.Review)
	b.again = forms.NewButton(words.T("Check again"), s.Session.Release.Review)
	b.sure = forms.NewButton(words.T("They are not records"), s.Session.Release.ReviewSure)
	b.everyRow = forms.NewButton(words.T("What became of every row"), func() { showEveryRow(s) })
	b.others = forms.NewButton(words.T("They are other people"), s.Session.Release.SayOtherPeople)
	for i, step := range guide.Steps()[:6] {
		b.fixes[step] = forms.NewButton(page.StepName(i, step), func() { s.Go(step) })
	}
	b.folder = forms.NewEntry()
	b.folder.SetPlaceHolder(words.T("Folder for the files"))
	b.folder.OnChanged = s.Session.Release.SetFolder
	b.imprint = newImprint(s)
	b.two = newTwoPeople(s)
	b.paper = forms.NewPicker(words.T("The summary is printed on"), func(i int) { s.Session.Summary.SetPaper(plan.Papers()[i]) })
	b.paper.SetList(len(plan.Papers()), func(i int) string { return string(plan.Papers()[i]) })
	b.language = forms.NewPicker(words.T("The files are written in"), func(i int) { s.Session.Summary.SetLanguage(words.Languages()[i].Code) })
	b.language.SetList(len(words.Languages()), func(i int) string { return words.Languages()[i].Name })
	choose := forms.NewButton(words.T("Choose…"), func() { dialogs.OpenFolder(s.Window, "", b.folder.SetText) })
	b.content = layouts.Column(layouts.Gap, layouts.NewCard(b.lead), list, b.methods, b.exactly,
		layouts.NewTitledCard(words.T("Before anything is spent"), nil, b.checks),
		b.imprint.card,
		b.two.card,
		layouts.NewTitledCard(words.T("Where the files go"), nil, layouts.Column(6,
			container.NewBorder(nil, nil, nil, choose, b.folder),
			container.NewGridWithColumns(2, layouts.Labelled(b.language.AccessibilityLabel(), b.language), layouts.Labelled(b.paper.AccessibilityLabel(), b.paper)),
			prose.Caption(words.T("A workbook, a table for each question (.csv), the accounting summary (.pdf), the record (.json), and a description for other programs (datapackage.json). Each appears whole or not at all, and nothing is overwritten.")))))
	return b
}

// numbers is how many numbers become public.
func (b *releaseBefore) numbers() questions.Counts { return b.Session.Questions.Counts() }

func (b *releaseBefore) update() {
	switch {
	case b.Session.Compiled() == nil:
		b.lead.SetText(words.T("What becomes public is known when the plan is complete."))
	case b.Session.Budget.SpendsNothing():
		b.lead.SetText(words.T("This will publish %s, all of them exactly, and spend nothing.", b.numbers()))
	default:
		b.lead.Set(prose.Marked(words.T("This will publish **%s**, spend **%s**, and cannot be repeated: asking again would spend again and give different numbers.", b.numbers(), b.Session.Budget.Spends()) + b.alone() + b.numbers().Aside())...)
	}
	b.showList()
	b.showExactly()
	b.checks.Set(b.findings()...)
	b.imprint.update()
	b.two.update()
	b.paper.SetSelected(slices.Index(plan.Papers(), b.Session.Plan().Paper.OrUsual()))
	b.language.SetSelected(slices.IndexFunc(words.Languages(), func(l words.Choice) bool { return l.Code == cmp.Or(b.Session.Plan().Language, words.English) }))
	if folder := b.Session.Release.Folder(); b.folder.Text != folder && folder != "" {
		b.folder.SetText(folder)
	}
}

// alone says which people the release is about where it is not everybody in the file; "" where it is.
func (b *releaseBefore) alone() string {
	g := b.Session.Plan().Group
	if g == nil {
		return ""
	}
	return " " + prose.Escape(words.T("It is about %s alone.", words.Say(g.Said())))
}

// showList lists the questions with what they publish.
func (b *releaseBefore) showList() {
	pl := b.Session.Plan()
	right := func(title string, width float32) tables.Column {
		return tables.Column{Title: title, Width: width, Align: fyne.TextAlignTrailing}
	}
	columns := []tables.Column{
		{Width: 30, Quiet: true}, {Title: words.T("To be public"), Width: 190, Grow: true, Bold: true},
		right(words.T("Numbers"), 72), right(words.T("Spends"), 62), right(words.T("Typical"), 88), right(words.T("19 in 20"), 100),
	}
	pv := b.Session.Budget.Preview()
	var rows [][]string
	var used methods
	for i, a := range b.Session.Questions.Asked() {
		row := []string{fmt.Sprint(i + 1), a.Title, amounts.Commas(a.Numbers), "…", "…", "…"}
		switch {
		case a.Records:
			row[2] = words.T("records")
		case a.Fate == plan.WillBeLeftOut:
			row[1] = words.T("%s (will be left out)", a.Title)
		case a.Fate == plan.MayBeLeftOut:
			row[1] = words.T("%s (may be left out)", a.Title)
		}
		if o := pv.Output(a.ID); o != nil {
			method, epsilon := o.Used()
			row[3] = fmt.Sprintf("%.0f %%", a.Share.Percent)
			used.add(words.Say(method), row[0])
			if spent, ok := new(big.Rat).SetString(epsilon); ok && pl.Budget.Delta == "" { // otherwise it is the squares that add up
				row[3] = spend.Share(spent)
			}
			if a.Exact {
				row[3] = words.T("nothing")
			}
			off := outcomes.OutlookOf(b.Session, i, o)
			row[4], row[5] = off.Typically, off.Within
		}
		rows = append(rows, row)
	}
	rows = append(rows, []string{"", words.T("Together"), amounts.Commas(b.numbers().Published), words.Number(b.Session.Budget.Spending())})
	b.list.SetTexts(columns, rows)
	b.methods.SetText(used.String())
	paint.Show(b.methods, len(used) > 0)
}

// methods are those that questions are answered by, each with their numbers.
type methods []struct {
	name string
	of   []string
}

func (m *methods) add(name, question string) {
	for i := range *m {
		if (*m)[i].name == name {
			(*m)[i].of = append((*m)[i].of, question)
			return
		}
	}
	*m = append(*m, struct {
		name string
		of   []string
	}{name, []string{question}})
}

// String names them, with the questions where there are several methods.
func (m methods) String() string {
	var out []string
	for _, method := range m {
		name := method.name
		if len(m) > 1 {
			name = fmt.Sprintf("%s (%s)", name, strings.Join(method.of, ", "))
		}
		out = append(out, name)
	}
	return words.N(len(m), "Method: %s.", "Methods: %s.", strings.Join(out, "; "))
}

// mostListed is how many of the disclosed numbers are named on the page.
const mostListed = 6

// showExactly says what anyone may learn exactly, and whether it is published so.
func (b *releaseBefore) showExactly() {
	c := b.Session.Compiled()
	if c == nil || len(c.Disclosed) == 0 {
		b.exactly.Hide()
		return
	}
	all := disclosed(c.Disclosed)
	list, rest := all, ""
	if len(all) > mostListed {
		list, rest = all[:mostListed], words.T("; and %s more", amounts.Commas(len(all)-mostListed))
	}
	text := words.T(" Anyone may learn exactly: %s. ", prose.Shortened(strings.Join(list, "; "), 700)+rest)
	links := []fyne.CanvasObject{prose.NewLink(words.T("Change it in step %d, %s", guide.Secrets, guide.Secrets.Title()), func() { b.Go(guide.Secrets) })}
	if rest != "" || len(strings.Join(list, "; ")) > 700 {
		links = append(links, prose.NewLink(words.T("See the whole list"), func() { b.showAll(all) }))
	}
	kind, title := notices.Caution, words.T("Not protected by your choice.")
	if c.Agreed {
		kind, title = notices.Danger, words.T("Published without noise, as you agreed.")
	} else {
		text += words.T("They are still published with noise, but nothing is promised about them.")
	}
	b.exactly.Set(kind, title, prose.Plain(text))
	b.exactly.SetExtra(container.NewHBox(links...))
	b.exactly.Show()
}

// disclosed lists what anyone may learn exactly, in the language in use.
func disclosed(list []message.Text) []string {
	out := make([]string, len(list))
	for i, line := range list {
		out[i] = words.Say(line)
	}
	return out
}

// showAll shows everything that anyone may learn exactly.
func (b *releaseBefore) showAll(list []string) {
	rows := make([][]string, len(list))
	for i, line := range list {
		rows[i] = []string{line}
	}
	t := tables.NewTable(tables.Column{Title: words.T("Anyone may learn exactly"), Grow: true, Width: 520})
	t.SetSource(len(rows), func(i int) []string { return rows[i] })
	dialogs.Plain(b.Window, words.T("Not protected by your choice"), container.NewStack(layouts.AtLeast(600, 380), t))
}

// findings checks whether all is in order.
func (b *releaseBefore) findings() []notices.Finding {
	list := append([]notices.Finding{b.planFinding()}, b.leftOut()...)
	list = append(list, b.noisy()...)
	if f := b.Session.Balance.Shortfall(); f != nil {
		title := words.T("More would be spent than is left")
		if f.Chance {
			title = words.T("The chance of failure is larger than what is left")
		}
		list = append(list, notices.Finding{Kind: notices.Danger, Title: title, Detail: words.Sentence(f.String()), Action: b.fixes[guide.Budget]})
	} else if a := b.Session.Balance.Account(); a.Err != nil {
		list = append(list, notices.Finding{Kind: notices.Danger, Title: words.T("The account needs attention"), Detail: words.SentenceOf(a.Err)})
	}
	if who := b.Session.Release.Familiar(); who != "" {
		list = append(list, notices.Finding{Kind: notices.Danger, Title: words.T("These people are in another account"), Detail: who, Action: b.others})
	}
	list = append(list, signOffFinding(b.Session.SigningOff.SignOff())...)
	list = append(list, b.fileFinding(), b.recordsFinding(), b.factsFinding(), b.exactFinding())
	return append(list, b.contradictions()...)
}

// leftOut warns of tables that spend their share and are left out.
func (b *releaseBefore) leftOut() (out []notices.Finding) {
	for _, a := range b.Session.Questions.Asked() {
		if a.Fate == plan.WillBeLeftOut {
			out = append(out, notices.Finding{Kind: notices.Caution, Title: words.T("“%s” will be left out", a.Title), Action: b.fixes[guide.Questions],
				Detail: words.T("Its numbers are too noisy by the rule that is set for it. It spends its share anyway: a larger budget or fewer cells would keep it.")})
		}
	}
	return out
}

// noisy warns of questions whose numbers would be too noisy to use.
func (b *releaseBefore) noisy() (out []notices.Finding) {
	for _, w := range b.Session.Budget.Warnings() {
		kind := notices.Caution
		if w.Worth.Verdict() == coach.Mostly {
			kind = notices.Danger
		}
		out = append(out, notices.Finding{Kind: kind, Title: words.T("Noise in “%s”", w.Title), Action: b.fixes[guide.Budget],
			Detail: words.T("%s The step %s says what would help.", words.Say(w.Worth.Warning(w.Title)), guide.Budget.Title())})
	}
	return out
}

// contradictions says which published numbers may contradict others, where that is known before a release.
func (b *releaseBefore) contradictions() []notices.Finding {
	pv := b.Session.Budget.Preview()
	if pv == nil {
		return nil
	}
	var titles []string
	for _, q := range pv.Questions {
		if q.Contradicts {
			titles = append(titles, q.Question.Title)
		}
	}
	if len(titles) == 0 {
		return nil
	}
	return []notices.Finding{{Kind: notices.Caution, Title: words.T("Published numbers may contradict one another"),
		Detail: words.T("%s have too many numbers in common to be made to agree. For that, ask for coarser values or fewer columns.", strings.Join(titles, ", "))}}
}

func (b *releaseBefore) planFinding() notices.Finding {
	if c := b.Session.Compiled(); c != nil {
		budget := words.Number(b.Session.Budget.Spending())
		detail := words.T("%d questions, %s, a budget of %s", len(c.Plan.Titles()), b.numbers(), budget)
		if len(c.Plan.Titles()) == 1 {
			detail = words.T("1 question, %s, a budget of %s", b.numbers(), budget)
		}
		return notices.Finding{Kind: notices.Good, Title: words.T("The plan is complete"), Detail: detail}
	}
	f := notices.Finding{Kind: notices.Caution, Title: words.T("The plan is not complete")}
	for _, step := range guide.Steps() {
		if issues := b.Session.Issues(step); len(issues) > 0 {
			f.Detail = words.Sentence(words.Say(issues[0].Message))
			if fix := b.fixes[step]; fix != nil {
				f.Action = fix
			}
			break
		}
	}
	return f
}

func (b *releaseBefore) fileFinding() notices.Finding {
	file := b.Session.Data.File()
	if file == nil {
		return notices.Finding{Kind: notices.Caution, Title: words.T("The spreadsheet is not open"), Detail: words.T("Open the file that the tables are to be made from."), Action: b.fixes[guide.Data]}
	}
	detail := file.Name
	if file.Found != nil {
		detail = words.T("%s, %s rows", file.Name, amounts.Commas(file.Found.Rows))
	}
	return notices.Finding{Kind: notices.Good, Title: words.T("The spreadsheet is open"), Detail: detail}
}

func (b *releaseBefore) recordsFinding() notices.Finding {
	ready := b.Session.Compiled() != nil && b.Session.Data.File() != nil && b.Session.Running() == nil
	offer := func(button *forms.Button) fyne.CanvasObject {
		input.Enable(button, ready)
		return button
	}
	if unfit := b.Session.Release.Unfit(); unfit != nil && unfit.UnreadCount > 0 {
		var cells []string
		for _, err := range unfit.Unread[:min(len(unfit.Unread), 3)] {
			cells = append(cells, words.SentenceOf(err))
		}
		if more := unfit.UnreadCount - int64(len(cells)); more > 0 {
			cells = append(cells, words.T("And %s more rows.", amounts.Commas(int(more))))
		}
		title := words.T("%s of %s rows cannot be read as the plan says", amounts.Commas(int(unfit.UnreadCount)), amounts.Commas(int(unfit.Records)))
		detail := words.T("%s Say in step %d how they are to be read, or correct the file.", strings.Join(cells, " "), guide.Columns)
		return notices.Finding{Kind: notices.Danger, Title: title, Detail: detail, Action: container.NewVBox(b.fixes[guide.Columns], offer(b.again), b.everyRow)}
	}
	if rows, count := b.Session.Rows.LikeRecords(); rows != "" && !b.Session.Release.Reviewed() {
		return notices.Finding{Kind: notices.Danger, Title: words.T("Rows %s are left out, although they look like records", rows), Detail: words.T("Nobody in them would be counted. Count them as records, or say that they are not records."),
			Action: container.NewVBox(forms.NewButton(words.T("Count them as records"), count), offer(b.sure), b.everyRow)}
	}
	if b.Session.Release.Reviewed() {
		return b.reviewedFinding(offer(b.again))
	}
	return notices.Finding{Kind: notices.Caution, Title: words.T("The records have not been checked yet"), Detail: words.T("Every row is read as the release will read it. Nothing is spent."), Action: offer(b.review)}
}

// reviewedFinding says how far the records were checked: all of them are said to be only where that was so.
func (b *releaseBefore) reviewedFinding(again fyne.CanvasObject) notices.Finding {
	f := notices.Finding{Kind: notices.Good, Title: words.T("The file was checked before"), Action: again,
		Detail: words.T("Releasing any other file is refused, and so is releasing this one if it changes. Check again to see what became of every row.")}
	said, whole := b.Session.Rows.Sentence()
	if said == "" {
		return f
	}
	f.Title = words.T("The file was checked, and some of its rows do not count")
	switch file := b.Session.Data.File(); {
	case whole:
		f.Title = words.T("Every record was checked against the plan")
	case file != nil && file.Counted:
		f.Title = words.T("The counts were checked against the plan")
	}
	f.Detail = words.T("At %s. %s", words.Clock(b.Session.Release.ReviewedAt()), said) + " " + words.T("Releasing any other file is refused, and so is releasing this one if it changes.")
	f.Action = container.NewVBox(b.everyRow, again)
	return f
}

func (b *releaseBefore) factsFinding() notices.Finding {
	facts := b.Session.Progress(guide.Facts).Line
	unfit := b.Session.Release.Unfit()
	switch {
	case unfit != nil && unfit.Fact != nil:
		return notices.Finding{Kind: notices.Danger, Title: words.T("A known fact is not true of the data"), Detail: words.SentenceOf(unfit.Fact), Action: b.fixes[guide.Facts]}
	case facts == words.T("None") || facts == "":
		return notices.Finding{Kind: notices.Good, Title: words.T("No known fact is stated"), Detail: words.T("What the public knows for certain and is not stated is not counted.")}
	case !b.Session.Release.Reviewed():
		return notices.Finding{Open: true, Title: words.T("The known facts are compared with the data"), Detail: words.T("When every record is checked: %s", facts)}
	}
	return notices.Finding{Kind: notices.Good, Title: words.T("The known facts agree with the data"), Detail: facts}
}

func (b *releaseBefore) exactFinding() notices.Finding {
	c, known := b.Session.Compiled(), ""
	if n := b.Session.Plan().Facts.People; n != nil {
		known = words.T("The number of people, %s, is public: you stated it in step %d.", amounts.Commas(int(*n)), guide.Facts)
	}
	switch {
	case c == nil:
		return notices.Finding{Open: true, Title: words.T("What is published without noise"), Detail: words.T("This is known when the plan is complete.")}
	case c.Agreed:
		return notices.Finding{Kind: notices.Caution, Title: words.T("Some numbers are published without noise"), Detail: strings.TrimSpace(words.T("You agreed to the list above. %s", known)), Action: b.fixes[guide.Secrets]}
	case len(c.Disclosed) > 0:
		return notices.Finding{Kind: notices.Caution, Title: words.T("Some numbers are not protected"), Detail: strings.TrimSpace(words.T("They are in the list above. They get noise too, but your secrets promise nothing about them. %s", known)), Action: b.fixes[guide.Secrets]}
	}
	return notices.Finding{Kind: notices.Good, Title: words.T("No number is published without noise"), Detail: known}
}

// bandBadge shows in a word how well a release protects.
func bandBadge(band account.Band) (notices.BadgeStyle, string) {
	word, _, _ := strings.Cut(words.Say(band.Said()), ":")
	style := notices.BadgeGood
	if i := slices.Index([]account.Band{account.Weak, account.VeryWeak}, band); i >= 0 {
		style = []notices.BadgeStyle{notices.BadgeCaution, notices.BadgeDanger}[i]
	}
	return style, word
}

// releaseDuring shows how far a release is.
type releaseDuring struct {
	page.Surroundings
	content *fyne.Container
	stages  *notices.Findings
	what    *prose.Text
	bar     *notices.Waiting
	cancel  *forms.Button
	note    *prose.Text
}

func newReleaseDuring(s page.Surroundings) *releaseDuring {
	d := &releaseDuring{Surroundings: s, stages: notices.NewFindings(), what: prose.Small(""), bar: notices.NewWaiting()}
	d.note = prose.Small("")
	d.cancel = forms.NewButton(words.T("Cancel"), func() {
		if j := s.Session.Running(); j != nil {
			j.Cancel()
		}
	})
	d.content = layouts.Column(layouts.Gap, layouts.NewCard(layouts.Column(8, d.stages, layouts.AtLeast(1, 4), d.what, d.bar.Content,
		container.NewBorder(nil, nil, nil, d.cancel, d.note))))
	return d
}

func (d *releaseDuring) update(stage releasing.Stage) {
	spent := stage == releasing.Drawing
	spends := d.Session.Budget.Spends()
	first := notices.Finding{Open: true, Title: words.T("The records are read and counted"), Detail: words.T("Nothing is spent yet.")}
	second := notices.Finding{Open: true, Title: words.T("The spend is written to the account")}
	if spent {
		first = notices.Finding{Kind: notices.Good, Title: words.T("The records are read and counted")}
		second = notices.Finding{Kind: notices.Good, Title: words.T("The spend is written to the account"), Detail: words.T("%s is spent, and this is on disk.", spends)}
		d.cancel.Hide()
		d.note.SetText(words.T("The release can no longer be cancelled: the budget is spent, and its numbers are being drawn and written."))
	} else {
		d.cancel.Show()
		d.note.SetText(words.T("Until the spend is written, cancelling leaves nothing behind."))
	}
	d.stages.Set(first, second, notices.Finding{Open: true, Title: words.T("The noise is drawn, and the files are written")})
	if j := d.Session.Running(); j != nil {
		d.what.SetText(j.What + "…")
	}
}
