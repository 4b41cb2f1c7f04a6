package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"steward/core/plan"
)

// hostile is a name with codes of every kind.
const hostile = "a\x1b[31mb\u009b2Jc\u202ed\u2066e\x7f\rf"

// Nothing that is printed commands a terminal, wherever a name comes from.
func TestNothingPrintedCommandsATerminal(t *testing.T) {
	d := newDesk(t, "people.csv", strings.Replace(sixty(), "town", "to\u009b2Jw\u202en", 1), peoplePlan())
	d.edit(func(p *plan.Plan) { p.Title, p.Questions[0].Title = hostile, hostile })
	elsewhere := filepath.Join(d.dir, hostile)
	for _, args := range [][]string{
		{"inspect", d.data}, {"inspect", d.data, "--json"}, {"inspect", elsewhere}, {"new", d.data, "--out", filepath.Join(d.dir, "new.steward")},
		{"check", d.plan}, {"check", d.plan, "--data", d.data}, {"check", elsewhere}, {"check", d.plan, "--" + hostile}, {hostile}, {"sql", d.plan, "--dialect", "duckdb", "--table", hostile},
		{"verify", elsewhere}, {"preview", d.plan}, {"ledger", "show", hostile},
	} {
		o := d.steward(args...)
		for _, said := range []string{o.out, o.err} {
			if i := strings.IndexFunc(said, func(r rune) bool {
				return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
			}); i >= 0 {
				t.Errorf("steward %q prints %q", args, said[i:min(i+20, len(said))])
			}
		}
	}
	var told struct {
		Inspection struct{ Columns []struct{ Name string } }
	}
	if err := json.Unmarshal([]byte(d.must("inspect", d.data, "--json")), &told); err != nil || told.Inspection.Columns[1].Name != "to\u009b2Jw\u202en" {
		t.Errorf("JSON tells %+v, %v", told, err)
	}
}

// However a text is cut into pieces, what is printed of it is the same.
func TestPlainWriterTakesPieces(t *testing.T) {
	const text = "Zoë\x1b \u202e東京 \xff\u009b end\n"
	want := "Zoë\\u001b \\u202e東京 \ufffd\\u009b end\n"
	for i := range len(text) {
		var b bytes.Buffer
		w := &plainWriter{to: &b}
		for _, piece := range []string{text[:i], text[i:]} {
			if n, err := w.Write([]byte(piece)); err != nil || n != len(piece) {
				t.Fatal(n, err)
			}
		}
		if b.String() != want {
			t.Errorf("cut at %d: %q, want %q", i, b.String(), want)
		}
	}
}
