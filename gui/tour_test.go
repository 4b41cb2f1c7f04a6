package gui_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/assets"
	"steward/core/guide"
	"steward/core/seeded"
	"steward/gui/session/current"
	"steward/gui/widgets/figures"
	"steward/gui/widgets/tables"
)

// TestTour takes the tour from its beginning to its end.
func TestTour(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	d := newDesk(t, fynetheme.VariantLight, fyne.NewSize(1024, 700))
	d.picture(t, "tour-0-start")
	d.tap(t, "Take the tour")
	questions := []string{
		"This is a made-up survey", "Which columns, and which answers", "What nobody may be able to tell", "What is already known",
		"What will be published", "How exact, and how safe", "Look twice, then release", "What you can show others",
	}
	for i, q := range questions {
		d.sees(t, q)
		d.picture(t, "tour-"+string(rune('1'+i)))
		if _, err := d.find("Next"); err == nil {
			t.Errorf("%s: two buttons go on", q)
		}
		if i < len(questions)-1 {
			d.tap(t, "Next stop")
		}
	}
	d.tap(t, "Previous")
	d.sees(t, "Look twice, then release")
	d.tap(t, "Next stop")
	d.tap(t, "Done")
	d.not(t, "End the tour")
	d.frame.Show(0)
	if _, err := d.find("Next"); err != nil {
		t.Errorf("after the tour: %v", err)
	}
	if d.session.Plan().DataSet == "" {
		t.Error("the sample did not stay open")
	}
}

// TestExamplesLeadToARelease follows each worked example from the start page to its files.
func TestExamplesLeadToARelease(t *testing.T) {
	seeded.ForAudits(t)
	for i, e := range assets.WorkedExamples() {
		t.Run(e.Name.String(), func(t *testing.T) {
			t.Setenv("TMPDIR", t.TempDir())
			variant := []fyne.ThemeVariant{fynetheme.VariantLight, fynetheme.VariantDark}[i%2]
			d := newDesk(t, variant, fyne.NewSize(1280, 1100))
			d.tap(t, e.Name.String())
			if p := d.session.Problem(); p != nil {
				t.Fatal(p.Message)
			}
			for k, step := range guide.Steps()[:6] {
				d.frame.Show(k)
				if p := d.session.Progress(step); !p.State.Complete() { // whose numbers may be too noisy, as of a map of few people
					t.Errorf("%s: %s", step, p.Missing)
				}
				d.picture(t, "example-"+e.Data+"-"+string(rune('1'+k)))
			}
			d.frame.Show(6)
			d.tap(t, "Check every record")
			d.picture(t, "example-"+e.Data+"-7")
			d.session.Release.Carry(t.TempDir(), "example")
			if d.session.Release.Finished() == nil {
				t.Fatalf("nothing was released; the screen says:\n%s", d.screen())
			}
			d.picture(t, "example-"+e.Data+"-7b")
			if got := d.session.Progress(guide.Release).State; got != current.Done {
				t.Errorf("the release is %v", got)
			}
			part(t, d, "a table", func(*tables.Table) bool { return true }).TypedShortcut(&fyne.ShortcutCopy{})
			if got := fyne.CurrentApp().Clipboard().Content(); !strings.Contains(got, "\t") {
				t.Errorf("copied %q", got)
			}
			test.TapSecondary(part(t, d, "a chart", func(f *figures.Figure) bool { return f.OnMenu != nil }))
			d.sees(t, "Save the chart as PNG…", "Save the chart as SVG…", "Save the chart as PDF…")
		})
	}
}
