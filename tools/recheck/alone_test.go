package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mostLines is how long the program may become, so that it can be read by who has to rely on it.
const mostLines = 2530

// The program takes nothing from elsewhere but Go's standard library, and stays short.
func TestAlone(t *testing.T) {
	module, err := os.ReadFile("go.mod")
	if err != nil || bytes.Contains(module, []byte("require")) {
		t.Errorf("the module needs another one: %v", err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	lines := 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range file.Imports {
			if strings.Contains(i.Path.Value, ".") || strings.Contains(i.Path.Value, "steward") {
				t.Errorf("%s imports %s", path, i.Path.Value)
			}
		}
		if !strings.HasSuffix(path, "_test.go") {
			lines += bytes.Count(text, []byte("\n"))
		}
	}
	if lines > mostLines {
		t.Errorf("%d lines are more than %d", lines, mostLines)
	}
}
