package outcomes

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"steward/gui/dialogs"
	"steward/gui/session/pictures"
	"steward/gui/steps/page"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// ChartMenu is what can be done with a chart: to write it to a file of each kind, beginning in a folder.
func ChartMenu(s page.Surroundings, folder string, c pictures.Chart) (items []*fyne.MenuItem) {
	for _, ending := range pictures.Endings() {
		items = append(items, fyne.NewMenuItem(words.T("Save the chart as %s…", strings.ToUpper(ending[1:])), func() {
			name := filepath.Base(safeFileName(prose.Shortened(c.Name, 60))) + ending
			dialogs.SaveFile(s.Window, folder, name, func(path string) { s.Session.Release.SaveChart(path, c) })
		}))
	}
	return items
}

// safeFileName replaces what some file system does not take in a name.
func safeFileName(name string) string {
	out := []rune(name)
	for i, c := range out {
		if c < ' ' || slices.Contains([]rune(`<>:"/\|?*`), c) {
			out[i] = '-'
		}
	}
	return string(out)
}
