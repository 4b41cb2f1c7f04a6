package schematest

import (
	"strings"
	"testing"
)

// Each document has exactly the faults that are named, at their places.
func TestCheck(t *testing.T) {
	const schema = `{
		"$defs": {"Part": {"type": "object", "required": ["id"], "additionalProperties": false, "properties": {"id": {"type": "string", "pattern": "^[a-z]+$"}, "share": {"type": ["number", "null"], "minimum": 0}}}},
		"type": "object", "required": ["version", "parts"],
		"properties": {
			"version": {"const": 2}, "kind": {"enum": ["table", "sum"]}, "rows": {"type": "integer"},
			"parts": {"type": "array", "items": {"$ref": "#/$defs/Part"}},
			"files": {"type": "object", "additionalProperties": {"type": "string"}}
		}
	}`
	for document, faults := range map[string][]string{
		`{"version": 2, "parts": []}`: nil,
		`{"version": 2.0, "kind": "sum", "rows": 3.0, "parts": [{"id": "a", "share": 0}, {"id": "b", "share": null}], "files": {"x": "y"}, "more": 1}`: nil,
		`{"parts": []}`:                                      {"$: version is missing"},
		`{"version": 3, "parts": []}`:                        {"$.version: 3, expected 2"},
		`{"version": 2, "kind": "none", "parts": []}`:        {"$.kind: none is none of [table sum]"},
		`{"version": 2, "rows": 2.5, "parts": []}`:           {"$.rows: it is of type number, expected integer"},
		`{"version": 2, "parts": [{"id": "A"}, {}]}`:         {`$.parts[0].id: "A" does not match ^[a-z]+$`, "$.parts[1]: id is missing"},
		`{"version": 2, "parts": [{"id": "a", "odd": 1}]}`:   {`$.parts[0]: "odd" is not known`},
		`{"version": 2, "parts": [{"id": "a", "share":-1}]}`: {"$.parts[0].share: -1 is below 0"},
		`{"version": 2, "parts": "none"}`:                    {"$.parts: it is of type string, expected array"},
		`{"version": 2, "parts": [], "files": {"x": 1}}`:     {"$.files.x: it is of type integer, expected string"},
		`[]`: {"$: it is of type array, expected object"},
	} {
		got, err := Check([]byte(schema), []byte(document))
		if err != nil || strings.Join(got, "\n") != strings.Join(faults, "\n") {
			t.Errorf("%s: faults %q, want %q (%v)", document, got, faults, err)
		}
	}
}

// What cannot be checked is an error and never passes.
func TestCheckErrors(t *testing.T) {
	for _, c := range []struct{ schema, document, says string }{
		{`{"type": "object"}`, `{`, "unexpected"},
		{`{`, `{}`, "unexpected"},
		{`{"maxLength": 3}`, `"x"`, `the keyword "maxLength" is not known`},
		{`{"properties": {"a": {"format": "date"}}}`, `{"a": "x"}`, `$.a: the keyword "format" is not known`},
		{`{"$ref": "#/$defs/Missing"}`, `{}`, "there is no definition #/$defs/Missing"},
		{`{"$ref": "other.json"}`, `{}`, "there is no definition other.json"},
		{`{"items": true}`, `[1]`, "expected an object"},
	} {
		if _, err := Check([]byte(c.schema), []byte(c.document)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s of %s: %v, want %q", c.schema, c.document, err, c.says)
		}
	}
}
