package words_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A found text is a literal, and where it stands.
type found struct{ text, at string }

// source is what the window's packages say: their files, their text constants, and which of their
// functions take texts to be given to this package, at which places among their arguments.
type source struct {
	set     *token.FileSet
	files   map[string]*ast.File // by path
	consts  map[string]string    // by package and name
	takes   map[string][]int     // by package and name; methods by their name alone
	keys    []found
	literal map[token.Pos]bool // that is a key
}

// own is where functions of this package and of core/message take texts.
var own = map[string][]int{"words.T": {0}, "words.N": {1, 2}, "words.Errorf": {0}, "words.Key": {0}, "words.Text": {0},
	"message.Sprintf": {0}, "message.Errorf": {0}, "message.New": {0}, "message.Key": {0}, "message.Word": {0}, "WithRemedy": {0}, "Complain": {0}, "Becoming": {0}, "Sayf": {0}, "Answer": {1}, "Plural": {1, 2}}

// sources are those that were read, by folder.
var sources = map[string]*source{}

// sourceOf returns what the packages under a folder say, tests left out. It is read once.
func sourceOf(t *testing.T, root string) *source {
	t.Helper()
	if sources[root] == nil {
		sources[root] = readSource(t, root)
	}
	return sources[root]
}

func readSource(t *testing.T, root string) *source {
	t.Helper()
	s := &source{set: token.NewFileSet(), files: map[string]*ast.File{}, consts: map[string]string{}, takes: map[string][]int{}, literal: map[token.Pos]bool{}}
	maps.Copy(s.takes, own)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && strings.HasSuffix(d.Name(), "test") {
			return fs.SkipDir // for tests alone
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(s.set, path, nil, parser.SkipObjectResolution)
		if err == nil && f.Name.Name != "language" && (f.Name.Name != "words" || d.Name() == "phrase.go") { // the rest of it says nothing
			s.files[path] = f
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	s.readConsts()
	for s.readTakers() {
	}
	s.readKeys()
	return s
}

// readConsts reads the texts that constants stand for.
func (s *source) readConsts() {
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			decl, ok := n.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST {
				return true
			}
			for _, spec := range decl.Specs {
				spec := spec.(*ast.ValueSpec)
				for i, v := range spec.Values {
					if text, ok := s.text(f.Name.Name, v); ok {
						s.consts[f.Name.Name+"."+spec.Names[i].Name] = text
					}
				}
			}
			return true
		})
	}
}

// readTakers finds functions that hand one of their parameters on as a text, and reports whether there
// were any that were not known.
func (s *source) readTakers() bool {
	more := false
	for _, f := range s.files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			at, place := map[string]int{}, 0
			for _, field := range fn.Type.Params.List {
				for _, name := range field.Names {
					at[name.Name] = place
					place++
				}
			}
			name := f.Name.Name + "." + fn.Name.Name
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				for _, k := range s.takes[s.called(f, call)] {
					if k >= len(call.Args) {
						continue
					}
					given, ok := call.Args[k].(*ast.Ident)
					if !ok {
						continue
					}
					if i, ok := at[given.Name]; ok && !slices.Contains(s.takes[name], i) {
						s.takes[name] = append(s.takes[name], i)
						more = true
					}
				}
				return true
			})
		}
	}
	return more
}

// called names the function of a call by its package and name; a method is called by the name of
// the package that calls it, where most are.
func (s *source) called(f *ast.File, call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return f.Name.Name + "." + fun.Name
	case *ast.SelectorExpr:
		if s.takes[fun.Sel.Name] != nil {
			return fun.Sel.Name
		}
		if x, ok := fun.X.(*ast.Ident); ok {
			if name := x.Name + "." + fun.Sel.Name; s.takes[name] != nil {
				return name
			}
		}
		return f.Name.Name + "." + fun.Sel.Name
	}
	return ""
}

// readKeys finds the texts that are given to this package.
func (s *source) readKeys() {
	for _, f := range s.files {
		ast.Inspect(f, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && field.Tag != nil { // of a command or a flag
				tag, _ := strconv.Unquote(field.Tag.Value)
				if help := reflect.StructTag(tag).Get("help"); help != "" {
					s.keys = append(s.keys, found{help, s.place(field.Tag)})
				}
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			for _, k := range s.takes[s.called(f, call)] {
				if k >= len(call.Args) {
					continue
				}
				if text, ok := s.text(f.Name.Name, call.Args[k]); ok && text != "" {
					s.keys = append(s.keys, found{text, s.place(call.Args[k])})
				}
				ast.Inspect(call.Args[k], func(n ast.Node) bool {
					if n != nil {
						s.literal[n.Pos()] = true
					}
					return true
				})
			}
			return true
		})
	}
}

// text is what an expression of literals and constants says.
func (s *source) text(pkg string, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.ParenExpr:
		return s.text(pkg, e.X)
	case *ast.Ident:
		text, ok := s.consts[pkg+"."+e.Name]
		return text, ok
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			text, ok := s.consts[x.Name+"."+e.Sel.Name]
			return text, ok
		}
	case *ast.BinaryExpr:
		a, okA := s.text(pkg, e.X)
		b, okB := s.text(pkg, e.Y)
		return a + b, okA && okB && e.Op == token.ADD
	}
	return "", false
}

func (s *source) place(n ast.Node) string {
	p := s.set.Position(n.Pos())
	return fmt.Sprintf("%s:%d", filepath.ToSlash(p.Filename), p.Line)
}
