package gui

import (
	"slices"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/dialogs"
	"steward/gui/theme"
	"steward/gui/words"
)

// The names under which the window's settings are kept. They hold no data: how the window
// looks, its size, and which project files were open.
const (
	settingLook   = "look"
	settingWidth  = "window-width"
	settingHeight = "window-height"
	settingRecent = "recent-projects"
	settingText   = "text-size"
	settingStill  = "reduced-motion"
	settingBegun  = "begun"
)

// maxRecent is how many projects are remembered.
const maxRecent = 8

// looks are the choices of a look, in the order in which they are offered.
var looks = []struct {
	id, name string
	theme    func() fyne.Theme
}{
	{"system", words.Key("Like the system"), theme.New},
	{"light", words.Key("Light"), func() fyne.Theme { return theme.Forced(fynetheme.VariantLight) }},
	{"dark", words.Key("Dark"), func() fyne.Theme { return theme.Forced(fynetheme.VariantDark) }},
}

// textSizes are the choices of a size of text.
var textSizes = []struct {
	name   string
	factor float32
}{{words.Key("Normal"), 1}, {words.Key("Larger"), 1.15}, {words.Key("Large"), 1.3}}

// Dress makes an app look as was chosen in the settings (Look), and keep still where that was.
func Dress(a fyne.App) {
	fyne.SetCurrentApp(still{a})
	Look(a)
}

// Look shows the app as was chosen in the settings: light, dark or as the system is, and the size of
// text.
func Look(a fyne.App) {
	a.Settings().SetTheme(theme.Sized(looks[look(a)].theme(), textSizes[textSize(a)].factor))
}

// still is an app in which nothing moves by itself while the settings say so. Fyne asks the current
// app's settings before it animates anything.
type still struct{ fyne.App }

// Settings is for Fyne.
func (s still) Settings() fyne.Settings { return stillSettings{s.App.Settings(), s.App} }

type stillSettings struct {
	fyne.Settings
	app fyne.App
}

// ShowAnimations is for Fyne.
func (s stillSettings) ShowAnimations() bool {
	return s.Settings.ShowAnimations() && !s.app.Preferences().Bool(settingStill)
}

func textSize(a fyne.App) int {
	return min(max(a.Preferences().Int(settingText), 0), len(textSizes)-1)
}

// setLook chooses a look, setText a size of text; both are shown at once.
func (f *Frame) setLook(i int) {
	a := fyne.CurrentApp()
	a.Preferences().SetString(settingLook, looks[i].id)
	Look(a)
	f.Update()
}

func (f *Frame) setText(i int) {
	a := fyne.CurrentApp()
	a.Preferences().SetInt(settingText, min(max(i, 0), len(textSizes)-1))
	Look(a)
	f.Update()
}

// keepStill says whether anything may move by itself, and stops what does.
func (f *Frame) keepStill(on bool) {
	fyne.CurrentApp().Preferences().SetBool(settingStill, on)
	f.stopMoving()
	f.busy.Objects, f.progress = nil, nil // made anew where something goes on
	f.Update()
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

// begin tells whether the program is used for the first time, and remembers that it is.
func begin(a fyne.App) (first bool) {
	p := a.Preferences()
	first = !p.Bool(settingBegun) && p.Float(settingWidth) == 0 // which is kept since before the other was
	p.SetBool(settingBegun, true)
	return first
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
		names = append(names, words.Text(l.name))
	}
	var sizes []string
	for _, t := range textSizes {
		sizes = append(sizes, words.Text(t.name))
	}
	dialogs.Settings(f.window, []dialogs.Setting{
		f.languageSetting(),
		{Name: words.T("Look"), Options: names, Now: look(a), Chosen: f.setLook},
		{Name: words.T("Size of text"), Options: sizes, Now: textSize(a), Chosen: f.setText},
		{
			Name: words.T("Motion"), Options: []string{words.T("As usual"), words.T("Keep still")}, Now: one(a.Preferences().Bool(settingStill)),
			Chosen: func(i int) { f.keepStill(i == 1) },
		},
		{
			Name: words.T("Expert view"), Note: words.T("Shows the terms of the literature in the side column: ε, sensitivities, scales, strategies."),
			Options: []string{words.T("Off"), words.T("On")}, Now: one(f.expert.on()), Chosen: func(int) { f.expert.toggle() },
		},
		{
			Name: words.T("Recent projects"), Note: words.T("Steward remembers where project files are, never what is in a spreadsheet."),
			Options: []string{words.T("Keep"), words.T("Forget now")}, Now: 0,
			Chosen: func(i int) {
				if i == 1 {
					a.Preferences().SetStringList(settingRecent, nil)
				}
			},
		},
	}, words.T("Steward uses no network. The accounts of what was spent are kept in %s.", f.session.LedgerDir()))
}

// one is the place of a choice between no and yes.
func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// views opens the menu of how things are shown.
func (f *Frame) views() {
	a := fyne.CurrentApp()
	expert := fyne.NewMenuItem(words.T("Expert view"), f.expert.toggle)
	expert.Checked = f.expert.on()
	now := textSize(a)
	larger := fyne.NewMenuItem(words.T("Larger text"), func() { f.setText(now + 1) })
	larger.Disabled = now == len(textSizes)-1
	smaller := fyne.NewMenuItem(words.T("Smaller text"), func() { f.setText(now - 1) })
	smaller.Disabled = now == 0
	items := []*fyne.MenuItem{expert, fyne.NewMenuItemSeparator(), larger, smaller, fyne.NewMenuItemSeparator()}
	for i, l := range looks {
		item := fyne.NewMenuItem(words.Text(l.name), func() { f.setLook(i) })
		item.Checked = i == look(a)
		items = append(items, item)
	}
	f.menuUnder(f.view, items)
}
