package dialogs

import (
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"

	"steward/gui/words"
)

// fileSize is how large the dialogs for files are.
var fileSize = fyne.NewSize(860, 600)

// OpenFile asks for a file with one of the endings (".xlsx"), beginning in a folder; an empty
// folder is the last one used. chosen is called with its path unless the person cancels.
func OpenFile(w fyne.Window, folder string, endings []string, chosen func(path string)) {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil || r == nil {
			return
		}
		path := r.URI().Path()
		_ = r.Close()
		remember(filepath.Dir(path))
		chosen(path)
	}, w)
	d.SetTitleText(words.T("Open File"))
	if len(endings) > 0 {
		d.SetFilter(storage.NewExtensionFileFilter(endings))
	}
	begin(d, folder)
	d.Show()
	d.Resize(fileSize)
}

// SaveFile asks where to write a file, beginning in a folder with a name. chosen is called
// with the path, of which nothing is written yet, unless the person cancels.
func SaveFile(w fyne.Window, folder, name string, chosen func(path string)) {
	d := dialog.NewFileSave(func(f fyne.URIWriteCloser, err error) {
		if err != nil || f == nil {
			return
		}
		path := f.URI().Path()
		_ = f.Close()
		if info, err := os.Stat(path); err == nil && info.Size() == 0 {
			_ = os.Remove(path) // the dialog makes an empty file; whoever writes makes it whole
		}
		remember(filepath.Dir(path))
		chosen(path)
	}, w)
	d.SetTitleText(words.T("Save File"))
	d.SetFileName(name)
	begin(d, folder)
	d.Show()
	d.Resize(fileSize)
	escapable(w)
}

// OpenFolder asks for a folder, beginning in one.
func OpenFolder(w fyne.Window, folder string, chosen func(path string)) {
	d := dialog.NewFolderOpen(func(u fyne.ListableURI, err error) {
		if err != nil || u == nil {
			return
		}
		remember(u.Path())
		chosen(u.Path())
	}, w)
	d.SetTitleText(words.T("Open Folder"))
	begin(d, folder)
	d.Show()
	d.Resize(fileSize)
}

// lastFolder names, among the settings, the folder that a dialog was last used in.
const lastFolder = "last-folder"

func remember(folder string) {
	fyne.CurrentApp().Preferences().SetString(lastFolder, folder)
}

// begin opens a dialog in a folder, or in the one that was last used if it is still there.
func begin(d interface{ SetLocation(fyne.ListableURI) }, folder string) {
	for _, f := range []string{folder, fyne.CurrentApp().Preferences().String(lastFolder)} {
		if f == "" {
			continue
		}
		if u, err := storage.ListerForURI(storage.NewFileURI(f)); err == nil {
			d.SetLocation(u)
			return
		}
	}
}
