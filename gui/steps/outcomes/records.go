package outcomes

import (
	"image"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/message"
	"steward/core/preview"
	"steward/core/synthetic"
	"steward/gui/session/amounts"
	"steward/gui/session/pictures"
	"steward/gui/session/questions"
	"steward/gui/session/releasing"
	"steward/gui/steps/page"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// RecordsMade shows the made-up records of a release: the first of them, and how far off tables over two
// columns were on public data.
type RecordsMade struct {
	listing
	several
	pairs *pairsPicture
	of    *releasing.Finished
}

// mostRows is how many records are shown.
const mostRows = 10

// NewRecordsMade returns a card that Show fills.
func NewRecordsMade(s page.Surroundings) *RecordsMade {
	r := &RecordsMade{pairs: newPairsPicture(s)}
	r.several = newSeveral(words.T("records"), r.records)
	r.listing = newListing(words.Text(questions.SyntheticName), []fyne.CanvasObject{r.picker}, []fyne.CanvasObject{r.pairs.content})
	return r
}

// Show shows the records of a release.
func (r *RecordsMade) Show(f *releasing.Finished) {
	r.of = f
	list := f.Release.Synthetic
	r.show(r.Card, len(list), func(i int) string { return list[i].Asked.Title })
}

// records shows those of one table.
func (r *RecordsMade) records(i int) {
	s := &r.of.Release.Synthetic[i]
	var columns []tables.Column
	for _, name := range s.Names() {
		columns = append(columns, tables.Column{Title: name, Width: 110, Grow: true})
	}
	var rows [][]string
	for row := range s.Rows() {
		if len(rows) == mostRows {
			break
		}
		rows = append(rows, append([]string(nil), row...))
	}
	r.set(mostRows, columns, rows, []string{words.T("The first %d are shown. %s", len(rows), strings.Join(words.SayAll(s.Says), " "))})
	r.pairs.show(s.Quality, r.of.Release.Plan.Counted())
}

// pairsPicture is the picture of how far off tables over two columns were on public data.
type pairsPicture struct {
	content *fyne.Container
	figure  *figures.Figure
	caption *prose.Text
}

func newPairsPicture(s page.Surroundings) *pairsPicture {
	p := &pairsPicture{figure: figures.NewFigure(fyne.NewSize(300, 220), s.Run, nil), caption: prose.Caption("")}
	p.content = layouts.Column(6, p.caption, p.figure)
	return p
}

func (p *pairsPicture) show(q synthetic.Quality, counted message.Text) {
	paint.Show(p.content, q.Runs > 0)
	if q.Runs == 0 {
		return
	}
	p.caption.SetText(questions.PairsCaption(q, counted))
	p.figure.SetDraw(func(spec figures.FigureSpec) (image.Image, error) {
		return questions.DrawPairs(q, counted, pictures.Spec(spec))
	})
}

// RecordsQuality says how near the tables of made-up records would be, before anything is spent.
type RecordsQuality struct {
	listing
	pairs *pairsPicture
}

// NewRecordsQuality returns a card that Show fills.
func NewRecordsQuality(s page.Surroundings) *RecordsQuality {
	pairs := newPairsPicture(s)
	return &RecordsQuality{newListing(words.Text(questions.SyntheticName), nil, []fyne.CanvasObject{pairs.content}), pairs}
}

// Show lists the tables of made-up records with their errors, and draws those of the first.
func (r *RecordsQuality) Show(list []preview.Synthetic) {
	paint.Show(r.Card, len(list) > 0)
	if len(list) == 0 {
		return
	}
	var rows [][]string
	var says []string
	for _, q := range list {
		row := []string{q.Asked.Title, words.Say(q.Name), "–", "–", "–"}
		if q.Quality.Runs > 0 {
			row[2], row[3] = amounts.People(q.Quality.Mean), amounts.People(q.Quality.Alone)
		}
		if q.Plain.Runs > 0 {
			row[4] = amounts.People(q.Plain.Mean)
		}
		rows = append(rows, row)
		says = append(says, saidOf(q.Asked.Title, len(list) > 1, q.Says)...)
	}
	r.set(mostRows, []tables.Column{
		{Title: words.T("What"), Width: 120, Grow: true, Bold: true}, {Title: words.T("How records are made"), Width: 190, Grow: true},
		{Title: words.T("Off by"), Width: 80}, {Title: words.T("Noise on each"), Width: 125}, {Title: words.T("All secret"), Width: 95},
	}, rows, says)
	r.pairs.show(list[0].Quality, list[0].Counted)
}
