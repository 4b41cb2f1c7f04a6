// Package schematest checks JSON against the part of JSON Schema (draft 2020-12) that the schema of
// release records uses, for tests. A keyword that it does not know is an error, so that none is
// passed over.
package schematest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// Check returns what in a document does not fit a schema, each with its place; nothing when all fits.
// It errors when either is no JSON, or the schema has a keyword that is not known here.
func Check(schema, document []byte) ([]string, error) {
	var root, value any
	for _, in := range []struct {
		data []byte
		to   *any
	}{{schema, &root}, {document, &value}} {
		d := json.NewDecoder(bytes.NewReader(in.data))
		d.UseNumber()
		if err := d.Decode(in.to); err != nil {
			return nil, err
		}
	}
	c := checker{root: root}
	c.check(root, value, "$")
	return c.faults, c.err
}

type checker struct {
	root   any
	faults []string
	err    error
}

func (c *checker) fault(at, says string, details ...any) {
	c.faults = append(c.faults, at+": "+fmt.Sprintf(says, details...))
}

func (c *checker) check(schema, value any, at string) {
	s, ok := schema.(map[string]any)
	if !ok {
		c.err = fmt.Errorf("%s: a schema is %v, expected an object", at, schema)
		return
	}
	for _, keyword := range slices.Sorted(maps.Keys(s)) {
		is := s[keyword]
		switch keyword {
		case "$schema", "$id", "$defs", "title", "description":
		case "$ref":
			c.check(c.definition(is.(string)), value, at)
		case "type":
			c.kind(is, value, at)
		case "const":
			if !same(is, value) {
				c.fault(at, "%v, expected %v", value, is)
			}
		case "enum":
			if !slices.ContainsFunc(is.([]any), func(v any) bool { return same(v, value) }) {
				c.fault(at, "%v is none of %v", value, is)
			}
		case "pattern":
			if text, ok := value.(string); ok && !regexp.MustCompile(is.(string)).MatchString(text) {
				c.fault(at, "%q does not match %s", text, is)
			}
		case "minimum":
			if n, ok := value.(json.Number); ok && number(n) < number(is.(json.Number)) {
				c.fault(at, "%v is below %v", n, is)
			}
		case "required":
			if object, ok := value.(map[string]any); ok {
				for _, name := range is.([]any) {
					if _, there := object[name.(string)]; !there {
						c.fault(at, "%s is missing", name)
					}
				}
			}
		case "items":
			if list, ok := value.([]any); ok {
				for i, item := range list {
					c.check(is, item, fmt.Sprintf("%s[%d]", at, i))
				}
			}
		case "properties", "additionalProperties":
			if keyword == "properties" || s["properties"] == nil {
				c.members(s, value, at)
			}
		default:
			c.err = fmt.Errorf("%s: the keyword %q is not known", at, keyword)
		}
	}
}

// members checks the members of an object.
func (c *checker) members(s map[string]any, value any, at string) {
	object, ok := value.(map[string]any)
	if !ok {
		return
	}
	known, _ := s["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		switch more := s["additionalProperties"].(type) {
		default:
			if of, ok := known[name]; ok {
				c.check(of, object[name], at+"."+name)
			}
		case bool:
			if of, ok := known[name]; ok {
				c.check(of, object[name], at+"."+name)
			} else if !more {
				c.fault(at, "%q is not known", name)
			}
		case map[string]any:
			if of, ok := known[name]; ok {
				c.check(of, object[name], at+"."+name)
			} else {
				c.check(more, object[name], at+"."+name)
			}
		}
	}
}

// definition finds what a reference within the schema means.
func (c *checker) definition(ref string) any {
	name, ok := strings.CutPrefix(ref, "#/$defs/")
	defs, _ := c.root.(map[string]any)["$defs"].(map[string]any)
	if of, there := defs[name]; ok && there {
		return of
	}
	c.err = fmt.Errorf("there is no definition %s", ref)
	return map[string]any{}
}

func (c *checker) kind(want, value any, at string) {
	list, ok := want.([]any)
	if !ok {
		list = []any{want}
	}
	is := kindOf(value)
	for _, w := range list {
		if w == is || w == "number" && is == "integer" {
			return
		}
	}
	c.fault(at, "it is of type %s, expected %v", is, want)
}

func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case json.Number:
		if x := number(v); x == math.Trunc(x) {
			return "integer"
		}
		return "number"
	}
	return "object"
}

func number(n json.Number) float64 {
	x, err := n.Float64()
	if err != nil {
		return math.NaN()
	}
	return x
}

func same(a, b any) bool {
	x, ok := a.(json.Number)
	y, too := b.(json.Number)
	if ok && too {
		return number(x) == number(y)
	}
	return reflect.DeepEqual(a, b)
}
