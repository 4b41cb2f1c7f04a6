package widgets

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/words"
)

// FileRow is a file or folder of a FileList.
type FileRow struct {
	Name   string
	Folder bool
	Note   string // beside it, such as when it was changed
}

// FileList lists what is in a folder. It takes the focus: up, down, page up, page down, home and end
// move the mark, letters go to the next name that begins with them, enter opens, backspace leaves the
// folder. A tap marks, a second one opens.
type FileList struct {
	List
	OnMarked, OnOpened func(i int)
	OnLeft             func()

	files   []FileRow
	none    *Text
	lastTap time.Time
	letters string // typed one after another, the last at
	last    time.Time
}

const (
	fileIcon = 18
	fileGap  = 8
	fileNote = 150 // the least width that notes leave to names

	tapsApart = 500 * time.Millisecond // at most, between the taps of a double one
	keysApart = time.Second            // at most, between letters that belong together
)

// Clock tells how far taps and letters are apart. Tests hold it, so that it does not matter how busy a machine
// is.
var Clock = time.Now

// NewFileList returns an empty list; name is what it lists, for those who do not see it.
func NewFileList(name string) *FileList {
	l := &FileList{none: Quiet()}
	l.init(l, rowTall)
	l.edge, l.round, l.name = rowEdge, true, name
	l.says = func(i int) string {
		if l.files[i].Folder {
			return words.T("%s, a folder", l.files[i].Name)
		}
		return l.files[i].Name
	}
	l.draw, l.moved, l.keyed, l.runed, l.tapped = l.drawFile, l.marked, l.act, l.find, l.tap
	return l
}

// Set lists other files, none of them marked; none is what to say where there is nothing.
func (l *FileList) Set(files []FileRow, none string) {
	l.files = files
	l.letters = ""
	l.none.SetText(none)
	show(l.none, len(files) == 0)
	l.set(len(files), -1)
	l.first()
}

// Marked returns the marked row, -1 for none.
func (l *FileList) Marked() int { return l.at }

// Mark marks a row.
func (l *FileList) Mark(i int) { l.move(i) }

// Focus returns what takes the keyboard.
func (l *FileList) Focus() fyne.Focusable { return l }

func (l *FileList) marked(i int) {
	if l.OnMarked != nil {
		l.OnMarked(i)
	}
}

func (l *FileList) open(i int) {
	if l.OnOpened != nil && i >= 0 && i < len(l.files) {
		l.OnOpened(i)
	}
}

func (l *FileList) tap(i int, _ float32) {
	now := Clock()
	again := i == l.at && now.Sub(l.lastTap) < tapsApart
	l.lastTap = now
	l.move(i)
	if again {
		l.open(i)
	}
}

func (l *FileList) act(key fyne.KeyName) {
	switch key {
	case fyne.KeyReturn, fyne.KeyEnter:
		l.open(l.at)
	case fyne.KeyBackspace:
		if l.OnLeft != nil {
			l.OnLeft()
		}
	}
}

// find marks the next name that begins with what is typed.
func (l *FileList) find(r rune) {
	if !unicode.IsPrint(r) {
		return
	}
	from := l.at
	now := Clock()
	if now.Sub(l.last) > keysApart || l.letters == "" {
		l.letters = ""
		from++ // the same letter again goes on
	}
	l.letters += strings.ToLower(string(r))
	l.last = now
	for k := range len(l.files) {
		i := (max(from, 0) + k) % len(l.files)
		if strings.HasPrefix(strings.ToLower(l.files[i].Name), l.letters) {
			l.move(i)
			return
		}
	}
}

func (l *FileList) drawFile(p *pen, i int, y, width float32) {
	f := l.files[i]
	kind, role := fynetheme.FileIcon(), theme.QuietText
	if f.Folder {
		kind, role = fynetheme.FolderIcon(), theme.Primary
	}
	p.icon(kind, role, contentsIndent, y+(rowTall-fileIcon)/2, fileIcon)
	x := float32(contentsIndent + fileIcon + fileGap)
	note := label{text: f.Note, size: theme.SizeCaption, role: theme.QuietText, align: fyne.TextAlignTrailing}
	room := width - x - contentsIndent
	if beside := p.width(note) + fileGap; f.Note != "" && room-beside >= fileNote {
		p.text(fyne.NewPos(width-contentsIndent, y+(rowTall-p.tall(note))/2), note)
		room -= beside
	}
	name := label{text: f.Name, size: theme.SizeBody, role: theme.Text, room: room}
	p.text(fyne.NewPos(x, y+(rowTall-p.tall(name))/2), name)
}

// Parts is for Drawn.
func (l *FileList) Parts() []fyne.CanvasObject { return append(l.List.Parts(), l.none) }

// Least is for Drawn.
func (l *FileList) Least() fyne.Size { return fyne.NewSize(260, 4*rowTall) }

// Arrange is for Drawn.
func (l *FileList) Arrange(size fyne.Size) {
	l.List.Arrange(size)
	placeWide(l.none, contentsIndent, 8, size.Width-2*contentsIndent)
}
