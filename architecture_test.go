// Package steward_test keeps the shape of the whole program: which package may import
// which, and what none of them may do. It reads the source files of every package,
// whatever their build tags, and needs no network.
package steward_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// module is the module's path, as go.mod has it.
const module = "steward"

// coreOrder lists the packages of core from the lowest to the highest. Each may import
// those before it and none after it. A new package takes its place here; one inside another that is not
// listed has the other's.
var coreOrder = []string{
	"message", "spelling", "columnlist", "seeded", "limits", "repair", "guide", "table", "domain", "histogram", "linop", "policy/distance", "policy/weighted", "policy", "constraint", "workload",
	"sensitivity", "optimum", "account", "noise", "strategy", "inference", "tree", "partition", "accuracy",
	"mechanism", "mechanism/cells", "mechanism/line", "mechanism/box", "mechanism/edges", "mechanism/matrix", "mechanism/trees", "mechanism/sums", "mechanism/registry",
	"reconcile", "choice", "cluster",
	"synthetic", "plan/decimal", "plan/secret", "plan", "cuts", "attack", "promise", "result", "release", "preview", "coach",
}

// rooms lists, for each part of the tree, the parts whose packages it may import. The
// longest name that fits counts. Core has its own order (coreOrder).
var rooms = map[string][]string{
	"core/message": {"core/message"},
	"core":         {"core/message", "core"},
	"io":           {"core/message", "core", "io", "assets"},
	"io/publish":   {"core/message", "core", "io", "reports", "assets", "io/publish"},
	"reports":      {"core/message", "core", "reports", "assets"},
	"gui/words":    {"core/message", "assets", "gui/words"},
	"gui/session":  {"core/message", "core", "io", "reports", "assets", "io/publish", "gui/words", "gui/session"},
	"gui":          {"core/message", "core", "gui/session", "gui/words", "gui", "assets", "docs"},
	"cmd":          {"core/message", "core", "io", "io/publish", "reports", "assets", "gui/session", "gui/words", "gui", "cmd"},
	"assets":       {"core/message", "assets"},
	"docs":         {"docs"},
}

// mayReadRecords lists the parts that may import core/table, which holds records: what
// reads them, what turns them into cells and counts, and the place where they meet the plan.
var mayReadRecords = []string{
	"core/table", "core/domain", "core/histogram", "core/plan/plantest", "core/release", "core/internal",
	"io/sheet", "io/counts", "io/records", "io/verify", "io/questions", "io/propose", "io/misfits", "gui/session", "cmd",
}

// mayCount lists the parts that may import core/histogram, which holds counts: what turns records into them and what answers from them.
var mayCount = []string{
	"core/histogram", "core/mechanism", "core/choice", "core/cluster", "core/reconcile", "core/synthetic", "core/release", "core/internal",
}

// forTests lists the parts that only tests may import.
var forTests = []string{"core/internal", "core/seeded", "core/linop/linoptest", "core/noise/noisetest", "core/preview/previewtest", "core/mechanism/mechanismtest", "core/plan/plantest", "core/release/releasetest", "io/cleantest", "io/internal/disk/disktest", "io/internal/schematest", "io/sheet/sheettest", "reports/model/modeltest", "reports/page/pagetest", "io/publish/publishtest", "gui/widgets/widgettest"}

// composers lists the parts that put the program together: what they hand down, such as the
// randomness of releases, nothing else makes.
var composers = []string{"cmd/steward/main.go"}

// secure lists what names the operating system's randomness for noise.
var secure = []string{"steward/core/noise.NewSecure", "steward/core/noise.Secure"}

// clock lists what in package time tells the time or waits for it.
var clock = []string{
	"time.Now", "time.Since", "time.Until", "time.Sleep", "time.After", "time.AfterFunc",
	"time.Tick", "time.NewTimer", "time.NewTicker",
}

// opening lists what opens files that are there, of the standard library and of libraries that the program is made with.
var opening = []string{
	"os.Open", "os.OpenFile", "os.ReadFile", "os.OpenInRoot", "os.OpenRoot", "os.DirFS", "os.NewFile", "os.CopyFS",
	"io/ioutil.ReadFile", "archive/zip.OpenReader", "syscall.Open", "golang.org/x/sys/unix.Open", "golang.org/x/sys/unix.Openat",
	"golang.org/x/sys/windows.CreateFile", "github.com/xuri/excelize/v2.OpenFile", "fyne.io/fyne/v2/storage.Reader",
}

// source is what the rules look at in one Go file.
type source struct {
	path    string   // from the module's root, with slashes
	imports []string // import paths, in order
	dot     []string // those of them imported with a dot
	uses    []string // "time.Now" and the like, by import path, whatever the local name
}

// in tells whether the file lies in one of the named parts of the tree.
func (s source) in(parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return within(s.path, part) })
}

// isTest tells whether the file is compiled for tests only.
func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// importing returns the imports that a predicate holds for.
func (s source) importing(bad func(string) bool) []string {
	var found []string
	for _, p := range s.imports {
		if bad(p) {
			found = append(found, strconv.Quote(p))
		}
	}
	return found
}

// within tells whether a path is a folder or lies below it.
func within(p, folder string) bool { return p == folder || strings.HasPrefix(p, folder+"/") }

// own returns the folder that an import path names in this module.
func own(importPath string) (folder string, ok bool) {
	return strings.CutPrefix(importPath, module+"/")
}

// isStandard tells whether an import path is the standard library's.
func isStandard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return p != "C" && first != module && !strings.Contains(first, ".")
}

// roomOf returns the entry of rooms that a folder or file belongs to, "" for none.
func roomOf(p string) string {
	best := ""
	for room := range rooms {
		if within(p, room) && len(room) > len(best) {
			best = room
		}
	}
	return best
}

// coreRank returns the place of a folder below core in coreOrder, -1 if it has none.
func coreRank(folder string) int {
	for name := strings.TrimPrefix(folder, "core/"); name != "."; name = path.Dir(name) {
		if rank := slices.Index(coreOrder, name); rank >= 0 {
			return rank
		}
	}
	return -1
}

// A rule is something no file may do. Breaks returns what in the file does it.
type rule struct {
	name   string
	says   string
	tests  bool // whether it binds _test.go files too
	breaks func(s source) []string
}

// drawing are the packages that make texts of the toolkit's, which gui/widgets and gui/dialogs test to be clean.
var drawing = []string{"gui/widgets/paint", "gui/widgets/prose", "gui/widgets/notices", "gui/widgets/forms", "gui/widgets/frames", "gui/widgets/widgettest"}

// uncleaned are the toolkit's own widgets and dialogs that draw a text as it is.
var uncleaned = func() []string {
	names := []string{"fyne.io/fyne/v2/canvas.NewText", "fyne.io/fyne/v2/dialog.ShowCustomWithoutButtons"}
	for _, name := range []string{"Label", "Button", "Check", "CheckGroup", "RadioGroup", "Hyperlink", "Card", "Select", "SelectEntry", "Form", "FormItem", "Accordion", "AccordionItem", "RichTextWithText", "TextGrid", "TextGridFromString"} {
		names = append(names, "fyne.io/fyne/v2/widget.New"+name)
	}
	for _, name := range []string{"Information", "Error", "Confirm", "Custom", "CustomConfirm", "Form", "EntryDialog", "FileOpen", "FileSave", "FolderOpen"} {
		names = append(names, "fyne.io/fyne/v2/dialog.Show"+name, "fyne.io/fyne/v2/dialog.New"+name)
	}
	return names
}()

var rules = []rule{
	{name: "rooms", says: "every package has its part of the tree: add a new one to rooms in architecture_test.go",
		breaks: func(s source) []string {
			if roomOf(s.path) == "" {
				return []string{"its folder"}
			}
			return nil
		}},
	{name: "direction", says: "imports point one way: cmd, gui, gui/session, then gui/words, io and reports, then core",
		breaks: againstDirection},
	{name: "core order", says: "core packages import only lower ones (coreOrder in architecture_test.go lists them, lowest first)",
		breaks: againstCoreOrder},
	{name: "core libraries", says: "core imports only the standard library, gonum and core",
		breaks: func(s source) []string {
			if !s.in("core") || s.in(forTests...) {
				return nil
			}
			return s.importing(func(p string) bool {
				_, mine := own(p)
				return !mine && !isStandard(p) && !within(p, "gonum.org/v1/gonum")
			})
		}},
	{name: "test helpers", says: "what forTests in architecture_test.go lists is for tests only",
		breaks: func(s source) []string {
			if s.in(forTests...) {
				return nil
			}
			return s.importing(func(p string) bool {
				folder, mine := own(p)
				return mine && slices.ContainsFunc(forTests, func(part string) bool { return within(folder, part) })
			})
		}},
	{name: "no input or output", says: "core opens no file and starts no program: what it reads and writes is passed in",
		breaks: func(s source) []string {
			return s.importing(func(p string) bool {
				return s.in("core") && (within(p, "os") || p == "syscall" || within(p, "log"))
			})
		}},
	{name: "no clock", says: "core does not know the time: it is passed in",
		breaks: func(s source) []string {
			if !s.in("core") {
				return nil
			}
			return uses(s, clock...)
		}},
	{name: "records", says: "only what reads or counts records may import core/table (mayReadRecords in architecture_test.go)",
		breaks: func(s source) []string {
			return s.importing(func(p string) bool {
				return p == module+"/core/table" && !s.in(mayReadRecords...)
			})
		}},
	{name: "rows of people", says: "what became of every row is for the steward's eyes: nothing that writes what is published knows of it",
		breaks: func(s source) []string {
			return s.importing(func(p string) bool {
				return p == module+"/io/records/rowaccount" && !s.in("io/records/rowaccount", "io/publish", "gui/session", "cmd")
			})
		}},
	{name: "counts", says: "plans are decided, errors foreseen and reports written without counts: only what answers from them may import core/histogram (mayCount in architecture_test.go)",
		breaks: func(s source) []string {
			return s.importing(func(p string) bool {
				return p == module+"/core/histogram" && !s.in(mayCount...)
			})
		}},
	{name: "no seeded noise", says: "seeded random numbers are for _test.go files, which have them of core/seeded; released noise comes from core/noise",
		breaks: func(s source) []string {
			if s.in("core/seeded") {
				return nil
			}
			return s.importing(func(p string) bool { return within(p, "math/rand") })
		}},
	{name: "handed in", says: "the randomness of a release is handed in by what composes the program (composers in architecture_test.go), never made below",
		breaks: func(s source) []string {
			if s.in(composers...) || s.in("core/noise") && !s.in(forTests...) {
				return nil
			}
			return append(uses(s, secure...), s.importing(func(p string) bool { return p == "hash/maphash" })...)
		}},
	{name: "no dice in tests", says: "tests draw from core/seeded, so that they do the same every time", tests: true,
		breaks: func(s source) []string {
			if !s.isTest() {
				return nil
			}
			dice := []string{"pgregory.net/rapid.Check", "pgregory.net/rapid.MakeCheck"}
			if !s.in("core/noise") {
				dice = append(dice, secure...)
			}
			found := uses(s, dice...)
			return append(found, s.importing(func(p string) bool { return within(p, "math/rand") || p == "crypto/rand" || p == "hash/maphash" })...)
		}},
	{name: "no trials with data", says: "what can be repeated by anyone must never meet a true count: a release draws from what it is handed",
		breaks: func(s source) []string {
			if !s.in("core/release", "io", "reports", "cmd") {
				return nil
			}
			return uses(s, "steward/core/noise.NewTrial", "steward/core/noise.Trial")
		}},
	{name: "no scripts", says: "what says itself what comes of every draw is for tests: only what draws may know that there is such a thing",
		breaks: func(s source) []string {
			if s.in("core/noise", "core/partition") {
				return nil
			}
			return uses(s, "steward/core/noise.Scripted")
		}},
	{name: "no exit", says: "only cmd ends the program; return an error instead",
		breaks: func(s source) []string {
			if s.in("cmd") {
				return nil
			}
			return uses(s, "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln")
		}},
	{name: "one opening", says: "what a person has named is opened by io/internal/disk, which waits for no pipe and reads no more than a file of its kind may hold",
		breaks: func(s source) []string {
			if s.in("io/internal/disk") || s.in(forTests...) {
				return nil
			}
			return uses(s, opening...)
		}},
	{name: "shown", says: "texts are drawn by what cleans them of codes that are obeyed (paint.Shown): by paint.Pen, prose, and the widgets and dialogs of gui",
		breaks: func(s source) []string {
			found := uses(s, uncleaned...)
			if !s.in(drawing...) {
				found = append(found, uses(s, "fyne.io/fyne/v2/canvas.Text")...)
			}
			if !s.in("gui/dialogs") {
				found = append(found, uses(s, "fyne.io/fyne/v2/dialog.NewCustomWithoutButtons")...)
			}
			return found
		}},
	{name: "no dot imports", says: "a dot import hides what a file uses",
		breaks: func(s source) []string { return s.dot }},
	{name: "no network", says: "the program touches no network", tests: true,
		breaks: func(s source) []string {
			return s.importing(func(p string) bool { return within(p, "net") && p != "net/url" })
		}},
	{name: "toolkit", says: "only gui (without gui/session) and cmd know the window toolkit", tests: true,
		breaks: func(s source) []string {
			return s.importing(func(p string) bool {
				return within(p, "fyne.io") && (!s.in("gui", "cmd") || s.in("gui/session"))
			})
		}},
	{name: "below the window", says: "commands do what they do by core, io and reports: of the window they know its language (gui/words), and only cmd/steward/window.go, which opens it, the rest",
		breaks: func(s source) []string {
			return s.importing(func(p string) bool {
				folder, mine := own(p)
				return mine && s.in("cmd") && within(folder, "gui") && !within(folder, "gui/words") && s.path != "cmd/steward/window.go"
			})
		}},
	{name: "driver", says: "only cmd/steward starts the window, so that all else builds and is tested without a display",
		tests: true,
		breaks: func(s source) []string {
			return s.importing(func(p string) bool {
				return within(p, "fyne.io/fyne/v2/app") && !s.in("cmd/steward")
			})
		}},
}

func againstDirection(s source) []string {
	room := roomOf(s.path)
	if room == "" {
		return nil
	}
	return s.importing(func(p string) bool {
		folder, mine := own(p)
		return mine && !slices.Contains(rooms[room], roomOf(folder))
	})
}

func againstCoreOrder(s source) []string {
	if !s.in("core") || s.in("core/internal") {
		return nil
	}
	rank := coreRank(s.path)
	if rank < 0 {
		return []string{"its folder"}
	}
	return s.importing(func(p string) bool {
		folder, mine := own(p)
		if !mine || !within(folder, "core") || within(folder, "core/internal") {
			return false
		}
		other := coreRank(folder)
		return other < 0 || other > rank
	})
}

// uses returns which of the names the file uses.
func uses(s source, names ...string) []string {
	var found []string
	for _, name := range s.uses {
		if slices.Contains(names, name) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found
}

// check returns a sentence for each breach of each rule, in the order of files.
func check(files []source) []string {
	var found []string
	for _, s := range files {
		for _, r := range rules {
			if s.isTest() && !r.tests {
				continue
			}
			for _, what := range r.breaks(s) {
				found = append(found, fmt.Sprintf("%s: %s breaks %q: %s", s.path, what, r.name, r.says))
			}
		}
	}
	return found
}

// read parses one file. Its content is read from name when text is nil.
func read(name string, text any) (source, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return source{}, err
	}
	s := source{path: filepath.ToSlash(name)}
	local := map[string]string{} // local name -> import path
	for _, spec := range file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return source{}, fmt.Errorf("%s: import %s: %w", name, spec.Path.Value, err)
		}
		s.imports = append(s.imports, p)
		switch {
		case spec.Name == nil:
			local[packageName(p)] = p
		case spec.Name.Name == ".":
			s.dot = append(s.dot, strconv.Quote(p))
		default:
			local[spec.Name.Name] = p
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && local[x.Name] != "" {
				s.uses = append(s.uses, local[x.Name]+"."+sel.Sel.Name)
			}
		}
		return true
	})
	return s, nil
}

// packageName returns the name that a package most likely has: the last element of its path that is
// no major version.
func packageName(importPath string) string {
	base := path.Base(importPath)
	if version, is := strings.CutPrefix(base, "v"); is && version != "" && strings.Trim(version, "0123456789") == "" {
		return path.Base(path.Dir(importPath))
	}
	return base
}

// readTree parses every Go file of the module whose root is the working folder. Nested
// modules, test data and hidden folders are not part of it.
func readTree(t *testing.T) []source {
	t.Helper()
	var files []source
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != "." && (entry.Name() == "testdata" || strings.ContainsAny(entry.Name()[:1], "._")) {
				return filepath.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil && name != "." {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		s, err := read(name, nil)
		if err != nil {
			return err
		}
		files = append(files, s)
		return nil
	})
	if err != nil {
		t.Fatalf("reading the source tree: %v", err)
	}
	return files
}

func TestArchitecture(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if want := "module " + module + "\n"; !strings.HasPrefix(string(mod), want) {
		t.Fatalf("go.mod does not begin with %q: set the constant module to its path", want)
	}
	files := readTree(t)
	for _, want := range []string{"architecture_test.go", "core/limits/limits.go", "core/table/table.go"} {
		if !slices.ContainsFunc(files, func(s source) bool { return s.path == want }) {
			t.Errorf("%s was not among the %d files read", want, len(files))
		}
	}
	for _, complaint := range check(files) {
		t.Error(complaint)
	}
}

// TestArchitectureComplains feeds every rule made-up files that break it.
func TestArchitectureComplains(t *testing.T) {
	tests := []struct{ rule, path, imports, body, what string }{
		{"rooms", "util/strings.go", ``, ``, "its folder"},
		{"rooms", "main.go", ``, ``, "its folder"},
		{"direction", "core/plan/a.go", `"steward/io/project"`, ``, `"steward/io/project"`},
		{"direction", "core/plan/a.go", `"steward/assets"`, ``, `"steward/assets"`},
		{"direction", "io/export/a.go", `"steward/gui/session"`, ``, `"steward/gui/session"`},
		{"direction", "io/export/a.go", `"steward/reports/model"`, ``, `"steward/reports/model"`},
		{"direction", "reports/pdf/a.go", `"steward/gui/theme"`, ``, `"steward/gui/theme"`},
		{"direction", "reports/pdf/a.go", `"steward/io/ledger"`, ``, `"steward/io/ledger"`},
		{"direction", "gui/session/a.go", `"steward/gui/steps"`, ``, `"steward/gui/steps"`},
		{"direction", "gui/words/a.go", `"steward/gui/session"`, ``, `"steward/gui/session"`},
		{"direction", "gui/words/a.go", `"steward/core/plan"`, ``, `"steward/core/plan"`},
		{"direction", "gui/steps/a.go", `"steward/io/ledger"`, ``, `"steward/io/ledger"`},
		{"direction", "io/sheet/a.go", `"steward/unheard"`, ``, `"steward/unheard"`},
		{"core order", "core/policy/a.go", `"steward/core/workload"`, ``, `"steward/core/workload"`},
		{"core order", "core/linop/deep/a.go", `"steward/core/release"`, ``, `"steward/core/release"`},
		{"core order", "core/mechanism/line/a.go", `"steward/core/mechanism/registry"`, ``, `"steward/core/mechanism/registry"`},
		{"core order", "core/mechanism/a.go", `"steward/core/mechanism/line"`, ``, `"steward/core/mechanism/line"`},
		{"core order", "core/policy/weighted/a.go", `"steward/core/policy"`, ``, `"steward/core/policy"`},
		{"core order", "core/policy/a.go", `"steward/core/helpers"`, ``, `"steward/core/helpers"`},
		{"core order", "core/helpers/a.go", ``, ``, "its folder"},
		{"core libraries", "core/strategy/a.go", `"gonum.org/v1/plot"`, ``, `"gonum.org/v1/plot"`},
		{"core libraries", "core/plan/a.go", `"github.com/xuri/excelize/v2"`, ``, `"github.com/xuri/excelize/v2"`},
		{"core libraries", "core/noise/a.go", `"C"`, ``, `"C"`},
		{"test helpers", "core/noise/a.go", `"steward/core/internal/audit"`, ``, `"steward/core/internal/audit"`},
		{"no input or output", "core/release/a.go", `"os"`, ``, `"os"`},
		{"no input or output", "core/noise/a.go", `"log/slog"`, ``, `"log/slog"`},
		{"no clock", "core/release/a.go", `"time"`, `var a = time.Now()`, "time.Now"},
		{"no clock", "core/release/a.go", `now "time"`, `var a = now.Since`, "time.Since"},
		{"records", "core/mechanism/a.go", `"steward/core/table"`, ``, `"steward/core/table"`},
		{"records", "core/plan/a.go", `t "steward/core/table"`, ``, `"steward/core/table"`},
		{"records", "reports/model/a.go", `_ "steward/core/table"`, ``, `"steward/core/table"`},
		{"records", "io/export/a.go", `"steward/core/table"`, ``, `"steward/core/table"`},
		{"records", "gui/steps/a.go", `"steward/core/table"`, ``, `"steward/core/table"`},
		{"rows of people", "io/export/a.go", `"steward/io/records/rowaccount"`, ``, `"steward/io/records/rowaccount"`},
		{"counts", "reports/chart/a.go", `"steward/core/histogram"`, ``, `"steward/core/histogram"`},
		{"counts", "core/plan/a.go", `"steward/core/histogram"`, ``, `"steward/core/histogram"`},
		{"counts", "core/preview/a.go", `h "steward/core/histogram"`, ``, `"steward/core/histogram"`},
		{"counts", "gui/session/nextyear/a.go", `"steward/core/histogram"`, ``, `"steward/core/histogram"`},
		{"no seeded noise", "gui/session/a.go", `"math/rand"`, ``, `"math/rand"`},
		{"no seeded noise", "cmd/steward/a.go", `"math/rand/v2"`, ``, `"math/rand/v2"`},
		{"no seeded noise", "core/noise/a.go", `"math/rand/v2"`, ``, `"math/rand/v2"`},
		{"no seeded noise", "core/internal/audit/a.go", `"math/rand/v2"`, ``, `"math/rand/v2"`},
		{"test helpers", "gui/session/a.go", `"steward/core/seeded"`, ``, `"steward/core/seeded"`},
		{"test helpers", "cmd/steward/a.go", `"steward/core/noise/noisetest"`, ``, `"steward/core/noise/noisetest"`},
		{"handed in", "core/release/a.go", `"steward/core/noise"`, `var a = noise.NewSecure`, "steward/core/noise.NewSecure"},
		{"handed in", "gui/session/a.go", `n "steward/core/noise"`, `var a n.Secure`, "steward/core/noise.Secure"},
		{"handed in", "cmd/steward/releases/a.go", `"steward/core/noise"`, `var a = noise.NewSecure`, "steward/core/noise.NewSecure"},
		{"handed in", "core/release/a.go", `"hash/maphash"`, `var a = maphash.MakeSeed()`, `"hash/maphash"`},
		{"no dice in tests", "core/release/a_test.go", `"steward/core/noise"`, `var a = noise.NewSecure()`, "steward/core/noise.NewSecure"},
		{"no dice in tests", "cmd/steward/a_test.go", `"steward/core/noise"`, `var a noise.Secure`, "steward/core/noise.Secure"},
		{"no dice in tests", "io/ledger/a_test.go", `"math/rand/v2"`, `var a = rand.NewPCG(1, 2)`, `"math/rand/v2"`},
		{"no dice in tests", "core/seeded/a_test.go", `"math/rand"`, ``, `"math/rand"`},
		{"no dice in tests", "io/ledger/a_test.go", `"crypto/rand"`, ``, `"crypto/rand"`},
		{"no dice in tests", "core/release/a_test.go", `"hash/maphash"`, ``, `"hash/maphash"`},
		{"no dice in tests", "core/noise/a_test.go", `"pgregory.net/rapid"`, `func a() { rapid.Check(nil, nil) }`, "pgregory.net/rapid.Check"},
		{"no trials with data", "core/release/a.go", `"steward/core/noise"`, `var a = noise.NewTrial("")`, "steward/core/noise.NewTrial"},
		{"no scripts", "core/release/a.go", `"steward/core/noise"`, `var a noise.Scripted`, "steward/core/noise.Scripted"},
		{"no exit", "io/sheet/a.go", `"os"`, `func a() { os.Exit(1) }`, "os.Exit"},
		{"no exit", "reports/pdf/a.go", `l "log"`, `func a() { l.Fatalf("") }`, "log.Fatalf"},
		{"one opening", "io/sheet/a.go", `"os"`, `var a, b = os.Open("")`, "os.Open"},
		{"one opening", "cmd/steward/a.go", `o "os"`, `var a = o.ReadFile`, "os.ReadFile"},
		{"one opening", "io/export/a.go", `"archive/zip"`, `var a = zip.OpenReader`, "archive/zip.OpenReader"},
		{"shown", "gui/steps/a.go", `"fyne.io/fyne/v2/canvas"`, `var a = &canvas.Text{Text: "x"}`, "fyne.io/fyne/v2/canvas.Text"},
		{"shown", "gui/widgets/prose/a.go", `"fyne.io/fyne/v2/canvas"`, `var a = canvas.NewText("", nil)`, "fyne.io/fyne/v2/canvas.NewText"},
		{"shown", "gui/steps/a.go", `"fyne.io/fyne/v2/widget"`, `var a = widget.NewLabel("x")`, "fyne.io/fyne/v2/widget.NewLabel"},
		{"shown", "gui/steps/a.go", `"fyne.io/fyne/v2/dialog"`, `func a() { dialog.ShowError(nil, nil) }`, "fyne.io/fyne/v2/dialog.ShowError"},
		{"shown", "gui/steps/a.go", `"fyne.io/fyne/v2/dialog"`, `var a = dialog.NewCustomWithoutButtons`, "fyne.io/fyne/v2/dialog.NewCustomWithoutButtons"},
		{"no dot imports", "io/sheet/a.go", `. "os"`, `func a() { Exit(1) }`, `"os"`},
		{"no network", "cmd/steward/a.go", `"net/http"`, ``, `"net/http"`},
		{"no network", "io/ledger/a_test.go", `"net"`, ``, `"net"`},
		{"toolkit", "gui/session/a.go", `"fyne.io/fyne/v2"`, ``, `"fyne.io/fyne/v2"`},
		{"toolkit", "reports/chart/a_test.go", `"fyne.io/fyne/v2/test"`, ``, `"fyne.io/fyne/v2/test"`},
		{"below the window", "cmd/steward/a.go", `"steward/gui/session/columns"`, ``, `"steward/gui/session/columns"`},
		{"below the window", "cmd/steward/plans/next.go", `"steward/gui/session"`, ``, `"steward/gui/session"`},
		{"driver", "gui/steps/a_test.go", `"fyne.io/fyne/v2/app"`, ``, `"fyne.io/fyne/v2/app"`},
		{"driver", "cmd/other/a.go", `"fyne.io/fyne/v2/app"`, ``, `"fyne.io/fyne/v2/app"`},
	}
	tried := map[string]bool{}
	for _, test := range tests {
		tried[test.rule] = true
		t.Run(test.rule+"/"+test.path, func(t *testing.T) {
			found := check([]source{madeUp(t, test.path, test.imports, test.body)})
			want := fmt.Sprintf("%s: %s breaks %q", test.path, test.what, test.rule)
			if len(found) != 1 || !strings.HasPrefix(found[0], want) {
				t.Errorf("found %q, want one complaint beginning with %q", found, want)
			}
		})
	}
	for _, r := range rules {
		if !tried[r.name] {
			t.Errorf("no made-up file breaks the rule %q", r.name)
		}
	}
}

// TestArchitectureAllows feeds the rules made-up files that keep all of them.
func TestArchitectureAllows(t *testing.T) {
	tests := []struct{ path, imports, body string }{
		{"core/release/a.go", `"steward/core/table"; "steward/core/plan"; "gonum.org/v1/gonum/mat"; "crypto/rand"`, ``},
		{"core/domain/a.go", `"steward/core/table"; "steward/core/limits"`, ``},
		{"core/noise/a.go", `"time"`, `const a = time.Second`},
		{"core/noise/a_test.go", `"os"; "pgregory.net/rapid"; "steward/core/seeded"`, `var a = seeded.New(1, 2)`},
		{"core/plan/a_test.go", `"steward/core/table"; "steward/core/release"`, ``},
		{"core/internal/audit/a.go", `"steward/core/noise"; "pgregory.net/rapid"`, ``},
		{"core/seeded/a.go", `"math/rand/v2"; "pgregory.net/rapid"`, `func a() { rapid.Check(nil, nil) }`},
		{"core/noise/a_test.go", `"crypto/aes"`, `func a() { NewSecure() }`},
		{"core/noise/noisetest/a.go", `"steward/core/noise"; "steward/core/seeded"`, ``},
		{"cmd/steward/main.go", `"steward/core/noise"`, `var a = noise.NewSecure()`},
		{"core/policy/a.go", `"steward/core/policy/weighted"; "steward/core/domain"`, ``},
		{"io/sheet/a.go", `"steward/core/table"; "os"; "github.com/xuri/excelize/v2"`, ``},
		{"io/ledger/a.go", `"steward/io/internal/whole"; "time"`, `var a = time.Now`},
		{"io/internal/disk/a.go", `"os"`, `var a = os.Open`},
		{"io/ledger/a_test.go", `"os"`, `var a = os.ReadFile`},
		{"reports/pdf/a.go", `"steward/reports/model"; "steward/core/result"; "steward/assets"`, ``},
		{"gui/session/a.go", `"steward/core/table"; "steward/io/sheet"; "steward/reports/model"`, ``},
		{"gui/steps/a.go", `"steward/gui/session"; "fyne.io/fyne/v2"; "net/url"`, ``},
		{"cmd/steward/a.go", `"steward/gui/words"; "steward/core/table"; "steward/io/sheet"`, ``},
		{"cmd/steward/a_test.go", `"steward/gui/session"`, ``},
		{"cmd/steward/window.go", `"steward/gui/session"; "steward/gui/steps"; "steward/core/table"; "fyne.io/fyne/v2/app"; "os"`, `func a() { os.Exit(1) }`},
		{"assets/a_test.go", `"steward/core/seeded"; "steward/io/sheet"`, ``},
		{"a_test.go", `"os"`, ``},
	}
	for _, test := range tests {
		t.Run(test.path, func(t *testing.T) {
			if found := check([]source{madeUp(t, test.path, test.imports, test.body)}); len(found) != 0 {
				t.Errorf("found %q, want no complaint", found)
			}
		})
	}
}

// madeUp parses a file that exists in the test only.
func madeUp(t *testing.T, name, imports, body string) source {
	t.Helper()
	s, err := read(name, fmt.Sprintf("package a\nimport (%s)\n%s\n", imports, body))
	if err != nil {
		t.Fatal(err)
	}
	return s
}
