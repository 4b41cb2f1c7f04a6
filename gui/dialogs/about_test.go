package dialogs

import (
	"slices"
	"strings"
	"testing"
)

func TestLibrariesAreThoseOfTheNotice(t *testing.T) {
	list := libraries("Whose\n\nBuilt:\n\n  a/b  MIT\n  c/d   BSD; fonts, OFL\n", nil)
	if len(list) != 2 || list[0] != (Library{Path: "a/b", Licence: "MIT"}) || list[1].Licence != "BSD; fonts, OFL" {
		t.Errorf("read %+v", list)
	}
	own := AboutProgram("").Libraries
	if len(own) < 40 {
		t.Errorf("%d libraries in the program's own notice", len(own))
	}
	if slices.ContainsFunc(own, func(l Library) bool { return strings.HasSuffix(l.Path, "/jsonschema") }) {
		t.Error("what only tests use is said to be in the program")
	}
}
