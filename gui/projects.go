package gui

import (
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/assets"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/dialogs"
	"steward/gui/session"
	"steward/gui/session/opened"
	"steward/gui/widgets/forms"
	"steward/gui/words"
)

// projectEnding is the ending of project files.
const projectEnding = ".steward"

// Drop opens what is dropped on the window: a project, or a spreadsheet.
func (f *Frame) Drop(path string) {
	if strings.EqualFold(filepath.Ext(path), projectEnding) {
		f.leave(func() { f.open(path) })
		return
	}
	f.show(guide.Data)
	f.session.Data.OpenFile(path, plan.Data{})
}

// open opens a project file.
func (f *Frame) open(path string) {
	if err := f.session.OpenProject(path); err != nil {
		f.show(guide.Data)
		f.session.Fail(guide.Data, err)
		return
	}
	rememberProject(fyne.CurrentApp(), path)
	f.show(guide.Data)
}

// projects opens the menu of what can be done with projects.
func (f *Frame) projects() {
	items := []*fyne.MenuItem{
		fyne.NewMenuItem(words.T("New project"), func() { f.leave(f.newProject) }),
		fyne.NewMenuItem(words.T("Open…"), f.openFile),
		fyne.NewMenuItem(words.T("Save"), f.saveProject),
		fyne.NewMenuItem(words.T("Save as…"), f.saveAs),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(words.T("Open the sample"), func() { f.leave(f.openSample) }),
	}
	for _, e := range assets.WorkedExamples() {
		items = append(items, fyne.NewMenuItem(words.T("Open the example: %s", words.Say(e.Name)), func() { f.openMade(e) }))
	}
	items = append(items, fyne.NewMenuItem(words.T("Take the tour"), f.tour.begin))
	if list := recent(fyne.CurrentApp()); len(list) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
		names := called(list)
		for i, path := range list {
			items = append(items, fyne.NewMenuItem(names[i], func() { f.Drop(path) }))
		}
	}
	items = append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(words.T("Quit"), f.close))
	f.menuUnder(f.menu, items)
}

// called returns what files are called in a menu: their names, with the folder where two have the same.
func called(paths []string) []string {
	n := make(map[string]int)
	for _, path := range paths {
		n[filepath.Base(path)]++
	}
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = filepath.Base(path)
		if n[names[i]] > 1 {
			names[i] = words.T("%s in %s", names[i], filepath.Dir(path))
		}
	}
	return names
}

// menuUnder opens a menu under a button.
func (f *Frame) menuUnder(b *forms.IconButton, items []*fyne.MenuItem) {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", items...), f.window.Canvas(), at.AddXY(0, b.Size().Height+4))
}

func (f *Frame) newProject() {
	f.session.NewProject()
	f.show(guide.Data)
}

func (f *Frame) openSample() {
	f.session.OpenSample()
	f.show(guide.Data)
}

// openMade opens a worked example.
func (f *Frame) openMade(e assets.WorkedExample) {
	f.leave(func() {
		f.session.OpenExample(e)
		f.show(guide.Data)
	})
}

// openFile asks for a project or a spreadsheet and opens it.
func (f *Frame) openFile() {
	dialogs.OpenFile(f.window, "", append([]string{projectEnding}, opened.SheetEndings()...), f.Drop)
}

// saveProject saves to the project's file, or asks for one.
func (f *Frame) saveProject() {
	if f.session.Path() == "" {
		f.saveAs()
		return
	}
	f.save(f.session.Path(), nil)
}

func (f *Frame) saveAs() { f.saveThen(nil) }

// saveThen asks for a file, saves the project there and goes on.
func (f *Frame) saveThen(then func()) {
	dialogs.SaveFile(f.window, "", f.session.Title()+projectEnding, func(path string) { f.save(path, then) })
}

func (f *Frame) save(path string, then func()) {
	if err := f.session.SaveProject(path); err != nil {
		f.session.Fail(f.order[f.current], err)
		return
	}
	rememberProject(fyne.CurrentApp(), f.session.Path())
	if then != nil {
		then()
	}
}

// leave goes on when nothing is lost by it: a project that no file holds is offered to be
// saved, and a job under way has to be stopped first.
func (f *Frame) leave(then func()) {
	if j := f.session.Running(); j != nil {
		f.waits(j)
		return
	}
	if !f.session.Unsaved() {
		then()
		return
	}
	dialogs.Ask(f.window, words.T("Save this project?"), words.T("Your choices are not saved yet. The spreadsheet itself is not touched either way."),
		dialogs.Choice{Label: words.T("Do not save"), Do: then},
		dialogs.Choice{Label: words.T("Save…"), Main: true, Do: func() { f.saveThen(then) }})
}

// waits says that something is under way, which what was asked for has to wait for.
func (f *Frame) waits(j *session.Job) {
	dialogs.Ask(f.window, words.T("Steward is still working"), words.T("%s is under way. Wait until it is done, or cancel it at the bottom of the window.", j.What))
}

// close closes the window once nothing is lost by it.
func (f *Frame) close() {
	f.leave(func() {
		rememberSize(fyne.CurrentApp(), f.window.Canvas().Size())
		f.session.Close()
		f.window.Close()
	})
}
