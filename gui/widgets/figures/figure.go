package figures

import (
	"image"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// FigureSpec is what a Figure asks a picture for.
type FigureSpec struct {
	Width, Height int     // in pixels of the screen
	Scale, Text   float32 // pixels of the screen per device-independent pixel, and how much larger than usual text is
	Dark          bool    // whether the window is dark now
}

// Draw draws a picture. It may be called on any goroutine, and must use nothing of the user
// interface.
type Draw func(spec FigureSpec) (image.Image, error)

// Run does a piece of work and then calls done on the user interface's goroutine.
// Synchronous (the default) does both at once; a window passes one that works in a
// goroutine and calls done through fyne.Do.
type Run func(work, done func())

// Synchronous does the work and calls done, on the goroutine it is called on.
func Synchronous(work, done func()) {
	work()
	done()
}

// Figure shows a picture that is drawn for the exact size it has on the screen, and again
// when that or the theme changes. One picture is drawn at a time, and then the latest that is
// wanted, so that a window can be resized while a large one is drawn; a picture that comes
// late is dropped. The last few are kept, because laying a window out passes through other
// sizes. A picture that cannot be drawn leaves the reason in its place.
type Figure struct {
	paint.Widget
	// OnMenu returns what can be done with the picture, for the menu of a right click; nil for nothing.
	OnMenu func() []*fyne.MenuItem

	least fyne.Size
	shown Scene
	run   Run
	draw  Draw

	image   *canvas.Image
	problem *prose.Text
	wanted  FigureSpec // what the picture must be now, zero for not known
	turn    int        // counts the calls of SetDraw
	busy    bool       // a picture is being drawn
	kept    []keptFigure
}

// keptFigure is a picture, or why there is none.
type keptFigure struct {
	spec    FigureSpec
	picture image.Image
	err     error
}

// mostFigures is how many pictures are kept.
const mostFigures = 3

// NewFigure returns a figure of at least a size. A nil run is Synchronous; a nil draw shows
// nothing.
func NewFigure(least fyne.Size, run Run, draw Draw) *Figure {
	if run == nil {
		run = Synchronous
	}
	f := &Figure{least: least, run: run, draw: draw, image: &canvas.Image{}, problem: prose.Caption("")}
	f.image.ScaleMode = canvas.ImageScaleSmooth
	f.image.Hide()
	f.problem.Hide()
	f.ExtendBaseWidget(f)
	return f
}

// SetDraw shows another picture; the old one stays until it is there.
func (f *Figure) SetDraw(draw Draw) {
	f.draw = draw
	f.turn++
	f.wanted, f.kept = FigureSpec{}, nil
	f.Refresh()
}

// Scene is a picture that takes a height of its own at a width, and can be said in words.
type Scene interface {
	Summary() string
	// Tall returns its height at a width where text is so much larger than usual.
	Tall(width, text float32) float32
}

// SetScene shows a picture that says how tall it is; draw draws it.
func (f *Figure) SetScene(s Scene, draw Draw) {
	f.shown = s
	f.SetDraw(draw)
}

// Summary says in words what the picture shows, for those who do not see it and for tests; "" where nobody said.
func (f *Figure) Summary() string {
	if f.shown == nil {
		return ""
	}
	return f.shown.Summary()
}

// AccessibilityLabel says what the picture shows.
func (f *Figure) AccessibilityLabel() string { return f.Summary() }

// TappedSecondary is for Fyne.
func (f *Figure) TappedSecondary(event *fyne.PointEvent) {
	if f.OnMenu != nil {
		input.OpenMenu(f, &event.AbsolutePosition, f.OnMenu())
	}
}

func (f *Figure) Parts() []fyne.CanvasObject { return []fyne.CanvasObject{f.image, f.problem} }

func (f *Figure) Least() fyne.Size {
	if f.shown == nil { // what is drawn has larger letters where the window has
		return fyne.NewSize(f.least.Width, f.least.Height*paint.Enlarged(f))
	}
	return fyne.NewSize(f.least.Width, f.shown.Tall(max(f.Size().Width, f.least.Width), paint.Enlarged(f)))
}

func (f *Figure) Restyle() { f.ask(f.Size()) }

func (f *Figure) Arrange(size fyne.Size) {
	paint.Place(f.image, 0, 0, size.Width, size.Height)
	paint.PlaceWide(f.problem, 0, 0, size.Width)
	f.showImage(size)
	f.ask(size)
}

// spec returns what a picture of a size must be on the screen.
func (f *Figure) spec(size fyne.Size) FigureSpec {
	scale := float32(1)
	if c := fyne.CurrentApp().Driver().CanvasForObject(f); c != nil {
		scale = c.Scale()
	}
	pixels := func(x float32) int { return int(math.Round(float64(x * scale))) }
	return FigureSpec{
		Width: pixels(size.Width), Height: pixels(size.Height), Scale: scale, Text: paint.Enlarged(f), Dark: theme.Dark(),
	}
}

// ask has the picture Drawn, or shows it, if another is wanted than before.
func (f *Figure) ask(size fyne.Size) {
	spec := f.spec(size)
	if f.draw == nil || spec.Width < 1 || spec.Height < 1 || spec == f.wanted {
		return
	}
	f.wanted = spec
	f.settle()
}

// settle shows the picture that is wanted, or begins to draw it unless one is being drawn.
func (f *Figure) settle() {
	for _, k := range f.kept {
		if k.spec == f.wanted {
			f.showPicture(k.picture, k.err)
			return
		}
	}
	if f.busy || f.draw == nil || f.wanted == (FigureSpec{}) {
		return
	}
	f.busy = true
	spec, turn, draw := f.wanted, f.turn, f.draw
	var picture image.Image
	var err error
	f.run(
		func() { picture, err = draw(spec) },
		func() {
			f.busy = false
			if turn == f.turn {
				if n := len(f.kept); n >= mostFigures {
					f.kept = append([]keptFigure{}, f.kept[n-mostFigures+1:]...)
				}
				f.kept = append(f.kept, keptFigure{spec, picture, err})
			}
			f.settle()
		})
}

// showImage shows the picture where there is one and room for it.
func (f *Figure) showImage(size fyne.Size) {
	paint.Show(f.image, f.image.Image != nil && size.Width >= 1 && size.Height >= 1)
}

func (f *Figure) showPicture(picture image.Image, err error) {
	if err == nil && picture == f.image.Image {
		return
	}
	if err != nil {
		f.problem.Set(prose.Plain(words.Error(err)))
		picture = nil
	}
	paint.Show(f.problem, err != nil)
	f.image.Image = picture
	f.showImage(f.Size())
	f.image.Refresh()
	canvas.Refresh(f)
}
