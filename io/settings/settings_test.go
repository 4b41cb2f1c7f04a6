package settings

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestRemembered reads what a window has remembered, and nothing where there is nothing to read.
func TestRemembered(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the settings folder is elsewhere")
	}
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	if got := Remembered("app", "language"); got != "" {
		t.Errorf("nobody chose %q", got)
	}
	path := filepath.Join(dir, "fyne", "app", "preferences.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	for content, want := range map[string]string{`{"language":"de","scale":2}`: "de", `{"language":2}`: "", `{`: "", "": ""} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := Remembered("app", "language"); got != want {
			t.Errorf("%q was chosen by %s", got, content)
		}
	}
}
