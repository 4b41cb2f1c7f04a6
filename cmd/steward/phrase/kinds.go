package phrase

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/plan/secret"
)

// kindSaid says of which kind a record is, and returns the name of the field that is said with it.
func kindSaid(v, kind reflect.Value) (said, field string) {
	if s, ok := v.Interface().(secret.Secret); ok {
		return secretKind(s)
	}
	known, listed := kindsOf[v.Type()]
	if text := fmt.Sprint(kind.Interface()); text == "" || listed && !slices.Contains(known, text) {
		return "kind=" + quote(text), ""
	}
	return write(kind), ""
}

// secretKind is kindSaid of a secret.
func secretKind(s secret.Secret) (said, field string) {
	spelling, ok := s.Kind.Spelling()
	if !ok {
		return "kind=" + quote(string(s.Kind)), ""
	}
	if spelling.Setting == "" {
		return spelling.Word, ""
	}
	f, value := settingOf(reflect.ValueOf(s), spelling.Setting)
	if value.IsZero() {
		return "kind=" + quote(string(s.Kind)), ""
	}
	return spelling.Word + "=" + write(value), f.Name
}

// settingOf returns the field of a name in plans.
func settingOf(v reflect.Value, name string) (reflect.StructField, reflect.Value) {
	for f := range v.Type().Fields() {
		if keyOf(f) == spaced(name) {
			return f, v.FieldByIndex(f.Index)
		}
	}
	panic("no setting " + name) // TestEveryKindIsSpelled
}

// kind takes the kind of a record, which comes first, and reports whether it was one, and which setting came with it.
func (r *reader) kind(v reflect.Value, key string, first bool) (done bool, with string, err error) {
	kind := v.FieldByName("Kind")
	if !first || !kind.IsValid() || key == "kind" {
		return false, "", nil
	}
	if s, ok := v.Addr().Interface().(*secret.Secret); ok {
		with, err = r.secretKind(s, strings.ReplaceAll(key, "-", " "))
		return true, with, err
	}
	if r.peek() == (token{text: "=", mark: true}) {
		return false, "", nil
	}
	if known, listed := kindsOf[v.Type()]; listed && !slices.Contains(known, key) {
		return true, "", message.Errorf("found %q where a kind is expected: one of %s", key, strings.Join(known, ", "))
	}
	return true, "", set(kind, key)
}

// secretKind takes the kind of a secret and its setting, and returns that one's name.
func (r *reader) secretKind(s *secret.Secret, key string) (string, error) {
	var words []string
	for _, k := range secret.Kinds() {
		spelling, _ := k.Spelling()
		if words = append(words, spelling.Word); spelling.Word != key {
			continue
		}
		s.Kind = k
		if spelling.Setting == "" {
			return "", nil
		}
		_, to := settingOf(reflect.ValueOf(s).Elem(), spelling.Setting)
		err := r.expect("=", spelling.String())
		if err == nil {
			err = r.read(to, "its value")
		}
		if err != nil {
			return "", message.Errorf("%s: %w; an example is %s", key, err, spelling)
		}
		return spelling.Setting, nil
	}
	return "", message.Errorf("found %q where one of these is expected: %s", key, strings.Join(words, ", "))
}
