package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is no ordinary file, or larger than what is read, is refused by either way of reading, and an ordinary one is read whole.
func TestFilesAreReadBounded(t *testing.T) {
	dir := t.TempDir()
	small, huge := filepath.Join(dir, "small"), filepath.Join(dir, "huge")
	for path, size := range map[string]int64{small: 5, huge: maxPublishedBytes + 1} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, size); err != nil {
			t.Skipf("this disk holds no such file: %v", err)
		}
	}
	for what, read := range map[string]func(string) error{
		"record":    func(path string) error { _, err := readRecordFile(path); return err },
		"published": func(path string) error { _, err := digestOf(path); return err },
	} {
		for path, why := range map[string]string{huge: "more than", dir: "no ordinary file", os.DevNull: "no ordinary file", filepath.Join(dir, "none"): "none"} {
			if err := read(path); err == nil || !strings.Contains(err.Error(), why) {
				t.Errorf("%s %s: %v, want %q", what, path, err, why)
			}
		}
		if err := read(small); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if text, err := readRecordFile(small); err != nil || len(text) != 5 {
		t.Errorf("read %d bytes, %v", len(text), err)
	}
	if got, err := digestOf(small); err != nil || got != sha(make([]byte, 5)) {
		t.Errorf("digest %s, %v", got, err)
	}
}
