package session

import (
	"testing"

	"steward/core/plan"
	"steward/core/seeded"
	"steward/io/publish/publishtest"
)

// TestLockedOpenDocument opens a protected .ods file as LibreOffice saved it.
func TestLockedOpenDocument(t *testing.T) {
	seeded.ForAudits(t)
	s := atOnce()
	s.OpenFile("../../io/sheet/testdata/corpus/saved-protected.ods", plan.Data{})
	l := s.Locked()
	if l == nil || l.Wrong || l.Name != "saved-protected.ods" || s.File() != nil {
		t.Fatalf("locked %+v, file %v", l, s.File())
	}
	s.Unlock(l, "secret")
	if l = s.Locked(); l == nil || !l.Wrong {
		t.Fatalf("locked %+v after a wrong password", l)
	}
	s.Unlock(l, "sécret")
	if s.Locked() != nil || s.File() == nil || s.File().Found.Rows != 2 || len(s.File().FirstRows) != 2 {
		t.Fatalf("locked %+v, problem %+v", s.Locked(), s.Problem())
	}
}

// TestTypedDelimiter reads a text table whose fields several characters divide, as recognised and
// as typed.
func TestTypedDelimiter(t *testing.T) {
	for typed, text := range map[string]string{"": "name||age\nAnn||34\nBo||7\n", "<->": "name<->age\nAnn<->34\nBo<->7\n", `\t`: "name\tage\nAnn\t34\nBo\t7\n"} {
		s := atOnce()
		s.OpenFile(publishtest.Written(t, "a.txt", text), plan.Data{Delimiter: typed})
		if s.File() == nil || len(s.File().Header) != 2 || s.File().Found.Rows != 2 {
			t.Errorf("with %q: %+v, problem %+v", typed, s.File(), s.Problem())
		}
	}
}
