package widgets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/words"
)

// questionRows is the part of a QuestionTable with the questions. Only those in sight exist.
type questionRows struct {
	Widget
	table *QuestionTable
	rows  []*questionRow // nil for those that never were in sight
}

// set takes over what the table shows.
func (r *questionRows) set() {
	n := len(r.table.asked)
	for len(r.rows) < n {
		r.rows = append(r.rows, nil)
	}
	r.rows = r.rows[:n]
	for i, row := range r.rows {
		if row != nil {
			row.set(i, r.table.asked[i])
		}
	}
	r.Refresh()
}

// sight returns the first question in sight and the one after the last.
func (r *questionRows) sight() (from, to int) {
	n := len(r.rows)
	if r.table.fits() {
		return 0, n
	}
	s := r.table.scroll
	from = int(s.Offset.Y / questionRowTall)
	to = int(math.Ceil(float64((s.Offset.Y + s.Size().Height) / questionRowTall)))
	return min(max(from, 0), n), min(max(to, 0), n)
}

func (r *questionRows) Parts() []fyne.CanvasObject {
	from, to := r.sight()
	var list []fyne.CanvasObject
	for _, row := range r.rows[from:to] {
		if row != nil {
			list = append(list, row)
		}
	}
	return list
}

func (r *questionRows) Least() fyne.Size {
	return fyne.NewSize(40, questionRowTall*float32(len(r.rows)))
}

func (r *questionRows) Arrange(size fyne.Size) {
	from, to := r.sight()
	for i := from; i < to; i++ {
		if r.rows[i] == nil {
			r.rows[i] = newQuestionRow(r.table)
			r.rows[i].set(i, r.table.asked[i])
		}
		place(r.rows[i], 0, float32(i)*questionRowTall, size.Width, questionRowTall)
		r.rows[i].restate()
	}
}

// questionRow is one question: its words, and the slider and the entry of its share.
type questionRow struct {
	Widget
	hover
	table   *QuestionTable
	i       int
	asked   Asked
	percent float64 // as dragged or typed
	pending bool
	problem string
	chosen  bool

	track  *track
	entry  *numberEntry
	shapes []fyne.CanvasObject
}

// percentExpected is said to what is no share.
const percentExpected = "From 0.01 to 99.99 per cent."

func newQuestionRow(t *QuestionTable) *questionRow {
	r := &questionRow{table: t}
	r.track = newTrack(func(at float64) { r.change(float64(int(at*98 + 1.5))) }, func(float64) { r.end() }, r.step)
	r.entry = newNumberEntry(r.typed, r.end, r.step)
	r.hoverChanged = r.Refresh
	r.ExtendBaseWidget(r)
	return r
}

// set shows a question at a place of the table.
func (r *questionRow) set(i int, a Asked) {
	r.i = i
	if same(r.asked, a) && r.entry.Text != "" {
		return // leaves alone what is being dragged or typed
	}
	r.track.name = words.T("Share of the budget of %s", a.Title)
	r.entry.name = r.track.name
	r.asked, r.percent, r.pending, r.problem = a, a.Share, false, ""
	r.track.set((a.Share - 1) / 98)
	r.entry.set(percentText(a.Share) + " %")
	r.Refresh()
}

func same(a, b Asked) bool {
	return a.Title == b.Title && a.Kind == b.Kind && a.Numbers == b.Numbers && a.Share == b.Share &&
		a.Spends == b.Spends && slices.Equal(a.Columns, b.Columns)
}

// restate takes over whether the question is the chosen one, and whether it is alone: then
// there is nothing to share.
func (r *questionRow) restate() {
	if chosen := r.table.selected == r.i; chosen != r.chosen {
		r.chosen = chosen
		r.Refresh()
	}
	alone := len(r.table.asked) < 2
	if alone == r.entry.Disabled() {
		return
	}
	for _, part := range []fyne.Disableable{r.entry, r.track} {
		if alone {
			part.Disable()
		} else {
			part.Enable()
		}
	}
}

// showShare shows the share in the slider and the entry.
func (r *questionRow) showShare() {
	r.track.set((r.percent - 1) / 98)
	if typed, err := parsePercent(r.entry.Text); err != nil || typed != r.percent {
		r.entry.set(percentText(r.percent) + " %")
	}
}

// percentText writes per cents with the digits that matter.
func percentText(percent float64) string {
	if percent < 1 {
		return words.Number(strconv.FormatFloat(percent, 'g', 2, 64))
	}
	return words.Number(strings.TrimSuffix(strconv.FormatFloat(percent, 'f', 1, 64), ".0"))
}

func parsePercent(text string) (float64, error) {
	s, err := decimal(text, "%")
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(s, 64)
}

func (r *questionRow) typed(text string) {
	percent, err := parsePercent(text)
	if err != nil || percent <= 0 || percent >= 100 {
		r.problem = words.T(percentExpected)
		r.Refresh()
		return
	}
	r.change(percent)
}

func (r *questionRow) step(by int) {
	r.change(min(max(float64(int(r.percent+0.5)+by), 1), 99))
	r.end()
}

// change is what the person does.
func (r *questionRow) change(percent float64) {
	r.problem = ""
	if percent != r.percent {
		r.percent, r.pending = percent, true
	}
	r.showShare()
	r.Refresh()
}

func (r *questionRow) end() {
	if r.problem != "" { // puts back what was there
		r.percent, r.pending, r.problem = r.asked.Share, false, ""
		r.track.set((r.percent - 1) / 98)
		r.entry.set(percentText(r.percent) + " %")
		r.Refresh()
		return
	}
	if !r.pending {
		return
	}
	r.pending = false
	if r.table.OnShare != nil {
		r.table.OnShare(r.i, r.percent)
	}
}

// Tapped is for Fyne.
func (r *questionRow) Tapped(*fyne.PointEvent) {
	focusOn(r.table)
	r.table.choose(r.i)
}

// Cursor is for Fyne.
func (r *questionRow) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (r *questionRow) Parts() []fyne.CanvasObject {
	return append(slices.Clone(r.shapes), r.track, r.entry)
}

func (r *questionRow) Least() fyne.Size { return fyne.NewSize(300, questionRowTall) }

func (r *questionRow) Arrange(size fyne.Size) {
	p := &pen{w: r}
	switch {
	case r.chosen:
		p.ground(fyne.Position{}, size, theme.Selected, true)
	case r.hovered:
		p.ground(fyne.Position{}, size, theme.Hover, true)
	}
	at := questionPlaces(size.Width, enlarged(r))
	middle := size.Height / 2
	words := func(k int, y float32, l label) {
		l.room = at[k].width
		x := at[k].x
		if l.align == fyne.TextAlignTrailing {
			x += at[k].width
		}
		p.text(fyne.NewPos(x, y-p.tall(l)/2), l)
	}
	words(0, middle, label{text: fmt.Sprint(r.i + 1), size: theme.SizeTable, role: theme.QuietText})
	words(1, middle-9, label{text: r.asked.Title, size: theme.SizeBody, role: theme.Text, bold: true})
	note := label{text: r.asked.Kind, size: theme.SizeCaption, role: theme.QuietText}
	if at[2].width == 0 {
		note.text = kindOf(r.asked)
	}
	if r.problem != "" {
		note.text, note.role = r.problem, theme.Danger
	}
	words(1, middle+10, note)
	if at[2].width > 0 {
		r.tags(p, at[2], middle)
	}
	words(3, middle, label{text: r.asked.Numbers, size: theme.SizeTable, role: theme.Text, align: fyne.TextAlignTrailing})
	words(5, middle, label{text: r.asked.Spends, size: theme.SizeTable, role: theme.Text, align: fyne.TextAlignTrailing})
	if r.i < len(r.table.asked)-1 {
		p.line(fyne.NewPos(0, size.Height-0.5), fyne.NewPos(size.Width, size.Height-0.5), theme.Line, 1)
	}
	r.shapes = p.instead(r.shapes)
	tall := r.entry.MinSize().Height
	wide := min(at[4].width, questionEntry*enlarged(r))
	show(r.track, at[4].width > wide)
	place(r.track, at[4].x-6, middle-trackHeight/2, at[4].width-wide, trackHeight)
	place(r.entry, at[4].x+at[4].width-wide, middle-tall/2, wide, tall)
}

// kindOf says what a question is, with its columns.
func kindOf(a Asked) string {
	text := a.Kind + ": "
	for i, c := range a.Columns {
		if i > 0 {
			text += ", "
		}
		text += c
	}
	return text
}

// tags writes the question's columns as badges, as many as there is room for.
func (r *questionRow) tags(p *pen, at stretch, middle float32) {
	x, right := at.x, at.x+at.width
	for i, c := range r.asked.Columns {
		l := label{text: c, size: theme.SizeCaption, role: theme.Text}
		more := label{text: fmt.Sprintf("+%d", len(r.asked.Columns)-i), size: theme.SizeCaption, role: theme.QuietText}
		keep := float32(0)
		if i < len(r.asked.Columns)-1 {
			keep = p.width(more) + 8
		}
		width := p.width(l) + 2*badgePad
		if x+width > right-keep && i > 0 {
			p.text(fyne.NewPos(x, middle-p.tall(more)/2), more)
			return
		}
		width = min(width, right-keep-x)
		l.room = width - 2*badgePad
		p.ground(fyne.NewPos(x, middle-badgeHeight/2), fyne.NewSize(width, badgeHeight), theme.Quiet, true)
		p.text(fyne.NewPos(x+badgePad, middle-p.tall(l)/2), l)
		x += width + 6
	}
}
