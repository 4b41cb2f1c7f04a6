package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"steward/io/internal/schematest"
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
	"LedgerEntry.Hash": hexDigest, "LedgerEntry.SpentBefore": exactNumber, "LedgerEntry.SpentAfter": exactNumber, "LedgerEntry.Limit": exactNumber,
	"LedgerEntry.WorstAfter": exactNumber, "LedgerEntry.DeltaBefore": exactNumber, "LedgerEntry.DeltaAfter": exactNumber, "LedgerEntry.DeltaLimit": exactNumber,
	"Share.Epsilon": exactNumber, "Share.Effective": exactNumber, "Synthetic.Digest": hexDigest,
	"Step.Rate": exactNumber, "Step.Loss": exactNumber, "Stated.Scale": exactNumber, "Stated.SigmaSquared": exactNumber,
	"Choice.Sensitivity": exactNumber, "Choice.Rate": exactNumber,
	"NoiseOfRows.Sensitivity": exactNumber, "NoiseOfRows.Spent": exactNumber,
}

// madeSchema returns the schema of the records that this version writes.
func madeSchema(t *testing.T) []byte {
	t.Helper()
	forms := func(typ reflect.Type, field string) string {
		if !slices.Contains([]string{"steward/io/export", "steward/core/noise", "steward/core/result", "steward/core/synthetic"}, typ.PkgPath()) {
			return ""
		}
		return patterns[typ.Name()+"."+field]
	}
	return schematest.Made[Record](t, "../..", fmt.Sprintf("urn:steward:record:%d", RecordVersion), fmt.Sprintf("Release record of Steward, version %d", RecordVersion), forms, func(root map[string]any) {
		root["required"] = append(root["required"].([]string), "seal")
		root["properties"].(map[string]any)["version"].(map[string]any)["const"] = RecordVersion
		root["properties"].(map[string]any)["multiplier"].(map[string]any)["minimum"] = 1
	})
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
