package phrase

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// write says a value that is not zero.
func write(v reflect.Value) string {
	if f, ok := forms[v.Type()]; ok {
		return f.write(v)
	}
	if t, ok := v.Interface().(encoding.TextMarshaler); ok {
		text, err := t.MarshalText()
		if err != nil {
			panic(err) // kinds of repair only, of which each has a name
		}
		return quote(string(text))
	}
	switch v.Kind() {
	case reflect.Pointer:
		return write(v.Elem())
	case reflect.Struct:
		return "(" + settings(v) + ")"
	case reflect.Slice:
		return list(v)
	case reflect.Map:
		return table(v)
	}
	return quote(fmt.Sprint(v.Interface()))
}

// list says the elements of a list: words with commas between, and all else with bars.
func list(v reflect.Value) string {
	parts := make([]string, v.Len())
	for i := range parts {
		parts[i] = write(v.Index(i))
		if own := v.Index(i).Kind(); own == reflect.Slice && forms[v.Index(i).Type()].write == nil {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, between(v.Type()))
}

// between returns what stands between the elements of a list.
func between(t reflect.Type) string {
	if _, formed := forms[t.Elem()]; !formed && isWord(t.Elem()) {
		return ", "
	}
	return " | "
}

func isWord(t reflect.Type) bool {
	return !slices.Contains([]reflect.Kind{reflect.Struct, reflect.Slice, reflect.Map, reflect.Pointer}, t.Kind())
}

// table says what belongs to each of several words: a word, or words of which any may be.
func table(v reflect.Value) string {
	of, sep := ":", " | "
	if !isWord(v.Type().Elem()) {
		of, sep = "=", " & "
	}
	if v.Len() == 0 {
		return everybody
	}
	var parts []string
	values := keyed(v)
	for _, k := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, quote(k)+of+write(values[k]))
	}
	return strings.Join(parts, sep)
}

// keyed returns the values of a map by the texts of its keys.
func keyed(v reflect.Value) map[string]reflect.Value {
	out := make(map[string]reflect.Value, v.Len())
	for it := v.MapRange(); it.Next(); {
		out[it.Key().String()] = it.Value()
	}
	return out
}

// settings says a record: what it is about, of which kind it is, and whatever else it has.
func settings(v reflect.Value) string {
	about, parts := "", []string{}
	said := map[string]bool{}
	if name, ok := heads[v.Type()]; ok {
		if f := v.FieldByName(name); !f.IsZero() {
			about = write(f) + ":"
		}
		said[name] = true
	}
	if k := v.FieldByName("Kind"); k.IsValid() {
		said["Kind"] = true
		kind, field := kindSaid(v, k)
		parts, said[field] = append(parts, kind), true
	}
	for f := range v.Type().Fields() {
		if value := v.FieldByIndex(f.Index); !said[f.Name] && !value.IsZero() {
			parts = append(parts, setting(f, value))
		}
	}
	return about + strings.Join(parts, "; ")
}

// setting says one field.
func setting(f reflect.StructField, value reflect.Value) string {
	if value.Kind() == reflect.Bool {
		return keyOf(f)
	}
	return keyOf(f) + "=" + write(value)
}

// keyOf returns what a field is called: as in plans, in words of their own.
func keyOf(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return spaced(name)
}

// spaced parts a name at its capitals.
func spaced(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
