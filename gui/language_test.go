package gui_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/gui"
	"steward/gui/widgets/forms"
	"steward/gui/words"
)

// backToEnglish has the window and the toolkit speak English again after a test.
func backToEnglish(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		if err := gui.Speak(newApp(t, fynetheme.VariantLight), words.English); err != nil {
			t.Error(err)
		}
	})
}

// TestSpeak chooses the language as it is asked for, as the settings say, or as the system does.
func TestSpeak(t *testing.T) {
	backToEnglish(t)
	for _, c := range []struct {
		name, asked, chosen, all, messages, plain string
		want                                      string
	}{
		{name: "asked for", asked: "de", chosen: "en", plain: "en_GB.UTF-8", want: "de"},
		{name: "chosen", chosen: "de", plain: "en_GB.UTF-8", want: "de"},
		{name: "English chosen", chosen: "en", plain: "de_DE.UTF-8", want: "en"},
		{name: "of the system", plain: "de_AT.UTF-8", want: "de"},
		{name: "messages before the rest", messages: "de_DE", plain: "fr_FR", want: "de"},
		{name: "all before messages", all: "en_US", messages: "de_DE", plain: "de_DE", want: "en"},
		{name: "unknown", plain: "fr_FR.UTF-8", want: "en"},
		{name: "chosen once, and gone", chosen: "xx", plain: "de_DE", want: "de"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("LC_ALL", c.all)
			t.Setenv("LC_MESSAGES", c.messages)
			t.Setenv("LANG", c.plain)
			a := newApp(t, fynetheme.VariantLight)
			a.Preferences().SetString("language", c.chosen)
			if err := gui.Speak(a, c.asked); err != nil {
				t.Fatal(err)
			}
			if got := words.Language(); got != c.want {
				t.Errorf("it speaks %q, want %q", got, c.want)
			}
			// The toolkit speaks the same.
			if got, want := lang.L("Copy"), words.T("Copy"); got != want {
				t.Errorf("its menus say %q, want %q", got, want)
			}
		})
	}
	if err := gui.Speak(newApp(t, fynetheme.VariantLight), "xx"); err == nil {
		t.Error("a language that there is not is accepted")
	}
}

// TestChoosingALanguage chooses German with nothing open and English with the sample open, which is shown at once.
func TestChoosingALanguage(t *testing.T) {
	backToEnglish(t)
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1280, 800))
	d.sees(t, "Which spreadsheet holds the people?")
	language := func(name string) {
		t.Helper()
		found := false
		d.objects(func(o fyne.CanvasObject) bool {
			if r, ok := o.(*forms.Radio); ok && r.Options()[0] == "English" {
				r.Choose(slices.Index(r.Options(), name))
				found = true
			}
			return !found
		})
		if !found {
			t.Fatalf("no language can be chosen; the screen says:\n%s", d.screen())
		}
	}
	d.tap(t, "Settings")
	language("Deutsch")
	if words.Language() != "de" || fyne.CurrentApp().Preferences().String("language") != "de" {
		t.Fatalf("it speaks %q and remembers %q", words.Language(), fyne.CurrentApp().Preferences().String("language"))
	}
	d.sees(t, "Einstellungen", "Sprache")
	d.not(t, "Settings", "Which spreadsheet holds the people?")
	d.tap(t, "Schließen")
	d.session.OpenSample()
	d.sees(t, "4.812 Personen")
	d.tap(t, "Einstellungen")
	language("English")
	if words.Language() != "en" || fyne.CurrentApp().Preferences().String("language") != "en" {
		t.Fatalf("with the sample open it speaks %q and remembers %q", words.Language(), fyne.CurrentApp().Preferences().String("language"))
	}
	d.tap(t, "Close")
	d.sees(t, "4,812 people")
}

// TestTheLanguageChangesAtOnce changes the language on every step of the sample, before and after its release: nothing of the other
// language is left.
func TestTheLanguageChangesAtOnce(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir()) // the sample is written there
	backToEnglish(t)
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	d.quicker()
	for i := range 8 {
		d.frame.Show(i)
	}
	change := func(name string) {
		t.Helper()
		for _, settings := range []string{"Settings", "Einstellungen"} {
			if _, err := d.find(settings); err == nil {
				d.tap(t, settings)
				break
			}
		}
		d.objects(func(o fyne.CanvasObject) bool {
			r, ok := o.(*forms.Radio)
			if ok = ok && r.Options()[0] == "English"; ok {
				r.Choose(slices.Index(r.Options(), name))
			}
			return !ok
		})
		d.press(fyne.KeyEscape)
	}
	change("Deutsch")
	for i := range 8 {
		d.tap(t, words.Say(guide.Steps()[i].Title()))
		for _, line := range d.english() {
			t.Errorf("step %d: %q is left in English", i+1, line)
		}
	}
}
