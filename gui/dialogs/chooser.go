package dialogs

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// chooser is the dialog in which a file or folder is chosen where the system has none. Fyne's own cannot be closed by escape, has
// no names for those who do not see it, and begins without the keyboard in it.
type chooser struct {
	window  fyne.Window
	chosen  func(path string)
	endings []string
	files   string // what files with these endings are called, "" for what can be used
	folders bool   // a folder is wanted
	saves   string // the name to begin with where a file is written, else empty

	folder  string
	rows    []lists.FileRow
	places  []placed
	at      *forms.Entry
	list    *lists.FileList
	aside   *lists.Contents
	name    *forms.Entry
	hidden  *forms.Check
	fresh   *forms.Entry // the name of a folder to make
	make    *fyne.Container
	problem *prose.Text
	use     *forms.Button
	dialog  *dialog.CustomDialog
}

// fileSize is how large the dialog is where there is room.
var fileSize = fyne.NewSize(820, 520)

func newChooser(w fyne.Window, chosen func(path string)) *chooser {
	c := &chooser{window: w, chosen: chosen, places: frequented()}
	c.at, c.name, c.fresh = forms.NewEntry(), forms.NewEntry(), forms.NewEntry()
	c.at.Name, c.name.Name, c.fresh.Name = words.T("Folder"), words.T("Name"), words.T("Name of the new folder")
	c.fresh.SetPlaceHolder(words.T("Name of the new folder"))
	c.at.OnSubmitted = c.typed
	c.name.OnChanged = func(string) { c.ready() }
	c.name.OnSubmitted = func(string) { c.accept() }
	c.fresh.OnSubmitted = func(string) { c.makeFolder() }
	c.list = lists.NewFileList(words.T("Files and folders"))
	c.list.OnMarked, c.list.OnOpened, c.list.OnLeft = c.marked, c.opened, c.up
	c.aside = lists.NewContents(func(i int) { c.enter(c.places[i].path) })
	c.aside.SetName(words.T("Places"))
	c.hidden = forms.NewCheck(words.T("Show hidden files"), func(bool) { c.enter(c.folder) })
	c.problem = prose.Problem()
	return c
}

// open shows the dialog, with a button that uses what was chosen.
func (c *chooser) open(title, use, folder string) {
	up := forms.NewIconButton(fynetheme.MoveUpIcon(), words.T("Up one folder"), c.up)
	top := container.NewBorder(nil, nil, up, nil, c.at)
	add := forms.NewButton(words.T("Make it"), c.makeFolder)
	c.make = container.NewBorder(nil, nil, nil, add, c.fresh)
	c.make.Hide()
	below := []fyne.CanvasObject{}
	if c.saves != "" {
		below = append(below, container.New(named{}, prose.Strong(words.T("Name")).OneLine(), c.name))
	}
	foot := []fyne.CanvasObject{c.hidden}
	if c.saves != "" || c.folders {
		foot = append(foot, prose.NewLink(words.T("New folder…"), func() {
			c.make.Show()
			c.window.Canvas().Focus(c.fresh)
			c.make.Refresh()
		}))
	} else if len(c.endings) > 0 {
		foot = append(foot, prose.Small(words.T("Shown: %s", strings.Join(c.endings, " "))).OneLine())
	}
	below = append(below, c.make, layouts.Inline(16, foot...), c.problem)
	middle := container.New(sideBySide{width: 170}, c.aside, container.NewBorder(layouts.Inset(0, 0, top), nil, nil, nil, c.list))
	body := container.NewBorder(nil, layouts.Inset(6, 0, layouts.Column(6, below...)), nil, nil, middle)
	c.use = forms.NewMainButton(use, c.accept)
	c.dialog = New(c.window, title, sized(c.window, fileSize, body))
	c.dialog.SetButtons([]fyne.CanvasObject{forms.NewButton(words.T("Cancel"), c.dialog.Hide), c.use})
	c.enter(begins(folder))
	c.dialog.Show()
	if c.saves != "" {
		c.name.SetText(c.saves)
		c.window.Canvas().Focus(c.name)
		c.name.TypedShortcut(&fyne.ShortcutSelectAll{})
		return
	}
	c.window.Canvas().Focus(c.list.Focus())
}

// enter shows another folder.
func (c *chooser) enter(folder string) {
	rows, err := listed(folder, c.endings, !c.folders, c.hidden.Checked)
	c.problem.SetText("")
	if err != nil {
		c.problem.SetText(words.T("This folder cannot be opened: it is gone, or you have no permission to open it."))
		return
	}
	c.folder, c.rows = folder, rows
	c.at.SetText(folder)
	none := words.T("This folder is empty.")
	if c.folders {
		none = words.T("This folder contains no folders.")
	} else if c.saves != "" {
		none = words.T("There is no file of this kind in this folder yet.")
	} else if len(c.endings) > 0 {
		none = words.T("No file here can be used.")
	}
	c.list.Set(rows, none)
	at := -1
	var places []lists.ContentsEntry
	for i, p := range c.places {
		places = append(places, lists.ContentsEntry{Text: p.name})
		if p.path == folder {
			at = i
		}
	}
	c.aside.Set(places, at)
	c.ready()
}

// up goes to the folder that this one is in.
func (c *chooser) up() {
	from := filepath.Base(c.folder)
	if over := filepath.Dir(c.folder); over != c.folder {
		c.enter(over)
		for i, r := range c.rows {
			if r.Folder && r.Name == from {
				c.list.Mark(i)
			}
		}
	}
}

// typed goes to a folder that was typed, or takes a file.
func (c *chooser) typed(path string) {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		path = home() + rest
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.folder, path)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		c.problem.SetText(words.T("There is no folder or file %s.", path))
	case info.IsDir():
		c.enter(filepath.Clean(path))
		c.window.Canvas().Focus(c.list.Focus())
	case c.folders || c.saves != "":
		c.problem.SetText(words.T("%s is a file, not a folder.", filepath.Base(path)))
	default:
		c.take(path)
	}
}

// marked takes the name of a file over where one is written.
func (c *chooser) marked(i int) {
	if r := c.rows[i]; c.saves != "" && !r.Folder {
		c.name.SetText(r.Name)
	}
	c.ready()
}

// opened enters a folder, or takes a file.
func (c *chooser) opened(i int) {
	r := c.rows[i]
	path := filepath.Join(c.folder, r.Name)
	switch {
	case r.Folder:
		c.enter(path)
	case c.saves != "":
		c.accept()
	default:
		c.take(path)
	}
}

// ready lets the button be used once it has something to use.
func (c *chooser) ready() {
	if c.use == nil {
		return
	}
	able := c.folders || c.list.Marked() >= 0
	if c.saves != "" {
		able = c.wanted() != ""
	}
	if able {
		c.use.Enable()
	} else {
		c.use.Disable()
	}
}

// wanted is the name of the file to write, with its ending.
func (c *chooser) wanted() string {
	name := strings.TrimSpace(c.name.Text)
	if name != "" && len(c.endings) > 0 && !fits(name, c.endings) {
		name += c.endings[0]
	}
	return name
}

// accept uses what was chosen.
func (c *chooser) accept() {
	switch at := c.list.Marked(); {
	case c.saves != "":
		c.write()
	case c.folders && at >= 0:
		c.take(filepath.Join(c.folder, c.rows[at].Name))
	case c.folders:
		c.take(c.folder)
	case at >= 0:
		c.opened(at)
	}
}

// write takes the name of a file to write, and asks where there is one of that name.
func (c *chooser) write() {
	name := c.wanted()
	if name == "" {
		return
	}
	if strings.ContainsAny(name, `/\`) {
		c.problem.SetText(words.T("A name cannot contain “/” or “\\”. Choose the folder above."))
		return
	}
	path := filepath.Join(c.folder, name)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		c.problem.SetText(words.T("%s is a folder, not a file.", name))
	case err == nil:
		c.replace(path)
	default:
		c.take(path)
	}
}

// replace takes the name of a file that is there once that is agreed to.
func (c *chooser) replace(path string) {
	Ask(c.window, words.T("Replace the file?"), words.T("There is already a file %s in this folder. Its contents would be lost.", filepath.Base(path)),
		Choice{Label: words.T("Replace it"), Grave: true, Do: func() { c.take(path) }})
}

// makeFolder makes a folder and enters it.
func (c *chooser) makeFolder() {
	name := strings.TrimSpace(c.fresh.Text)
	if name == "" {
		return
	}
	path := filepath.Join(c.folder, name)
	if strings.ContainsAny(name, `/\`) || os.Mkdir(path, 0o777) != nil {
		c.problem.SetText(words.T("A folder with this name cannot be created here. It may already exist, or you may have no permission to write here."))
		return
	}
	c.fresh.SetText("")
	c.make.Hide()
	c.enter(path)
	c.window.Canvas().Focus(c.list.Focus())
}

// take closes the dialog and tells what was chosen.
func (c *chooser) take(path string) {
	if c.dialog != nil {
		c.dialog.Hide()
	}
	folder := filepath.Dir(path)
	if c.folders {
		folder = path
	}
	remember(folder)
	c.chosen(path)
}
