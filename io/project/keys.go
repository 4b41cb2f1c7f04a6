package project

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"steward/core/message"
)

// ambiguous looks for what the JSON reader would pass over in silence: a plan that is no
// object, a key that is given twice, of which it would take the last, and a field that is spelled
// otherwise than it is named (in capitals, or with letters that fold to others, such as the long s),
// of which a second spelling would win over the first. It returns the place and what is wrong, or
// ok. data must be valid JSON of a plan.
func ambiguous(data []byte) (offset int, says message.Text, ok bool) {
	w := keyWalk{json.NewDecoder(bytes.NewReader(data)), message.Text{}}
	w.UseNumber()
	t, err := w.Token()
	if err != nil {
		return 0, message.Text{}, true // the end
	}
	if t != json.Delim('{') {
		return int(w.InputOffset()), message.Sprintf("there is no plan in it"), false
	}
	if !w.object(reflect.TypeFor[content]()) {
		return int(w.InputOffset()), w.says, false
	}
	return 0, message.Text{}, true
}

// keyWalk walks over JSON beside the types that it is read into.
type keyWalk struct {
	*json.Decoder
	says message.Text // what is wrong
}

// value walks over a value that becomes one of type t, nil where that is not known.
func (w *keyWalk) value(t reflect.Type) bool {
	token, err := w.Token()
	if err != nil {
		return true
	}
	t = plainType(t)
	switch token {
	case json.Delim('{'):
		return w.object(t)
	case json.Delim('['):
		var of reflect.Type
		if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			of = t.Elem()
		}
		for w.More() {
			if !w.value(of) {
				return false
			}
		}
		_, _ = w.Token() // the end of the list
	}
	return true
}

// object walks over an object whose beginning was read.
func (w *keyWalk) object(t reflect.Type) bool {
	seen := make(map[string]bool)
	for w.More() {
		token, err := w.Token()
		if err != nil {
			return true
		}
		key, _ := token.(string)
		if seen[key] {
			w.says = message.Sprintf("the field %q is given twice: remove one", key)
			return false
		}
		seen[key] = true
		of, named := typeAt(t, key)
		if !named {
			w.says = message.Sprintf("the field %q is misspelled: write the names of fields in lower case", key)
			return false
		}
		if !w.value(of) {
			return false
		}
	}
	_, _ = w.Token() // the end of the object
	return true
}

// plainType returns the type behind pointers, and nil for one that reads JSON by itself.
func plainType(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t != nil && reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) {
		return nil
	}
	return t
}

// typeAt returns the type of what stands under a key of an object of type t, and whether the key is
// spelled as a field is. The keys of what is no struct are free.
func typeAt(t reflect.Type, key string) (of reflect.Type, named bool) {
	switch {
	case t == nil:
		return nil, true
	case t.Kind() == reflect.Map:
		return t.Elem(), true
	case t.Kind() != reflect.Struct:
		return nil, true
	}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		if f.IsExported() && name == key {
			return f.Type, true
		}
	}
	return nil, false
}
