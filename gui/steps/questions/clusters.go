package questions

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/cluster"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session/questions"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// clusterEditor is the form for the chosen groups of similar people. What the session refuses is said
// under the form, and changes nothing.
type clusterEditor struct {
	form[plan.Clustering, questions.Clustering]
	shown string // the columns that are shown

	number  *forms.Field
	way     *forms.Picker
	columns *fyne.Container
	scales  []*forms.Field
	more    *forms.Picker
	begin   *fyne.Container // what only rounds have
	start   *forms.Picker
	rounds  *forms.Field
	centres *forms.Field // of rounds that begin with given ones
}

// starts are the places where rounds can begin, as they are offered.
var starts = []cluster.Start{cluster.Spread, cluster.Drawn, cluster.Given}

// wayWords say how groups are found, in the order of cluster.Ways.
func wayWords() []string {
	return []string{words.T("the better way"), words.T("in rounds"), words.T("from a released table of all combinations")}
}

// startWords say where rounds begin, in the order of starts.
func startWords() []string {
	return []string{words.T("with centres spread over the bounds"), words.T("with the best of some public lists, drawn by its score"),
		words.T("with centres that I give, from outside these data")}
}

func newClusterEditor(of *Page) *clusterEditor {
	e := &clusterEditor{form: newForm(of, words.T("Say in a few words what it asks"), of.Session.Questions.Clustering, func(q *plan.Clustering) *string { return &q.Title })}
	e.number = forms.NewField(words.T("Number of groups"), func(text string) string {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return words.T("Enter a whole number from 2 to %d.", limits.MaxClusters)
		}
		return e.said(func(q *plan.Clustering) { q.Clusters = n })
	})
	e.way = forms.NewPicker(words.T("How groups are found"), func(i int) {
		e.change(func(q *plan.Clustering) { q.Way = string(cluster.Ways()[i]) })
	})
	e.way.SetTexts(wayWords())
	e.columns = layouts.Column(6)
	e.more = forms.NewPicker(words.T("Add a column"), e.addColumn)
	e.start = forms.NewPicker(words.T("Rounds begin"), func(i int) {
		e.change(func(q *plan.Clustering) { q.Start = string(starts[i]) })
	})
	e.start.SetTexts(startWords())
	e.rounds = forms.NewField(words.T("Rounds; empty for the best number"), func(text string) string {
		n := 0
		if text = strings.TrimSpace(text); text != "" {
			var err error
			if n, err = strconv.Atoi(text); err != nil || n < 1 {
				return words.T("Enter a whole number from 1 to %d, or nothing.", limits.MaxClusterRounds)
			}
		}
		return e.said(func(q *plan.Clustering) { q.Rounds = n })
	})
	e.begin = layouts.TwoColumns(0.6, layouts.Labelled(words.T("Rounds begin"), e.start), e.rounds)
	e.centres = forms.NewLongField(words.T("Centres: a line for each group, its numbers in the order of the columns, separated by semicolons"), 4, e.updating(func(text string) error { return e.output().SetCentres(text) }))
	e.card = layouts.NewTitledCard("", nil, layouts.Column(layouts.Gap,
		layouts.TwoColumns(0.7, e.title, e.number),
		prose.Caption(words.T("Similar in these columns. Beside each column, say how much one of its units counts; if you leave it empty, the whole span of every column counts the same.")),
		e.columns, e.more,
		layouts.Labelled(words.T("How groups are found"), e.way), e.begin, e.centres, e.refused, e.says))
	return e
}

// fresh forgets what was typed and refused, for another question.
func (e *clusterEditor) fresh() {
	e.form.fresh()
	e.shown = ""
}

// addColumn makes people alike in one column more; its scale is that of the others, where they have any.
func (e *clusterEditor) addColumn(i int) {
	q, ok := e.chosen()
	if !ok {
		return
	}
	name, scale := e.of.Session.Questions.ClusterColumns(q)[i], ""
	if len(q.Columns) > 0 && q.Columns[0].Scale != "" {
		scale = "1"
	}
	e.more.SetSelected(-1)
	e.change(func(q *plan.Clustering) { q.Columns = append(q.Columns, plan.ClusterColumn{Name: name, Scale: scale}) })
}

func (e *clusterEditor) removeColumn(name domain.AttributeName) {
	e.change(func(q *plan.Clustering) {
		q.Columns = slices.DeleteFunc(q.Columns, func(c plan.ClusterColumn) bool { return c.Name == name })
	})
}

// setScale sets how much a unit of a column counts. A first scale gives the other columns 1, and
// taking one away takes all.
func (e *clusterEditor) setScale(name domain.AttributeName, text string) string {
	text = words.Typed(strings.TrimSpace(text))
	return e.said(func(q *plan.Clustering) {
		for j := range q.Columns {
			c := &q.Columns[j]
			switch {
			case c.Name == name, text == "":
				c.Scale = text
			case c.Scale == "":
				c.Scale = "1"
			}
		}
	})
}

// update shows the clustering.
func (e *clusterEditor) update() {
	q, ok := e.chosen()
	paint.Show(e.card, ok)
	if !ok {
		return
	}
	number, rounds := strconv.Itoa(q.Clusters), ""
	if q.Rounds > 0 {
		rounds = strconv.Itoa(q.Rounds)
	}
	if e.show(q.ID, q.Title, words.T("Question %d: %s", e.of.selected+1, words.Text(questions.ClustersName))) {
		e.number.Reset(number)
		e.rounds.Reset(rounds)
		e.centres.Reset(questions.CentresText(q))
	}
	e.number.SetValue(number)
	e.rounds.SetValue(rounds)
	e.centres.SetValue(questions.CentresText(q))
	e.way.SetSelected(slices.Index(cluster.Ways(), cluster.Way(q.Way)))
	e.start.SetSelected(slices.Index(starts, cluster.Start(q.Start)))
	inRounds := q.Way != string(cluster.Summary)
	paint.Show(e.begin, inRounds)
	paint.Show(e.centres, inRounds && q.Start == string(cluster.Given))
	e.showColumns(q)
	e.says.SetText(e.output().Publishes())
}

// showColumns lists the columns with their scales.
func (e *clusterEditor) showColumns(q plan.Clustering) {
	key := q.ID
	for _, c := range q.Columns {
		key += "\x00" + string(c.Name)
	}
	if key != e.shown {
		e.shown, e.scales = key, nil
		var rows []fyne.CanvasObject
		for _, c := range q.Columns {
			name := c.Name
			f := forms.NewField(words.T("How much one unit of %s counts", name), func(text string) string { return e.setScale(name, text) })
			f.SetPlaceHolder(words.T("the whole span counts alike"))
			f.Reset(words.Number(c.Scale))
			e.scales = append(e.scales, f)
			remove := prose.NewLink(words.T("Remove %s", name), func() { e.removeColumn(name) })
			rows = append(rows, layouts.TwoColumns(0.7, f, remove))
		}
		layouts.Fill(e.columns, rows...)
	}
	for j, c := range q.Columns {
		e.scales[j].SetValue(words.Number(c.Scale))
	}
	texts := domain.Texts(e.of.Session.Questions.ClusterColumns(q))
	e.more.SetTexts(texts)
	paint.Show(e.more, len(texts) > 0 && len(q.Columns) < limits.MaxClusterColumns)
}
