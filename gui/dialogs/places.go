package dialogs

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"steward/gui/widgets/lists"
	"steward/gui/words"
)

// placed is a folder that people go to often.
type placed struct{ name, path string }

// home returns the person's own folder, or where the program was started.
func home() string {
	if path, err := os.UserHomeDir(); err == nil && isFolder(path) {
		return path
	}
	path, err := os.Getwd()
	if err != nil {
		return string(filepath.Separator)
	}
	return path
}

// usual returns one of the folders that a desktop makes for everybody, by its English name or that in the window's language, which desktops
// use as well.
func usual(english, own string) string {
	if path := filepath.Join(home(), own); isFolder(path) {
		return path
	}
	return filepath.Join(home(), english)
}

func documents() string { return usual("Documents", words.T("Documents")) }

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// frequented lists the folders that people go to often, as far as they are there.
func frequented() []placed {
	own := home()
	list := []placed{{words.T("Home"), own}}
	for _, p := range []placed{
		{words.T("Desktop"), usual("Desktop", words.T("Desktop"))}, {words.T("Documents"), documents()},
		{words.T("Downloads"), usual("Downloads", words.T("Downloads"))},
	} {
		if isFolder(p.path) {
			list = append(list, p)
		}
	}
	if runtime.GOOS != "windows" {
		return append(list, placed{words.T("This computer"), "/"})
	}
	for letter := 'A'; letter <= 'Z'; letter++ {
		if drive := string(letter) + `:\`; isFolder(drive) {
			list = append(list, placed{drive, drive})
		}
	}
	return list
}

// listed lists what is in a folder: folders first, by their names. Files are those with one of the
// endings, all where there are none; hidden ones only where they are wanted.
func listed(folder string, endings []string, files, hidden bool) ([]lists.FileRow, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var rows []lists.FileRow
	for _, e := range entries {
		name := e.Name()
		inside := e.IsDir()
		if e.Type()&os.ModeSymlink != 0 {
			inside = isFolder(filepath.Join(folder, name))
		}
		switch {
		case !hidden && strings.HasPrefix(name, "."):
		case inside:
			rows = append(rows, lists.FileRow{Name: name, Folder: true})
		case files && fits(name, endings):
			row := lists.FileRow{Name: name}
			if info, err := e.Info(); err == nil {
				row.Note = words.Date(info.ModTime())
			}
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b lists.FileRow) int {
		if a.Folder != b.Folder {
			if a.Folder {
				return -1
			}
			return 1
		}
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return rows, nil
}

// fits tells whether a name has one of the endings.
func fits(name string, endings []string) bool {
	return len(endings) == 0 || slices.ContainsFunc(endings, func(ending string) bool {
		return strings.EqualFold(filepath.Ext(name), ending)
	})
}
