package lists

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
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
	List
	// OnChosen is told the index of the page that the person turns to.
	OnChosen func(index int)

	entries []ContentsEntry
}

const contentsIndent = 12

// NewContents returns a list without pages.
func NewContents(chosen func(index int)) *Contents {
	c := &Contents{OnChosen: chosen}
	c.Init(c, RowTall)
	c.Edge, c.Round, c.Name = rowEdge, true, words.T("Contents")
	c.Choosable = func(i int) bool { return !c.entries[i].Heading }
	c.DrawRow, c.OnTap, c.OnKeyed = c.drawEntry, c.tap, c.turned
	c.Says = func(i int) string { return c.entries[i].Text }
	return c
}

// Set lists other pages, with one of them open; -1 for none.
func (c *Contents) Set(entries []ContentsEntry, open int) {
	c.entries = entries
	c.Reset(len(entries), open)
	c.Highlight(open)
}

// SetName says what is listed, for those who do not see it.
func (c *Contents) SetName(name string) { c.Name = name }

// Focus returns what takes the keyboard.
func (c *Contents) Focus() fyne.Focusable { return c }

func (c *Contents) tap(i int, _ float32) {
	if c.entries[i].Heading {
		return
	}
	c.Highlight(i)
	c.turned(i)
}

func (c *Contents) turned(i int) {
	if c.OnChosen != nil {
		c.OnChosen(i)
	}
}

func (c *Contents) drawEntry(p *paint.Pen, i int, y, width float32) {
	e := c.entries[i]
	l := paint.Label{Text: e.Text, Size: theme.SizeTable, Role: theme.Text, Room: width - 2*contentsIndent}
	x := float32(contentsIndent)
	if e.Heading {
		l.Size, l.Role, l.Bold = theme.SizeCaption, theme.QuietText, true
		y += 4 // nearer to what it is over
	} else if i == c.Chosen {
		l.Role, l.Bold = theme.Primary, true
	}
	p.Text(fyne.NewPos(x, y+(RowTall-p.Tall(l))/2), l)
}
