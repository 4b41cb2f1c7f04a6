package export

import (
	"bytes"
	"encoding/json"
	"fmt"
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

	"github.com/santhosh-tekuri/jsonschema/v6"

	"steward/core/repair"
)

// schemaPath is the published schema of records.
const schemaPath = "../../docs/record.schema.json"

// The forms of texts in a record.
const (
	exactNumber = `^-?[0-9]+(\.[0-9]+)?(/[0-9]+)?$`
	hexDigest   = `^[0-9a-f]{64}$`
	moment      = `^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2})$`
)

// patterns are the forms of some members, by type and field.
var patterns = map[string]string{
	"Record.Created": moment, "Record.Digest": hexDigest, "Record.Seal": hexDigest,
	"Record.Epsilon": exactNumber, "Record.Delta": exactNumber, "Record.Rho": exactNumber, "Record.R": exactNumber,
	"Ledger.Hash": hexDigest, "Ledger.SpentBefore": exactNumber, "Ledger.SpentAfter": exactNumber, "Ledger.Limit": exactNumber,
	"Ledger.DeltaBefore": exactNumber, "Ledger.DeltaAfter": exactNumber, "Ledger.DeltaLimit": exactNumber,
	"Question.Epsilon": exactNumber, "Question.Effective": exactNumber, "Choice.Epsilon": exactNumber, "Choice.Effective": exactNumber,
	"Synthetic.Epsilon": exactNumber, "Synthetic.Effective": exactNumber, "Synthetic.Digest": hexDigest,
	"Step.Rate": exactNumber, "Step.Loss": exactNumber, "Stated.Scale": exactNumber, "Stated.SigmaSquared": exactNumber,
	"Choice.Sensitivity": exactNumber, "Choice.Rate": exactNumber,
	"NoiseOfRows.Sensitivity": exactNumber, "NoiseOfRows.Scale": exactNumber, "NoiseOfRows.SigmaSquared": exactNumber, "NoiseOfRows.Spent": exactNumber,
}

// schema is a JSON Schema being made of Go types and the comments on their fields.
type schema struct {
	defs map[string]map[string]any
	docs map[string]string   // by package, type and field
	enum map[string][]string // constants of a named type, by package and type
	read map[string]bool
}

// read takes the comments and constants of a package of this module.
func (s *schema) readPackage(t *testing.T, path string) {
	t.Helper()
	if s.read[path] {
		return
	}
	s.read[path] = true
	dir := filepath.Join("..", "..", filepath.FromSlash(strings.TrimPrefix(path, "steward/")))
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
func (s *schema) of(t *testing.T, typ reflect.Type) map[string]any {
	t.Helper()
	if typ == reflect.TypeFor[repair.Kind]() { // which is written as its name
		return map[string]any{"type": "string", "enum": repair.Names()}
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
	t.Fatalf("a record holds a %s, of which the schema knows nothing", typ)
	return nil
}

// nameOf names a struct among the definitions: those of other packages with the package.
func nameOf(typ reflect.Type) string {
	path := strings.Split(typ.PkgPath(), "/")
	if pkg := path[len(path)-1]; pkg != "export" {
		return pkg + "." + typ.Name()
	}
	return typ.Name()
}

// structure defines a struct and refers to it.
func (s *schema) structure(t *testing.T, typ reflect.Type) map[string]any {
	name := nameOf(typ)
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
func (s *schema) fields(t *testing.T, typ reflect.Type, properties map[string]any) (required []string) {
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
		if pattern := patterns[typ.Name()+"."+f.Name]; pattern != "" && slices.Contains([]string{"steward/io/export", "steward/core/noise"}, typ.PkgPath()) {
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

// madeSchema returns the schema of the records that this version writes.
func madeSchema(t *testing.T) []byte {
	t.Helper()
	s := schema{make(map[string]map[string]any), make(map[string]string), make(map[string][]string), make(map[string]bool)}
	s.of(t, reflect.TypeFor[Record]())
	root := s.defs["Record"]
	delete(s.defs, "Record")
	root["$schema"], root["$id"], root["$defs"] = "https://json-schema.org/draft/2020-12/schema", fmt.Sprintf("urn:steward:record:%d", RecordVersion), s.defs
	root["title"] = fmt.Sprintf("Release record of Steward, version %d", RecordVersion)
	root["required"] = append(root["required"].([]string), "seal")
	root["properties"].(map[string]any)["version"].(map[string]any)["const"] = RecordVersion
	for _, name := range []string{"multiplier"} {
		root["properties"].(map[string]any)[name].(map[string]any)["minimum"] = 1
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The published schema is that of the records that are written.
func TestSchemaIsPublished(t *testing.T) {
	made := madeSchema(t)
	if *update {
		if err := os.WriteFile(schemaPath, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := contentOf(t, schemaPath); !bytes.Equal(got, made) {
		t.Errorf("%s is not what records are made of: go test ./io/export -run Schema -update writes it anew; raise RecordVersion when older programs cannot read them", schemaPath)
	}
}

// Records fit the schema, and no longer do when anything is taken away, added, or of another kind.
func TestRecordsFitTheSchema(t *testing.T) {
	text := contentOf(t, schemaPath)
	dir := t.TempDir()
	all(t, dir, "small", releaseOf(t, smallPlan()))
	record := contentOf(t, filepath.Join(dir, "small.json"))
	schema, err := jsonschema.NewCompiler().Compile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(record, &value); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Fatal(err)
	}
	var published map[string]any
	if err := json.Unmarshal(text, &published); err != nil {
		t.Fatal(err)
	}
	changes := 0
	refused := func(what string) {
		t.Helper()
		changes++
		if schema.Validate(value) == nil {
			t.Errorf("%s: the record still fits", what)
		}
	}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if !strings.HasSuffix(at, ".files") { // any name may stand there
				v["surprise"] = true
				refused(at + " with a member more")
				delete(v, "surprise")
			}
			for name, was := range v {
				walk(at+"."+name, was)
				for _, other := range []any{map[string]any{"a": 1}, 0.5} {
					if _, isNumber := was.(float64); !isNumber || other != 0.5 {
						v[name] = other
						refused(at + "." + name + " of another kind")
					}
				}
				v[name] = was
			}
		case []any:
			for i := range v[:min(len(v), 2)] {
				walk(fmt.Sprintf("%s[%d]", at, i), v[i])
			}
		}
	}
	walk("$", value)
	top := value.(map[string]any)
	for _, name := range published["required"].([]any) {
		was := top[name.(string)]
		delete(top, name.(string))
		refused("without " + name.(string))
		top[name.(string)] = was
	}
	for name, bad := range map[string]any{"digest": "abc", "seal": strings.Repeat("G", 64), "epsilon": "half", "created": "yesterday", "version": RecordVersion + 1.0, "multiplier": 0.0} {
		was := top[name]
		top[name] = bad
		refused(name + " of another form")
		top[name] = was
	}
	if changes < 200 {
		t.Errorf("only %d changes were tried", changes)
	}
}
