package gui

import (
	"encoding/json"
	"os"
	"runtime"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"steward/gui/dialogs"
	"steward/gui/words"
)

// settingLanguage names, among the settings, the language that was chosen; without it the window
// speaks the system's.
const settingLanguage = "language"

// Speak chooses the language of the window, which has to be done before the window is made: the one
// that is asked for, else the one chosen in the settings, else the system's where there is a
// catalogue for it, else English. It errors where the one asked for is none.
func Speak(a fyne.App, asked string) error {
	code := asked
	if code == "" {
		code = a.Preferences().String(settingLanguage)
	}
	if code == "" || asked == "" && languageAt(code) < 0 {
		code = words.Of(systemLanguage())
	}
	return use(code)
}

// use chooses a language, for the toolkit's own texts as well.
func use(code string) error {
	if err := words.Use(code); err != nil {
		return err
	}
	return speakToolkit()
}

// systemLanguage is what the system says its language is.
func systemLanguage() string {
	if runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
			if v := os.Getenv(name); v != "" {
				return v
			}
		}
	}
	return lang.SystemLocale().String()
}

// toolkitTexts are what the menus of the toolkit's entries say.
var toolkitTexts = []string{
	words.Key("Copy"), words.Key("Cut"), words.Key("Paste"), words.Key("Quit"), words.Key("Redo"), words.Key("Select all"), words.Key("Undo"),
}

// speakToolkit has the toolkit's own texts said in the language in use: it takes the system's, for
// whose locale they are given here.
func speakToolkit() error {
	texts := make(map[string]string)
	for _, t := range toolkitTexts {
		texts[t] = words.Text(t)
	}
	raw, err := json.Marshal(texts)
	if err != nil {
		return err
	}
	return lang.AddTranslationsForLocale(raw, lang.SystemLocale())
}

// languageAt is the place of a language among those to be chosen, -1 for none.
func languageAt(code string) int {
	return slices.IndexFunc(words.Languages(), func(l words.Choice) bool { return l.Code == code })
}

// languageSetting is the choice of a language among the settings.
func (f *Frame) languageSetting() dialogs.Setting {
	now := languageAt(fyne.CurrentApp().Preferences().String(settingLanguage))
	if now < 0 {
		now = languageAt(words.Language())
	}
	s := dialogs.Setting{Name: words.T("Language"), Now: now, Chosen: f.setLanguage}
	for _, l := range words.Languages() {
		s.Options = append(s.Options, l.Name)
	}
	return s
}

// setLanguage remembers a language, which the window speaks at once. While something is under way it is asked to be waited for.
func (f *Frame) setLanguage(i int) {
	l := words.Languages()[i]
	fyne.CurrentApp().Preferences().SetString(settingLanguage, l.Code)
	if l.Code == words.Language() {
		return
	}
	if j := f.session.Running(); j != nil {
		f.waits(j)
		return
	}
	if err := use(l.Code); err != nil {
		f.session.Fail(f.order[f.current], err)
		return
	}
	for top := f.window.Canvas().Overlays().Top(); top != nil; top = f.window.Canvas().Overlays().Top() {
		top.Hide()
		f.window.Canvas().Overlays().Remove(top)
	}
	f.gone = true
	f.session.Respeak()
	next := newFrame(f.session, f.window, f.opens, f.first)
	next.Show(f.current)
	f.window.SetContent(next.Content())
	next.settings()
}
