package sheet

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet/grid"
)

// byRow is a sheet that can be read row by row only.
type byRow struct{ table.Source }

// counted is what a plan makes of a sheet: each record's values and how often they count, or why
// it cannot be read, and how it ended.
func counted(p *plan.Compiled, s table.Source) (lines []string, totals release.Totals, err error) {
	totals, err = release.FromRows(s).Read(context.Background(), p, release.Visit{
		Cell: func(values []int, n int64) error {
			lines = append(lines, fmt.Sprint(values, " × ", n))
			return nil
		},
		Unread: func(n int64, why error) error {
			lines = append(lines, fmt.Sprint(n, " unread: ", why))
			return nil
		},
		Progress: func(int64) {},
	})
	if p.Plan.Rows != nil {
		slices.Sort(lines) // people come in no order
	}
	return lines, totals, err
}

// checkCounted reads a sheet as a plan by its rows and by its columns, with the texts held and with
// none, and wants the same of all. It returns how many records there are, whatever they say.
func checkCounted(t *testing.T, p *plan.Compiled, s *Sheet) {
	t.Helper()
	want, totals, wrong := counted(p, byRow{s})
	check := func(s *Sheet) {
		t.Helper()
		got, gotTotals, err := counted(p, s)
		if fmt.Sprint(err) != fmt.Sprint(wrong) || !reflect.DeepEqual(gotTotals, totals) || !slices.Equal(got, want) {
			t.Fatalf("by its columns the sheet gives\n%s\n%v, by its rows\n%s\n%v", strings.Join(got, "\n"), err, strings.Join(want, "\n"), wrong)
		}
	}
	check(s)
	if _, ok := s.base.(grid.Numbered); ok {
		check(holding(t, s, 0))
	}
	if wrong != nil || p.Plan.Weight != nil {
		return
	}
	// Every record is in one cell, or is told as one that cannot be read.
	records := int64(0)
	for range s.Rows(context.Background()) {
		records++
	}
	seen, rows := s.Seen()
	if _, again, err := counted(p, seen); err != nil || int64(rows.Records) != again.Records || rows.All != rows.Outside+rows.Above+rows.Header+rows.Blank+rows.LeftOut+rows.Records || rows.Blank < 0 || rows.Outside < 0 || rows.Above < 0 {
		t.Fatalf("the rows are seen as %+v, %d of them as records: %v", *rows, again.Records, err)
	}
	if totals.Records != records || totals.Beyond == 0 && int64(len(want)) != records {
		t.Fatalf("%d records, of which %d are counted or told", records, len(want))
	}
}

// anyPlan makes a plan of some columns of a sheet, of all kinds, and nil where there is none.
func anyPlan(t *testing.T, r *seeded.Source, s *Sheet) *plan.Compiled {
	t.Helper()
	names := s.Header()
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	rules := []plan.Special{{}, {Rule: domain.OwnCell}, {Rule: domain.Refuse}}
	p := plan.Plan{Version: plan.Version, DataSet: "any", Budget: plan.Budget{Epsilon: "1"}}
	for _, name := range names[:min(len(names), 1+r.IntN(3))] {
		c := plan.Column{Name: domain.AttributeName(name), Origin: domain.Typed, Blank: rules[r.IntN(3)], Other: rules[r.IntN(3)]}
		switch r.IntN(4) {
		case 0:
			c.Kind, c.Values = domain.List, []string{"Ann", "1", "7", "0.5", "TRUE", "x"}
			c.Readings = map[string]string{"2": "7", "#N/A": "x"}
		case 1:
			lo, hi := int64(-1), int64(50)
			c.Kind, c.Lowest, c.Highest = domain.Whole, &lo, &hi
		case 2:
			c.Kind, c.Ranges = domain.Ranges, []plan.Range{{From: "0", To: "5", Label: "low"}, {From: "5", To: "", Label: "high"}}
		case 3:
			c.Kind, c.Dates = domain.Periods, &plan.Dates{Period: domain.Years, Order: domain.DayFirst, First: "1990-01-01", Last: "2030-12-31"}
		}
		p.Columns = append(p.Columns, c)
		p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint("q", len(p.Columns)), Title: name, Kind: "table", Columns: []domain.AttributeName{c.Name}})
	}
	switch rest := names[len(p.Columns):]; {
	case len(rest) == 0:
	case r.IntN(3) == 0:
		p.Rows = &plan.Rows{Person: rest[0], AtMost: 1000} // so that which rows are kept is not drawn
	case r.IntN(3) == 0:
		p.Weight = &plan.Weight{Column: rest[0], Step: "0.5", Cap: "10"}
	}
	c, err := plan.Compile(p)
	if err != nil {
		return nil // a name that no column of a plan can have
	}
	return c
}

// TestCountedByColumnsAndRows reads the whole corpus as plans of all kinds.
func TestCountedByColumnsAndRows(t *testing.T) {
	r := seeded.New(11, 12)
	read := 0
	for _, specimen := range specimens() {
		t.Run(specimen.name, func(t *testing.T) {
			file, _, _ := strings.Cut(specimen.name, "#")
			f, err := Open(context.Background(), corpus+"/"+file)
			if err != nil {
				return
			}
			defer f.Close()
			s, err := f.Sheet(context.Background(), specimen.opts)
			if err != nil {
				return
			}
			for range 8 {
				if p := anyPlan(t, r, s); p != nil {
					checkCounted(t, p, s)
					read++
				}
			}
		})
	}
	if read < 400 {
		t.Errorf("only %d readings were compared", read)
	}
}

// anyBook makes a workbook of cells of all kinds, some with a fault where faulty, and returns how
// many rows below its header are not blank.
func anyBook(r *seeded.Source, faulty bool) (b book, rows int) {
	const columns = 4
	b = one(wordsRow(1, "a", "b", "c", "d"))
	b.shared = []string{"<t>Ann</t>", "<t> </t>", "<t>12/03/2020</t>", "<t>7</t>", "<t>zero</t>", "<t>x</t>", "<t>Ann</t>"}
	var body strings.Builder
	body.WriteString(b.sheets[0].rows)
	for n := 2; n < 2+3+r.IntN(60); n++ {
		cells := make([]string, columns)
		blank := true
		for i := range cells {
			kind := r.IntN(12)
			switch kind {
			case 0, 1:
			case 2, 3, 4:
				k := r.IntN(len(b.shared))
				cells[i], blank = ref(k), blank && k == 1
				continue
			case 5:
				cells[i] = word([]string{"Ann", "x", "a_x0041_", "7"}[r.IntN(4)])
			case 6, 7:
				cells[i] = num(fmt.Sprint(float64(r.IntN(40)) / 4))
			case 8:
				cells[i] = shownAs(fmt.Sprint(40_000+r.IntN(4000)), 1)
			case 9:
				cells[i] = truthy(r.IntN(2))
			case 10:
				cells[i] = wrong("#N/A")
			case 11:
				cells[i] = formula("A1", "str", []string{"Ann", ""}[r.IntN(2)])
			}
			blank = blank && cells[i] == ""
		}
		if faulty && r.IntN(40) == 0 {
			cells[r.IntN(columns)] = []string{num("seven"), ref(99), truthy(2)}[r.IntN(3)]
			blank = false
		}
		if !blank {
			rows++
		}
		body.WriteString(at(n, cells...))
	}
	b.sheets[0].rows = body.String()
	if r.IntN(3) == 0 {
		n := 2 + r.IntN(5)
		b.sheets[0].after = fmt.Sprintf(`<mergeCells count="2"><mergeCell ref="A%d:A%d"/><mergeCell ref="B%d:C%d"/></mergeCells>`, n, n+3, n, n+1)
	}
	return b, rows
}

// TestEveryRowOfAnyBook reads made-up workbooks as plans of all kinds, by columns and by rows: no
// row is lost and none is there twice, and the same cells are faulted.
func TestEveryRowOfAnyBook(t *testing.T) {
	r := seeded.New(13, 14)
	read := 0
	for round := range seeded.Often(72, 300) {
		faulty := round%3 == 0
		b, rows := anyBook(r, faulty)
		f := openBytes(t, "any.xlsx", stored(b.parts()))
		s, err := f.Sheet(context.Background(), Options{HeaderRow: 1, Merged: []MergedRule{MergedDown, MergedBlank, MergedAll}[r.IntN(3)]})
		if err != nil {
			if !faulty {
				t.Fatal(err)
			}
			continue
		}
		in, err := Inspect(context.Background(), s, InspectOptions{})
		if !faulty && (err != nil || in.Rows != rows) {
			t.Fatalf("round %d: %v, %v: want %d records", round, in, err, rows)
		}
		checkCoded(t, s)
		for range 4 {
			if p := anyPlan(t, r, s); p != nil {
				checkCounted(t, p, s)
				read++
			}
		}
	}
	if read < seeded.Often(192, 800) {
		t.Errorf("only %d readings were compared", read)
	}
}

// anyText makes a text table with fields of all kinds, and returns how many of its records are not
// blank.
func anyText(r *seeded.Source) (text string, opts Options, rows int) {
	delimiter := []string{",", ";", "\t", "|", "||", "<>"}[r.IntN(6)]
	end := []string{"\n", "\r\n", "\r"}[r.IntN(3)]
	var b strings.Builder
	b.WriteString(strings.Join([]string{"a", "b", "c", "d"}, delimiter) + end)
	for range 1 + r.IntN(60) {
		fields := make([]string, 1+r.IntN(4)) // short ones are filled up with blanks
		blank := true
		for i := range fields {
			field := []string{"", "  ", "Ann", "7", "0.5", "x", "12/03/2020", "zero", "1e3", "Ann " + delimiter + " x", "two\nlines", `a "word"`, "00012", "TRUE"}[r.IntN(14)]
			blank = blank && strings.TrimSpace(field) == ""
			if strings.ContainsAny(field, "\"\n") || strings.Contains(field, delimiter) || r.IntN(5) == 0 {
				field = `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
			}
			fields[i] = field
		}
		b.WriteString(strings.Join(fields, delimiter) + end)
		if !blank {
			rows++
		}
	}
	b.WriteString(`"end"`) // without an end of line
	return b.String(), Options{HeaderRow: 1, Delimiter: delimiter}, rows + 1
}

// anyOds makes an OpenDocument spreadsheet with cells of all kinds, and rows and cells that are
// there several times, and returns how many rows below the header are not blank.
func anyOds(r *seeded.Source) (data []byte, rows int) {
	var body strings.Builder
	for range 1 + r.IntN(40) {
		var row strings.Builder
		blank := true
		for column := 0; column < 4; {
			n := min(1+r.IntN(6)/4*r.IntN(3), 4-column)
			column += n
			times := fmt.Sprintf(`table:number-columns-repeated="%d" `, n)
			if k := r.IntN(8); k < 3 {
				row.WriteString(`<table:table-cell ` + times + `/>`)
			} else {
				blank = false
				row.WriteString([]string{odsValue(times+`office:value-type="string"`, "Ann"), odsValue(times+`office:value-type="float" office:value="7"`, "7"),
					odsValue(times+`office:value-type="date" office:date-value="2020-03-12"`, "12.3.20"), odsValue(times+`office:value-type="boolean" office:boolean-value="true"`, "TRUE"),
					odsValue(times+`table:formula="of:=1/0" office:value-type="string" office:string-value=""`, "#DIV/0!")}[k-3])
			}
		}
		n := 1 + r.IntN(8)/5*r.IntN(4)
		body.WriteString(strings.Replace(odsRow(row.String()), "<table:table-row>", fmt.Sprintf(`<table:table-row table:number-rows-repeated="%d">`, n), 1))
		if !blank {
			rows += n
		}
	}
	body.WriteString(odsWords("end", "", "", ""))
	return stored(odsParts(odsMedia, odsDocument("", odsSheet("Wages", "ta1", odsWords("a", "b", "c", "d"), body.String())), "")), rows + 1
}

// TestEveryRowOfAnyTable is TestEveryRowOfAnyBook for text tables and OpenDocument files.
func TestEveryRowOfAnyTable(t *testing.T) {
	r := seeded.New(19, 20)
	for round := range seeded.Often(96, 400) {
		var s *Sheet
		var rows int
		if round%2 == 0 {
			text, opts, n := anyText(r)
			s, rows = sheetOf(t, "any.csv", []byte(text), opts), n
		} else {
			data, n := anyOds(r)
			s, rows = sheetOf(t, "any.ods", data, Options{HeaderRow: 1}), n
		}
		in, err := Inspect(context.Background(), s, InspectOptions{})
		if err != nil || in.Rows != rows {
			t.Fatalf("round %d: %d records, %v, want %d", round, in.Rows, err, rows)
		}
		for range 3 {
			if p := anyPlan(t, r, s); p != nil {
				checkCounted(t, p, s)
			}
		}
	}
}
