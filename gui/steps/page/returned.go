package page

import (
	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// ForgetReturned is a link that asks whether what a query returned is to be deleted, on the page of a step.
func ForgetReturned(s Surroundings, step guide.Step) *prose.Link {
	return prose.NewLink(words.T("Delete this file…"), func() {
		f := s.Session.File()
		if f == nil {
			return
		}
		dialogs.Ask(s.Window, words.T("Delete %s?", f.Name), words.T("%s is as private as the data. Your plan stays as it is, and the query can be run again. Copies that you made elsewhere, and what the disk still holds of it, are not deleted.", f.Path),
			dialogs.Choice{Label: words.T("Delete the file"), Grave: true, Do: func() {
				if err := s.Session.DeleteReturned(); err != nil {
					s.Session.Fail(step, err)
				}
			}})
	})
}
