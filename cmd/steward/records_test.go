package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/seeded"
)

// recordTypes hold records or true counts. Their content is for the steward's eyes and is
// quoted cell by cell where a sentence needs it, never as a whole.
var recordTypes = []string{
	"steward/core/table.Row", "steward/core/table.Cell", "steward/core/histogram.Vector",
	"steward/gui/session/opened.File", "steward/gui/session/opened.RawRow", "steward/io/records.Data", "steward/io/sheet/grid.Record",
}

// listed is what the go command says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles, Imports        []string
	Standard                bool
}

// packages lists the packages of this program and all that they import, compiled.
func packages(t *testing.T) map[string]listed {
	t.Helper()
	c := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,Imports,Standard", "steward/core/...", "steward/io/...", "steward/gui/session/...", "steward/cmd/steward")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := make(map[string]listed)
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[p.ImportPath] = p
	}
}

// reader checks the types of packages against those compiled.
type reader struct {
	files *token.FileSet
	types.Config
}

func newReader(all map[string]listed) reader {
	files := token.NewFileSet()
	compiled := importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		p, ok := all[path]
		if !ok {
			return nil, fmt.Errorf("%s is not listed", path)
		}
		return os.Open(p.Export)
	})
	return reader{files, types.Config{Importer: compiled}}
}

// printed returns where the files of a package hand something that holds records to what
// formats, prints or panics.
func (r reader) printed(t *testing.T, path string, files []*ast.File) []string {
	t.Helper()
	info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object)}
	if _, err := r.Check(path, r.files, files, info); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !prints(info, call.Fun) {
				return true
			}
			for _, arg := range call.Args {
				if tv := info.Types[arg]; tv.Type != nil && holdsRecords(tv.Type) {
					found = append(found, fmt.Sprintf("%s: %s", r.files.Position(arg.Pos()), types.TypeString(tv.Type, nil)))
				}
			}
			return true
		})
	}
	return found
}

// printing are the packages whose functions make text of what they are given.
var printing = []string{"fmt", "log", "log/slog", "steward/core/message", "steward/gui/words", "steward/cmd/steward/console"}

// prints tells whether a function makes text of what it is given.
func prints(info *types.Info, fun ast.Expr) bool {
	switch fun := fun.(type) {
	case *ast.Ident:
		return info.Uses[fun] == types.Universe.Lookup("panic")
	case *ast.SelectorExpr:
		f := info.Uses[fun.Sel]
		return f != nil && f.Pkg() != nil && (slices.Contains(printing, f.Pkg().Path()) || f.Name() == "printf")
	}
	return false
}

// holdsRecords tells whether a type, or what it points to or lists, is one of recordTypes.
func holdsRecords(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return holdsRecords(t.Elem())
	case *types.Slice:
		return holdsRecords(t.Elem())
	case *types.Array:
		return holdsRecords(t.Elem())
	case *types.Map:
		return holdsRecords(t.Key()) || holdsRecords(t.Elem())
	case *types.Named:
		for _, name := range recordTypes {
			if t.String() == name {
				return true
			}
		}
	}
	return false
}

// TestRecordsAreNotPrintedWhole reads the program for calls that would format a record, a
// cell with all that is in it, or a vector of counts into an error, a log or a panic.
func TestRecordsAreNotPrintedWhole(t *testing.T) {
	seeded.ForAudits(t)
	all := packages(t)
	r := newReader(all)
	known := make(map[string]bool)
	checked := 0
	for path, p := range all {
		if p.Standard || !strings.HasPrefix(path, "steward/") {
			continue
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(r.files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
			for _, d := range f.Decls {
				if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE {
					for _, s := range g.Specs {
						known[path+"."+s.(*ast.TypeSpec).Name.Name] = true
					}
				}
			}
		}
		checked++
		for _, where := range r.printed(t, path, files) {
			t.Errorf("%s is printed whole: quote the one cell that the steward has to mend", where)
		}
	}
	if checked < 20 {
		t.Errorf("only %d packages were read", checked)
	}
	for _, name := range recordTypes {
		if !known[name] {
			t.Errorf("there is no type %s: name what holds records now", name)
		}
	}

	// The reading finds what is there.
	const bad = `package bad
import ("fmt"; "steward/core/table"; "steward/core/histogram")
func f(r table.Row, v *histogram.Vector) error {
	if len(r.Cells) > 3 { panic(r.Cells) }
	_ = fmt.Sprint(r.Cells[0].Text, len(r.Cells), v.Total())
	return fmt.Errorf("row %v of %v", r, v)
}`
	f, err := parser.ParseFile(r.files, "bad.go", bad, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if found := r.printed(t, "bad", []*ast.File{f}); len(found) != 3 {
		t.Errorf("of three places %q are found", found)
	}
}
