package lists

import (
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
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
	none    *prose.Text
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
	l := &FileList{none: prose.Quiet("")}
	l.Init(l, RowTall)
	l.Edge, l.Round, l.Name = rowEdge, true, name
	l.Says = func(i int) string {
		if l.files[i].Folder {
			return words.T("%s, a folder", l.files[i].Name)
		}
		return l.files[i].Name
	}
	l.DrawRow, l.OnKeyed, l.OnKey, l.OnRune, l.OnTap = l.drawFile, l.marked, l.act, l.find, l.tap
	return l
}

// Set lists other files, none of them marked; none is what to say where there is nothing.
func (l *FileList) Set(files []FileRow, none string) {
	l.files = files
	l.letters = ""
	l.none.SetText(none)
	paint.Show(l.none, len(files) == 0)
	l.Reset(len(files), -1)
	l.First()
}

// Marked returns the marked row, -1 for none.
func (l *FileList) Marked() int { return l.Chosen }

// Mark marks a row.
func (l *FileList) Mark(i int) { l.Go(i) }

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
	again := i == l.Chosen && now.Sub(l.lastTap) < tapsApart
	l.lastTap = now
	l.Go(i)
	if again {
		l.open(i)
	}
}

func (l *FileList) act(key fyne.KeyName) {
	switch key {
	case fyne.KeyReturn, fyne.KeyEnter:
		l.open(l.Chosen)
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
	from := l.Chosen
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
			l.Go(i)
			return
		}
	}
}

func (l *FileList) drawFile(p *paint.Pen, i int, y, width float32) {
	f := l.files[i]
	kind, role := fynetheme.FileIcon(), theme.QuietText
	if f.Folder {
		kind, role = fynetheme.FolderIcon(), theme.Primary
	}
	p.Icon(kind, role, contentsIndent, y+(RowTall-fileIcon)/2, fileIcon)
	x := float32(contentsIndent + fileIcon + fileGap)
	note := paint.Label{Text: f.Note, Size: theme.SizeCaption, Role: theme.QuietText, Align: fyne.TextAlignTrailing}
	room := width - x - contentsIndent
	if beside := p.Width(note) + fileGap; f.Note != "" && room-beside >= fileNote {
		p.Text(fyne.NewPos(width-contentsIndent, y+(RowTall-p.Tall(note))/2), note)
		room -= beside
	}
	name := paint.Label{Text: f.Name, Size: theme.SizeBody, Role: theme.Text, Room: room}
	p.Text(fyne.NewPos(x, y+(RowTall-p.Tall(name))/2), name)
}

// Parts is for Drawn.
func (l *FileList) Parts() []fyne.CanvasObject { return append(l.List.Parts(), l.none) }

// Least is for Drawn.
func (l *FileList) Least() fyne.Size { return fyne.NewSize(260, 4*RowTall) }

// Arrange is for Drawn.
func (l *FileList) Arrange(size fyne.Size) {
	l.List.Arrange(size)
	paint.PlaceWide(l.none, contentsIndent, 8, size.Width-2*contentsIndent)
}
