package editors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// share is the slider and the entry of a question's share of the budget.
type share struct {
	table   *QuestionTable
	i       int
	asked   Asked
	percent float64 // as dragged or typed
	pending bool
	problem string

	track *forms.Track
	entry *forms.NumberEntry
}

// share returns that of a question.
func (t *QuestionTable) share(i int) *share {
	if t.shares[i] == nil {
		s := &share{table: t}
		s.track = forms.NewTrack(func(at float64) { s.change(float64(int(at*98 + 1.5))) }, func(float64) { s.end() }, s.step)
		s.entry = forms.NewNumberEntry(s.typed, s.end, s.step)
		t.shares[i] = s
		s.set(i, t.asked[i])
	}
	input.Enable(t.shares[i].entry, len(t.asked) > 1) // alone it has nothing to share
	input.Enable(t.shares[i].track, len(t.asked) > 1)
	return t.shares[i]
}

// percentExpected is said to what is no share.
const percentExpected = "From 0.01 to 99.99 per cent."

// set shows a question at a place of the table.
func (s *share) set(i int, a Asked) {
	s.i = i
	if same(s.asked, a) && s.entry.Text != "" {
		return // leaves alone what is being dragged or typed
	}
	s.track.Name = words.T("Share of the budget of %s", a.Title)
	s.entry.Name = s.track.Name
	s.asked, s.percent, s.pending, s.problem = a, a.Share, false, ""
	s.track.Set((a.Share - 1) / 98)
	s.entry.Set(percentText(a.Share) + " %")
}

func same(a, b Asked) bool {
	return a.Title == b.Title && a.Kind == b.Kind && a.Numbers == b.Numbers && a.Share == b.Share && a.Free == b.Free &&
		a.Spends == b.Spends && slices.Equal(a.Columns, b.Columns)
}

// showShare shows the share in the slider and the entry.
func (s *share) showShare() {
	s.track.Set((s.percent - 1) / 98)
	if typed, err := parsePercent(s.entry.Text); err != nil || typed != s.percent {
		s.entry.Set(percentText(s.percent) + " %")
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
	s, err := numbers.Decimal(text, "%")
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(s, 64)
}

func (s *share) typed(text string) {
	percent, err := parsePercent(text)
	if err != nil || percent <= 0 || percent >= 100 {
		s.problem = words.T(percentExpected)
		s.table.Rows.Refresh()
		return
	}
	s.change(percent)
}

func (s *share) step(by int) {
	s.change(min(max(float64(int(s.percent+0.5)+by), 1), 99))
	s.end()
}

// change is what the person does.
func (s *share) change(percent float64) {
	s.problem = ""
	if percent != s.percent {
		s.percent, s.pending = percent, true
	}
	s.showShare()
	s.table.Rows.Refresh()
}

func (s *share) end() {
	if s.problem != "" { // puts back what was there
		s.percent, s.pending, s.problem = s.asked.Share, false, ""
		s.track.Set((s.percent - 1) / 98)
		s.entry.Set(percentText(s.percent) + " %")
		s.table.Rows.Refresh()
		return
	}
	if !s.pending {
		return
	}
	s.pending = false
	if s.table.OnShare != nil {
		s.table.OnShare(s.i, s.percent)
	}
}

// drawQuestion draws a question: its words, and the slider and the entry of its share.
func (t *QuestionTable) drawQuestion(p *paint.Pen, i int, y, width float32) {
	s := t.share(i)
	at, middle := questionPlaces(width, paint.Enlarged(t)), y+float32(questionRowTall)/2
	t.write(p, paint.Label{Text: fmt.Sprint(i + 1), Size: theme.SizeTable, Role: theme.QuietText}, false, at[0], middle)
	t.write(p, paint.Label{Text: s.asked.Title, Size: theme.SizeBody, Role: theme.Text, Bold: true}, false, at[1], middle-9)
	note := paint.Label{Text: s.asked.Kind, Size: theme.SizeCaption, Role: theme.QuietText}
	if at[2].width == 0 {
		note.Text = s.asked.Kind + ": " + strings.Join(s.asked.Columns, ", ")
	}
	if s.problem != "" {
		note.Text, note.Role = s.problem, theme.Danger
	}
	t.write(p, note, false, at[1], middle+10)
	if at[2].width > 0 {
		s.tags(p, at[2], middle)
	}
	t.write(p, paint.Label{Text: s.asked.Numbers, Size: theme.SizeTable, Role: theme.Text}, true, at[3], middle)
	t.write(p, paint.Label{Text: s.asked.Spends, Size: theme.SizeTable, Role: theme.Text}, true, at[5], middle)
	if i < t.Count-1 {
		p.Line(fyne.NewPos(0, y+questionRowTall-0.5), fyne.NewPos(width, y+questionRowTall-0.5), theme.Line, 1)
	}
	paint.Show(s.track, s.asked.Free == "")
	paint.Show(s.entry, s.asked.Free == "")
	if s.asked.Free != "" {
		t.write(p, paint.Label{Text: s.asked.Free, Size: theme.SizeTable, Role: theme.QuietText}, false, at[4], middle)
		p.Shapes = append(p.Shapes, s.track, s.entry)
		return
	}
	tall, wide := s.entry.MinSize().Height, min(at[4].width, questionEntry*paint.Enlarged(t))
	paint.Show(s.track, at[4].width > wide)
	paint.Place(s.track, at[4].x-6, middle-forms.TrackHeight/2, at[4].width-wide, forms.TrackHeight)
	paint.Place(s.entry, at[4].x+at[4].width-wide, middle-tall/2, wide, tall)
	p.Shapes = append(p.Shapes, s.track, s.entry)
}

// tags writes the question's columns as badges, as many as there is room for.
func (s *share) tags(p *paint.Pen, at stretch, middle float32) {
	x, right := at.x, at.x+at.width
	for i, c := range s.asked.Columns {
		l := paint.Label{Text: c, Size: theme.SizeCaption, Role: theme.Text}
		more := paint.Label{Text: fmt.Sprintf("+%d", len(s.asked.Columns)-i), Size: theme.SizeCaption, Role: theme.QuietText}
		keep := float32(0)
		if i < len(s.asked.Columns)-1 {
			keep = p.Width(more) + 8
		}
		width := p.Width(l) + 2*notices.BadgePad
		if x+width > right-keep && i > 0 {
			p.Text(fyne.NewPos(x, middle-p.Tall(more)/2), more)
			return
		}
		width = min(width, right-keep-x)
		l.Room = width - 2*notices.BadgePad
		p.Ground(fyne.NewPos(x, middle-notices.BadgeHeight/2), fyne.NewSize(width, notices.BadgeHeight), theme.Quiet, true)
		p.Text(fyne.NewPos(x+notices.BadgePad, middle-p.Tall(l)/2), l)
		x += width + 6
	}
}
