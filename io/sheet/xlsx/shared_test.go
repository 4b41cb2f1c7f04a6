package xlsx

import (
	"archive/zip"
	"bytes"
	"context"
	"testing"

	"steward/io/sheet/format"
	"steward/io/sheet/grid"
	"steward/io/sheet/sheettest"
)

// TestTextsAreHeldWhenAskedFor reads columns in all ways while one text of three is held: only
// whoever reads whole columns has the others held too.
func TestTextsAreHeldWhenAskedFor(t *testing.T) {
	var data bytes.Buffer
	z := zip.NewWriter(&data)
	for name, text := range map[string]string{
		"xl/workbook.xml":            `<workbook><sheets><sheet name="S" id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Type="x/sharedStrings" Target="t.xml"/></Relationships>`,
		"xl/s.xml":                   `<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row><row><c t="s"><v>2</v></c></row></sheetData></worksheet>`,
		"xl/t.xml":                   `<sst><si><t>name</t></si><si><t>Ann</t></si><si><t>7</t></si></sst>`,
	} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := format.Examine(sheettest.Memory("a.xlsx", data.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	book, err := Holding(len("name")+perText).Open(t.Context(), f, "")
	if err != nil {
		t.Fatal(err)
	}
	g, err := book.Grid(t.Context(), "S")
	if err != nil {
		t.Fatal(err)
	}
	if err := g.(*worksheet).Study(t.Context()); err != nil {
		t.Fatal(err)
	}
	texts := g.(grid.Numbered).Texts()
	if texts.All() != 3 || len(texts.Held()) != 1 || texts.Numeric(1) || !texts.Numeric(2) {
		t.Errorf("%d of %d texts are held, numeric %v, %v", len(texts.Held()), texts.All(), texts.Numeric(1), texts.Numeric(2))
	}
	for _, c := range []struct {
		how  grid.Way
		want string
		held bool
	}{{grid.ReadPresence, "", false}, {grid.ReadReference, "", false}, {grid.ReadLate, "name", false}, {grid.ReadWhole, "nameAnn7", true}} {
		got := ""
		_, err := grid.Walk(context.Background(), g.(grid.Numbered).Reading([]grid.Way{c.how}), func(r grid.Record) (bool, error) {
			got += r.Cells[0].Text
			return true, nil
		})
		if held := g.(*worksheet).book.shared.rest != nil; err != nil || got != c.want || held != c.held {
			t.Errorf("way %d gives %q, %v, want %q; the other texts are held: %v, want %v", c.how, got, err, c.want, held, c.held)
		}
	}
}
