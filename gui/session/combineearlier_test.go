package session

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/gui/session/sums"
	"steward/io/combine"
	"steward/io/publish/publishtest"
)

// The answers of an earlier release are added up in the window from its record, as on the command line.
func TestAddUpAnEarlierRelease(t *testing.T) {
	seeded.ForAudits(t)
	record, _ := publishtest.EveryKind(t)
	s := newSample(t)
	if e, opening, err := s.Sums.Earlier(); e != nil || opening != "" || err != nil {
		t.Fatalf("before: %+v, %q, %v", e, opening, err)
	}
	s.Sums.Add(sums.Term{}) // nothing is released here
	if terms, says := s.Sums.Said(); len(terms) > 0 || says != "" {
		t.Fatalf("a sum of nothing: %v, %q", terms, says)
	}
	s.Sums.Open(record)
	e, opening, err := s.Sums.Earlier()
	if e == nil || opening != "" || err != nil {
		t.Fatalf("opened: %+v, %q, %v", e, opening, err)
	}
	titles := e.Questions()
	cross, rents := slices.Index(titles, "Smokers by town"), slices.Index(titles, "Rents")
	if cross < 0 || rents < 0 || slices.Contains(titles, "Towns, evened out") || e.Name != "every.json" {
		t.Fatalf("%s has the questions %q", e.Name, titles)
	}
	north, low := slices.Index(e.Answers(cross), "North, yes"), slices.Index(e.Answers(rents), "0 to under 500")
	s.Sums.Add(e.Term(cross, north, false), e.Term(rents, low, true), sums.Term{Question: 99}, sums.Term{Answer: -1})
	if terms, _ := s.Sums.Said(); len(terms) > 0 {
		t.Errorf("answers that there are not are added up: %v", terms)
	}
	s.Sums.Add(e.Term(cross, north, false), e.Term(rents, low, true))
	terms, says := s.Sums.Said()
	b, err := combine.New(remembering, record, "")
	if err != nil {
		t.Fatal(err)
	}
	add, err := b.Find("cross: North, yes")
	if err != nil {
		t.Fatal(err)
	}
	subtract, err := b.Find("rents: 0 to under 500")
	if err != nil {
		t.Fatal(err)
	}
	want, err := b.Combine([]int{add}, []int{subtract})
	if err != nil || says != want.Sentence().String()+" "+want.Advice().String() || len(terms) != 2 {
		t.Errorf("the window says %q of %v, the command line %q %q (%v)", says, terms, want.Sentence(), want.Advice(), err)
	}
	if label := s.Sums.Label(terms[0]); label != "1: North, yes" {
		t.Errorf("the first is called %q", label)
	}
	s.Sums.Close()
	if e, _, _ := s.Sums.Earlier(); e != nil {
		t.Error("it is still open")
	}
	if terms, _ := s.Sums.Said(); len(terms) > 0 {
		t.Errorf("its answers are still added up: %v", terms)
	}
}

// A file that is no record, or is not as it was written, is refused; what was open stays open.
func TestEarlierReleaseRefused(t *testing.T) {
	seeded.ForAudits(t)
	record, _ := publishtest.EveryKind(t)
	dir := filepath.Dir(record)
	text := publishtest.ContentOf(t, record)
	put := func(name string, data []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	s := newSample(t)
	s.Sums.Open(record)
	for _, c := range []struct{ path, says string }{
		{filepath.Join(dir, "nothing.json"), "there is no record"},
		{filepath.Join(dir, "every.xlsx"), "choose the .json file of a release"},
		{put("project.json", []byte(`{"dataSet": "x"}`)), "choose the .json file of a release"},
		{put("newer.json", []byte(`{"version": 99}`)), "update Steward"},
		{put("half.json", text[:len(text)/2]), "choose the .json file of a release"},
		{put("changed.json", bytes.Replace(text, []byte("Smokers by town"), []byte("Smokers by road"), 1)), "its seal is broken"},
	} {
		s.Sums.Open(c.path)
		e, opening, err := s.Sums.Earlier()
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), filepath.Base(c.path)) {
			t.Errorf("%s: %v, want %q", filepath.Base(c.path), err, c.says)
		}
		if e == nil || e.Name != "every.json" || opening != "" {
			t.Errorf("%s: %+v is open, %q is being opened", filepath.Base(c.path), e, opening)
		}
		if _, err := combine.New(t.Context(), c.path, ""); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("on the command line %s: %v", filepath.Base(c.path), err)
		}
	}
}
