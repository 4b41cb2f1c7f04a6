package sheet

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/io/sheet/grid"
)

// checkLate inspects a workbook with its texts held, and with few or none: it says the same.
func checkLate(t *testing.T, s *Sheet) {
	t.Helper()
	b, ok := s.base.(grid.Numbered)
	if !ok {
		return
	}
	words := func(s *Sheet) string {
		in, err := Inspect(context.Background(), s, InspectOptions{})
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s%+v", inspectionWords(in), in.Columns)
	}
	want := words(s)
	for _, n := range []int{0, len(b.Texts().Held()) / 2} {
		equal(t, words(holding(t, s, n)), want)
	}
}

func TestInspectWithTextsNotHeld(t *testing.T) {
	books := 0
	for _, specimen := range bookSpecimens() {
		t.Run(specimen.name, func(t *testing.T) {
			f, err := read(context.Background(), memory(specimen.name, specimen.data), "")
			if err != nil {
				return
			}
			for _, opts := range []Options{specimen.opts, {HeaderRow: 1}, {HeaderRow: 1, LeaveOut: "2-4"}, {HeaderRow: 1, Merged: MergedAll}} {
				if s, err := f.Sheet(context.Background(), opts); err == nil {
					checkLate(t, s)
					books++
				}
			}
		})
	}
	r := seeded.New(17, 18)
	for range 100 {
		b, _ := anyBook(r, false)
		if s, err := openBytes(t, "a.xlsx", stored(b.parts())).Sheet(context.Background(), Options{HeaderRow: 1, LeaveOut: "3", Merged: MergedRule(r.IntN(3))}); err == nil {
			checkLate(t, s)
			books++
		}
	}
	if books < 150 {
		t.Errorf("only %d sheets were inspected", books)
	}
}

// TestManyTextsAreNotHeld opens a workbook with more texts than are held: what is read of it is
// whole, and no more is held than should be.
func TestManyTextsAreNotHeld(t *testing.T) {
	const rows, long = 3000, 12 << 10
	b := one(wordsRow(1, "name", "remark"))
	var body strings.Builder
	body.WriteString(b.sheets[0].rows)
	for i := range rows {
		b.shared = append(b.shared, fmt.Sprintf("<t>%d%s</t>", i, strings.Repeat("x", long)))
		body.WriteString(at(i+2, num(fmt.Sprint(i)), ref(i)))
	}
	b.sheets[0].rows = body.String()
	s := sheetOf(t, "a.xlsx", zipped(t, mapped(b.parts())), Options{})
	texts := s.base.(grid.Numbered).Texts()
	if n := len(texts.Held()); n == 0 || n >= rows || n*long > 32<<20 || texts.All() != rows {
		t.Fatalf("%d of %d texts are held", n, texts.All())
	}
	s = holding(t, s, 10)
	if seeded.Audit { // the fast run inspects smaller ones, with fewer held
		inspectsLong(t, s, rows, long)
	}
	last := ""
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		last = row.Cells[1].Text
	}
	if last != fmt.Sprint(rows-1)+strings.Repeat("x", long) {
		t.Errorf("the last text is %s", grid.Quote(last))
	}
}

// inspectsLong inspects and keeps the records of TestManyTextsAreNotHeld.
func inspectsLong(t *testing.T, s *Sheet, rows, long int) {
	t.Helper()
	in := inspect(t, s)
	if in.Rows != rows || in.Columns[1].Longest != long+4 || in.Columns[1].Distinct != rows {
		t.Errorf("%d records, %+v", in.Rows, in.Columns[1])
	}
	kept, err := s.Coded(context.Background(), []int{0}, nil)
	if err != nil || kept.Records() != rows {
		t.Errorf("%v, %v", kept, err)
	}
}

func mapped(parts []part) map[string]string {
	out := make(map[string]string)
	for _, p := range parts {
		out[p.name] = p.text
	}
	return out
}
