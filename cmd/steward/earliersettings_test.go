package main

import (
	"encoding/json"
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
				for name, value := range values {
					kept[name] = value
				}
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
