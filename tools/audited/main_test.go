package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// module is a module whose tests reach what tells the audits from the fast run in every way that counts, and in none.
var module = map[string]string{
	"go.mod":                 "module steward\n\ngo 1.26\n",
	"core/seeded/fast.go":    "//go:build !audit\n\npackage seeded\n\nconst Audit = false\n",
	"core/seeded/audit.go":   "//go:build audit\n\npackage seeded\n\nconst Audit = true\n",
	"core/seeded/often.go":   "package seeded\n\nfunc Often() int {\n\tif Audit {\n\t\treturn 2\n\t}\n\treturn 1\n}\n\nfunc New() int { return 1 }\n",
	"core/many/many.go":      "package many\n\nimport \"steward/core/seeded\"\n\nvar Problems = seeded.Often()\n\ntype Of struct{}\n\nfunc (Of) Runs() int { return Problems }\nfunc (Of) One() int { return seeded.New() }\n",
	"core/a/a.go":            "package a\n",
	"core/a/a_test.go":       "package a\n\nimport (\n\t\"testing\"\n\n\t\"steward/core/many\"\n\t\"steward/core/seeded\"\n)\n\nfunc runs() int { return many.Of{}.Runs() }\n\nfunc TestDirectly(*testing.T) { _ = seeded.Audit }\nfunc TestThroughOthers(*testing.T) { runs() }\nfunc TestOnce(*testing.T) { seeded.New() }\nfunc TestMethodOfTheSame(*testing.T) { _ = many.Of{}.One() }\nfunc ExampleProblems() { _ = many.Problems }\nfunc Testing() { runs() }\n\n// quick is no other test.\n//\n//audited:same\nfunc quick() int { return runs() }\n\nfunc TestQuick(*testing.T) { quick() }\n",
	"core/a/outside_test.go": "package a_test\n\nimport (\n\t\"testing\"\n\n\t\"steward/core/many\"\n)\n\nfunc FuzzOutside(*testing.F) { _ = many.Problems }\n",
	"core/a/only_test.go":    "//go:build audit\n\npackage a\n\nimport \"testing\"\n\nfunc TestOnly(*testing.T) {}\n",
	"core/b/b.go":            "package b\n",
	"core/b/b_test.go":       "package b\n\nimport (\n\t\"testing\"\n\n\t\"steward/core/seeded\"\n)\n\nfunc TestMain(m *testing.M) {\n\tseeded.Often()\n\tm.Run()\n}\nfunc TestByMain(*testing.T) {}\n",
	"core/c/c.go":            "package c\n",
	"core/c/c_test.go":       "package c\n\nimport \"testing\"\n\nfunc TestFast(*testing.T) {}\n",
}

// written writes the module to a folder.
func written(t *testing.T) string {
	dir := t.TempDir()
	for name, text := range module {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestAuditsAreFound(t *testing.T) {
	dir := written(t)
	for patterns, want := range map[string]string{
		"./...":               "^(ExampleProblems|FuzzOutside|TestByMain|TestDirectly|TestOnly|TestThroughOthers)$\nsteward/core/a\nsteward/core/b\n",
		"./core/b ./core/c":   "^(TestByMain)$\nsteward/core/b\n",
		"./core/b ./core/not": "error",
		"./core/c":            "error",
	} {
		var out strings.Builder
		err := run(&out, dir, "audit", strings.Fields(patterns))
		if got := out.String(); (err != nil) != (want == "error") || err == nil && got != want {
			t.Errorf("%s: %q, %v, want %q", patterns, got, err, want)
		}
	}
}
