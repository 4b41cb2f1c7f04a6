package codebook

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/sheet/grid"
)

// saved writes a file and returns its path.
func saved(t testing.TB, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func list(name string, values ...string) plan.Column {
	return plan.Column{Name: domain.AttributeName(name), Kind: domain.List, Values: values, Origin: domain.Codebook}
}

func labelled(c plan.Column, label string) plan.Column {
	c.Label = label
	return c
}

func whole(name string, lo, hi int64) plan.Column {
	return plan.Column{Name: domain.AttributeName(name), Kind: domain.Whole, Lowest: &lo, Highest: &hi, Origin: domain.Codebook}
}

func ranges(name string, wholeNumbers bool, r ...plan.Range) plan.Column {
	return plan.Column{Name: domain.AttributeName(name), Kind: domain.Ranges, Ranges: r, WholeNumbers: wholeNumbers, Origin: domain.Codebook}
}

func with(c plan.Column, change func(*plan.Column)) plan.Column {
	change(&c)
	return c
}

func TestRead(t *testing.T) {
	coded := with(list("sex", "Male", "Female"), func(c *plan.Column) { c.Readings = map[string]string{"1": "Male", "2": "Female"} })
	blank := func(codes ...string) func(*plan.Column) {
		return func(c *plan.Column) {
			c.Readings = make(map[string]string)
			for _, code := range codes {
				c.Readings[code] = domain.BlankLabel
			}
		}
	}
	tests := []struct {
		name, text string
		want       []plan.Column
	}{
		{"a row for each value", "column,type,value\ntown,list,North\ntown,list,South\nage,ordered,young\nage,ordered,old\n",
			[]plan.Column{list("town", "North", "South"), with(list("age", "young", "old"), func(c *plan.Column) { c.Kind = domain.Ordered })}},
		{"the name in the first row alone", "Variable,Code\ntown,North\n,South\nside,left\n", []plan.Column{list("town", "North", "South"), list("side", "left")}},
		{"value labels", "Variable Name;Data_Type;Code;Value Label\nsex;categorical;1;Male\nsex;categorical;2;Female\n", []plan.Column{coded}},
		{"a row for each column", "column,type,values\nsex,nominal,1=Male; 2=Female\ntown,text,\"North, South\"\nside,,left|right; hand\n",
			[]plan.Column{coded, list("town", "North", "South"), list("side", "left", "right; hand")}},
		{"two codes for one value", "column,value,value label\na,1,Yes\na,2,No\na,3,Yes\n",
			[]plan.Column{with(list("a", "Yes", "No"), func(c *plan.Column) { c.Readings = map[string]string{"1": "Yes", "2": "No", "3": "Yes"} })}},
		{"leading zeros", "column,value\ncode,007\ncode,08\n", []plan.Column{list("code", "007", "08")}},
		{"whole numbers", "field,label,type,min,max,missing codes\nage,Age in years,integer,0,120,-9; -8\n", []plan.Column{with(labelled(whole("age", 0, 120), "Age in years"), blank("-9", "-8"))}},
		{"missing beside a value", "column,type,value,lower,upper,missing\nage,whole,,0,99,\nage,whole,-9,,,yes\n", []plan.Column{with(whole("age", 0, 99), blank("-9"))}},
		{"missing codes again in every row", "column,value,missing codes\na,x,-9\na,y,-9\n", []plan.Column{with(list("a", "x", "y"), blank("-9"))}},
		{"a step", "column,type,lower,upper,step\nwage,ranges,0,1.5,0.5\nage,whole ranges,0,29,10\n", []plan.Column{
			ranges("wage", false, plan.Range{From: "0.0", To: "0.5"}, plan.Range{From: "0.5", To: "1.0"}, plan.Range{From: "1.0", To: "1.5"}),
			ranges("age", true, plan.Range{From: "0", To: "9"}, plan.Range{From: "10", To: "19"}, plan.Range{From: "20", To: "29"})}},
		{"explicit ranges", "column,type,from,to,value label\nwage,ranges,,1000,low\nwage,ranges,1000,2000,\nwage,ranges,2000,open,high\n", []plan.Column{
			ranges("wage", false, plan.Range{To: "1000", Label: "low"}, plan.Range{From: "1000", To: "2000"}, plan.Range{From: "2000", Label: "high"})}},
		{"rules and readings", "column,value,read as,blanks,others\na,x,,refuse,Value: x\na,y,,,\na,why,y,,\na,?,(other),,\n", []plan.Column{with(list("a", "x", "y"), func(c *plan.Column) {
			c.Blank, c.Other = plan.Special{Rule: domain.Refuse}, plan.Special{Rule: domain.AsValue, Value: "x"}
			c.Readings = map[string]string{"why": "y", "?": domain.OtherLabel}
		})}},
		{"a title above, blank rows and other headings", "Codebook of 2026,,\n,,\ncolumn,notes,value\n,,\na,first,x\na,,y\n", []plan.Column{list("a", "x", "y")}},
		{"texts like formulas", "column,value\na,'=1+1\na,'tis\na,-5\na,''@x\n", []plan.Column{list("a", "=1+1", "'tis", "-5", "'@x")}},
		{"commas in values outnumber the separators", "column;value\na;\"1,2,3,4\"\na;\"5,6,7,8\"\n", []plan.Column{list("a", "1,2,3,4", "5,6,7,8")}},
		{"the listing on the screen, of a list", "column,kind,origin,number,value\ntown,list,typed,1,North\ntown,list,typed,2,(blank)\n", []plan.Column{list("town", "North")}},
		{"spaces in a name", "column,value\n\"a  b\nc\",x\n", []plan.Column{list("a b c", "x")}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := readColumns(context.Background(), saved(t, "book.csv", test.text))
			if err != nil || !reflect.DeepEqual(got, test.want) {
				t.Errorf("read %+v (%v)\nwant %+v", got, err, test.want)
			}
		})
	}
}

// UTF-16, as spreadsheet programs save "Unicode text", is read like UTF-8.
func TestReadUTF16(t *testing.T) {
	var b strings.Builder
	b.WriteString("\xff\xfe")
	for _, r := range "column\tvalue\na\té\n" {
		b.WriteByte(byte(r))
		b.WriteByte(byte(r >> 8))
	}
	got, err := readColumns(context.Background(), saved(t, "book.txt", b.String()))
	if want := []plan.Column{list("a", "é")}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v (%v), want %+v", got, err, want)
	}
}

// A codebook that a spreadsheet program saved in the encoding of its region is read, and says so.
func TestReadRegional(t *testing.T) {
	book, err := Read(context.Background(), saved(t, "book.csv", "column;value;other\nGr\xf6\xdfe;gro\xdf;own\nGr\xf6\xdfe;m\xe4\xdfig;\n"))
	if err != nil || len(book.Columns) != 1 || book.Columns[0].Name != "Größe" || !reflect.DeepEqual(book.Columns[0].Values, []string{"groß", "mäßig"}) || !strings.Contains(book.Assumed.String(), "Windows-1252") {
		t.Errorf("read %+v (%v)", book, err)
	}
}

// What cannot be understood is refused with the cell, what was found and expected, and what
// to do.
func TestReadRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		says       []string
	}{
		{"no headings", "age,town\n20,North\n", []string{"book.csv", "age, town", "column and type", "write these headings"}},
		{"no rows", "column,value\n", []string{"book.csv", "no record"}},
		{"a heading in two spellings", "column,value,code\na,x,y\n", []string{"line 1, column 3", `"code"`, `"value"`, "keep one"}},
		{"a heading twice", "column,value,value\na,x,y\n", []string{"line 1", "both called", "rename"}},
		{"no name", "column,value\n,x\n", []string{"line 2, column 1", "found nothing", "name of a column"}},
		{"a column twice", "column,value\na,x\nb,x\na,y\n", []string{"line 4, column 1 (column)", `"a"`, "row 2", "put its rows together"}},
		{"a value twice", "column,value\na,x\na,x\n", []string{"line 3, column 2 (value)", `"x"`, "row 2", "remove one"}},
		{"a value with two labels", "column,value,value label\na,1,x\na,1,y\n", []string{"line 3", `"1"`, "row 2"}},
		{"a value that is missing too", "column,value,missing codes\na,x,x\n", []string{"line 2", `"x"`, "remove one"}},
		{"an unknown type", "column,type,value\na,fuzzy,x\n", []string{"line 2, column 2 (type)", `"fuzzy"`, "list, ordered, whole, ranges, whole ranges, years,"}},
		{"two types", "column,type,value\na,list,x\na,ordered,y\n", []string{"line 3", `"ordered"`, "list, as in the column's first row"}},
		{"labels of values under label", "column,value,label\na,1,x\na,2,y\n", []string{"line 3, column 3 (label)", `"value label"`}},
		{"a bound of a list", "column,lower,upper\na,1,2\n", []string{"line 2, column 2 (lower)", `"1"`, "the type is list", "whole ranges"}},
		{"a bound that is no number", "column,type,lower,upper\na,whole,0,lots\n", []string{"line 2, column 4 (upper)", `"lots"`, "a whole number", "120"}},
		{"a bound with an exponent", "column,type,lower,upper\na,whole,0,1e300\n", []string{`"1e300"`}},
		{"a bound that is a formula", "column,type,lower,upper\na,whole,0,=1+1\n", []string{`"=1+1"`, "a whole number"}},
		{"no upper bound", "column,type,lower,upper\na,whole,0,\n", []string{"line 2", "lowest and the highest"}},
		{"bounds swapped", "column,type,lower,upper\na,whole,9,0\n", []string{"line 2", "swap them"}},
		{"ranges under whole", "column,type,lower,upper\na,whole,0,4\na,whole,5,9\n", []string{"line 3", `"5"`, "0, as in a row above", "whole ranges"}},
		{"values of whole numbers", "column,type,value\na,whole,1\na,whole,2\n", []string{"line 2, column 3 (value)", "lower and upper", "list"}},
		{"a gap", "column,type,lower,upper\na,ranges,0,4\na,ranges,5,9\n", []string{"line 2", "leave a gap", "whole ranges"}},
		{"a decimal comma", "column;type;lower;upper\na;ranges;0,5;1\n", []string{"line 2", `"0,5"`, "a point for the decimals"}},
		{"a step of nothing", "column,type,lower,upper,step\na,ranges,0,10,0\n", []string{"line 2, column 5 (step)", `"0"`, "above zero"}},
		{"a step that does not fit", "column,type,lower,upper,step\na,ranges,0,10,3\n", []string{`"3"`, "equal ranges"}},
		{"a step that makes too many", "column,type,lower,upper,step\na,ranges,0,1000000000000,0.000001\n", []string{"5000"}},
		{"a step with an open end", "column,type,lower,upper,step\na,ranges,0,open,3\n", []string{`"3"`, "not open"}},
		{"a step of a list", "column,value,step\na,x,3\n", []string{`"3"`, "the type is list"}},
		{"an unknown rule", "column,value,blanks\na,x,whatever\n", []string{"line 2, column 3 (blanks)", `"whatever"`, "own, blank, refuse, nearest or value:NAME"}},
		{"a rule for a list that is for numbers", "column,value,others\na,x,nearest\n", []string{"line 2", "nearest bound"}},
		{"a reading as no value", "column,value,read as\na,x,\na,y,z\n", []string{`"y"`, `"z"`, "not one of the values"}},
		{"a reading of nothing", "column,value,read as\na,,x\n", []string{"line 2, column 2 (value)", `"x"`}},
		{"a label without a value", "column,value,value label\na,,x\n", []string{"line 2, column 2 (value)", `"x"`}},
		{"no values", "column,type,value\na,list,\n", []string{"line 2, column 1 (column)", "the list of values is empty"}},
		{"damaged UTF-8", "column,value\na,é\na,\xe9x\n", []string{"book.csv", "line 3", "UTF-8"}},
		{"UTF-32", "\xff\xfe\x00\x00c\x00\x00\x00", []string{"UTF-32", "UTF-8"}},
		{"a control character", "column,value\na,\x1b[31m\n", []string{"line 2, column 2 (value)", "invisible character", "type it again"}},
		{"an open quotation mark", "column,value\na,\"x\n", []string{"book.csv", "quotation mark"}},
		{"a stray cell", "column,value\na,x,y\n", []string{"line 2", `"y"`, "no name"}},
		{"a long value", "column,value\na," + strings.Repeat("x", 301) + "\n", []string{"line 2", "300 characters"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := readColumns(context.Background(), saved(t, "book.csv", test.text))
			if err == nil {
				t.Fatalf("read %+v", got)
			}
			if fault := (*grid.Fault)(nil); !errors.As(err, &fault) || fault.Remedy.String() == "" || !strings.HasPrefix(fault.Place.String(), "book.csv") {
				t.Errorf("the error has no place or no remedy: %v", err)
			}
			for _, want := range test.says {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("the error does not say %q:\n%v", want, err)
				}
			}
		})
	}
	if _, err := Read(context.Background(), filepath.Join(t.TempDir(), "missing.csv")); err == nil || !strings.Contains(err.Error(), "check the name") {
		t.Errorf("a file that is not there: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, saved(t, "book.csv", "column,value\na,x\n")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// In a workbook the codebook may be on any sheet in sight, numbers may be numbers, and errors
// name the sheet and the cell.
func TestReadWorkbook(t *testing.T) {
	book := func(change func(*excelize.File) error) string {
		f := excelize.NewFile()
		path := filepath.Join(t.TempDir(), "book.xlsx")
		_, err := f.NewSheet("Columns")
		for i, row := range [][]any{{"column", "type", "value", "lower", "upper"}, {"town", "list", "=1+1"}, {nil, nil, 7}, {"age", "whole", nil, 0, 120.0}} {
			at, _ := excelize.CoordinatesToCellName(2, 3+i)
			err = errors.Join(err, f.SetSheetRow("Columns", at, &row))
		}
		if err = errors.Join(err, f.SetCellStr("Sheet1", "A1", "About these data"), change(f), f.SaveAs(path), f.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	got, err := readColumns(context.Background(), book(func(*excelize.File) error { return nil }))
	if want := []plan.Column{list("town", "=1+1", "7"), whole("age", 0, 120)}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v (%v), want %+v", got, err, want)
	}
	for _, test := range []struct {
		change func(*excelize.File) error
		says   []string
	}{
		{func(f *excelize.File) error { return f.SetCellFloat("Columns", "F6", 1.5, 1, 64) }, []string{"book.xlsx", `"Columns"`, "cell F6", `"1.5"`, "a whole number"}},
		{func(f *excelize.File) error { return f.SetCellStr("Columns", "D5", "=1+1") }, []string{"cell D5", `"=1+1"`, "row 4"}},
		{func(f *excelize.File) error { return f.SetSheetVisible("Columns", false) }, []string{"book.xlsx", "About these data", "write these headings"}},
	} {
		_, err := Read(context.Background(), book(test.change))
		for _, want := range test.says {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("the error does not say %q: %v", want, err)
			}
		}
	}
}

// FuzzRead reads anything: what it takes is complete, and is read back when it is written.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"column,type,value\ntown,list,North\ntown,list,South\n", "column;type;lower;upper;step\nage;whole ranges;0;99;10\n",
		"variable\tcode\tvalue label\tmissing\nsex\t1\tMale\t\n\t-9\t\tyes\n", "column,values,blanks,others\na,1=x|2=y,value:x,refuse\n",
		"column,type,lower,upper,missing codes\na,ranges,,5,-9;-8\na,,5,open,\n", "column,value,read as\na,'=x,\na,''@y,'=x\n", "\xff\xfec\x00", "column,value\na,\xe9\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		columns, err := readColumns(context.Background(), saved(t, "book.csv", string(content)))
		if err != nil {
			if fault := (*grid.Fault)(nil); !errors.As(err, &fault) {
				t.Fatalf("an error without a place: %v", err)
			}
			return
		}
		for _, c := range columns {
			if _, err := c.Attribute(); err != nil || c.Origin != domain.Codebook {
				t.Fatalf("took %+v: %v", c, err)
			}
		}
		path := filepath.Join(t.TempDir(), "again.csv")
		if err := Save(path, Book{Columns: columns}); err != nil {
			t.Fatalf("cannot write what was read: %v", err)
		}
		again, err := readColumns(context.Background(), path)
		if err != nil || !reflect.DeepEqual(again, columns) {
			t.Fatalf("read back %+v (%v)\nwant %+v", again, err, columns)
		}
	})
}
