package gui_test

import (
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/guide"
	"steward/core/seeded"
	"steward/gui/session/current"
)

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

// TestWalk goes through all steps on the sample, as a person would, and releases. In the fast run
// TestFromTheSampleToThePDF does the same.
func TestWalk(t *testing.T) {
	seeded.ForAudits(t)
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
			d.quicker()
			for i, step := range guide.Steps()[:7] {
				d.frame.Show(i)
				d.picture(t, look.name+"-"+string(rune('1'+i))+"-"+step.String())
			}
			d.session.Release.Review()
			d.session.Release.Carry(t.TempDir(), "sample")
			if p := d.session.Problem(); p != nil {
				t.Fatalf("releasing the sample: %s", p.Message)
			}
			if d.session.Release.Finished() == nil {
				t.Fatal("nothing was released")
			}
			d.frame.Show(6)
			d.picture(t, look.name+"-7b-results")
			d.frame.Show(7)
			d.picture(t, look.name+"-8-summary")
			if got := d.session.Progress(guide.Release).State; got != current.Done {
				t.Errorf("the release step is %v after a release", got)
			}
		})
	}
}
