package sheet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/repair"
	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet/grid"
)

var ways = repair.Split{Column: "transport", Between: ";", Options: []string{"bike", "bus", "car"}}

// answered draws the options that somebody chose, nil for no answer, and how the cell is written.
func answered(r *seeded.Source) (chosen []string, cell string) {
	if r.IntN(6) == 0 {
		return nil, ""
	}
	for _, o := range ways.Options {
		if r.IntN(2) == 0 {
			chosen = append(chosen, o)
		}
	}
	if chosen == nil {
		chosen = []string{"bus"}
	}
	written := slices.Clone(chosen)
	for i := range written {
		j := r.IntN(i + 1)
		written[i], written[j] = written[j], written[i]
	}
	for i, o := range written {
		written[i] = []string{o, strings.ToUpper(o), " " + o + "\u200b"}[r.IntN(3)]
	}
	return chosen, strings.Join(written, []string{";", "; ", " ;"}[r.IntN(3)])
}

// Several answers in a cell are found, proposed, and read as a column for each option, the same by rows, in columns and inspected, in
// text tables and workbooks.
func TestSeveralAnswers(t *testing.T) {
	r := seeded.Named(t.Name())
	var want [][]string // of each row, for each option
	rows := [][]string{{"town", "transport", "age"}}
	for i := range 300 {
		chosen, cell := answered(r)
		rows = append(rows, []string{[]string{"North", "South"}[i%2], cell, "30"})
		row := []string{"", "", ""}
		for k, o := range ways.Options {
			switch {
			case chosen == nil:
			case slices.Contains(chosen, o):
				row[k] = repair.Chosen
			default:
				row[k] = repair.NotChosen
			}
		}
		want = append(want, row)
	}
	var text strings.Builder
	for _, row := range rows {
		quoted := make([]string, len(row))
		for i, c := range row {
			quoted[i] = `"` + c + `"`
		}
		fmt.Fprintln(&text, strings.Join(quoted, ","))
	}
	book := workbookWith(t, func(f *excelize.File) {
		for i, row := range rows {
			set(t, f, fmt.Sprint("A", i+1), row[0], row[1], row[2])
		}
	})
	for name, data := range map[string][]byte{"ways.csv": []byte(text.String()), "ways.xlsx": book} {
		in := inspect(t, sheetOf(t, name, data, Options{}))
		if len(in.Several) != 1 || in.Several[0].Between != ";" || !slices.Equal(fold(in.Several[0].Options), ways.Options) {
			t.Fatalf("%s: found %+v", name, in.Several)
		}
		s := sheetOf(t, name, data, Options{Splits: []repair.Split{ways}})
		if !slices.Equal(s.Header(), []string{"town", "transport", "age", "transport: bike", "transport: bus", "transport: car"}) || len(s.At()) != 3 {
			t.Fatalf("%s: the columns are %q", name, s.Header())
		}
		n := 0
		var cells [][]table.Cell
		for row, err := range s.Rows(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			got := []string{row.Cells[3].Text, row.Cells[4].Text, row.Cells[5].Text}
			if !slices.Equal(got, want[n]) {
				t.Fatalf("%s: %q is read as %q, want %q", name, rows[n+1][1], got, want[n])
			}
			cells = append(cells, slices.Clone(row.Cells[3:]))
			n++
		}
		ways := []*Sheet{s}
		if _, ok := s.base.(grid.Numbered); ok {
			ways = append(ways, holding(t, s, 0))
		}
		for _, s := range ways {
			if kept, err := s.Coded(context.Background(), []int{3, 4, 5}, nil); err != nil {
				t.Fatal(err)
			} else if kept != nil {
				for i := range cells {
					for k, want := range cells[i] {
						if got := kept.Column(k).Cell(i); got != want {
							t.Fatalf("%s, row %d: kept is %+v, read %+v", name, i, got, want)
						}
					}
				}
			}
			in = inspect(t, s)
			if c := in.Columns[4]; c.PartOf != "transport" || !in.Columns[1].IsSplit || len(in.Several) != 1 || !in.Several[0].InForce || !slices.Equal(c.Values, []string{"no", "yes"}) {
				t.Errorf("%s: inspected %+v, %+v", name, c, in.Several)
			}
		}
	}
}

func fold(list []string) (out []string) {
	for _, o := range list {
		out = append(out, strings.ToLower(o))
	}
	return out
}

// What is no option stays as it stands, in every column, for the plan to decide on; a split that cannot be meant is refused.
func TestNoOption(t *testing.T) {
	data := []byte(lines("town,transport", "North,bus; tram", "South,bus", "East,;"))
	s := sheetOf(t, "ways.csv", data, Options{Splits: []repair.Split{ways}})
	equal(t, mustDump(t, s), mustDump(t, s))
	read := [][]string{}
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, []string{row.Cells[2].Text, row.Cells[3].Text})
	}
	if fmt.Sprint(read) != fmt.Sprint([][]string{{"bus; tram", "bus; tram"}, {"no", "yes"}, {";", ";"}}) {
		t.Errorf("read %q", read)
	}
	for _, c := range []struct {
		split repair.Split
		says  string
	}{
		{repair.Split{Column: "way", Between: ";", Options: ways.Options}, "no such column"},
		{repair.Split{Column: "transport", Between: ";", Options: []string{"bus"}}, "2 to 24"},
		{repair.Split{Column: "transport", Options: ways.Options}, "one to three characters"},
	} {
		f := openBytes(t, "ways.csv", data)
		if _, err := f.Sheet(context.Background(), Options{Splits: []repair.Split{c.split}}); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c.split, err)
		}
	}
	f := openBytes(t, "ways.csv", []byte(lines("transport: bus,transport", "x,bus; car", "x,car; bus")))
	if _, err := f.Sheet(context.Background(), Options{Splits: []repair.Split{ways}}); err == nil || !strings.Contains(err.Error(), "rename") {
		t.Errorf("%v", err)
	}
}

// Texts that only look like several answers are not taken for them.
func TestNotSeveralAnswers(t *testing.T) {
	for name, values := range map[string][]string{
		"addresses":      {"Main Street 5, Westmarsh", "High Road 7, Eastfield", "Mill Lane 2, Northam", "Park Way 9, Southby"},
		"decimal commas": {"1,5", "2,5", "3,1", "1,5", "2,1"},
		"one answer":     {"bus", "car", "bus", "car"},
		"sentences":      {"I like it; really", "Not at all; never again", "It depends; on much", "bad; worse"},
		"numbers":        {"1", "2", "3"},
	} {
		var text strings.Builder
		text.WriteString("\"x\"|\"y\"\n")
		for range 5 {
			for _, v := range values {
				fmt.Fprintf(&text, "\"%s\"|\"1\"\n", v)
			}
		}
		if in := inspect(t, sheetOf(t, "x.csv", []byte(text.String()), Options{Delimiter: "|"})); len(in.Several) > 0 {
			t.Errorf("%s are taken for several answers: %+v", name, in.Several)
		}
	}
}
