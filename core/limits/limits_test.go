package limits_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// itsOwn are packages whose bounds are those of their arithmetic, which callers keep and nobody meets, and the one of
// memory for a workbook that is read back.
var itsOwn = []string{"core/internal", "core/noise", "core/partition", "core/strategy", "io/shown"}

// says are the functions that make what a person is refused with.
var says = []string{"Errorf", "Unfit", "NewFault", "WithRemedy"}

// bound is how bounds are called.
var bound = regexp.MustCompile(`^(?i:max|most|fewest|largest)[A-Z]`)

// An error that names a bound takes it from here, so that it is changed in one place and found by who looks for it.
func TestBoundsThatErrorsNameAreHere(t *testing.T) {
	root := filepath.Join("..", "..")
	bounds, refusals := 0, 0
	for _, top := range []string{"core", "io", "gui/session"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() {
				return err
			}
			rel, _ := filepath.Rel(root, path)
			if slices.ContainsFunc(itsOwn, func(own string) bool { return strings.HasPrefix(filepath.ToSlash(rel), own) }) {
				return filepath.SkipDir
			}
			files, err := filepath.Glob(filepath.Join(path, "*.go"))
			if err != nil {
				return err
			}
			set, parsed, own := token.NewFileSet(), []*ast.File(nil), map[string]bool{}
			for _, file := range files {
				if strings.HasSuffix(file, "_test.go") {
					continue
				}
				f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
				if err != nil {
					return err
				}
				parsed = append(parsed, f)
				for name := range numbers(f) {
					own[name] = true
				}
			}
			bounds += len(own)
			for _, f := range parsed {
				ast.Inspect(f, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if !ok || !slices.Contains(says, called(call)) {
						return true
					}
					refusals++
					for _, arg := range call.Args {
						if id, ok := arg.(*ast.Ident); ok && own[id.Name] && bound.MatchString(id.Name) {
							t.Errorf("%s: an error names %s, which belongs into core/limits", set.Position(arg.Pos()), id.Name)
						}
					}
					return true
				})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if bounds < 100 || refusals < 500 {
		t.Errorf("only %d numbers and %d errors were found", bounds, refusals)
	}
}

// numbers are the constants of a file that are numbers.
func numbers(f *ast.File) map[string]bool {
	out := map[string]bool{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, name := range v.Names {
				if i < len(v.Values) && isNumber(v.Values[i]) {
					out[name.Name] = true
				}
			}
		}
	}
	return out
}

func isNumber(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.BinaryExpr:
		return isNumber(e.X) && isNumber(e.Y)
	case *ast.ParenExpr:
		return isNumber(e.X)
	}
	return false
}

// called is the name of the function that is called.
func called(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
