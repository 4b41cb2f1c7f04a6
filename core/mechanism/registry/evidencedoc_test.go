//go:build evidence

package registry

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"steward/core/internal/evidence"
)

// writePart puts what a run measured into its part of docs/evidence.md.
func writePart(t *testing.T, part, text string) {
	t.Helper()
	file := filepath.Join("..", "..", "..", "docs", "evidence.md")
	old, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := evidence.Replace(string(old), part, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writeFigure draws figures side by side into a file of docs/figures.
func writeFigure(t *testing.T, name string, figures ...evidence.Figure) {
	t.Helper()
	var out bytes.Buffer
	if err := evidence.WritePNG(&out, figures...); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join("..", "..", "..", "docs", "figures")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name), out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
