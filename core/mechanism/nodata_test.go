package mechanism

import (
	"reflect"
	"strings"
	"testing"

	"steward/core/histogram"
	"steward/core/table"
)

// reach walks over everything that a value can reach: behind pointers and interfaces, in
// slices, maps and unexported fields.
type reach struct {
	seen  map[any]bool
	found []string
}

// forbidden says what a planning value may not hold, or nothing: types that hold records or
// counts, and anything that code could hide them in.
func forbidden(t reflect.Type) string {
	for _, p := range []string{"steward/core/table", "steward/core/histogram"} {
		if t.PkgPath() == p {
			return "holds a value of " + t.String()
		}
	}
	switch t.Kind() {
	case reflect.Chan, reflect.UnsafePointer:
		return "holds a " + t.Kind().String()
	}
	return ""
}

func (r *reach) walk(path string, v reflect.Value) {
	if !v.IsValid() {
		return
	}
	if bad := forbidden(v.Type()); bad != "" {
		r.found = append(r.found, path+" "+bad)
		return
	}
	switch v.Kind() {
	case reflect.Func:
		if !v.IsNil() {
			r.found = append(r.found, path+" holds a function, which could hold anything")
		}
	case reflect.Interface:
		r.walk(path, v.Elem())
	case reflect.Pointer:
		if v.IsNil() {
			r.mayHold(path, v.Type().Elem())
			return
		}
		if key := [2]any{v.Pointer(), v.Type()}; !r.seen[key] {
			r.seen[key] = true
			r.walk(path, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			r.walk(path+"."+v.Type().Field(i).Name, v.Field(i))
		}
	case reflect.Slice, reflect.Array:
		r.mayHold(path, v.Type().Elem())
		if plain(v.Type().Elem().Kind()) {
			return
		}
		for i := range v.Len() {
			r.walk(path+"[]", v.Index(i))
		}
	case reflect.Map:
		r.mayHold(path, v.Type().Elem())
		for it := v.MapRange(); it.Next(); {
			r.walk(path+"[key]", it.Key())
			r.walk(path+"[]", it.Value())
		}
	}
}

// mayHold looks at the type of something that is empty.
func (r *reach) mayHold(path string, t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	if bad := forbidden(t); bad != "" {
		r.found = append(r.found, path+" "+bad)
	}
}

func plain(k reflect.Kind) bool { return k <= reflect.Complex128 || k == reflect.String }

func reachable(path string, v any) []string {
	r := reach{seen: make(map[any]bool)}
	r.walk(path, reflect.ValueOf(v))
	return r.found
}

// No problem and nothing that a mechanism prepares can reach records or counts.
func TestPlanningReachesNoData(t *testing.T) {
	report := func(name string, found []string) {
		t.Helper()
		if len(found) > 0 {
			t.Fatalf("%s: %s", name, strings.Join(found, "; "))
		}
	}
	look := func(s scene) {
		report(s.name, reachable("problem", s.Problem))
		for _, m := range All() {
			report(m.Info().ID, reachable(m.Info().ID, m))
		}
		candidates, err := Candidates(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range candidates {
			report(c.Info.ID+", "+s.name, reachable("candidate", c))
		}
	}
	for _, e := range examples(t) {
		look(e.scene)
	}
	eachScene(t, 40, problems/4, func(_ maker, s scene) { look(s) })
}

// The walk finds data wherever it hides.
func TestTheWalkFindsData(t *testing.T) {
	e := examples(t)[0]
	v := vectorOf(t, e.scene.Problem, e.counts)
	type hidden struct{ inner any }
	for name, value := range map[string]any{
		"a vector":              v,
		"a field":               struct{ x *histogram.Vector }{v},
		"an empty field":        struct{ x *histogram.Vector }{},
		"an interface":          hidden{inner: hidden{inner: v}},
		"a slice":               []any{1, "two", v},
		"an empty slice":        []*histogram.Vector{},
		"a map":                 map[string]any{"x": v},
		"a function":            func() int64 { return v.Total() },
		"a function in a field": hidden{inner: func() int64 { return v.Total() }},
		"a record":              &table.Row{},
		"a channel":             make(chan int64),
	} {
		if len(reachable("value", value)) == 0 {
			t.Errorf("%s was not found", name)
		}
	}
	if found := reachable("value", []any{1, "two", map[string]int{"x": 1}, &hidden{}}); len(found) > 0 {
		t.Errorf("found in plain values: %v", found)
	}
}
