package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
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
	optionFilter = 12  // with more options there is a line to type a part of one in
	optionFound  = 500 // matches that are listed

	noneFound  = "Nothing here is called that."
	typeToFind = "Type to find"
)

// optionList is the open part of a Picker or a Menu: the options, of which one is marked,
// and over many a line that narrows them down. Enter and space choose, escape closes.
type optionList struct {
	Widget
	chosen func(i int)
	closed func()

	n      int
	option func(i int) Option
	found  []int   // the options listed, nil for all
	notes  float32 // where notes begin
	width  float32 // that everything needs, by the first options

	border *canvas.Rectangle
	filter *optionEntry // nil where there are few
	none   *Text
	rows   *List
}

func newOptionList(n int, option func(i int) Option, at int, chosen func(int), closed func()) *optionList {
	l := &optionList{n: n, option: option, chosen: chosen, closed: closed, border: &canvas.Rectangle{}, rows: newList()}
	l.none = Quiet(Plain(words.T(noneFound)))
	l.none.Hide()
	l.rows.plain = true
	l.rows.name = words.T("Choices")
	l.rows.says = func(place int) string { return option(l.index(place)).Text }
	l.rows.draw = l.draw
	l.rows.passable = func(place int) bool { return !option(l.index(place)).Disabled }
	l.rows.tapped = func(place int, _ float32) { l.choose(place) }
	l.rows.keyed = l.key
	l.rows.set(n, at)
	if at < 0 {
		l.rows.at = l.rows.next(-1, 1)
	}
	if n > optionFilter {
		l.filter = newOptionEntry(l.narrow, l.rows.key)
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
	l.rows.set(n, -1)
	l.rows.at = l.rows.next(-1, 1)
	l.rows.first()
	show(l.none, n == 0)
}

// key is what the keys that do not move do.
func (l *optionList) key(key fyne.KeyName) {
	switch {
	case key == fyne.KeyEscape:
		l.closed()
	case isTap(key) && l.rows.at >= 0:
		l.choose(l.rows.at)
	}
}

func (l *optionList) choose(place int) {
	i := l.index(place)
	if l.option(i).Disabled {
		focusOn(l.focusable())
		return
	}
	l.chosen(i)
}

// draw draws the option at a place.
func (l *optionList) draw(p *pen, place int, y, width float32) {
	o := l.option(l.index(place))
	text := label{text: o.Text, size: theme.SizeBody, role: theme.Text, bold: o.Note != "", room: width - 2*optionPad}
	if o.Note != "" {
		text.room = l.notes - optionPad - 8
	}
	if o.Disabled {
		text.role = theme.Disabled
	}
	p.text(fyne.NewPos(optionPad, y+(rowTall-p.tall(text))/2), text)
	if o.Note != "" {
		note := label{text: o.Note, size: theme.SizeTable, role: theme.QuietText, room: width - l.notes - optionPad}
		p.text(fyne.NewPos(l.notes, y+(rowTall-p.tall(note))/2), note)
	}
}

// measure finds out where notes begin and how wide everything is, by the first options.
func (l *optionList) measure() {
	var text, note float32
	for i := range min(l.n, 2*optionMost) {
		o := l.option(i)
		text = max(text, measure(o.Text, dim(l, theme.SizeBody), fyne.TextStyle{Bold: o.Note != ""}))
		note = max(note, measure(o.Note, dim(l, theme.SizeTable), fyne.TextStyle{}))
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
	return l.filterTall() + rowTall*float32(min(max(l.n, 1), most)) + 2*optionGap
}

func (l *optionList) Restyle() {
	l.border.FillColor, l.border.StrokeColor = ink(l, theme.Surface), ink(l, theme.Control)
	l.border.StrokeWidth, l.border.CornerRadius = 1, dim(l, theme.SizeEdge)
}

func (l *optionList) Arrange(size fyne.Size) {
	place(l.border, 0, 0, size.Width, size.Height)
	top := l.filterTall()
	if l.filter != nil {
		place(l.filter, 0, 0, size.Width, top)
	}
	place(l.rows, 1, top+optionGap, size.Width-2, size.Height-top-2*optionGap)
	placeWide(l.none, optionPad, top+optionGap+4, size.Width-2*optionPad)
}

// optionEntry is the line that narrows the options down; the keys that move and choose go
// to the list.
type optionEntry struct {
	widget.Entry
	key func(fyne.KeyName)
}

func newOptionEntry(changed func(string), key func(fyne.KeyName)) *optionEntry {
	e := &optionEntry{key: key}
	e.PlaceHolder = words.T(typeToFind)
	e.OnChanged = changed
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey is for Fyne.
func (e *optionEntry) TypedKey(event *fyne.KeyEvent) {
	switch event.Name {
	case fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown, fyne.KeyEscape, fyne.KeyReturn, fyne.KeyEnter:
		e.key(event.Name)
	default:
		e.Entry.TypedKey(event)
	}
}

// AccessibilityLabel returns what is typed here.
func (e *optionEntry) AccessibilityLabel() string { return e.PlaceHolder }

// AccessibilityRole is for Fyne.
func (e *optionEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
