package dialogs

import (
	"path/filepath"

	"fyne.io/fyne/v2"

	"steward/gui/words"
)

// OpenFile asks for a file with one of the endings (".xlsx"), beginning in a folder; an empty
// folder is the last one used. chosen is called with its path unless the person cancels.
func OpenFile(w fyne.Window, folder string, endings []string, chosen func(path string)) {
	c := newChooser(w, chosen)
	c.endings = endings
	c.ask(words.T("Open File"), words.T("Open"), folder)
}

// SaveFile asks where to write a file, beginning in a folder with a name. chosen is called
// with the path, of which nothing is written yet, unless the person cancels. A file that would be
// replaced is asked for. A name typed without the ending of the first one gets it.
func SaveFile(w fyne.Window, folder, name string, chosen func(path string)) {
	c := newChooser(w, chosen)
	c.saves = name
	if ending := filepath.Ext(name); ending != "" {
		c.endings = []string{ending}
	}
	c.ask(words.T("Save File"), words.T("Save"), folder)
}

// OpenFolder asks for a folder, beginning in one.
func OpenFolder(w fyne.Window, folder string, chosen func(path string)) {
	c := newChooser(w, chosen)
	c.folders = true
	c.ask(words.T("Open Folder"), words.T("Use this folder"), folder)
}

// lastFolder names, among the settings, the folder that a dialog was last used in.
const lastFolder = "last-folder"

func remember(folder string) {
	fyne.CurrentApp().Preferences().SetString(lastFolder, folder)
}

// begins returns the folder to begin in: the one that is asked for, or the one that was last used, or the person's documents, or
// else the person's own; the first of them that is there.
func begins(folder string) string {
	for _, f := range []string{folder, fyne.CurrentApp().Preferences().String(lastFolder), documents()} {
		if f != "" && isFolder(f) {
			if whole, err := filepath.Abs(f); err == nil {
				return whole
			}
		}
	}
	return home()
}
