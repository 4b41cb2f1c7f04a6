// Package answers shows released answers to a question: as charts, as a map, as tables of all of them or of a part, and what
// follows from them.
package answers

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
	"steward/gui/session/amounts"
	"steward/gui/session/pictures"
	"steward/gui/words"
	"steward/reports/chart"
	"steward/reports/model"
)

// View is the released answers to one question as the window shows them: as a chart, and
// as a table of all answers or of those in one category of one of the columns.
type View struct {
	Title string
	// Column and Categories are the column that the answers can be cut by and its values,
	// both empty where they cannot.
	Column     string
	Categories []string

	answers    *result.Question
	rules      []string
	off, exact string
	picture    model.Picture
	across     int // the place of Column among the keys, -1 for none
	rows       map[string][]int
	heat       *model.Heat // nil unless the answers can be shown as a map
	hides      bool        // some of the published numbers are hidden
	noisy      int         // how many are too noisy to be used by themselves
	grid       *result.Grid
}

// mostCut is the largest number of answers that are cut by a column: beyond, looking through
// them takes too long for somebody who waits.
const mostCut = 300_000

// Of makes the answers to a question ready to be shown: counted is what its numbers count, and rules say what was done to them. Looking
// through millions of answers takes a moment.
func Of(q *result.Question, counted message.Text, rules []string) *View {
	r := &View{Title: q.Title(), answers: q, rules: rules, picture: model.PictureOf(q, counted, words.Say), across: -1}
	r.cut()
	if h, ok := model.HeatOf(q, counted, words.Say); ok {
		r.heat = &h
	}
	r.off, r.exact = r.howGood()
	r.hides, r.noisy = q.Hides(), q.CountTooNoisy()
	return r
}

// HasMap reports whether the answers can be shown as a map of the cells of a table.
func (r *View) HasMap() bool { return r.heat != nil }

// DrawMap draws the answers as a map.
func (r *View) DrawMap(p pictures.Spec) (image.Image, error) {
	return p.Draw(&chart.Heat{Picture: *r.heat})
}

// MapChart returns the map for a file.
func (r *View) MapChart() pictures.Chart {
	return pictures.Chart{Name: r.Title, Drawing: &chart.Heat{Picture: *r.heat}}
}

// cut finds the column that a table over several is cut by: that of the chart's panels.
func (r *View) cut() {
	across := r.answers.AcrossColumn()
	if across < 0 || r.answers.Len() > mostCut {
		return
	}
	r.across, r.Column = across, r.answers.Workload.KeyNames()[across]
	if g, _ := r.answers.Grid(); len(g.Across) <= mostInGrid {
		r.grid = &g
	}
	r.rows = make(map[string][]int)
	for i := range r.answers.Len() {
		v := r.key(i)[across]
		if r.rows[v] == nil {
			r.Categories = append(r.Categories, v)
		}
		r.rows[v] = append(r.rows[v], i)
	}
}

// Keys names the columns that label a row of a category, "" for all answers.
func (r *View) Keys(category string) []string {
	names := make([]string, 0, 2)
	for _, n := range r.answers.Workload.KeyNames() {
		names = append(names, r.keyWords(n))
	}
	if category == "" {
		return names
	}
	return slices.Concat(names[:r.across], names[r.across+1:])
}

// keyWords says whose values a heading is over: a column, or the lower or the upper ends of its ranges.
func (r *View) keyWords(name string) string {
	for _, c := range r.answers.Workload.Question().Columns {
		switch name {
		case string(c) + " up to":
			return words.T("%s up to", c)
		case string(c) + " from":
			return words.T("%s from", c)
		case string(c) + " to":
			return words.T("%s to", c)
		}
	}
	return name
}

// Len returns the number of rows of a category, "" for all answers.
func (r *View) Len(category string) int {
	if category == "" {
		return r.answers.Len()
	}
	return len(r.rows[category])
}

// mostInGrid is how many values stand beside one another in a cross-table at most.
const mostInGrid = 40

// HasGrid reports whether all of the answers are shown as a cross-table.
func (r *View) HasGrid() bool { return r.grid != nil }

// GridColumns returns the names of the columns of labels of a cross-table, and the labels across.
func (r *View) GridColumns() (down, across []string) {
	names := r.answers.Workload.KeyNames()
	for _, v := range workload.SaidLabels(words.Say, r.grid.Across) {
		across = append(across, names[r.grid.Column]+": "+v)
	}
	return slices.Concat(names[:r.grid.Column], names[r.grid.Column+1:]), across
}

// GridLen returns how many rows the cross-table has.
func (r *View) GridLen() int { return len(r.grid.Rows) }

// GridRow returns a row of the cross-table: its labels, and for each label across the published number and its interval.
func (r *View) GridRow(i int) []string {
	row := r.grid.Rows[i]
	cells := workload.SaidLabels(words.Say, row.Key)
	for _, k := range row.Answers {
		if k == result.Impossible {
			cells = append(cells, "", words.T("cannot occur"))
			continue
		}
		cells = append(cells, r.published(k), r.interval(k))
	}
	return cells
}

// Noisy says how many of the numbers are too noisy to be used by themselves, empty for none.
func (r *View) Noisy() string {
	switch r.noisy {
	case 0:
		return ""
	case 1:
		return words.T("%s One number is too noisy to be used on its own: it may be off by half its value or more.", result.NoisyMark)
	}
	return words.T("%s %s numbers are too noisy to be used on their own: they may be off by half their value or more.", result.NoisyMark, people(int64(r.noisy)))
}

// ValueColumns head the numbers of every row.
func ValueColumns() []string {
	return []string{words.T("Published"), words.T("19 times in 20"), words.T("Unadjusted")}
}

// Row returns the labels of a row of a category and then its numbers, as ValueColumns heads
// them.
func (r *View) Row(category string, i int) []string {
	key := r.key(i)
	if category != "" {
		i = r.rows[category][i]
		key = r.key(i)
		key = slices.Concat(key[:r.across], key[r.across+1:])
	}
	return append(slices.Clone(key), r.published(i), r.interval(i), r.unadjusted(i))
}

// unadjusted writes an unadjusted number: whole where all are, to the decimals of weights where
// rows have any, otherwise to a tenth.
func (r *View) unadjusted(i int) string {
	x := r.answers.Unadjusted[i]
	if d := r.answers.DecimalsOf(i); d > 0 {
		return words.Number(model.Number(x, d))
	}
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return people(int64(x))
	}
	whole, tenth, _ := strings.Cut(fmt.Sprintf("%.1f", x), ".")
	return amounts.Fraction(whole, tenth)
}

// interval writes where the exact number lies 19 times in 20, and what is published always.
func (r *View) interval(i int) string {
	in := r.answers.Interval(i)
	if r.answers.Exact[i] && in.Width() == 0 {
		return words.T("exact")
	}
	d := r.answers.DecimalsOf(i)
	return words.T("%s to %s", words.Number(model.Number(in.Low, d)), words.Number(model.Number(in.High, d)))
}

// published writes what is published of answer i.
func (r *View) published(i int) string {
	n, shown := r.answers.Published(i)
	if !shown {
		return words.T("hidden")
	}
	text := words.Number(model.Number(n, r.answers.DecimalsOf(i)))
	if r.answers.TooNoisy(i) {
		text += result.NoisyMark
	}
	return text
}

func people(n int64) string { return amounts.Thousands(fmt.Sprint(n)) }

// Good says how good the numbers are, and why some of them are exact.
func (r *View) Good() (off, exact string) { return r.off, r.exact }

// Exact reports whether none of the numbers has noise.
func (r *View) Exact() bool { return r.answers.Noiseless() }

func (r *View) howGood() (off, exact string) {
	q, answers := r.answers, r.answers.Leading()
	n := q.CountExact(answers)
	if n < answers {
		off = strings.Join(words.SayAll(q.HowFarOff(r.picture.Counted)), " ")
		if !q.MeasuredOn.IsZero() {
			off += words.T(" Measured on a stand-in, %s: these errors depend on the data, and may be different with yours.", words.Say(q.MeasuredOn))
		}
	}
	if !q.GaveUp.IsZero() {
		off += " " + words.Say(q.GaveUp)
	}
	if n > 0 {
		why := words.Say(q.ExactWhy)
		switch {
		case n == answers:
			exact = words.T("All of them are %s.", why)
		case n == 1:
			exact = words.T("One of them is %s.", why)
		default:
			exact = words.T("%s of them are %s.", people(int64(n)), why)
		}
	}
	return off, exact
}

// Drawn says what the chart shows, as a map or not.
func (r *View) Drawn(mapped bool) string {
	var says string
	switch {
	case mapped:
		says = words.T("Published numbers; the stronger the colour, the larger the number.")
	case r.Exact():
		says = words.T("Published numbers, without noise.")
	case !r.answers.MeasuredOn.IsZero():
		says = words.T("Published numbers, and around them how far off they were on the stand-in, 19 times in 20.")
	default:
		says = words.T("Published numbers, and around them where the exact ones lie, 19 times in 20.")
	}
	switch {
	case !r.hides:
		return says
	case mapped:
		return says + " " + words.T("A dash stands for a hidden number.")
	}
	return says + " " + words.T("For a hidden number, only the interval is drawn.")
}

// Note says what the chart of a category does not show, when something is not shown.
func (r *View) Note(category string) string { return words.Say(r.pictureOf(category).Note) }

// Draw draws the answers of a category, "" for all, with their intervals.
func (r *View) Draw(category string, p pictures.Spec) (image.Image, error) {
	return p.Draw(&chart.Results{Picture: r.pictureOf(category)})
}

// pictureOf returns the picture of one category, or of all side by side.
func (r *View) pictureOf(category string) model.Picture {
	if category == "" {
		return r.picture
	}
	return model.PictureOfPanel(r.answers, r.picture.Counted, words.Say, r.rows[category])
}

// Chart returns the chart of a category, "" for all, for a file.
func (r *View) Chart(category string) pictures.Chart {
	name := r.Title
	if category != "" {
		name += ", " + category
	}
	return pictures.Chart{Name: name, Drawing: &chart.Results{Picture: r.pictureOf(category)}}
}

// key returns the labels of an answer as they are said.
func (r *View) key(i int) []string { return workload.SaidLabels(words.Say, r.answers.Key(i)) }

// Label names an answer by its labels.
func (r *View) Label(i int) string { return strings.Join(r.key(i), ", ") }

// Answers returns the answers in a category, "" for all of them.
func (r *View) Answers(category string) []int {
	if category != "" {
		return r.rows[category]
	}
	all := make([]int, r.answers.Len())
	for i := range all {
		all[i] = i
	}
	return all
}
