package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/dialogs"
	"steward/gui/theme"
)

// The names under which the window's settings are kept. They hold no data: how the window
// looks, its size, and which project files were open.
const (
	settingLook   = "look"
	settingWidth  = "window-width"
	settingHeight = "window-height"
	settingRecent = "recent-projects"
)

// maxRecent is how many projects are remembered.
const maxRecent = 8

// looks are the choices of a look, in the order in which they are offered.
var looks = []struct {
	id, name string
	theme    func() fyne.Theme
}{
	{"system", "As the system", theme.New},
	{"light", "Light", func() fyne.Theme { return theme.Forced(fynetheme.VariantLight) }},
	{"dark", "Dark", func() fyne.Theme { return theme.Forced(fynetheme.VariantDark) }},
}

// Look sets the app's theme to the one that was chosen in the settings, or to the one that
// follows the system.
func Look(a fyne.App) {
	a.Settings().SetTheme(looks[look(a)].theme())
}

func look(a fyne.App) int {
	id := a.Preferences().String(settingLook)
	for i, l := range looks {
		if l.id == id {
			return i
		}
	}
	return 0
}

// WindowSize returns the size that the window had when it was last closed.
func WindowSize(a fyne.App) fyne.Size {
	p := a.Preferences()
	return fyne.NewSize(
		float32(p.FloatWithFallback(settingWidth, 1280)),
		float32(p.FloatWithFallback(settingHeight, 800)))
}

func rememberSize(a fyne.App, size fyne.Size) {
	if size.Width < leastWindow.Width || size.Height < leastWindow.Height {
		return
	}
	a.Preferences().SetFloat(settingWidth, float64(size.Width))
	a.Preferences().SetFloat(settingHeight, float64(size.Height))
}

// recent returns the project files that were open last, the newest first.
func recent(a fyne.App) []string { return a.Preferences().StringList(settingRecent) }

func rememberProject(a fyne.App, path string) {
	if path == "" {
		return
	}
	list := slices.DeleteFunc(slices.Clone(recent(a)), func(p string) bool { return p == path })
	list = append([]string{path}, list...)
	a.Preferences().SetStringList(settingRecent, list[:min(len(list), maxRecent)])
}

// settings opens the settings.
func (f *Frame) settings() {
	a := fyne.CurrentApp()
	var names []string
	for _, l := range looks {
		names = append(names, l.name)
	}
	dialogs.Settings(f.window, []dialogs.Setting{{
		Name: "Look", Options: names, Now: look(a),
		Chosen: func(i int) {
			a.Preferences().SetString(settingLook, looks[i].id)
			Look(a)
			f.Update()
		},
	}, {
		Name: "Recent projects", Note: "Steward remembers where project files are, never what is in a spreadsheet.",
		Options: []string{"Keep", "Forget now"}, Now: 0,
		Chosen: func(i int) {
			if i == 1 {
				a.Preferences().SetStringList(settingRecent, nil)
			}
		},
	}}, "Steward uses no network. The accounts of what was spent are kept in "+f.session.LedgerDir()+".")
}
