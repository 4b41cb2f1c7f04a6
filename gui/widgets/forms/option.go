package forms

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Option is one entry of a Picker or a Menu.
type Option struct {
	Text string
	// Note explains it in a second column; in a greyed option it is the reason.
	Note     string
	Disabled bool
}

const (
	optionPad    = 12
	optionGap    = 4   // above and below the rows
	optionMost   = 11  // rows in sight
	OptionFilter = 12  // with more options there is a line to type a part of one in
	optionFound  = 500 // matches that are listed

	noneFound  = "Nothing here has that name."
	typeToFind = "Type to find"
)

// optionList is the open part of a Picker or a Menu: the options, of which one is marked,
// and over many a line that narrows them down. Enter and space choose, escape closes.
type optionList struct {
	paint.Widget
	chosen func(i int)
	closed func()

	n      int
	option func(i int) Option
	found  []int   // the options listed, nil for all
	notes  float32 // where notes begin
	width  float32 // that everything needs, by the first options

	border *canvas.Rectangle
	filter *OptionEntry // nil where there are few
	none   *prose.Text
	rows   *lists.List
}

func newOptionList(n int, option func(i int) Option, at int, chosen func(int), closed func()) *optionList {
	l := &optionList{n: n, option: option, chosen: chosen, closed: closed, border: &canvas.Rectangle{}, rows: lists.NewList()}
	l.none = prose.Quiet(words.T(noneFound))
	l.none.Hide()
	l.rows.Plain = true
	l.rows.Name = words.T("Choices")
	l.rows.Says = func(place int) string { return option(l.index(place)).Text }
	l.rows.DrawRow = l.draw
	l.rows.Choosable = func(place int) bool { return !option(l.index(place)).Disabled }
	l.rows.OnTap = func(place int, _ float32) { l.choose(place) }
	l.rows.OnKey = l.key
	l.rows.Reset(n, at)
	if at < 0 {
		l.rows.Chosen = l.rows.Next(-1, 1)
	}
	if n > OptionFilter {
		l.filter = NewOptionEntry(l.narrow, l.rows.Key)
	}
	l.ExtendBaseWidget(l)
	l.measure()
	return l
}

// focusable is what gets the keyboard when the list opens.
func (l *optionList) focusable() fyne.Focusable {
	if l.filter != nil {
		return l.filter
	}
	return l.rows
}

// index returns the option at a place of the list.
func (l *optionList) index(place int) int {
	if l.found != nil {
		return l.found[place]
	}
	return place
}

// narrow lists the options that hold a text: those that begin with it first.
func (l *optionList) narrow(text string) {
	text = strings.ToLower(strings.TrimSpace(text))
	l.found = nil
	n := l.n
	if text != "" {
		begin, within := []int{}, []int{}
		for i := 0; i < l.n && len(begin) < optionFound; i++ {
			switch at := strings.Index(strings.ToLower(l.option(i).Text), text); {
			case at == 0:
				begin = append(begin, i)
			case at > 0 && len(within) < optionFound:
				within = append(within, i)
			}
		}
		l.found = append(begin, within...)
		n = len(l.found)
	}
	l.rows.Reset(n, -1)
	l.rows.Chosen = l.rows.Next(-1, 1)
	l.rows.First()
	paint.Show(l.none, n == 0)
}

// key is what the keys that do not move do.
func (l *optionList) key(key fyne.KeyName) {
	switch {
	case key == fyne.KeyEscape:
		l.closed()
	case input.IsTap(key) && l.rows.Chosen >= 0:
		l.choose(l.rows.Chosen)
	}
}

func (l *optionList) choose(place int) {
	i := l.index(place)
	if l.option(i).Disabled {
		input.FocusOn(l.focusable())
		return
	}
	l.chosen(i)
}

// draw draws the option at a place.
func (l *optionList) draw(p *paint.Pen, place int, y, width float32) {
	o := l.option(l.index(place))
	text := paint.Label{Text: o.Text, Size: theme.SizeBody, Role: theme.Text, Bold: o.Note != "", Room: width - 2*optionPad}
	if o.Note != "" {
		text.Room = l.notes - optionPad - 8
	}
	if o.Disabled {
		text.Role = theme.Disabled
	}
	p.Text(fyne.NewPos(optionPad, y+(lists.RowTall-p.Tall(text))/2), text)
	if o.Note != "" {
		note := paint.Label{Text: o.Note, Size: theme.SizeTable, Role: theme.QuietText, Room: width - l.notes - optionPad}
		p.Text(fyne.NewPos(l.notes, y+(lists.RowTall-p.Tall(note))/2), note)
	}
}

// measure finds out where notes begin and how wide everything is, by the first options.
func (l *optionList) measure() {
	var text, note float32
	for i := range min(l.n, 2*optionMost) {
		o := l.option(i)
		text = max(text, paint.Measure(o.Text, paint.Dim(l, theme.SizeBody), fyne.TextStyle{Bold: o.Note != ""}))
		note = max(note, paint.Measure(o.Note, paint.Dim(l, theme.SizeTable), fyne.TextStyle{}))
	}
	l.notes, l.width = optionPad+text+16, text+2*optionPad
	if note > 0 {
		l.width = l.notes + note + optionPad
	}
}

func (l *optionList) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{l.border, l.rows, l.none}
	if l.filter != nil {
		list = append(list, l.filter)
	}
	return list
}

// filterTall returns the height of the line to type in.
func (l *optionList) filterTall() float32 {
	if l.filter == nil {
		return 0
	}
	return l.filter.MinSize().Height
}

// minSize has room for a few options; natural for as many as are nice to see.
func (l *optionList) Least() fyne.Size { return fyne.NewSize(60, l.tall(1)) }

func (l *optionList) natural() fyne.Size { return fyne.NewSize(l.width+2, l.tall(optionMost)) }

// tall returns the height for at most some of the options.
func (l *optionList) tall(most int) float32 {
	return l.filterTall() + lists.RowTall*float32(min(max(l.n, 1), most)) + 2*optionGap
}

func (l *optionList) Restyle() {
	l.border.FillColor, l.border.StrokeColor = paint.Ink(l, theme.Surface), paint.Ink(l, theme.Control)
	l.border.StrokeWidth, l.border.CornerRadius = 1, paint.Dim(l, theme.SizeEdge)
}

func (l *optionList) Arrange(size fyne.Size) {
	paint.Place(l.border, 0, 0, size.Width, size.Height)
	top := l.filterTall()
	if l.filter != nil {
		paint.Place(l.filter, 0, 0, size.Width, top)
	}
	paint.Place(l.rows, 1, top+optionGap, size.Width-2, size.Height-top-2*optionGap)
	paint.PlaceWide(l.none, optionPad, top+optionGap+4, size.Width-2*optionPad)
}

// OptionEntry is the line that narrows the options down; the keys that move and choose go
// to the list.
type OptionEntry struct {
	widget.Entry
	key func(fyne.KeyName)
}

func NewOptionEntry(changed func(string), key func(fyne.KeyName)) *OptionEntry {
	e := &OptionEntry{key: key}
	e.PlaceHolder = words.T(typeToFind)
	e.OnChanged = changed
	e.ExtendBaseWidget(e)
	return e
}

// CreateRenderer is for Fyne.
func (e *OptionEntry) CreateRenderer() fyne.WidgetRenderer { return newLine(e.Entry.CreateRenderer()) }

// TypedKey is for Fyne.
func (e *OptionEntry) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter:
		e.key(event.Name)
	default:
		e.Entry.TypedKey(event)
	}
}

// AccessibilityLabel returns what is typed here.
func (e *OptionEntry) AccessibilityLabel() string { return e.PlaceHolder }

// AccessibilityRole is for Fyne.
func (e *OptionEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
