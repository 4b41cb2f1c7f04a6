package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"steward/core/plan"
)

// released is what the name of a plan begins with that a version released: the version and a name.
var released = regexp.MustCompile(`^[0-9][0-9.]*-`)

// Plans of every earlier version are read, say what they said, and say it again when they are saved.
func TestEarlierPlans(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "earlier", "*.steward"))
	if err != nil || len(files) < 27 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		name := filepath.Base(file)
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			dir := t.TempDir()
			own := filepath.Join(dir, name) // beside which the releases are that it remembers
			if err := errors.Join(err, os.WriteFile(own, raw, 0o600)); err != nil {
				t.Fatal(err)
			}
			p, past, err := Read(own)
			if err != nil {
				t.Fatal(err)
			}
			// A plan in which every field is set contradicts itself, and one that is new asks nothing yet.
			if strings.HasPrefix(name, "secrets-") || strings.HasPrefix(name, "facts-") || released.MatchString(name) {
				if _, err := plan.Compile(p); err != nil {
					t.Error(err)
				}
			}
			saved := filepath.Join(dir, "saved.steward")
			if _, err := SaveAs(saved, p, past); err != nil {
				t.Fatal(err)
			}
			was, is := fields(t, file), fields(t, saved)
			if got := is["version"]; got != float64(plan.Version) {
				t.Errorf("it is saved as of version %v, want %d", got, plan.Version)
			}
			delete(was, "version")
			delete(is, "version")
			if lost := missing("", was, is); lost != nil {
				t.Error(lost)
			}
		})
	}
}

func fields(t *testing.T, file string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// missing says what of an earlier file is not in a later one, or there with another value. What
// the later one has besides is what plans could not say then; it has to say nothing.
func missing(at string, was, is any) error {
	earlier, ok := was.(map[string]any)
	if !ok {
		list, isList := was.([]any)
		now, _ := is.([]any)
		if !isList || len(list) != len(now) {
			if !reflect.DeepEqual(was, is) {
				return fmt.Errorf("%s was %v and is %v", at, was, is)
			}
			return nil
		}
		var wrong []error
		for i := range list {
			wrong = append(wrong, missing(fmt.Sprintf("%s[%d]", at, i), list[i], now[i]))
		}
		return errors.Join(wrong...)
	}
	later, _ := is.(map[string]any)
	var wrong []error
	for key, value := range earlier {
		wrong = append(wrong, missing(at+"/"+key, value, later[key]))
	}
	for key, value := range later {
		if _, known := earlier[key]; !known && !saysNothing(value) {
			wrong = append(wrong, fmt.Errorf("%s/%s was not there and is %v", at, key, value))
		}
	}
	return errors.Join(wrong...)
}

// saysNothing reports whether a value is what a field holds that nobody has set.
func saysNothing(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, inside := range v {
			if !saysNothing(inside) {
				return false
			}
		}
		return true
	case []any:
		return len(v) == 0
	}
	return v == nil || v == "" || v == false || v == 0.0
}
