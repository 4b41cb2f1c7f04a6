package phrase

import (
	"encoding"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"steward/core/message"
)

// reader reads tokens.
type reader struct{ left []token }

// peek returns the next token, the zero one at the end.
func (r *reader) peek() token {
	if len(r.left) == 0 {
		return token{}
	}
	return r.left[0]
}

// is reports whether a mark is next, and takes it.
func (r *reader) is(mark string) bool {
	if t := r.peek(); !t.mark || t.text != mark {
		return false
	}
	r.left = r.left[1:]
	return true
}

// isWord reports whether a word that means something by itself is next, and takes it.
func (r *reader) isWord(word string) bool {
	if t := r.peek(); t.mark || t.quoted || t.text != word {
		return false
	}
	r.left = r.left[1:]
	return true
}

func (r *reader) expect(mark, example string) error {
	if !r.is(mark) {
		return message.Errorf("found %s where %q is expected, as in %s", r.peek(), mark, example)
	}
	return nil
}

// atWord reports whether a word is next.
func (r *reader) atWord() bool { t := r.peek(); return !t.mark && (t.quoted || t.text != "") }

// word takes a word.
func (r *reader) word(what string) (string, error) {
	if !r.atWord() {
		return "", message.Errorf("found %s where %s is expected; what has a mark such as %s in it goes into double quotes", r.peek(), what, strings.Join(strings.Split(Marks, ""), " "))
	}
	t := r.left[0]
	r.left = r.left[1:]
	return t.text, nil
}

// words takes words with commas between; none is an empty list.
func (r *reader) words(what string) ([]string, error) {
	var out []string
	for more := r.atWord(); more; more = r.is(",") {
		w, err := r.word(what)
		if err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, nil
}

// end errors on what is left.
func (r *reader) end() error {
	if len(r.left) > 0 {
		return message.Errorf("found %s where ; or the end is expected", r.peek())
	}
	return nil
}

// read takes a value.
func (r *reader) read(v reflect.Value, what string) error {
	if f, ok := forms[v.Type()]; ok {
		return f.read(r, v)
	}
	if _, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok || isWord(v.Type()) {
		w, err := r.word(what)
		if err != nil {
			return err
		}
		return set(v, w)
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return r.read(v.Elem(), what)
	case reflect.Struct:
		return r.inside(func() error { return r.settings(v) })
	case reflect.Map:
		return r.table(v, what)
	}
	return r.list(v, what)
}

// inside takes what is in parentheses.
func (r *reader) inside(take func() error) error {
	if err := r.expect("(", "(North, South)"); err != nil {
		return err
	}
	if err := take(); err != nil {
		return err
	}
	return r.expect(")", "(North, South)")
}

// list takes the elements of a list.
func (r *reader) list(v reflect.Value, what string) error {
	mark := strings.TrimSpace(between(v.Type()))
	if mark == "," && !r.atWord() || r.peek() == (token{text: ")", mark: true}) {
		return nil
	}
	for more := true; more; more = r.is(mark) {
		e := reflect.New(v.Type().Elem()).Elem()
		err := error(nil)
		if _, formed := forms[e.Type()]; e.Kind() == reflect.Slice && !formed {
			err = r.inside(func() error { return r.list(e, what) })
		} else {
			err = r.read(e, what)
		}
		if err != nil {
			return err
		}
		v.Set(reflect.Append(v, e))
	}
	return nil
}

// table takes what belongs to each of several words.
func (r *reader) table(v reflect.Value, what string) error {
	of, sep, example := ":", "|", "North:0.5 | South:2"
	if !isWord(v.Type().Elem()) {
		of, sep, example = "=", "&", "town=North, South & smoker=yes"
	}
	v.Set(reflect.MakeMap(v.Type()))
	if r.isWord(everybody) {
		return nil
	}
	for more := true; more; more = r.is(sep) {
		k, err := r.word(what)
		if err == nil {
			err = r.expect(of, example)
		}
		if err != nil {
			return err
		}
		key, e := reflect.ValueOf(k).Convert(v.Type().Key()), reflect.New(v.Type().Elem()).Elem()
		if v.MapIndex(key).IsValid() {
			return message.Errorf("found %q twice: keep one", k)
		}
		if err := r.read(e, what); err != nil {
			return err
		}
		v.SetMapIndex(key, e)
	}
	return nil
}

// settings takes a record.
func (r *reader) settings(v reflect.Value) error {
	if err := r.head(v); err != nil {
		return err
	}
	if len(r.left) == 0 || r.peek() == (token{text: ")", mark: true}) {
		return nil
	}
	seen := map[string]bool{}
	for first := true; first || r.is(";"); first = false {
		key, err := r.word("a setting")
		if err != nil {
			return err
		}
		if done, with, err := r.kind(v, key, first); err != nil {
			return err
		} else if done {
			seen[spaced(with)] = true
			continue
		}
		if key = strings.ReplaceAll(key, "-", " "); seen[key] {
			return message.Errorf("found %q twice: keep one", key)
		}
		seen[key] = true
		if err := r.setting(v, key); err != nil {
			return err
		}
	}
	return nil
}

// head takes what a record is about: the words before a colon at its beginning.
func (r *reader) head(v reflect.Value) error {
	name, ok := heads[v.Type()]
	if !ok || !r.headed() {
		return nil
	}
	if !r.atWord() {
		return message.Errorf("found %s where a column is expected", r.peek())
	}
	if err := r.read(v.FieldByName(name), "a column"); err != nil {
		return err
	}
	return r.expect(":", "age:within=5")
}

// headed reports whether words with commas between and a colon are next.
func (r *reader) headed() bool {
	i := slices.IndexFunc(r.left, func(t token) bool { return t.mark && t.text != "," })
	return i >= 0 && r.left[i].text == ":"
}

// setting takes what follows a key.
func (r *reader) setting(v reflect.Value, key string) error {
	var keys []string
	for f := range v.Type().Fields() {
		k := keyOf(f)
		if k != key && !(k == "people" && key == "n") {
			keys = append(keys, k)
			continue
		}
		to := v.FieldByIndex(f.Index)
		if to.Kind() == reflect.Bool {
			to.SetBool(true)
			return nil
		}
		if err := r.expect("=", key+"=VALUE"); err != nil {
			return err
		}
		if err := r.read(to, "its value"); err != nil {
			return message.Errorf("%s: %w", key, err)
		}
		return nil
	}
	return message.Errorf("found %q where one of these is expected: %s", key, strings.Join(keys, ", "))
}

// set sets a value to what a word says.
func set(v reflect.Value, w string) error {
	if t, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return t.UnmarshalText([]byte(w))
	}
	if v.Kind() == reflect.String {
		v.SetString(w)
		return nil
	}
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil || v.OverflowInt(n) {
		return message.Errorf("found %q where a whole number is expected", w)
	}
	v.SetInt(n)
	return nil
}
