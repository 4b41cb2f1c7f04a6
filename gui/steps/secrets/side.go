package secrets

import (
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/session/secrets"
	"steward/gui/theme"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// secretMeaning is the side column of Secrets: what nobody can tell, what a reader may
// learn, what is shown exactly and what the choice gains.
type secretMeaning struct {
	box     *fyne.Container
	known   *fyne.Container // all that is said of a policy
	none    *prose.Text     // why nothing is said
	hidden  *prose.Text
	learnt  *prose.Text
	odds    *tables.Listing
	exactly *prose.Heading
	shown   *prose.Text
	noise   *prose.Text
	gained  *prose.Text
	bars    *figures.CompareBars
}

func newSecretMeaning() *secretMeaning {
	m := &secretMeaning{
		hidden: prose.Prose(), learnt: prose.Prose(), shown: prose.Quiet(""), noise: prose.Caption(""),
		odds: tables.NewListing(tables.ListingColumn{Title: words.T("Steps apart")},
			tables.ListingColumn{Title: words.T("Example"), Grow: true}, tables.ListingColumn{Title: words.T("Odds, up to"), Align: fyne.TextAlignTrailing}),
		exactly: prose.NewHeading(nil, "", ""), gained: prose.Prose(), bars: figures.NewCompareBars(),
	}
	m.noise.SetText(words.T("They are still published with noise, unless you agree to exactly this list."))
	m.known = layouts.Column(8,
		layouts.Column(2, prose.NewHeading(theme.LockIcon(), theme.Good, words.T("Nobody can tell")), m.hidden), prose.NewRule(),
		layouts.Column(2, prose.NewHeading(theme.InfoIcon(), theme.Caution, words.T("A reader may learn")), m.learnt), m.odds, prose.NewRule(),
		layouts.Column(2, prose.NewHeading(nil, "", words.T("What you gain")), m.gained), m.bars, prose.NewRule(),
		layouts.Column(2, m.exactly, m.shown, m.noise))
	m.none = prose.Quiet("")
	m.box = layouts.Column(8, prose.CardTitle(words.T("What this means")), m.none, m.known)
	return m
}

// update shows what the secrets mean for the column that is looked at.
func (m *secretMeaning) update(p *Page) {
	meaning, ok := p.secrets.Meaning(p.column, p.from, p.to)
	paint.Show(m.known, ok)
	paint.Show(m.none, !ok)
	switch {
	case ok:
		m.hidden.Set(prose.Phrased(meaning.Hidden)...)
		m.learnt.Set(prose.Phrased(meaning.Learnt)...)
	case len(p.Session.Plan().Columns) == 0:
		m.none.SetText(words.T("Choose the columns to publish first; this then says what your choice means for their values."))
		return
	default:
		m.none.SetText(words.T("Once the columns and their rules fit together, this says what your choice means for their values."))
		return
	}
	m.showOdds(meaning)
	m.showExactly(p, meaning)
	m.showGain(p)
}

func (m *secretMeaning) showOdds(meaning secrets.Meaning) {
	paint.Show(m.odds, len(meaning.Odds) > 0)
	if len(meaning.Odds) == 0 {
		return
	}
	m.odds.SetColumns(tables.ListingColumn{Title: meaning.Apart},
		tables.ListingColumn{Title: words.T("Example"), Grow: true}, tables.ListingColumn{Title: words.T("Odds, up to"), Align: fyne.TextAlignTrailing})
	rows := make([][]string, len(meaning.Odds))
	for i, o := range meaning.Odds {
		rows[i] = []string{o.Apart, o.Example, o.Odds}
	}
	m.odds.SetTexts(rows...)
}

// showExactly lists what is shown exactly, or says that nothing is.
func (m *secretMeaning) showExactly(p *Page, meaning secrets.Meaning) {
	shown, _ := p.secrets.Shown()
	paint.Show(m.noise, len(shown) > 0 && p.secrets.Agreement() != secrets.Agreed)
	if len(shown) == 0 {
		m.exactly.Set(nil, "", words.T("Nothing is shown exactly"))
		m.shown.SetText(meaning.Nothing)
		return
	}
	m.exactly.Set(theme.WarningIcon(), theme.Danger, words.T("Shown exactly"))
	m.shown.SetText("•  " + strings.Join(shown, "\n•  "))
}

// showGain compares the choice with everything about a person.
func (m *secretMeaning) showGain(p *Page) {
	gain, ok := p.Session.Budget.Gain()
	paint.Show(m.bars, ok && gain.Ready)
	switch {
	case !ok:
		m.gained.Set(prose.Phrased(words.Marked(words.T("As soon as a question is asked, its error is compared with that under %s.", words.AsName(words.T("Everything about a person")))))...)
		return
	case gain.Problem != "":
		m.gained.Set(prose.Plain(gain.Problem))
		return
	case !gain.Ready:
		m.gained.Set(prose.Phrased(words.Marked(words.T("Working out the error of %s …", words.AsName(gain.Question))))...)
		return
	}
	now, everything := amounts.People(gain.Now), amounts.People(gain.Everything)
	headline, counted := p.secrets.Headline(), p.Session.Counted()
	question, strong := words.AsName(gain.Question), words.AsStrong(now)
	bar := figures.CompareBar{Label: headline, Value: gain.Now, ValueText: now, Strong: true}
	if p.card == secrets.CardAll {
		m.gained.Set(prose.Phrased(words.Marked(words.T("The typical error of %s is %s %s. Weaker cards are compared with this.", question, strong, counted)))...)
		m.bars.Set(bar)
		return
	}
	before := words.AsStrong(everything)
	var text string
	switch {
	case gain.Now < 0.99*gain.Everything:
		text = words.T("With this choice the typical error of %s falls from %s to %s %s.", question, before, strong, counted)
	case gain.Now > 1.01*gain.Everything:
		text = words.T("With this choice the typical error of %s rises from %s to %s %s.", question, before, strong, counted)
	default:
		text = words.T("With this choice the typical error of %s stays at about %s %s.", question, strong, counted)
		if gain.Beside {
			text += words.T(" It is about no column with a rule of its own.")
		}
	}
	m.gained.Set(prose.Phrased(words.Marked(text))...)
	m.bars.Set(figures.CompareBar{Label: secrets.WordsOf(secrets.CardAll).Headline, Value: gain.Everything, ValueText: everything}, bar)
}
