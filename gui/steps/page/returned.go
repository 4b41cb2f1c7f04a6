package page

import (
	"path/filepath"

	"steward/core/guide"
	"steward/gui/dialogs"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// ForgetReturned is a link that asks whether what queries returned is to be deleted, on the page of a step.
func ForgetReturned(s Surroundings, step guide.Step) *prose.Link {
	return prose.NewLink(words.T("Delete what was returned…"), func() {
		all := s.Session.Database.Returned()
		if len(all) == 0 {
			return
		}
		about, label := words.T("%s is as private as the data. Your plan stays as it is, and the query can be run again. Copies that you made elsewhere, and what the disk still holds of it, are not deleted.", all[0]), words.T("Delete the file")
		if len(all) > 1 {
			about, label = words.T("%s are as private as the data. Your plan stays as it is, and the queries can be run again. Copies that you made elsewhere, and what the disk still holds of them, are not deleted.", words.Joined(all)), words.T("Delete the files")
		}
		dialogs.Ask(s.Window, words.T("Delete %s?", Listed(all)), about,
			dialogs.Choice{Label: label, Grave: true, Do: func() {
				if err := s.Session.Database.DeleteReturned(); err != nil {
					s.Session.Fail(step, err)
				}
			}})
	})
}

// Names are the names of files without their folders.
func Names(paths []string) []string {
	names := make([]string, len(paths))
	for i, path := range paths {
		names[i] = filepath.Base(path)
	}
	return names
}

// Listed are the names of files in a sentence, none of them set off.
func Listed(paths []string) string { return words.Marked(words.AllOf(Names(paths))).String() }
