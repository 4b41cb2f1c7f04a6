package cleantest

import (
	"os"
	"testing"
)

// tests are what a *testing.M runs.
type tests func() int

func (f tests) Run() int { return f() }

func TestMainTellsWhatIsLeft(t *testing.T) {
	outside := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, outside)
	}
	for _, c := range []struct {
		name string
		run  tests
		want int
	}{
		{"nothing is left", func() int { return 0 }, 0},
		{"something is removed", func() int {
			dir, err := os.MkdirTemp("", "gone-*")
			if err != nil {
				t.Fatal(err)
			}
			os.RemoveAll(dir)
			return 0
		}, 0},
		{"two folders are left", func() int {
			for range 2 {
				if _, err := os.MkdirTemp("", "left-*"); err != nil {
					t.Fatal(err)
				}
			}
			return 0
		}, 1},
		{"a shared folder is left", func() int {
			if _, err := os.MkdirTemp("", "shared-*"); err != nil {
				t.Fatal(err)
			}
			return 0
		}, 0},
		{"a test fails", func() int { return 2 }, 2},
	} {
		for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
			os.Setenv(name, outside)
		}
		if got := Main(c.run, "shared-*"); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.want)
		}
		if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
			t.Errorf("%s: %v is left (%v)", c.name, left, err)
		}
	}
}
