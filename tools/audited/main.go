// Audited prints what `make audit` runs: the tests that are longer there than in the fast run or not in it at all, as a
// pattern for go test -run, and then the packages that have them, a line each, those with the most first: what takes long is
// not left for the end. The other tests would only be run a second time.
//
//	audited ./core/... ./gui/...
//
// A test belongs to the audits if it stands in a file that is built for them alone, or if it refers, directly or through
// others, to what tells them from the fast run, seeded.Audit. What is only quicker in the fast run and tests no less is marked
// with the directive //audited:same and makes none. A method that is only called through an interface is not seen.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if err := run(os.Stdout, "..", "audit", os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "audited:", err)
		os.Exit(1)
	}
}

// run prints the audits among the packages of the module in a folder that patterns name; tag is the build tag of the audits.
func run(w io.Writer, dir, tag string, patterns []string) error {
	asked := make(map[string]bool)
	named, err := load(packages.NeedName, dir, tag, patterns)
	for _, p := range named {
		asked[p.PkgPath] = true
	}
	if err != nil {
		return err
	}
	every, err := load(packages.LoadSyntax, dir, tag, []string{"./..."})
	if err != nil {
		return err
	}
	var all []declared
	for _, p := range every {
		all = append(all, declaredIn(p)...)
	}
	var names []string
	of := make(map[string]int) // audits, by package
	for _, d := range audits(all) {
		if asked[d.own.pkg] {
			names = append(names, d.own.name)
			of[strings.TrimSuffix(d.own.pkg, "_test")]++
		}
	}
	if len(names) == 0 {
		return errors.New("there are no audits in these packages")
	}
	slices.Sort(names)
	paths := slices.SortedFunc(maps.Keys(of), func(a, b string) int { return cmp.Or(of[b]-of[a], cmp.Compare(a, b)) })
	_, err = fmt.Fprintf(w, "^(%s)$\n%s\n", strings.Join(slices.Compact(names), "|"), strings.Join(paths, "\n"))
	return err
}

// same marks a function that tests as much in the fast run as in the audits.
const same = "//audited:same"

// load returns the packages that patterns name, and their tests.
func load(mode packages.LoadMode, dir, tag string, patterns []string) ([]*packages.Package, error) {
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: dir, Tests: true, BuildFlags: []string{"-tags", tag}}, patterns...)
	if err != nil {
		return nil, fmt.Errorf("loading packages: %w", err)
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			return nil, fmt.Errorf("loading %s: %w", p.PkgPath, e)
		}
	}
	return loaded, nil
}

// object is something declared outside of functions, or a method.
type object struct{ pkg, of, name string }

// toldBy is what tells the audits from the fast run.
var toldBy = object{pkg: "steward/core/seeded", name: "Audit"}

// before is what runs before every test of its package, and is part of each.
const before = "TestMain"

// declared is a declaration and what it refers to.
type declared struct {
	own    object
	refers map[object]bool
	runs   bool // whether go test runs it
	only   bool // whether it is built for the audits alone
}

// audits returns the tests that belong to the audits.
func audits(left []declared) []declared {
	differs := map[object]bool{toldBy: true}
	var out []declared
	for found := true; found; {
		found = false
		left = slices.DeleteFunc(left, func(d declared) bool {
			differing := d.only
			for o := range d.refers {
				differing = differing || differs[o]
			}
			if differing && d.runs {
				out = append(out, d)
			} else if differing {
				differs[d.own], found = true, true
			}
			return differing
		})
	}
	return out
}

// declaredIn returns what a package declares outside of functions, and its methods.
func declaredIn(p *packages.Package) []declared {
	var out []declared
	for _, file := range p.Syntax {
		path := p.Fset.File(file.FileStart).Name()
		testing := strings.HasSuffix(path, "_test.go")
		fast, _ := build.Default.MatchFile(filepath.Split(path)) // that it can be read has been seen
		add := func(id *ast.Ident, node ast.Node) *declared {
			d := declared{own: objectOf(p.TypesInfo.Defs[id]), refers: make(map[object]bool), only: testing && !fast}
			ast.Inspect(node, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					d.refers[objectOf(p.TypesInfo.Uses[id])] = true
				}
				return true
			})
			out = append(out, d)
			return &out[len(out)-1]
		}
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Doc != nil && slices.ContainsFunc(decl.Doc.List, func(c *ast.Comment) bool { return c.Text == same }) {
					continue
				}
				d := add(decl.Name, decl)
				if d.runs = testing && decl.Recv == nil && d.own.name != before && tested.MatchString(d.own.name); d.runs {
					d.refers[object{pkg: d.own.pkg, name: before}] = true
				}
			case *ast.GenDecl:
				for _, spec := range decl.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add(spec.Name, spec)
					case *ast.ValueSpec:
						for _, id := range spec.Names {
							add(id, spec)
						}
					}
				}
			}
		}
	}
	return out
}

// tested are the names of what go test runs.
var tested = regexp.MustCompile(`^(Test|Fuzz|Example)($|\P{Ll})`)

// objectOf returns what a name means, the zero object if that is declared in a function or in no package.
func objectOf(o types.Object) object {
	if o == nil || o.Pkg() == nil {
		return object{}
	}
	own := object{pkg: o.Pkg().Path(), name: o.Name()}
	if f, ok := o.(*types.Func); ok {
		if recv := f.Signature().Recv(); recv != nil {
			own.of = strings.TrimPrefix(types.TypeString(recv.Type(), func(*types.Package) string { return "" }), "*")
		}
		return own
	}
	if o.Parent() != o.Pkg().Scope() {
		return object{}
	}
	return own
}
