package dialogs

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver"

	"steward/gui/systemfiles"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// system asks for files in the system's dialogue; nil where there is none, and the chooser asks. away runs it away from the window.
var (
	system func(context.Context, systemfiles.Question) (string, error)
	away   func(func())
)

// UseSystem has files asked for in the system's dialogue from now on: by ask, which run runs away from the window. With nil the
// chooser asks.
func UseSystem(ask func(context.Context, systemfiles.Question) (string, error), run func(func())) {
	system, away = ask, run
}

// ask asks for what is to be chosen: in the system's dialogue where there is one, else in the chooser itself. Meanwhile a
// dialog lies over the window, which waits for the answer and offers the chooser.
func (c *chooser) ask(title, use, folder string) {
	if system == nil {
		c.open(title, use, folder)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	own := func() { c.open(title, use, folder) }
	var d *dialog.CustomDialog
	end := func() {
		cancel()
		d.Hide()
	}
	d = New(c.window, title, broad(c.window, 420, prose.Body(words.T("Choose in the window that your system has opened."))))
	closing := forms.NewButton(words.T("Cancel"), end)
	d.SetButtons([]fyne.CanvasObject{closing, forms.NewButton(words.T("Choose here instead"), func() { end(); own() })})
	d.Show()
	c.window.Canvas().Focus(closing)
	q, asks := c.question(title, use, folder), system
	away(func() {
		path, err := asks(ctx, q)
		fyne.Do(func() {
			if ctx.Err() != nil { // this was cancelled meanwhile
				return
			}
			end()
			switch {
			case errors.Is(err, systemfiles.ErrCancelled):
			case err != nil:
				own()
			default:
				c.answered(path)
			}
		})
	})
}

// question is what the chooser asks for as the system takes it.
func (c *chooser) question(title, use, folder string) systemfiles.Question {
	q := systemfiles.Question{Title: title, Button: use, Folder: begins(folder), Name: c.saves, Endings: c.endings, Files: c.files, Window: handle(c.window)}
	switch {
	case c.folders:
		q.Kind = systemfiles.Folder
	case c.saves != "":
		q.Kind = systemfiles.Save
	}
	if q.Files == "" {
		q.Files = words.T("Files that can be used")
	}
	return q
}

// answered takes what was chosen in the system's dialogue. A name gets the ending that it lacks, and where a file has that
// name, which the system did not ask about, it is asked.
func (c *chooser) answered(path string) {
	c.folder = filepath.Dir(path)
	if c.saves == "" || fits(path, c.endings) {
		c.take(path)
		return
	}
	path += c.endings[0]
	if _, err := os.Stat(path); err == nil {
		c.replace(path)
		return
	}
	c.take(path)
}

// handle is the system's handle of a window, 0 where there is none.
func handle(w fyne.Window) (at uintptr) {
	if native, ok := w.(driver.NativeWindow); ok {
		native.RunNative(func(context any) {
			switch c := context.(type) {
			case driver.X11WindowContext:
				at = c.WindowHandle
			case driver.WindowsWindowContext:
				at = c.HWND
			}
		})
	}
	return at
}
