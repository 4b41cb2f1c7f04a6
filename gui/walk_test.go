package gui_test

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/core/noise/noisetest"
	"steward/core/optimum"
	"steward/gui"
	"steward/gui/session"
	"steward/gui/theme"
)

// desk is a window without a display, on a session whose work is done at once.
type desk struct {
	session *session.Session
	window  fyne.Window
	frame   *gui.Frame
}

// optima is shared by the sessions of all tests, so that each question is searched for once.
var optima optimum.Memory

func newDesk(t *testing.T, variant fyne.ThemeVariant, size fyne.Size) desk {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.Forced(variant))
	s := session.New(session.Surroundings{
		Go:    func(f func()) { f() },
		Now:   func() time.Time { return time.Date(2026, 2, 3, 14, 2, 0, 0, time.UTC) },
		Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "Steward test", Optima: &optima,
	})
	w := test.NewTempWindow(t, nil)
	f := gui.New(s, w, func(string) {})
	t.Cleanup(f.Wait)
	w.SetPadded(false)
	w.SetContent(f.Content())
	w.Resize(size)
	return desk{s, w, f}
}

// picture saves what the window shows when STEWARD_SHOTS names a folder.
func (d desk) picture(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("STEWARD_SHOTS")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, d.window.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
}

// TestWalk goes through all steps on the sample, as a person would, and releases.
func TestWalk(t *testing.T) {
	for _, look := range []struct {
		name    string
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		{"light", fynetheme.VariantLight, fyne.NewSize(1280, 800)},
		{"dark", fynetheme.VariantDark, fyne.NewSize(1024, 700)},
	} {
		t.Run(look.name, func(t *testing.T) {
			d := newDesk(t, look.variant, look.size)
			d.picture(t, look.name+"-0-empty")
			d.session.OpenSample()
			if p := d.session.Problem(); p != nil {
				t.Fatalf("opening the sample: %s", p.Message)
			}
			for i, step := range session.Steps()[:7] {
				d.frame.Show(i)
				d.picture(t, look.name+"-"+string(rune('1'+i))+"-"+string(step))
			}
			d.session.Review()
			d.session.Carry(t.TempDir(), "sample")
			if p := d.session.Problem(); p != nil {
				t.Fatalf("releasing the sample: %s", p.Message)
			}
			if d.session.Finished() == nil {
				t.Fatal("nothing was released")
			}
			d.frame.Show(6)
			d.picture(t, look.name+"-7b-results")
			d.frame.Show(7)
			d.picture(t, look.name+"-8-summary")
			if got := d.session.Progress(guide.Release).State; got != session.Done {
				t.Errorf("the release step is %v after a release", got)
			}
		})
	}
}
