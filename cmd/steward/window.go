//go:build cgo

package main

import (
	"net/url"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"steward/assets"
	"steward/cmd/steward/console"
	"steward/cmd/steward/crash"
	"steward/gui"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/systemfiles"
)

// openWindow shows the window until it is closed, with a project or the sample if one is
// asked for.
func openWindow(c *console.Console, cmd windowCmd) error {
	ledgers, err := c.LedgerDir()
	if err != nil {
		return err
	}
	key := c.Key
	key.Passphrase = nil // nobody looks at the terminal
	a := app.NewWithID(console.AppID)
	a.SetIcon(fyne.NewStaticResource("steward.png", assets.IconPNG))
	gui.Dress(a)
	if err := gui.Speak(a, cmd.Language); err != nil {
		return err
	}
	s := session.New(session.Surroundings{
		Dispatch: fyne.Do, Go: crash.Background, LedgerDir: ledgers, Drafts: draftsDir(), Program: c.Program, Noise: c.Noise, Key: &key,
	})
	w := a.NewWindow("Steward")
	frame := gui.New(s, w, func(path string) {
		_ = a.OpenURL(&url.URL{Scheme: "file", Path: path})
	})
	w.SetContent(frame.Content())
	w.Resize(gui.WindowSize(a))
	w.SetPadded(false)
	w.SetMaster()
	go func() { // the desktop may have to start what makes its dialogues
		if systemfiles.There(c.Ctx) {
			fyne.Do(func() { dialogs.UseSystem(systemfiles.Ask, func(f func()) { go f() }) })
		}
	}()
	a.Lifecycle().SetOnEnteredForeground(func() { fyne.Do(s.Balance.Refresh) }) // others may have spent
	switch {
	case cmd.File != "":
		frame.Drop(cmd.File)
	case cmd.Sample:
		s.OpenSample()
	}
	w.ShowAndRun()
	return nil
}

// draftsDir returns the folder that keeps unsaved projects in case the program dies, "" where there is no
// folder for settings.
func draftsDir() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "steward", "unsaved")
}
