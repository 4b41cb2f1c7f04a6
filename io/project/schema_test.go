package project

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/io/internal/schematest"
)

var updateSchema = flag.Bool("schema", false, "write the schema of plan files anew")

// schemaPath is the published schema of plan files.
const schemaPath = "../../docs/plan.schema.json"

// The published schema is that of the plan files that are read and written.
func TestSchemaIsPublished(t *testing.T) {
	made := schematest.Made[content](t, "../..", fmt.Sprintf("urn:steward:plan:%d", plan.Version), fmt.Sprintf("Plan file of Steward, version %d", plan.Version),
		func(reflect.Type, string) string { return "" }, func(root map[string]any) {
			root["required"] = []string{"version", "dataSet", "columns", "budget"} // the others may be nothing
		})
	if *updateSchema {
		if err := os.WriteFile(schemaPath, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(schemaPath); err != nil || !bytes.Equal(got, made) {
		t.Errorf("%s is not what plan files are made of (%v): go test ./io/project -run Schema -schema writes it anew", schemaPath, err)
	}
}

// What the schema says and what reads plan files are of one mind: of a plan of everything and of changes to it, of whatever member
// and kind, both take the same.
func TestPlansAreReadAsTheSchemaSays(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile(schemaPath)
	if err != nil {
		t.Fatal(err)
	}
	var filled content
	fillIn(reflect.ValueOf(&filled.Plan).Elem(), 0)
	filled.Account = json.RawMessage(`{}`)
	whole := generic(t, filled)
	agree := func(what string) {
		t.Helper()
		text, err := json.Marshal(whole)
		if err != nil {
			t.Fatal(err)
		}
		again, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		_, readErr := parse(text)
		if fits := schema.Validate(again); (fits == nil) != (readErr == nil) {
			t.Errorf("%s: the schema says %v, reading says %v", what, fits, readErr)
		}
	}
	agree("a plan of everything")
	changes := 0
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			v["surprise"] = []any{map[string]any{}}
			agree(at + " with a member more")
			delete(v, "surprise")
			for name, was := range v {
				walk(at+"."+name, was)
				if changes++; changes%seeded.Often(8, 1) == 0 {
					v[name] = map[string]any{"a": []any{1}}
					agree(at + "." + name + " of another kind")
					v[name] = was
				}
			}
		case []any:
			walk(at+"[0]", v[0])
		}
	}
	walk("$", whole)
	if changes < 150 {
		t.Errorf("only %d changes were tried", changes)
	}
}

// generic is what a plan file holds, as any JSON.
func generic(t *testing.T, c content) any {
	t.Helper()
	text, err := encode(c)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// fillIn puts something into all that a value holds, texts that are one of a few apart, which stay empty.
func fillIn(v reflect.Value, depth int) {
	if depth > 9 {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fillIn(v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fillIn(v.Index(0), depth+1)
	case reflect.Map:
		e := reflect.New(v.Type().Elem()).Elem()
		fillIn(e, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("town").Convert(v.Type().Key()), e)
	case reflect.Struct:
		for f := range v.Type().Fields() {
			fillIn(v.FieldByIndex(f.Index), depth+1)
		}
	case reflect.String:
		if v.Type() == reflect.TypeFor[string]() {
			v.SetString("town")
		}
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Bool:
		v.SetBool(true)
	}
}
