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
	s.Data.OpenFile("../../io/sheet/testdata/corpus/saved-protected.ods", plan.Data{})
	l := s.Data.Locked()
	if l == nil || l.Wrong || l.Name != "saved-protected.ods" || s.Data.File() != nil {
		t.Fatalf("locked %+v, file %v", l, s.Data.File())
	}
	s.Data.Unlock(l, "secret")
	if l = s.Data.Locked(); l == nil || !l.Wrong {
		t.Fatalf("locked %+v after a wrong password", l)
	}
	s.Data.Unlock(l, "sécret")
	if s.Data.Locked() != nil || s.Data.File() == nil || s.Data.File().Found.Rows != 2 || len(s.Data.File().FirstRows) != 2 {
		t.Fatalf("locked %+v, problem %+v", s.Data.Locked(), s.Problem())
	}
}

// TestTypedDelimiter reads a text table whose fields several characters divide, as recognised and
// as typed.
func TestTypedDelimiter(t *testing.T) {
	for typed, text := range map[string]string{"": "name||age\nAnn||34\nBo||7\n", "<->": "name<->age\nAnn<->34\nBo<->7\n", `\t`: "name\tage\nAnn\t34\nBo\t7\n"} {
		s := atOnce()
		s.Data.OpenFile(publishtest.Written(t, "a.txt", text), plan.Data{Delimiter: typed})
		if s.Data.File() == nil || len(s.Data.File().Header) != 2 || s.Data.File().Found.Rows != 2 {
			t.Errorf("with %q: %+v, problem %+v", typed, s.Data.File(), s.Problem())
		}
	}
}
