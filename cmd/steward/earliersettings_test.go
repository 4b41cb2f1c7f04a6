package main

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui"
	"steward/gui/theme"
	"steward/gui/words"
)

// TestEarlierSettings shows the window as what earlier versions wrote of its settings says.
func TestEarlierSettings(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "earlier", "*", "preferences.json"))
	if err != nil || len(files) < 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	t.Setenv("LC_ALL", "en_GB.UTF-8")
	t.Cleanup(func() {
		if err := gui.Speak(test.NewTempApp(t), words.English); err != nil {
			t.Error(err)
		}
	})
	for _, file := range files {
		t.Run(filepath.Base(filepath.Dir(file)), func(t *testing.T) {
			a := test.NewTempApp(t)
			var values map[string]any
			if err := json.Unmarshal([]byte(read(t, file)), &values); err != nil {
				t.Fatal(err)
			}
			// As the toolkit fills its preferences from the file.
			a.Preferences().(interface{ WriteValues(func(map[string]any)) }).WriteValues(func(kept map[string]any) {
				maps.Copy(kept, values)
			})
			gui.Dress(a)
			if err := gui.Speak(a, ""); err != nil {
				t.Fatal(err)
			}
			if got := words.Language(); got != "de" {
				t.Errorf("the window speaks %q", got)
			}
			if fyne.CurrentApp().Settings().ShowAnimations() {
				t.Error("the window does not keep still")
			}
			is, light := a.Settings().Theme(), theme.Forced(fynetheme.VariantLight)
			if is.Color(fynetheme.ColorNameBackground, fynetheme.VariantDark) != light.Color(fynetheme.ColorNameBackground, fynetheme.VariantDark) {
				t.Error("the window is not light")
			}
			if is.Size(fynetheme.SizeNameText) <= light.Size(fynetheme.SizeNameText) {
				t.Error("the text is not larger")
			}
		})
	}
}

// TestSettingsOfOtherVersions shows the window where the settings hold what this version does not know, as a
// newer one may have written them, and where they lack what it has, as before there were languages.
func TestSettingsOfOtherVersions(t *testing.T) {
	t.Setenv("LC_ALL", "en_GB.UTF-8")
	t.Cleanup(func() {
		if err := gui.Speak(test.NewTempApp(t), words.English); err != nil {
			t.Error(err)
		}
	})
	for name, c := range map[string]struct {
		values    map[string]any
		size      fyne.Size
		text      float32 // the least size that it may have, in that of the usual one
		animation bool
	}{
		"newer": {map[string]any{
			"look": "sepia", "text-size": 99.0, "language": "fr", "reduced-motion": "a little", "window-width": "wide",
			"window-height": []any{800.0}, "expert-view": 2.0, "recent-projects": "one.steward", "colour-scheme": map[string]any{"a": 1.0},
		}, fyne.NewSize(1280, 800), 1.2, true},
		"older": {map[string]any{
			"look": "dark", "text-size": 1.0, "reduced-motion": true, "window-width": 1400.0, "window-height": 900.0, "recent-projects": []any{"one.steward"},
		}, fyne.NewSize(1400, 900), 1.05, false},
	} {
		t.Run(name, func(t *testing.T) {
			a := test.NewTempApp(t)
			a.Preferences().(interface{ WriteValues(func(map[string]any)) }).WriteValues(func(kept map[string]any) {
				maps.Copy(kept, c.values)
			})
			gui.Dress(a)
			if err := gui.Speak(a, ""); err != nil {
				t.Fatal(err)
			}
			if got := words.Language(); got != words.English {
				t.Errorf("the window speaks %q", got)
			}
			if got := gui.WindowSize(a); got != c.size {
				t.Errorf("the window has the size %v, want %v", got, c.size)
			}
			usual := theme.Forced(fynetheme.VariantLight).Size(fynetheme.SizeNameText)
			if got := a.Settings().Theme().Size(fynetheme.SizeNameText); got < c.text*usual || got > 3*usual {
				t.Errorf("the text has the size %v, usual is %v", got, usual)
			}
			if got := fyne.CurrentApp().Settings().ShowAnimations(); got != c.animation {
				t.Errorf("animations are shown: %v", got)
			}
		})
	}
}
