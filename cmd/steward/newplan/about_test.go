package newplan

import (
	"reflect"
	"strings"
	"testing"

	"steward/core/plan"
)

// Whatever a publication says can be said on the command line, which names all fields, and no others.
func TestAboutThePublication(t *testing.T) {
	var about []string
	var want plan.Publication
	for _, f := range want.Fields() {
		*f.Value = "the " + f.ID + " = its own"
		about = append(about, f.ID+"="+*f.Value)
	}
	got, err := publicationOf(about)
	if err != nil || got != want {
		t.Errorf("found %+v, %v", got, err)
	}
	flag, _ := reflect.TypeFor[Cmd]().FieldByName("About")
	if !strings.Contains(flag.Tag.Get("help"), publicationFields()) {
		t.Errorf("%q does not list %s", flag.Tag.Get("help"), publicationFields())
	}
	for _, wrong := range []string{"publisher", "editor=me", "=x", "publisher=" + strings.Repeat("x", 301), "publisher=a\nb"} {
		if got, err := publicationOf([]string{wrong}); err == nil {
			t.Errorf("%q is taken as %+v", wrong, got)
		}
	}
}
