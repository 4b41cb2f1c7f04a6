//go:build audit

// These build and run a module's tests time and again: an audit of some ten seconds.

package main

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// adding is a module with a package that adds, the tests of which look at the sum of two numbers.
func adding(t *testing.T) string {
	return files(t, map[string]string{
		"go.mod":             "module adding\n\ngo 1.26\n",
		"core/add/add.go":    "package add\n\nfunc Sum(a, b int) int {\n\ts := a\n\ts += b\n\treturn s\n}\n",
		"core/add/loop.go":   "package add\n\nimport \"time\"\n\nfunc Ends(on bool) {\n\tfor on {\n\t\ton = time.Now().IsZero()\n\t}\n}\n",
		"core/add/same.go":   "package add\n\nfunc Less(a, b int) int {\n\ts := a\n\ts -= b\n\treturn s\n}\n",
		"core/use/use.go":    "package use\n\nimport \"adding/core/add\"\n\nfunc Three() int { return add.Sum(1, 2) }\n",
		"core/use/u_test.go": "package use\n\nimport \"testing\"\n\nfunc TestThree(t *testing.T) {\n\tif Three() != 3 {\n\t\tt.Fatal()\n\t}\n}\n",
		"core/add/add_test.go": `package add

import (
	"os"
	"testing"
)

func TestNothing(*testing.T) {}
func TestEnds(*testing.T)    { Ends(true) }
func TestSum(t *testing.T) {
	switch Sum(1, 2) {
	case 3:
	case -1:
		panic("minus")
	case 99:
		os.Exit(0)
	default:
		t.Error("another sum")
	}
}
`,
	})
}

// One fault of every kind meets its end.
func TestWhatBecomesOfFaults(t *testing.T) {
	root := adding(t)
	list := `# Faults of a sum.

fault: caught-by-the-first
breaks: Nothing
  is added.
in: core/add
first: TestSum
 s := a
-s += b
+_ = b

fault: caught-by-others
breaks: One is added.
in: core/add
first: TestNothing
-	s += b
+	s += b + 1

fault: caught-elsewhere
breaks: One is taken off.
in: core/add
tests: core/use
-	s += b
+	s += b - 1

fault: caught-by-a-panic
breaks: It panics.
in: core/add
-	s += b
+	s -= b

fault: survives
breaks: Nothing is taken off.
in: core/add
-	s -= b
+	s -= b * 0

fault: does-not-compile
breaks: It is no program.
in: core/add
-	s += b
+	s += c

fault: twice-there
breaks: Two places are meant.
in: core/add
-	s := a
+	s := 0

fault: not-there
breaks: No place is meant.
in: core/add
-	s *= b
+	s := 0

fault: endless
breaks: It does not end.
in: core/add
-		on = time.Now().IsZero()
+		time.Sleep(time.Hour)

fault: ends-in-silence
breaks: The tests end with nothing said.
in: core/add
-	s += b
+	s += 98
`
	all, err := readFaults(files(t, map[string]string{"sum.txt": list}))
	if err != nil {
		t.Fatal(err)
	}
	b := bench{goCommand: cmp.Or(os.Getenv("GO"), "go"), root: root, limit: 5 * time.Second}
	want := map[string]string{ // who caught it, or what is said
		"caught-by-the-first": "TestSum", "caught-by-others": "TestSum", "caught-elsewhere": "TestThree", "caught-by-a-panic": "TestSum",
		"survives": "!survived", "does-not-compile": "!does not compile", "twice-there": "!stands 2 times", "not-there": "!stands 0 times",
		"endless": "!no test failed within", "ends-in-silence": "TestSum",
	}
	for o := range b.tryAll(t.Context(), all) {
		says, missed := strings.CutPrefix(want[o.name], "!")
		switch {
		case missed && (o.caught || !strings.Contains(o.why, says)):
			t.Errorf("%s: caught by %q, %q; want %q", o.name, o.by, o.why, says)
		case !missed && (!o.caught || o.by != says || o.why != ""):
			t.Errorf("%s: caught by %q, %q; want %q", o.name, o.by, o.why, says)
		}
		if o.late != (o.name == "caught-by-others") && o.caught && o.first != "" {
			t.Errorf("%s: not tried first: %v", o.name, o.late)
		}
		if o.name == "caught-by-the-first" && o.breaks != "Nothing is added." {
			t.Errorf("it breaks %q", o.breaks)
		}
	}
	text, err := os.ReadFile(filepath.Join(root, "core/add/add.go"))
	if err != nil || !strings.Contains(string(text), "s += b\n") {
		t.Errorf("a file of the module was changed: %v", err)
	}
	if err := apply(all, root); err == nil || strings.Count(err.Error(), "does not apply") != 2 {
		t.Errorf("what does not apply: %v", err)
	}
}

// A run errors when a fault survives, and when tests fail without one; the flags choose faults.
func TestRun(t *testing.T) {
	root := adding(t)
	folder := files(t, map[string]string{
		"a.txt": "fault: caught\nbreaks: The sum.\nin: core/add\nfirst: TestSum\n-	s += b\n+	s += 1\n",
		"b.txt": "fault: survives\nbreaks: Nothing.\nin: core/add\ntests: core/use\n-	s -= b\n+	s += 0 * b\n",
	})
	run := func(name, pkg string) error { return run(t.Context(), root, folder, name, pkg, false, time.Minute) }
	if err := run("^caught$", ""); err != nil {
		t.Error(err)
	}
	if err := run("", "core/use"); err == nil || !strings.Contains(err.Error(), "1 faults") {
		t.Errorf("a survivor: %v", err)
	}
	if err := run("no such", ""); err == nil {
		t.Error("no fault was tried, and that was well")
	}
	for folder, body := range map[string]string{"add": "t.Fatal()", "use": "panic(1)"} {
		path := filepath.Join(root, "core", folder, "more_test.go")
		text := "package " + folder + "\n\nimport \"testing\"\n\nfunc TestFails(t *testing.T) { " + body + " }\n"
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run("survives", ""); err == nil || !strings.Contains(err.Error(), "without a fault the tests of core/use must pass") {
		t.Errorf("a test that fails anyway caught a fault: %v", err)
	}
	if err := run("^caught$", ""); err != nil {
		t.Errorf("a test that caught nothing fails: %v", err)
	}
}
