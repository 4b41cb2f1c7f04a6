package editors

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Grouped is what a GroupEditor shows: the values, the group that each is in (-1 for none),
// the groups' names, and the words for a value that is in none.
type Grouped struct {
	Values []string
	Of     []int
	Groups []string
	Alone  string
}

// GroupEditor puts values into groups without typing: values are ticked on the left, moved
// into a group that is chosen on the right, or into a new one. In the list of values space
// ticks, enter moves, a digit moves into the group of that number, n into a new group.
type GroupEditor struct {
	paint.Widget
	// OnMoved is told the values to move and the group they go to; the number of groups
	// means a new one. OnRenamed is told a group's new name and returns what is wrong with
	// it, "" for nothing. OnRemoved is told a group.
	OnMoved   func(values []int, group int)
	OnRenamed func(group int, name string) (problem string)
	OnRemoved func(group int)

	grouped Grouped
	ticked  map[int]bool
	found   []int // the values listed, nil for all
	sizes   []int // of the groups
	named   int   // the group whose name is shown
	wanted  int   // the group to choose as soon as it is there, -1 for none

	valueTitle, groupTitle *prose.Text
	filter                 *forms.OptionEntry
	values, groups         *lists.List
	all                    *prose.Link
	move, fresh            *forms.Button
	remove                 *forms.IconButton
	name                   *forms.Field
	frames                 [2]*canvas.Rectangle
}

const (
	editorTall = 196 // height of the two lists
	editorTick = 14

	valuesWord   = "Values"
	groupsWord   = "Groups"
	tickAllWord  = "Tick all"
	untickWord   = "Untick all"
	moveWord     = "Move here"
	newGroupWord = "New group"
	nameOfGroup  = "Name of the group"
	removeWord   = "Remove the group; its values go to the one before it"
)

// NewGroupEditor returns an editor without values.
func NewGroupEditor() *GroupEditor {
	e := &GroupEditor{
		wanted: -1, ticked: map[int]bool{}, values: lists.NewList(), groups: lists.NewList(),
		valueTitle: prose.Caption(words.T(valuesWord)).OneLine(), groupTitle: prose.Caption(words.T(groupsWord)).OneLine(),
		frames: [2]*canvas.Rectangle{{}, {}},
	}
	e.values.DrawRow, e.values.OnTap, e.values.OnKey, e.values.OnRune = e.drawValue, func(i int, _ float32) { e.tick(i) }, e.valueKey, e.valueRune
	e.groups.DrawRow, e.groups.OnTap, e.groups.OnKey = e.drawGroup, func(i int, _ float32) { e.choose(i) }, e.groupKey
	e.values.Name, e.groups.Name = words.T(valuesWord), words.T(groupsWord)
	e.groups.Says = func(i int) string { return e.grouped.Groups[i] }
	e.filter = forms.NewOptionEntry(e.narrow, e.values.Key)
	e.all = prose.NewLink(words.T(tickAllWord), e.tickAll)
	e.move = forms.NewButton(words.T(moveWord), func() { e.moveTo(e.groups.Chosen) })
	e.fresh = forms.NewButton(words.T(newGroupWord), func() { e.moveTo(len(e.grouped.Groups)) })
	e.remove = forms.NewBin(words.T(removeWord), func() {
		if e.OnRemoved != nil && e.groups.Chosen >= 0 {
			e.OnRemoved(e.groups.Chosen)
		}
	})
	e.name = forms.NewField("", func(name string) string {
		if e.OnRenamed == nil || e.named < 0 {
			return ""
		}
		return e.OnRenamed(e.named, name)
	})
	e.name.SetPlaceHolder(words.T(nameOfGroup))
	e.ExtendBaseWidget(e)
	return e
}

// Set shows other values and groups. Ticks stay while the values do.
func (e *GroupEditor) Set(g Grouped) {
	if !slices.Equal(g.Values, e.grouped.Values) {
		e.ticked, e.found = map[int]bool{}, nil
		e.filter.SetText("")
	}
	e.grouped = g
	e.sizes = make([]int, len(g.Groups))
	for _, of := range g.Of {
		if of >= 0 {
			e.sizes[of]++
		}
	}
	e.values.Reset(e.listed(), max(e.values.Chosen, 0))
	at := max(e.groups.Chosen, 0)
	if e.wanted >= 0 {
		at, e.wanted = e.wanted, -1
	}
	e.groups.Reset(len(g.Groups), min(at, len(g.Groups)-1))
	e.showGroup()
	e.Refresh()
}

// showGroup shows the name of the chosen group.
func (e *GroupEditor) showGroup() {
	name, at := "", e.groups.Chosen
	if at >= 0 && at < len(e.grouped.Groups) {
		name = e.grouped.Groups[at]
	}
	if at != e.named || !e.name.Dirty() {
		e.name.Reset(name)
	}
	e.named = at
	e.offer()
}

// offer lets the buttons do what can be done.
func (e *GroupEditor) offer() {
	n := len(e.ticked)
	input.Enable(e.move, n > 0 && e.groups.Chosen >= 0)
	input.Enable(e.fresh, n > 0)
	input.Enable(e.remove, len(e.grouped.Groups) > 1)
	input.Enable(e.name, e.groups.Chosen >= 0)
	wording := words.T(valuesWord)
	if n > 0 {
		wording = words.T("%s: %d ticked", wording, n)
	}
	e.valueTitle.SetText(wording)
	all := words.T(tickAllWord)
	if n > 0 {
		all = words.T(untickWord)
	}
	e.all.SetText(all)
}

// listed returns how many values are listed.
func (e *GroupEditor) listed() int {
	if e.found != nil {
		return len(e.found)
	}
	return len(e.grouped.Values)
}

// value returns the value at a place of the list.
func (e *GroupEditor) value(place int) int {
	if e.found != nil {
		return e.found[place]
	}
	return place
}

// narrow lists the values that hold a text.
func (e *GroupEditor) narrow(text string) {
	text = strings.ToLower(strings.TrimSpace(text))
	e.found = nil
	if text != "" {
		e.found = []int{}
		for i, v := range e.grouped.Values {
			if strings.Contains(strings.ToLower(v), text) {
				e.found = append(e.found, i)
			}
		}
	}
	e.values.Reset(e.listed(), 0)
	e.values.First()
}

// tick ticks or unticks what stands at a place.
func (e *GroupEditor) tick(place int) {
	input.FocusOn(e.values)
	e.values.Highlight(place)
	v := e.value(place)
	if e.ticked[v] {
		delete(e.ticked, v)
	} else {
		e.ticked[v] = true
	}
	e.values.Rows.Refresh()
	e.offer()
	e.Refresh()
}

// tickAll ticks all that is listed, or unticks everything.
func (e *GroupEditor) tickAll() {
	if len(e.ticked) > 0 {
		e.ticked = map[int]bool{}
	} else {
		for i := range e.listed() {
			e.ticked[e.value(i)] = true
		}
	}
	e.values.Rows.Refresh()
	e.offer()
	e.Refresh()
}

func (e *GroupEditor) choose(group int) {
	input.FocusOn(e.groups)
	e.groups.Highlight(group)
	e.showGroup()
	e.Refresh()
}

// moveTo moves what is ticked, or else the marked value.
func (e *GroupEditor) moveTo(group int) {
	var list []int
	for v := range e.ticked {
		list = append(list, v)
	}
	if len(list) == 0 && e.values.Chosen >= 0 && e.values.Chosen < e.listed() {
		list = []int{e.value(e.values.Chosen)}
	}
	if len(list) == 0 || group < 0 || group > len(e.grouped.Groups) {
		return
	}
	slices.Sort(list)
	input.FocusOn(e.values)
	e.ticked = map[int]bool{}
	if group == len(e.grouped.Groups) {
		e.wanted = group
	}
	if e.OnMoved != nil {
		e.OnMoved(list, group)
	}
	e.offer()
}

func (e *GroupEditor) valueKey(key fyne.KeyName) {
	switch key {
	case fyne.KeySpace:
		if e.values.Chosen >= 0 && e.values.Chosen < e.listed() {
			e.tick(e.values.Chosen)
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		e.moveTo(e.groups.Chosen)
	}
}

func (e *GroupEditor) valueRune(r rune) {
	switch {
	case r >= '1' && r <= '9' && int(r-'1') < len(e.grouped.Groups):
		e.moveTo(int(r - '1'))
	case r == 'n' || r == 'N':
		e.moveTo(len(e.grouped.Groups))
	}
}

func (e *GroupEditor) groupKey(key fyne.KeyName) {
	switch key {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		e.moveTo(e.groups.Chosen)
	case fyne.KeyDelete, fyne.KeyBackspace:
		e.remove.OnTapped()
	}
}

// drawValue draws a value: its tick, its name and the group that it is in.
func (e *GroupEditor) drawValue(p *paint.Pen, place int, y, width float32) {
	v := e.value(place)
	const left = 12
	box := fyne.NewPos(left, y+(lists.RowTall-editorTick)/2)
	if e.ticked[v] {
		p.Box(box, fyne.NewSize(editorTick, editorTick), theme.Primary, theme.Primary)
		p.Line(box.AddXY(3, 7), box.AddXY(6, 10), theme.OnPrimary, 2)
		p.Line(box.AddXY(6, 10), box.AddXY(11, 4), theme.OnPrimary, 2)
	} else {
		p.Box(box, fyne.NewSize(editorTick, editorTick), theme.Surface, theme.Control)
	}
	group := paint.Label{Text: e.grouped.Alone, Size: theme.SizeCaption, Role: theme.QuietText, Align: fyne.TextAlignTrailing}
	if of := e.grouped.Of[v]; of >= 0 {
		group.Text = e.grouped.Groups[of]
	}
	start := float32(left + editorTick + 10)
	text := paint.Label{Text: e.grouped.Values[v], Size: theme.SizeTable, Role: theme.Text}
	room := max(width-start-12, 1)
	text.Room = min(p.Width(text)+1, room*0.7)
	p.Text(fyne.NewPos(start, y+(lists.RowTall-p.Tall(text))/2), text)
	if group.Room = room - text.Room - 10; group.Room > 24 {
		p.Text(fyne.NewPos(width-10, y+(lists.RowTall-p.Tall(group))/2), group)
	}
}

// drawGroup draws a group: its colour, its number, its name and its size.
func (e *GroupEditor) drawGroup(p *paint.Pen, i int, y, width float32) {
	const dot = 5
	p.Circle(fyne.NewPos(12+dot, y+lists.RowTall/2), dot, groupColor(i), groupColor(i), 0)
	size := paint.Label{Text: fmt.Sprint(e.sizes[i]), Size: theme.SizeCaption, Role: theme.QuietText, Align: fyne.TextAlignTrailing}
	text := paint.Label{Text: e.grouped.Groups[i], Size: theme.SizeTable, Role: theme.Text, Bold: i == e.groups.Chosen, Room: max(width-12-2*dot-8-40, 1)}
	p.Text(fyne.NewPos(12+2*dot+8, y+(lists.RowTall-p.Tall(text))/2), text)
	p.Text(fyne.NewPos(width-10, y+(lists.RowTall-p.Tall(size))/2), size)
}

func (e *GroupEditor) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{e.valueTitle, e.all, e.groupTitle, e.frames[0], e.frames[1], e.values, e.groups, e.name, e.remove, e.move, e.fresh}
	if e.filters() {
		list = append(list, e.filter)
	}
	return list
}

func (e *GroupEditor) filters() bool { return len(e.grouped.Values) > forms.OptionFilter }

const editorHead = 22 // height of the titles

func (e *GroupEditor) Least() fyne.Size {
	return fyne.NewSize(300, editorHead+editorTall+2*(forms.PickerHeight(e)+6))
}

func (e *GroupEditor) Restyle() {
	for _, f := range e.frames {
		f.FillColor, f.StrokeColor = paint.Ink(e, theme.Surface), paint.Ink(e, theme.Line)
		f.StrokeWidth, f.CornerRadius = 1, paint.Dim(e, theme.SizeEdge)
	}
}

func (e *GroupEditor) Arrange(size fyne.Size) {
	gap := paint.Dim(e, theme.SizeWideGap)
	line := forms.PickerHeight(e)
	left := (size.Width - gap) / 2
	right := size.Width - gap - left
	x := left + gap
	paint.PlaceMiddle(e.valueTitle, 0, 0, editorHead)
	least := e.all.MinSize()
	paint.Place(e.all, left-least.Width, 0, least.Width, editorHead-2)
	paint.PlaceMiddle(e.groupTitle, x, 0, editorHead)
	top, tall := float32(editorHead), size.Height-editorHead
	if e.filters() {
		paint.Place(e.filter, 0, top, left, line)
		top += line + 4
		tall -= line + 4
	}
	paint.Place(e.frames[0], 0, top, left, tall)
	paint.Place(e.values, 1, top+1, left-2, tall-2)
	lists := size.Height - editorHead - 2*(line+6)
	paint.Place(e.frames[1], x, editorHead, right, lists)
	paint.Place(e.groups, x+1, editorHead+1, right-2, lists-2)
	y := float32(editorHead) + lists + 6
	paint.Place(e.name, x, y, right-line-4, line)
	paint.Place(e.remove, x+right-line, y, line, line)
	y += line + 6
	half := (right - 6) / 2
	paint.Place(e.move, x, y, half, line)
	paint.Place(e.fresh, x+half+6, y, half, line)
}

// groupColor returns the colour of a group, which is that of its circles in the picture. Colours come again: the names tell the
// groups apart.
func groupColor(i int) fyne.ThemeColorName {
	c := theme.Charts()
	return []fyne.ThemeColorName{c[0], c[4], c[2], c[3], c[1]}[i%len(c)]
}
