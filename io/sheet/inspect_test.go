package sheet

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
)

func inspect(t testing.TB, s table.Source) *Inspection {
	t.Helper()
	in, err := Inspect(context.Background(), s, InspectOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// inspectText inspects a text table whose fields are separated by semicolons.
func inspectText(t testing.TB, data string) *Inspection {
	t.Helper()
	return inspect(t, sheetOf(t, "a.csv", []byte(data), Options{Delimiter: ";"}))
}

func TestInspect(t *testing.T) {
	in := inspectText(t, lines("age;town", "34;Rome", "7;oslo", "", "100;Bern", ";Athens", " ; ", "7.5;Rome"))
	if in.Source.String() != "a.csv" || in.Rows != 5 || in.BlankRows != 2 || in.ProblemCount != 0 || len(in.Problems) != 0 {
		t.Errorf("inspection %+v", in)
	}
	age, town := in.Columns[0], in.Columns[1]
	if age.Name != "age" || age.Kinds[table.Number] != 4 || age.Kinds[table.Blank] != 1 || age.Min != 7 || age.Max != 100 || age.Whole {
		t.Errorf("age %+v", age)
	}
	equalStrings(t, "ages", age.Values, []string{"7", "7.5", "34", "100"})
	equalStrings(t, "towns", town.Values, []string{"Athens", "Bern", "oslo", "Rome"})
	if town.Kinds[table.Text] != 5 || town.Distinct != 4 || town.Longest != 6 || town.Unlisted != 0 || town.Min != 0 || town.Whole {
		t.Errorf("town %+v", town)
	}
}

func TestInspectBlankRowsOfWorkbook(t *testing.T) {
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+`<row r="4"><c><v>1</v></c></row><row r="5"><c t="str"><v> </v></c></row><row r="9"><c><v>1</v></c></row><row r="12"/>`))), Options{})
	if in := inspect(t, s); in.BlankRows != 6 || in.Rows != 2 {
		t.Errorf("%d rows and %d blank ones, want 2 and 6 (2, 3 and 5 to 8)", in.Rows, in.BlankRows)
	}
}

func TestInspectProblems(t *testing.T) {
	ages := []string{"age;town"}
	for i := range 27 {
		ages = append(ages, fmt.Sprint(i%9, ";Rome"))
	}
	ages = append(ages, "old;ROME", "?;Ro  me", "old;Rome")
	in := inspectText(t, lines(ages...))
	text := func(s string) table.Cell { return table.Cell{Kind: table.Text, Text: s} }
	type problem struct {
		address, column, found, remedy string
		cell                           table.Cell
	}
	want := []problem{
		{"line 29, column 1 (age)", "age", `a text, "old", where nearly all cells are numbers`, `correct the cell, or say how "old" is to be read (blank, other, or a value)`, text("old")},
	}
	var got []problem
	for _, p := range in.Problems {
		got = append(got, problem{p.Address.String(), p.Column, p.Found.String(), p.Remedy.String(), p.Cell})
	}
	if !slices.Equal(got, want) || in.ProblemCount != 2 || in.Problems[0].Cells != 2 {
		t.Errorf("%d problems\n%+v\nwant\n%+v", in.ProblemCount, in.Problems, want)
	}
	var repairs []string
	for _, r := range in.Repairs {
		repairs = append(repairs, fmt.Sprintf("%s %s %d %s", r.Column, r.Kind, r.Cells, r.Choices[0].Said()))
	}
	if want := []string{`age missing 1 Read "?" as blank`, `town spaces 1 Read "Ro  me" as "Rome"`, `town case 2 Read "ROME" as "Rome"`}; !slices.Equal(repairs, want) {
		t.Errorf("repairs %q, want %q", repairs, want)
	}
	if in.Columns[0].Proposed != ProposeWhole {
		t.Errorf("proposed %v for numbers with slips", in.Columns[0].Proposed)
	}
}

func TestInspectMixedKindsAndErrors(t *testing.T) {
	rows := `<row><c><v>1</v></c><c t="e"><v>#N/A</v></c></row><row><c t="str"><v>x</v></c><c><v>2</v></c></row>` +
		`<row><c t="b"><v>1</v></c><c><v>3</v></c></row><row><c><v>1</v></c></row><row><c><v>1</v></c></row><row><c t="str"><v>y</v></c></row>`
	in := inspect(t, sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+rows))), Options{}))
	if in.ProblemCount != 2 || len(in.Problems) != 2 {
		t.Fatalf("problems %+v, want 2", in.Problems)
	}
	if p := in.Problems[0]; p.Address.String() != "B2" || !strings.Contains(p.Found.String(), "#N/A") || !strings.Contains(p.Remedy.String(), "#N/A") {
		t.Errorf("error: %+v", p)
	}
	if p := in.Problems[1]; p.Address.String() != "A4" || !strings.Contains(p.Found.String(), "3 with a number, 2 with a text and 1 with true or false") {
		t.Errorf("mixture: %+v", p)
	}
	if in.Columns[0].Proposed != ProposeList || in.Columns[1].Proposed != ProposeWhole {
		t.Errorf("proposed %v and %v", in.Columns[0].Proposed, in.Columns[1].Proposed)
	}
}

func TestInspectListsNoMoreThanItsBounds(t *testing.T) {
	var data strings.Builder
	data.WriteString("n;t\n")
	const rows = 30_000
	for i := range rows {
		switch {
		case i%10 == 0 && i < 3000:
			data.WriteString("bad;x\n")
		default:
			fmt.Fprintf(&data, "%d;x%d\n", i, i%5000)
		}
	}
	fmt.Fprintf(&data, "1;%s\n", strings.Repeat("é", limits.MaxNameRunes+1))
	in := inspectText(t, data.String())
	if len(in.Problems) != 1 || in.Problems[0].Cells != 300 || in.ProblemCount != 300 || in.Unlisted() != 0 {
		t.Errorf("%d problems of %d, want one of 300", len(in.Problems), in.ProblemCount)
	}
	n, x := in.Columns[0], in.Columns[1]
	// 999 numbers and "bad" are listed; the cells with other values are counted.
	if want := rows + 1 - 300 - 999 - 1; len(n.Values) != limits.MaxProposedValues || n.Unlisted != want {
		t.Errorf("%d values and %d unlisted, want %d and %d", len(n.Values), n.Unlisted, limits.MaxProposedValues, want)
	}
	if x.Longest != limits.MaxNameRunes+1 || len(x.Values) != limits.MaxProposedValues {
		t.Errorf("longest %d, %d values", x.Longest, len(x.Values))
	}
	// Five standard errors of the estimate are a tenth; the hash does not vary.
	if want := float64(rows - 300); math.Abs(float64(n.Distinct)-want) > want/10 {
		t.Errorf("%d distinct values, want about %v", n.Distinct, want)
	}
}

func TestSketchIsExactWhileSmall(t *testing.T) {
	var s sketch
	for i := range 2 * sketchSize {
		s.add(fmt.Sprint(i % sketchSize))
	}
	if s.estimate() != sketchSize {
		t.Errorf("%d, want %d", s.estimate(), sketchSize)
	}
}

func TestPropose(t *testing.T) {
	column := func(n int, cell func(i int) string) string {
		rows := []string{"head;other"}
		for i := range n {
			rows = append(rows, cell(i)+";x")
		}
		return lines(rows...)
	}
	for _, c := range []struct {
		test, data string
		want       Proposal
	}{
		{"empty", column(50, func(int) string { return "" }), ProposeNothing},
		{"texts", column(50, func(i int) string { return "t" + fmt.Sprint(i%7) }), ProposeList},
		{"few different texts", column(5, func(i int) string { return "t" + fmt.Sprint(i) }), ProposeList},
		{"names of people", column(50, func(i int) string { return "t" + fmt.Sprint(i) }), ProposeIdentifier},
		{"ages", column(200, func(i int) string { return fmt.Sprint(i * 7 % 90) }), ProposeWhole},
		{"yes and no as numbers", column(50, func(i int) string { return fmt.Sprint(i % 2) }), ProposeWhole},
		{"codes with gaps", column(50, func(i int) string { return fmt.Sprint(100 * (i % 4)) }), ProposeList},
		{"amounts", column(50, func(i int) string { return fmt.Sprint(i * 997 % 40_000) }), ProposeRanges},
		{"fractions", column(50, func(i int) string { return fmt.Sprint(float64(i) / 8) }), ProposeRanges},
		{"serial numbers", column(50, func(i int) string { return fmt.Sprint(1000 + i) }), ProposeIdentifier},
		{"registration numbers", column(50, func(i int) string { return fmt.Sprint(100_000 + i*7919) }), ProposeIdentifier},
	} {
		t.Run(c.test, func(t *testing.T) {
			if got := inspectText(t, c.data).Columns[0].Proposed; got != c.want {
				t.Errorf("proposed %v, want %v", got, c.want)
			}
		})
	}
	t.Run("dates", func(t *testing.T) {
		rows := strings.Repeat(`<row><c s="1"><v>45000</v></c><c><v>1</v></c></row>`, 5)
		in := inspect(t, sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+rows))), Options{}))
		if in.Columns[0].Proposed != ProposeDates {
			t.Errorf("proposed %v, want dates", in.Columns[0].Proposed)
		}
	})
}

func TestValueOrder(t *testing.T) {
	in := inspectText(t, lines("v;x", "10-14;a", "b;a", "5-9;a", "B;a", "-3;a", "a2;a", "a10;a", "A3;a", "20;a", "a02;a"))
	equalStrings(t, "values", in.Columns[0].Values, []string{"-3", "20", "5-9", "10-14", "a02", "a2", "A3", "a10", "B", "b"})
}

// plain is a source that is not a Sheet and fails in the end.
type plain struct{}

func (plain) Name() message.Text            { return message.Verbatim("plain") }
func (plain) Header() []string              { return []string{"a"} }
func (plain) Address(int, int) message.Text { return message.Verbatim("here") }
func (plain) Rows(context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		if yield(table.Row{Number: 2, Cells: []table.Cell{{Kind: table.Error, Text: "#N/A"}}}, nil) {
			yield(table.Row{}, grid.NewFault("plain", "broken").WithRemedy("mend it"))
		}
	}
}

func TestInspectPassesErrorsOn(t *testing.T) {
	_, err := Inspect(context.Background(), plain{}, InspectOptions{})
	wantFault(t, err, "plain: broken: mend it")
}
