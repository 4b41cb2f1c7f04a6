package layouts

import "fyne.io/fyne/v2"

// Remade is a box whose objects are made again only when what they are made of is another, so that what is typed in
// them stays.
type Remade struct {
	Box *fyne.Container
	of  string
}

// Show fills the box, unless it is filled with the same already.
func (b *Remade) Show(of string, objects func() []fyne.CanvasObject) {
	if of != b.of {
		b.of = of
		Fill(b.Box, objects()...)
	}
}
