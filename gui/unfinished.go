package gui

import (
	"fyne.io/fyne/v2"

	"steward/gui/dialogs"
	"steward/gui/session/releasing"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// showUnfinished tells of a release that was interrupted after its budget was spent, and what can be done about it.
func (f *Frame) showUnfinished() {
	u := f.session.Interrupted.First()
	if u == nil {
		f.told.Hide()
		return
	}
	link := func(label string, do func()) fyne.CanvasObject { return prose.NewLink(label, do) }
	dismiss := link(words.T("Dismiss"), f.session.Interrupted.Drop)
	switch u.State {
	case releasing.Completed:
		f.halted.Set(notices.Good, words.T("An interrupted release is finished."), prose.Plain(" "+u.Says))
		f.halted.SetExtra(layouts.Inline(16, link(words.T("Show the folder"), func() { f.opens(u.Folder) }), dismiss))
	case releasing.Gone:
		f.halted.Set(notices.Caution, words.T("A release was interrupted."), prose.Plain(" "+u.Says))
		f.halted.SetExtra(layouts.Inline(16, dismiss))
	default:
		f.halted.Set(notices.Danger, words.T("A release is not finished."), prose.Plain(" "+u.Says))
		f.halted.SetExtra(layouts.Inline(16,
			link(words.T("Finish it"), func() { f.session.Interrupted.Finish("") }),
			link(words.T("Choose another folder…"), func() { dialogs.OpenFolder(f.window, "", f.session.Interrupted.Finish) }),
			link(words.T("Drop the numbers"), f.dropUnfinished)))
	}
	f.told.Show()
}

// dropUnfinished asks whether the numbers of a release are to be lost.
func (f *Frame) dropUnfinished() {
	dialogs.Ask(f.window, words.T("Drop the numbers of this release?"), words.T("What it has spent stays spent, and nothing is published for it."),
		dialogs.Choice{Label: words.T("Drop the numbers"), Main: true, Do: f.session.Interrupted.Drop})
}
