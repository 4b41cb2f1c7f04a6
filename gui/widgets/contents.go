package widgets

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/words"
)

// ContentsEntry is a line of a Contents: a page, or a heading over those that follow.
type ContentsEntry struct {
	Text    string
	Heading bool
}

// Contents is the list of the pages of something to read, under headings. It takes the
// focus: up and down turn to the next page.
type Contents struct {
	Widget
	// OnChosen is told the index of the page that the person turns to.
	OnChosen func(index int)

	entries []ContentsEntry
	rows    *rowList
}

const contentsIndent = 12

// NewContents returns a list without pages.
func NewContents(chosen func(index int)) *Contents {
	c := &Contents{OnChosen: chosen, rows: newRowList()}
	c.rows.passable = func(i int) bool { return !c.entries[i].Heading }
	c.rows.draw, c.rows.tapped, c.rows.moved = c.draw, c.tapped, c.turned
	c.rows.name = words.T("Contents")
	c.rows.says = func(i int) string { return c.entries[i].Text }
	c.ExtendBaseWidget(c)
	return c
}

// Set lists other pages, with one of them open; -1 for none.
func (c *Contents) Set(entries []ContentsEntry, open int) {
	c.entries = entries
	c.rows.set(len(entries), open)
	c.rows.mark(open)
}

// SetName says what is listed, for those who do not see it.
func (c *Contents) SetName(name string) { c.rows.name = name }

// Focus returns what takes the keyboard.
func (c *Contents) Focus() fyne.Focusable { return c.rows }

func (c *Contents) tapped(i int) {
	if c.entries[i].Heading {
		return
	}
	c.rows.mark(i)
	c.turned(i)
	focusOn(c.rows)
}

func (c *Contents) turned(i int) {
	if c.OnChosen != nil {
		c.OnChosen(i)
	}
}

func (c *Contents) draw(p *pen, i int, y, width float32) {
	e := c.entries[i]
	l := label{text: e.Text, size: theme.SizeTable, role: theme.Text, room: width - 2*contentsIndent}
	x := float32(contentsIndent)
	if e.Heading {
		l.size, l.role, l.bold = theme.SizeCaption, theme.QuietText, true
		y += 4 // nearer to what it is over
	} else if i == c.rows.at {
		l.role, l.bold = theme.Primary, true
	}
	p.text(fyne.NewPos(x, y+(rowTall-p.tall(l))/2), l)
}

func (c *Contents) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{c.rows} }

func (c *Contents) Least() fyne.Size { return c.rows.MinSize() }

func (c *Contents) Arrange(size fyne.Size) { place(c.rows, 0, 0, size.Width, size.Height) }
