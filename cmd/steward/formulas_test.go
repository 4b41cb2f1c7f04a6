package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/plan"
	"steward/core/table"
)

// sixtyCalculated is the spreadsheet of sixty people as a library writes it that does not calculate:
// the town of every third is a formula without a result.
func sixtyCalculated(t *testing.T) string {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, line := range strings.Split(strings.TrimSpace(sixty()), "\n") {
		for j, field := range strings.Split(line, ",") {
			cell, err := excelize.CoordinatesToCellName(j+1, i+1)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case j == 1 && i > 0 && i%3 == 0:
				err = f.SetCellFormula("Sheet1", cell, `IF(A1="",B1,B2)`)
			case j == 1 || i == 0:
				err = f.SetCellStr("Sheet1", cell, field)
			default:
				err = f.SetCellDefault("Sheet1", cell, field)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Formulas without a result are told by column, and neither checked nor released until the steward
// says how they are read.
func TestFormulasWithoutResultsBlock(t *testing.T) {
	d := newDesk(t, "people.xlsx", sixtyCalculated(t), peoplePlan())
	out := d.must("inspect", d.data)
	for _, want := range []string{"20 cells or columns need a decision", "town, B4 and 19 more: a formula whose result is not stored", "let it calculate, and save it"} {
		if !strings.Contains(out, want) {
			t.Errorf("inspect does not say %q:\n%s", want, out)
		}
	}
	o := d.steward("check", d.plan, "--data", d.data)
	for _, want := range []string{"20 of 60 rows cannot be read", "20 cells of town are formulas whose results the file does not store"} {
		if o.code == 0 || !strings.Contains(o.err, want) {
			t.Errorf("check does not say %q:\n%s%s", want, o.out, o.err)
		}
	}
	d.reviewedAs()
	d.refused(d.releaseArgs(), "formula whose result is not stored")
	d.edit(func(p *plan.Plan) {
		for i := range p.Columns {
			if p.Columns[i].Name == "town" {
				p.Columns[i].Readings = map[string]string{table.NotCalculated: "East"}
			}
		}
	})
	if said := d.check(); !strings.Contains(said, "all 60 records fit it") {
		t.Errorf("check says %s", said)
	}
}

// A plan of values found in the data is one that check accepts, also where somebody wrote the name of
// blanks or of other answers into a cell.
func TestNewReadsNamesOfBlanksAsBlanks(t *testing.T) {
	text := strings.NewReplacer("20,North", "20,(blank)", "21,South", "21,(other)").Replace(sixty())
	d := newDesk(t, "people.csv", text, peoplePlan())
	d.plan = filepath.Join(d.dir, "new.steward")
	d.must("new", d.data, "--confirm", "--out", d.plan, "--table", "town")
	d.check()
}
