package sheet

import (
	"fmt"
	"strings"
	"testing"
)

// advised lists the notes that ask for a decision, as "address: found".
func advised(in *Inspection) []string {
	var list []string
	for _, n := range in.Notes {
		if n.Advised {
			list = append(list, n.Address.String()+": "+n.Found.String())
		}
	}
	return list
}

func TestFooters(t *testing.T) {
	for _, c := range []struct {
		test string
		rows []string
		want []string // what the notes begin with
	}{
		{"none", []string{"Ann;Rome;1", "Bo;Oslo;2"}, nil},
		{"total by word and sum", []string{"Ann;Rome;1", "Bo;Oslo;2", "Total;;3"}, []string{"Line 4: looks like a row of totals (\"Total\"): a number in it is the sum"}},
		{"total by word", []string{"Ann;Rome;1", "Bo;Oslo;2", "Insgesamt:;;4"}, []string{"Line 4: looks like a row of totals"}},
		{"total by sum", []string{"Ann;Rome;1", "Bo;Oslo;2", "Cy;Bern;4", "All people;;7"}, []string{"Line 5: looks like a row of totals"}},
		{"a full record that happens to be a sum", []string{"Ann;Rome;1", "Bo;Oslo;2", "Cy;Bern;3"}, nil},
		{"note after a gap", []string{"Ann;Rome;1", "Bo;Oslo;2", "", "made in May;;"}, []string{"Line 5: looks like a note"}},
		{"note by its word", []string{"Ann;Rome;1", "Bo;Oslo;2", "Source: office;;"}, []string{"Line 4: looks like a note"}},
		{"total, then notes", []string{"Ann;Rome;1", "Bo;Oslo;2", "Total;;3", "", "Source: office;;", "* estimated;;"}, []string{"3 rows at the end: look like", "Line 4: looks like a row", "Line 6: looks like a note", "Line 7: looks like a note"}},
		{"a sparse record", []string{"Ann;Rome;1", "Bo;Oslo;2", "Cy;;"}, nil},
		{"totals among the records", []string{"Ann;Rome;1", "Total;Rome;1", "Bo;Oslo;2", "Cy;Oslo;5"}, []string{"line 3, column 1 (name): \"Total\" in 1 row"}},
		{"only footers", []string{"Total;;3"}, []string{"line 2, column 1 (name): \"Total\" in 1 row"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			data := lines(append([]string{"name;town;pay"}, c.rows...)...)
			in := inspectText(t, data)
			got := advised(in)
			if len(got) != len(c.want) {
				t.Fatalf("notes %q, want %q", got, c.want)
			}
			opts := Options{Delimiter: ";"}
			for i, g := range got {
				if !strings.HasPrefix(g, c.want[i]) {
					t.Errorf("note %q, want %q", g, c.want[i])
				}
			}
			if len(got) == 0 || in.Rows == len(got) {
				return
			}
			for _, n := range in.Notes {
				if n.Fix != nil {
					opts = n.Fix.Apply(opts)
				}
			}
			after := inspect(t, sheetOf(t, "a.csv", []byte(data), opts))
			out, err := opts.LeaveOut.Rows()
			if err != nil {
				t.Fatal(err)
			}
			if after.Rows != in.Rows-len(out) || len(after.LeftOut) != len(out) || len(advised(after)) != 0 {
				t.Errorf("after leaving %q out: %d rows of %d, left out %v, %q", opts.LeaveOut, after.Rows, in.Rows, after.LeftOut, advised(after))
			}
		})
	}
}

func TestLongNumbersAreSaid(t *testing.T) {
	rows := `<row><c><v>1.2345678901234568E+17</v></c><c t="str"><v>42</v></c></row><row><c><v>12</v></c><c t="str"><v>007</v></c></row>`
	in := inspect(t, sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+rows))), Options{}))
	if len(in.Notes) != 2 || in.Notes[0].Address.String() != "A2" || !strings.Contains(in.Notes[0].Found.String(), "more than the 15 digits") ||
		in.Notes[1].Address.String() != "B2" || !strings.HasPrefix(in.Notes[1].Found.String(), "1 number from here on stored as text") {
		t.Errorf("notes %+v", in.Notes)
	}
}

func TestFormulasWithoutResultAreSaid(t *testing.T) {
	rows := `<row><c><v>1</v></c><c><f>A2+1</f></c></row><row><c><v>1</v></c><c><f>A3+1</f><v>2</v></c></row>`
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+rows))), Options{})
	equal(t, mustDump(t, s), lines("name|age", "2 N1|E(not calculated)", "3 N1|N2"))
	in := inspect(t, s)
	if len(in.Problems) != 1 || in.Problems[0].Address.String() != "B2" || !strings.Contains(in.Problems[0].Found.String(), "formula") || !strings.Contains(in.Problems[0].Remedy.String(), "calculate") {
		t.Errorf("problems %+v", in.Problems)
	}
}

func TestNumbersStoredAsTextsAreSaid(t *testing.T) {
	rows := strings.Repeat(`<row><c><v>1</v></c></row>`, 20) + `<row><c t="str"><v>42</v></c></row>`
	in := inspect(t, sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+rows))), Options{}))
	if len(in.Problems) != 1 || in.Problems[0].Found.String() != "the number 42 stored as a text" || in.Problems[0].Address.String() != "A22" {
		t.Errorf("problems %+v", in.Problems)
	}
}

func TestPercentagesAreSaid(t *testing.T) {
	parts := bookParts(sheetXML(named + `<row><c s="1"><v>0.25</v></c><c s="2"><v>0.5</v></c></row><row><c s="1"><v>0.5</v></c><c s="3"><v>3</v></c></row>`))
	parts["xl/styles.xml"] = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0\%"/><numFmt numFmtId="165" formatCode="#,##0.00 [$€-407]"/></numFmts>` +
		`<cellXfs><xf numFmtId="0"/><xf numFmtId="9"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`
	s := sheetOf(t, "a.xlsx", zipped(t, parts), Options{})
	equal(t, mustDump(t, s), lines("name|age", "2 N0.25|N0.5", "3 N0.5|N3"))
	if in := inspect(t, s); len(in.Notes) != 1 || in.Notes[0].Address.String() != "A2" || !strings.HasPrefix(in.Notes[0].Found.String(), "2 numbers") {
		t.Errorf("notes %+v", in.Notes)
	}
}

// TestRowsAddUp checks that every row below the header is a record, blank or left out.
func TestRowsAddUp(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("a;b\n")
	for i := range 200 {
		switch {
		case i%7 == 3:
			rows.WriteString(";\n")
		case i%11 == 5:
			rows.WriteString("\n")
		default:
			fmt.Fprintf(&rows, "x%d;%d\n", i, i)
		}
	}
	rows.WriteString("end;1\n")
	in := inspect(t, sheetOf(t, "a.csv", []byte(rows.String()), Options{Delimiter: ";", LeaveOut: "10-20, 202"}))
	if in.Rows+in.BlankRows+len(in.LeftOut) != 201 {
		t.Errorf("%d records, %d blank and %d left out are not the 201 rows there are", in.Rows, in.BlankRows, len(in.LeftOut))
	}
}
