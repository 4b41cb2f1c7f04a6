// Package settings reads the settings that the window has saved, for use without the window.
package settings

import (
	"encoding/json"
	"os"
	"path/filepath"

	"steward/io/internal/disk"
)

// most is how large a file of settings is at most.
const most = 1 << 20

// Remembered returns the text that the window of an application has remembered under a name, empty where there is none. The window keeps
// them where its toolkit does.
func Remembered(app, name string) string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	text, err := disk.ReadFile(disk.OS, filepath.Join(dir, "fyne", app, "preferences.json"), most)
	if err != nil {
		return ""
	}
	var all map[string]any
	if json.Unmarshal(text, &all) != nil {
		return ""
	}
	said, _ := all[name].(string)
	return said
}
