// Package schematest makes JSON Schemas of Go types and of the comments on their fields, for tests that hold published
// schemas to what is written and read. Only tests may import it.
package schematest

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/repair"
)

// Made returns the JSON Schema of the files that hold a T, whose definitions have its fields and what the comments above
// them say. Root is the way from the folder of the test to that of the module; forms returns the pattern of a field, empty for
// none; finish completes the whole.
func Made[T any](t testing.TB, root, id, title string, forms func(typ reflect.Type, field string) string, finish func(root map[string]any)) []byte {
	t.Helper()
	typ := reflect.TypeFor[T]()
	s := schema{make(map[string]map[string]any), make(map[string]string), make(map[string][]string), make(map[string]bool), root, typ.PkgPath(), forms}
	s.of(t, typ)
	whole := s.defs[typ.Name()]
	delete(s.defs, typ.Name())
	whole["$schema"], whole["$id"], whole["$defs"], whole["title"] = "https://json-schema.org/draft/2020-12/schema", id, s.defs, title
	finish(whole)
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(whole); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// schema is a JSON Schema being made of Go types and the comments on their fields.
type schema struct {
	defs  map[string]map[string]any
	docs  map[string]string   // by package, type and field
	enum  map[string][]string // constants of a named type, by package and type
	read  map[string]bool
	root  string // the folder of the module
	home  string // the package whose types have their names alone
	forms func(typ reflect.Type, field string) string
}

// read takes the comments and constants of a package of this module.
func (s *schema) readPackage(t testing.TB, path string) {
	t.Helper()
	if s.read[path] {
		return
	}
	s.read[path] = true
	dir := filepath.Join(s.root, filepath.FromSlash(strings.TrimPrefix(path, "steward/")))
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || e.Type() != fs.FileMode(0) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					s.describeType(path+"."+spec.Name.Name, spec, g.Doc)
				case *ast.ValueSpec:
					of, ok := spec.Type.(*ast.Ident)
					if !ok || g.Tok != token.CONST {
						continue
					}
					for _, v := range spec.Values {
						if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
							text, err := strconv.Unquote(lit.Value)
							if err != nil {
								t.Fatal(err)
							}
							s.enum[path+"."+of.Name] = append(s.enum[path+"."+of.Name], text)
						}
					}
				}
			}
		}
	}
}

func (s *schema) describeType(name string, spec *ast.TypeSpec, doc *ast.CommentGroup) {
	s.docs[name] = sentenceOf(doc.Text())
	fields, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	last := ""
	for i, f := range fields.Fields.List {
		text := f.Doc.Text() + f.Comment.Text()
		if text == "" && i > 0 { // a comment above several members is about those that follow as well
			text = last
		}
		last = ""
		for _, n := range f.Names {
			s.docs[name+"."+n.Name] = sentenceOf(text)
		}
	}
}

func sentenceOf(text string) string { return strings.Join(strings.Fields(text), " ") }

// of returns the schema of a type.
func (s *schema) of(t testing.TB, typ reflect.Type) map[string]any {
	t.Helper()
	if typ == reflect.TypeFor[repair.Kind]() { // which is written as its name
		return map[string]any{"type": "string", "enum": repair.Names()}
	}
	if typ == reflect.TypeFor[json.RawMessage]() {
		return map[string]any{} // anything
	}
	switch typ.Kind() {
	case reflect.Pointer:
		return s.of(t, typ.Elem())
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer"}
	case reflect.String:
		out := map[string]any{"type": "string"}
		if typ.PkgPath() != "" {
			s.readPackage(t, typ.PkgPath())
			if values := s.enum[typ.PkgPath()+"."+typ.Name()]; len(values) > 0 {
				out["enum"] = values
			}
		}
		return out
	case reflect.Slice:
		return map[string]any{"type": "array", "items": s.of(t, typ.Elem())}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": s.of(t, typ.Elem())}
	case reflect.Struct:
		return s.structure(t, typ)
	}
	t.Fatalf("a file holds a %s, of which the schema knows nothing", typ)
	return nil
}

// nameOf names a struct among the definitions: those of other packages with the package.
func (s *schema) nameOf(typ reflect.Type) string {
	path := strings.Split(typ.PkgPath(), "/")
	if pkg := path[len(path)-1]; typ.PkgPath() != s.home {
		return pkg + "." + typ.Name()
	}
	return typ.Name()
}

// structure defines a struct and refers to it.
func (s *schema) structure(t testing.TB, typ reflect.Type) map[string]any {
	name := s.nameOf(typ)
	ref := map[string]any{"$ref": "#/$defs/" + name}
	if s.defs[name] != nil {
		return ref
	}
	s.readPackage(t, typ.PkgPath())
	properties := make(map[string]any)
	def := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	if doc := s.docs[typ.PkgPath()+"."+typ.Name()]; doc != "" {
		def["description"] = doc
	}
	s.defs[name] = def
	if required := s.fields(t, typ, properties); len(required) > 0 {
		def["required"] = required
	}
	return ref
}

// fields adds the fields of a struct, those of embedded ones among them, and returns which have to be there.
func (s *schema) fields(t testing.TB, typ reflect.Type, properties map[string]any) (required []string) {
	s.readPackage(t, typ.PkgPath())
	for i := range typ.NumField() {
		f := typ.Field(i)
		tag, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if tag == "-" || !f.IsExported() {
			continue
		}
		if f.Anonymous && tag == "" {
			required = append(required, s.fields(t, f.Type, properties)...)
			continue
		}
		if tag == "" {
			tag = f.Name
		}
		of := s.of(t, f.Type)
		may := strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		if !may {
			required = append(required, tag)
			if kind := f.Type.Kind(); kind == reflect.Slice || kind == reflect.Map || kind == reflect.Pointer {
				if is, ok := of["type"]; ok { // Go writes null where there is none
					of["type"] = []string{is.(string), "null"}
				}
			}
		}
		if pattern := s.forms(typ, f.Name); pattern != "" {
			of["pattern"] = pattern
		}
		if values, ok := of["enum"].([]string); ok && !may && !slices.Contains(values, "") {
			of["enum"] = append(slices.Clone(values), "") // not chosen
		}
		if doc := s.docs[typ.PkgPath()+"."+typ.Name()+"."+f.Name]; doc != "" {
			of["description"] = doc
		}
		properties[tag] = of
	}
	return required
}
