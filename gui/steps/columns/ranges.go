package columns

import (
	"math"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"steward/core/cuts"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/widgets/editors"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// rangesEditor edits ranges of numbers: even ones by their ends and width, any by dragging
// their ends on a ruler, and all of them as a list.
type rangesEditor struct {
	of      *columnEditor
	content *fyne.Container
	column  plan.Column
	cuts    cuts.Cuts
	known   bool // whether the ranges follow one another, so that cuts stand for them

	from, to, width     *forms.Field
	whole, below, above *forms.Check
	ruler               *editors.Ruler
	count               *prose.Text
	split, join, toText *prose.Link
	asRuler, asText     *fyne.Container
	links               *fyne.Container // under the ruler
	problem             *prose.Text     // of the fields
	text                *forms.Field
	toRuler             *prose.Link
	textMode            bool
}

func newRangesEditor(of *columnEditor) *rangesEditor {
	r := &rangesEditor{of: of, count: prose.Caption("")}
	even := forms.Taking(r.setEven)
	r.from, r.to, r.width = forms.NewField(words.T("From"), even), forms.NewField(words.T("To"), even), forms.NewField(words.T("Width"), even)
	for _, f := range []*forms.Field{r.from, r.to, r.width} {
		f.Wide = 92
	}
	r.problem = sharedProblem(r.from, r.to, r.width)
	r.whole = forms.NewCheck(words.T("Whole numbers"), r.setWhole)
	r.below = forms.NewCheck("", func(on bool) { r.open(func(c *cuts.Cuts) { c.Below = on }) })
	r.above = forms.NewCheck("", func(on bool) { r.open(func(c *cuts.Cuts) { c.Above = on }) })
	r.ruler = editors.NewRuler()
	r.ruler.OnMoved = func(cut int, to float64) { r.setCuts(r.cuts.Move(cut, r.figures(to))) }
	r.ruler.OnSelected = func(int) { r.describe() }
	r.ruler.OnSplit = func(i int) { r.splitRange(i) }
	r.ruler.OnJoined = func(i int) { r.joinRange(i) }
	r.split = prose.NewLink(words.T("Split the range"), func() { r.splitRange(r.ruler.Selected()) })
	r.join = prose.NewLink(words.T("Join with the next"), func() { r.joinRange(r.ruler.Selected()) })
	r.toText = prose.NewLink(words.T("Edit as a list"), func() { r.setMode(true) })
	r.text = forms.NewLongField(words.T("One range on each line, such as 18–22, under 18 or 65 or more; after = its name, if it has one"), 8, forms.Taking(r.setText))
	r.toRuler = prose.NewLink(words.T("Done"), func() {
		r.text.Commit()
		if r.text.Problem() == "" {
			r.setMode(false)
		}
	})
	r.links = container.NewHBox(r.split, spaceBetween(), r.join, layout.NewSpacer(), r.toText)
	r.asRuler = layouts.Column(6, r.ruler, r.count, r.links)
	r.asText = layouts.Column(8, r.text, layouts.Inline(0, r.toRuler))
	r.content = layouts.Column(10,
		layouts.Fields(layouts.Gap, r.from, r.to, r.width, layouts.Labelled(" ", r.whole)), r.problem,
		layouts.Inline(layouts.Gap, r.below, r.above), r.asRuler, r.asText)
	return r
}

// spaceBetween is the space between two links on a line.
func spaceBetween() fyne.CanvasObject { return layouts.Inset(0, 4, layout.NewSpacer()) }

func (r *rangesEditor) fields() []*forms.Field {
	return []*forms.Field{r.from, r.to, r.width, r.text}
}

// show shows the ranges of a column.
func (r *rangesEditor) show(c plan.Column, another bool) {
	r.column = c
	r.cuts, r.known = cuts.Of(c.Ranges, c.WholeNumbers)
	if another {
		for _, f := range r.fields() {
			f.Reset("")
		}
		r.textMode = false
		r.ruler.SetSelected(-1)
	}
	if r.known {
		r.from.SetValue(words.Number(r.cuts.From()))
		r.to.SetValue(words.Number(r.cuts.To(c.WholeNumbers)))
		r.width.SetValue(words.Number(r.cuts.Width()))
	}
	r.width.SetPlaceHolder("")
	if r.known && len(r.cuts.At) > 1 && r.cuts.Width() == "" {
		r.width.SetPlaceHolder(words.T("uneven"))
	}
	r.text.SetValue(columns.RangeLines(c.Ranges, c.WholeNumbers))
	r.whole.SetChecked(c.WholeNumbers)
	r.showOpen()
	if r.known {
		r.ruler.Set(r.strip())
	}
	r.describe()
	r.arrange()
}

// showOpen names the ranges beyond the ends.
func (r *rangesEditor) showOpen() {
	r.below.SetChecked(r.known && r.cuts.Below)
	r.above.SetChecked(r.known && r.cuts.Above)
	low, high := words.T("the lowest"), words.T("the highest")
	if r.known {
		low, high = words.Number(r.cuts.From()), words.Number(r.cuts.To(r.column.WholeNumbers))
	}
	r.below.SetText(words.T("A range for all below %s", low))
	r.above.SetText(words.T("A range for all above %s", high))
	if !r.column.WholeNumbers {
		r.above.SetText(words.T("A range for all from %s", high))
	}
	input.Enable(r.below, r.known)
	input.Enable(r.above, r.known)
}

// strip is what the ruler shows.
func (r *rangesEditor) strip() editors.Strip {
	s := editors.Strip{Below: r.cuts.Below, Above: r.cuts.Above, Labels: columns.ShortLabels(r.column)}
	for _, at := range r.cuts.At {
		x, err := strconv.ParseFloat(at, 64)
		if err != nil {
			return editors.Strip{}
		}
		s.Cuts, s.Marks = append(s.Cuts, x), append(s.Marks, words.Number(at))
	}
	if n := len(s.Marks); r.column.WholeNumbers && !r.cuts.Above {
		s.Marks[n-1] = words.T("to %s", words.Number(r.cuts.To(true)))
	}
	s.Step = columns.RulerStep(s.Cuts, r.column.WholeNumbers)
	return s
}

// figures writes a place on the ruler in as many decimals as its step has.
func (r *rangesEditor) figures(x float64) string {
	places := max(0, int(math.Ceil(-math.Log10(r.ruler.Strip().Step)-1e-9)))
	text := strconv.FormatFloat(x, 'f', places, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// describe says how many ranges there are, and what can be done with the chosen one.
func (r *rangesEditor) describe() {
	n := len(r.column.Ranges)
	at := r.ruler.Selected()
	_, splits := r.cuts.Split(at, r.column.WholeNumbers)
	_, joins := r.cuts.Join(at)
	paint.Show(r.split, r.known && at >= 0 && splits)
	paint.Show(r.join, r.known && at >= 0 && joins)
	r.links.Refresh()
	switch {
	case n == 0:
		r.count.SetText(words.T("Type where the ranges begin and end, and how wide they are."))
	case at >= 0 && at < n:
		r.count.SetText(words.N(n, "%d of %s range: %s. Plus and minus move its upper end.", "%d of %s ranges: %s. Plus and minus move its upper end.", at+1, amounts.Commas(n), columns.RangeLabels(r.column)[at]))
	default:
		wording := amounts.Several(n, "range", "ranges")
		if last := r.cuts.LastShorter(); last {
			wording = words.T("%s; the last is shorter", wording)
		}
		r.count.SetText(words.T("%s. Drag an end to move it, or choose a range to split or join it.", wording))
	}
}

// setMode shows the ranges as a list or on the ruler.
func (r *rangesEditor) setMode(text bool) {
	r.textMode = text
	r.arrange()
	r.of.of.Main.Refresh()
	if text {
		r.of.of.Window.Canvas().Focus(r.text.Focusable())
	}
}

func (r *rangesEditor) arrange() {
	text := r.textMode || len(r.column.Ranges) > 0 && !r.known
	paint.Show(r.asText, text)
	paint.Show(r.asRuler, !text)
	paint.Show(r.toRuler, r.known || len(r.column.Ranges) == 0)
	paint.Show(r.ruler, r.known)
}

// setEven makes even ranges of what was typed, as soon as all of it is there. Without a width
// the ranges stay and their ends move.
func (r *rangesEditor) setEven(string) error {
	typed := func(f *forms.Field) string { return words.Typed(strings.TrimSpace(f.Text())) }
	from, to, width := typed(r.from), typed(r.to), typed(r.width)
	if from == "" || to == "" || width == "" && !r.known {
		return nil
	}
	whole := r.column.WholeNumbers
	var next cuts.Cuts
	var err error
	if width == "" {
		next, err = r.cuts.Within(from, to, whole)
	} else {
		next, err = cuts.Even(from, to, width, whole)
	}
	if err != nil {
		return err
	}
	next.Below, next.Above = r.cuts.Below, r.cuts.Above
	for _, f := range []*forms.Field{r.from, r.to, r.width} {
		f.Reset(f.Text())
	}
	r.setCuts(next)
	return nil
}

// setCuts puts other ranges into the plan.
func (r *rangesEditor) setCuts(next cuts.Cuts) {
	r.of.typed(func(c *plan.Column) {
		c.Ranges = cuts.KeepLabels(c.Ranges, next.Ranges(c.WholeNumbers))
	})
}

// open adds or takes a range beyond an end.
func (r *rangesEditor) open(change func(*cuts.Cuts)) {
	if !r.known {
		return
	}
	next := r.cuts
	change(&next)
	if len(next.At) == 1 && !next.Below && !next.Above {
		r.showOpen() // nothing would be left
		return
	}
	r.setCuts(next)
}

// setWhole says whether both ends of a range belong to it; where a range begins stays.
func (r *rangesEditor) setWhole(on bool) {
	cuts, known := r.cuts, r.known
	r.of.typed(func(c *plan.Column) {
		c.WholeNumbers = on
		if known {
			c.Ranges = cuts.Ranges(on)
		}
	})
}

// setText takes the list over.
func (r *rangesEditor) setText(text string) error {
	ranges, err := columns.ParseRanges(text, r.column.WholeNumbers)
	if err == nil {
		r.of.typed(func(c *plan.Column) { c.Ranges = ranges })
	}
	return err
}

func (r *rangesEditor) splitRange(i int) {
	if next, ok := r.cuts.Split(i, r.column.WholeNumbers); ok {
		r.setCuts(next)
	}
}

func (r *rangesEditor) joinRange(i int) {
	if next, ok := r.cuts.Join(i); ok {
		r.setCuts(next)
	}
}
