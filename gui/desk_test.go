package gui_test

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/noise/noisetest"
	"steward/core/optimum"
	"steward/gui"
	"steward/gui/session"
	"steward/gui/theme"
	"steward/gui/widgets/lists"
)

// desk is a window without a display, on a session whose work is done at once.
type desk struct {
	session *session.Session
	window  fyne.Window
	frame   *gui.Frame
}

// What the tests of this package share: the app, since a new one would read all fonts and shape all texts
// again; and the strategies that were searched for.
var (
	app    = test.NewApp()
	themes = map[fyne.ThemeVariant]fyne.Theme{}
	optima optimum.Memory
)

// newApp returns the app as new: without windows and settings, and with a theme in one variant.
func newApp(t testing.TB, variant fyne.ThemeVariant) fyne.App {
	t.Helper()
	for _, w := range slices.Clone(app.Driver().AllWindows()[1:]) { // the first one is the driver's own
		w.Close()
	}
	fyne.SetCurrentApp(app) // some tests set one of their own
	lists.Clock = hour      // so that two taps are always soon after one another
	app.Clipboard().SetContent("")
	app.Preferences().(interface{ WriteValues(func(map[string]any)) }).WriteValues(func(values map[string]any) { clear(values) })
	if themes[variant] == nil {
		themes[variant] = theme.Forced(variant)
	}
	if app.Settings().Theme() != themes[variant] {
		app.Settings().SetTheme(themes[variant])
	}
	return app
}

// hour is the hour at which the clock of tests stands still.
func hour() time.Time { return time.Date(2026, 2, 3, 14, 2, 0, 0, time.UTC) }

// surroundings are those of a test's session: its work is done at once, at an hour that stands still.
func surroundings(t testing.TB) session.Surroundings {
	return session.Surroundings{
		Go:    func(f func()) { f() },
		Now:   hour,
		Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Program: "Steward test", Optima: &optima, Planner: usualPlanner(),
	}
}

func newDesk(t testing.TB, variant fyne.ThemeVariant, size fyne.Size) desk {
	t.Helper()
	newApp(t, variant)
	return newWindow(t, surroundings(t), size)
}

// newDeskOn is like newDesk on a session with other surroundings.
func newDeskOn(t testing.TB, around session.Surroundings, size fyne.Size) desk {
	t.Helper()
	newApp(t, fynetheme.VariantLight)
	return newWindow(t, around, size)
}

// newEmpty returns a window of the app without content, which is closed when the test ends, or begins anew.
func newEmpty(t testing.TB) fyne.Window {
	w := test.NewWindow(nil)
	t.Cleanup(func() {
		if slices.Contains(app.Driver().AllWindows(), w) {
			w.Close()
		}
	})
	return w
}

// newWindow returns a window of the app on a session of its own.
func newWindow(t testing.TB, around session.Surroundings, size fyne.Size) desk {
	t.Helper()
	return newWindowOn(t, session.New(around), size)
}

// newWindowOn returns a window of the app on a session, whatever is open in it.
func newWindowOn(t testing.TB, s *session.Session, size fyne.Size) desk {
	t.Helper()
	w := newEmpty(t)
	f := gui.New(s, w, func(string) {})
	t.Cleanup(f.Wait)
	w.SetPadded(false)
	w.Resize(size) // or the content would be laid out twice
	w.SetContent(f.Content())
	if w.Canvas().Size() != size {
		w.Resize(size)
	}
	return desk{s, w, f}
}

// newSampleDesk returns a desk on which the sample lies already, so that no page is drawn while it is opened.
func newSampleDesk(t testing.TB, around session.Surroundings, size fyne.Size) desk {
	t.Helper()
	newApp(t, fynetheme.VariantLight)
	s := session.New(around)
	s.OpenSample()
	if p := s.Problem(); p != nil {
		t.Fatalf("opening the sample: %s", p.Message)
	}
	return newWindowOn(t, s, size)
}
