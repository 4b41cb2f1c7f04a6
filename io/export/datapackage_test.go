package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"steward/core/plan"
	"steward/core/result"
	"steward/io/internal/disk"
)

// packageSchema is what the standard (datapackage.org, version 2) asks of a descriptor, as far as it concerns ours.
const packageSchema = `{
	"type": "object", "required": ["resources"],
	"properties": {
		"$schema": {"type": "string", "format": "uri"},
		"name": {"type": "string", "pattern": "^[a-z0-9._-]+$"},
		"title": {"type": "string"}, "description": {"type": "string"},
		"created": {"type": "string", "format": "date-time"},
		"contributors": {"type": "array", "minItems": 1, "items": {
			"type": "object", "required": ["title"],
			"properties": {"title": {"type": "string"}, "email": {"type": "string", "format": "email"}, "roles": {"type": "array", "items": {"type": "string"}, "minItems": 1}}}},
		"licenses": {"type": "array", "minItems": 1, "items": {
			"type": "object", "anyOf": [{"required": ["name"]}, {"required": ["path"]}],
			"properties": {"name": {"type": "string", "pattern": "^[-a-zA-Z0-9._]+$"}, "path": {"type": "string", "format": "uri"}}}},
		"resources": {"type": "array", "minItems": 1, "items": {
			"type": "object", "required": ["name", "path"],
			"properties": {
				"name": {"type": "string", "pattern": "^[a-z0-9._-]+$"},
				"path": {"type": "string", "pattern": "^[^./~\\\\][^/\\\\]*$"},
				"type": {"const": "table"}, "format": {"type": "string"}, "mediatype": {"type": "string"}, "encoding": {"const": "utf-8"},
				"hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"},
				"schema": {"type": "object", "required": ["fields"], "properties": {
					"fields": {"type": "array", "minItems": 1, "items": {"type": "object", "required": ["name"], "properties": {
						"name": {"type": "string"}, "type": {"enum": ["string", "number"]}}}},
					"missingValues": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}}}}}}
	}
}`

// checkDescribed reads a folder's descriptor as another program would: it is what the standard asks, every file is there as it says,
// and every table has its columns, with cells of their types.
func checkDescribed(t *testing.T, dir string) descriptor {
	t.Helper()
	content := contentOf(t, filepath.Join(dir, PackageName))
	schema, err := jsonschema.UnmarshalJSON(strings.NewReader(packageSchema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("package.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Error(err)
	}
	var d descriptor
	if err := json.Unmarshal(content, &d); err != nil {
		t.Fatal(err)
	}
	described := []string{PackageName, d.Privacy.Record}
	names := make(map[string]bool)
	for _, r := range d.Resources {
		if names[r.Name] {
			t.Errorf("two resources are called %q", r.Name)
		}
		names[r.Name] = true
		described = append(described, r.Path)
		if digest, err := disk.Digest(disk.OS, filepath.Join(dir, r.Path)); err != nil || r.Hash != "sha256:"+digest {
			t.Errorf("%s is told to be %s, and is %s (%v)", r.Path, r.Hash, digest, err)
		}
		if r.TableSchema != nil {
			checkTable(t, contentOf(t, filepath.Join(dir, r.Path)), *r.TableSchema)
		}
	}
	got := folder(t, dir)
	slices.Sort(described)
	if slices.Sort(got); !slices.Equal(got, described) {
		t.Errorf("the folder holds %q, described are %q", got, described)
	}
	return d
}

// checkTable reads a CSV file by its schema.
func checkTable(t *testing.T, content []byte, schema tableSchema) {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\uFEFF")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if len(row) != len(schema.Fields) {
			t.Fatalf("row %d has %d cells, %d columns are described", i+1, len(row), len(schema.Fields))
		}
		for j, f := range schema.Fields {
			if i == 0 && row[j] != f.Name {
				t.Errorf("column %d is called %q, and is described as %q", j+1, row[j], f.Name)
			}
			if i == 0 || f.Type != "number" || slices.Contains(schema.MissingValues, row[j]) {
				continue
			}
			if _, err := strconv.ParseFloat(row[j], 64); err != nil {
				t.Errorf("row %d, %q: found %q, a number is described", i+1, f.Name, row[j])
			}
		}
	}
}

// TestPackagesAreDescribed describes releases of every kind of output, under hostile names, to other programs.
func TestPackagesAreDescribed(t *testing.T) {
	p := smallPlan()
	p.Publication = plan.Publication{Publisher: "Clinic", Contact: "tables@clinic.example", Licence: "CC-BY-4.0", Population: "patients"}
	dir := t.TempDir()
	all(t, dir, "small", releaseOf(t, p))
	d := checkDescribed(t, dir)
	if len(d.Contributors) != 1 || d.Contributors[0].Email != p.Publication.Contact || len(d.Licenses) != 1 || d.Licenses[0].Name != "CC-BY-4.0" || d.Publication["population"] != "patients" {
		t.Errorf("described as %+v", d)
	}
	for _, r := range []*result.Release{withGroups(t), derivedRelease(t), madeUp(t), hostileMade(t), hostileRelease(t)} {
		dir := t.TempDir()
		all(t, dir, "release", r)
		checkDescribed(t, dir)
	}
	for _, licence := range []string{"", "https://creativecommons.org/licenses/by/4.0/", "ask us first; we answer within a week"} {
		p.Publication = plan.Publication{Licence: licence, Contact: "room 4"}
		dir := t.TempDir()
		all(t, dir, "small", releaseOf(t, p))
		if d := checkDescribed(t, dir); d.Publication["licence"] != licence {
			t.Errorf("%q is described as %+v", licence, d)
		}
	}
}
