package shown

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"steward/core/message"
	"steward/core/seeded"
)

// wages is a workbook of two sheets, changed before it is written.
func wages(t *testing.T, change func(*excelize.File) error) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	if _, err := f.NewSheet("Towns"); err != nil {
		t.Fatal(err)
	}
	for row := range 4 {
		for sheet, cells := range map[string][]any{"Sheet1": {fmt.Sprint("town ", row), 900.5 + float64(row)}, "Towns": {row, row%2 == 0}} {
			if err := f.SetSheetRow(sheet, fmt.Sprintf("A%d", row+1), &cells); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := change(f); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func listed(t *testing.T, data []byte, brief ...string) *Book {
	t.Helper()
	b, err := List(t.Context(), bytes.NewReader(data), int64(len(data)), brief...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Whatever changes what a sheet shows is told, whether its cells are listed or not and whichever of both workbooks was first.
// What is told of a workbook and itself is nothing.
func TestChangesAreToldBothWays(t *testing.T) {
	nothing := func(*excelize.File) error { return nil }
	format := "0.0000"
	style := func(s excelize.Style) func(*excelize.File) error {
		return func(f *excelize.File) error {
			id, err := f.NewStyle(&s)
			if err != nil {
				return err
			}
			return f.SetCellStyle("Sheet1", "B2", "B2", id)
		}
	}
	for name, change := range map[string]func(*excelize.File) error{
		"a value":          func(f *excelize.File) error { return f.SetCellValue("Sheet1", "B2", 7) },
		"a number as text": func(f *excelize.File) error { return f.SetCellStr("Sheet1", "B2", "901.5") },
		"a text":           func(f *excelize.File) error { return f.SetCellStr("Sheet1", "A1", "Town 0") },
		"a truth":          func(f *excelize.File) error { return f.SetCellBool("Towns", "B1", false) },
		"a cell more":      func(f *excelize.File) error { return f.SetCellStr("Towns", "F9", "more") },
		"a row less":       func(f *excelize.File) error { return f.RemoveRow("Towns", 4) },
		"a formula":        func(f *excelize.File) error { return f.SetCellFormula("Sheet1", "B2", "901.5") },
		"a number format":  style(excelize.Style{CustomNumFmt: &format}),
		"a colour":         style(excelize.Style{Font: &excelize.Font{Color: "FFFFFF"}}),
		"a fill":           style(excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"000000"}}}),
		"a hidden row":     func(f *excelize.File) error { return f.SetRowVisible("Sheet1", 2, false) },
		"a hidden column":  func(f *excelize.File) error { return f.SetColVisible("Sheet1", "B", false) },
		"a hidden sheet":   func(f *excelize.File) error { return f.SetSheetVisible("Towns", false) },
		"a sheet more":     func(f *excelize.File) error { _, err := f.NewSheet("More"); return err },
		"a sheet less":     func(f *excelize.File) error { return f.DeleteSheet("Towns") },
		"another name":     func(f *excelize.File) error { return f.SetSheetName("Towns", "Cities") },
		"another order":    func(f *excelize.File) error { return f.MoveSheet("Towns", "Sheet1") },
		"merged cells":     func(f *excelize.File) error { return f.MergeCell("Sheet1", "A1", "B1") },
		"a name of a place": func(f *excelize.File) error {
			return f.SetDefinedName(&excelize.DefinedName{Name: "n", RefersTo: "Towns!$A$1"})
		},
		"a comment": func(f *excelize.File) error {
			return f.AddComment("Sheet1", excelize.Comment{Cell: "B2", Author: "a", Paragraph: []excelize.RichTextRun{{Text: "b"}}})
		},
	} {
		for _, brief := range [][]string{nil, {"Sheet1", "Towns"}} {
			was, is := listed(t, wages(t, nothing), brief...), listed(t, wages(t, change), brief...)
			for _, two := range [][2]*Book{{was, is}, {is, was}} {
				if len(Compare(two[0], two[1])) == 0 {
					t.Errorf("%s: nothing is said of it (without the cells of %q)", name, brief)
				}
				if same := slices.Concat(Compare(two[1], two[1]), Loose(two[1], two[1])); len(same) > 0 {
					t.Errorf("%s: of a workbook and itself it is said that %v", name, same)
				}
			}
			for i := range is.Sheets {
				if len(brief) > 0 && slices.Contains(brief, is.Sheets[i].Name) && len(is.Sheets[i].Cells) > 0 {
					t.Errorf("%s: the cells of %s are listed", name, is.Sheets[i].Name)
				}
			}
		}
	}
}

// A cell that differs is named with what it is and what it was.
func TestTheCellIsNamed(t *testing.T) {
	was := listed(t, wages(t, func(*excelize.File) error { return nil }))
	is := listed(t, wages(t, func(f *excelize.File) error { return f.SetCellValue("Sheet1", "B2", 7) }))
	said := Compare(was, is)
	if want := message.Sprintf("sheet “%s”, cell %s is “%s”, and was “%s”", "Sheet1", "B2", "7", "901.5"); len(said) != 1 || said[0].String() != want.String() {
		t.Errorf("said %v, want %s", said, want.String())
	}
}

// A workbook that is cut off anywhere cannot be listed, and is no reason to crash.
func TestCutOffWorkbooksAreRefused(t *testing.T) {
	data := wages(t, func(*excelize.File) error { return nil })
	for size := 0; size < len(data); size += seeded.Often(97, 1) {
		if b, err := List(t.Context(), bytes.NewReader(data[:size]), int64(size)); err == nil {
			t.Fatalf("of %d bytes %d list %+v", len(data), size, b)
		}
	}
}

// Of all parts together no more is unpacked than may be, and what may be suffices.
func TestUnpackingEnds(t *testing.T) {
	data := wages(t, func(*excelize.File) error { return nil })
	all := func(most int64) error {
		p, err := open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		p.left = most
		_, err = p.rest()
		return err
	}
	total := int64(0)
	p, err := open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range p.files {
		if !p.reached[name] {
			total += int64(f.UncompressedSize64)
		}
	}
	if err := all(total); err != nil {
		t.Error(err)
	}
	if err := all(total - 1); err == nil {
		t.Error("one byte more than may be is unpacked")
	}
}

// What is added and gone makes the one list of the other, whatever stands in them and how often.
func TestApartTellsEveryDifference(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 9)
		was, is := texts.Draw(t, "was"), texts.Draw(t, "is")
		added, gone := apart(was, is)
		one, other := slices.Sorted(slices.Values(slices.Concat(was, added))), slices.Sorted(slices.Values(slices.Concat(is, gone)))
		if !slices.Equal(one, other) {
			t.Errorf("from %q to %q: %q added and %q gone", was, is, added, gone)
		}
		for _, s := range added {
			if slices.Contains(gone, s) {
				t.Errorf("from %q to %q: %q is both added and gone", was, is, s)
			}
		}
	})
}
