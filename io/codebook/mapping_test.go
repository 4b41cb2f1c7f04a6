package codebook

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

func mappingFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestReadMapping(t *testing.T) {
	want := Mapping{Values: []string{"Bern", "Rome", "Thun"}, Coarser: []string{"Switzerland", "Italy"},
		Of: map[string]string{"Bern": "Switzerland", "Rome": "Italy", "Thun": "Switzerland"}}
	for name, text := range map[string]string{
		"any headings":   "town,land\nBern,Switzerland\nRome,Italy\nThun,Switzerland\n",
		"its own":        "value;coarser value;label\nBern;1;Switzerland\nRome;2;Italy\nThun;1;\n",
		"the other way":  "note,region,code\nx,Switzerland,Bern\ny,Italy,Rome\nz,Switzerland,Thun\n",
		"said twice":     "value,group\nBern,Switzerland\nRome,Italy\nThun,Switzerland\nBern,Switzerland\n",
		"below a title":  "Towns of the study\n\nvalue\tgroup\tyear\tby\nBern\tSwitzerland\t1\tme\nRome\tItaly\t2\tme\nThun\tSwitzerland\t3\tme\n",
		"with guards":    "value,group\n'Bern,Switzerland\nRome,Italy\nThun,Switzerland\n",
		"label set late": "value,group,label\nBern,Switzerland,\nRome,Italy,Italy\nThun,Switzerland,Switzerland\n",
	} {
		got, err := ReadMapping(context.Background(), mappingFile(t, "towns.csv", text))
		if name == "with guards" {
			want := Mapping{Values: []string{"'Bern", "Rome", "Thun"}, Coarser: want.Coarser, Of: map[string]string{"'Bern": "Switzerland", "Rome": "Italy", "Thun": "Switzerland"}}
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: read %+v (%v), want %+v", name, got, err, want)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read %+v (%v), want %+v", name, got, err, want)
		}
	}
	book := excelize.NewFile()
	defer book.Close()
	for cell, text := range map[string]string{"B3": "value", "C3": "group", "B4": "Bern", "C4": "Switzerland", "B5": "Rome", "C5": "Italy", "B6": "Thun", "C6": "Switzerland"} {
		if err := book.SetCellValue("Sheet1", cell, text); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "towns.xlsx")
	if err := book.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadMapping(context.Background(), path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("from a workbook: %+v (%v), want %+v", got, err, want)
	}
	if err := book.SetCellValue("Sheet1", "C6", ""); err != nil {
		t.Fatal(err)
	}
	if err := book.SaveAs(path); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadMapping(context.Background(), path); err == nil || !strings.Contains(err.Error(), `sheet "Sheet1", cell C6`) {
		t.Errorf("a hole in a workbook: %v", err)
	}
}

func TestReadMappingRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		says []string
	}{
		"two targets":     {"value,group\nBern,CH\nRome,IT\nBern,IT\n", []string{"towns.csv, line 4, column 1 (value)", `"Bern" again, here in "IT" and in row 2 in "CH"`}},
		"no coarser":      {"value,group\nBern,\n", []string{"line 2, column 2 (group)", `the coarser value of "Bern"`}},
		"no value":        {"value,group\n,CH\n", []string{"line 2, column 1 (value)", `belongs to "CH"`}},
		"two labels":      {"value,group,label\nBern,1,CH\nThun,1,Suisse\n", []string{"line 3, column 3 (label)", `"Suisse"`, `called "CH" above`}},
		"one label twice": {"value,group,label\nBern,1,CH\nRome,2,CH\n", []string{"line 3, column 2 (group)", `called "CH"`}},
		"a total":         {"value,group\nBern,(total)\n", []string{"line 2, column 2", "a special meaning"}},
		"no mapping":      {"a,b,c,d\n1,2,3,4\n", []string{"towns.csv", "value and coarser value are expected"}},
		"several faults":  {"value,group\nBern,\n,CH\nRome,IT\nRome,CH\n", []string{"line 2", "line 3", "line 5"}},
	} {
		_, err := ReadMapping(context.Background(), mappingFile(t, "towns.csv", c.text))
		if err == nil {
			t.Errorf("%s: it was read", name)
			continue
		}
		for _, says := range c.says {
			if !strings.Contains(err.Error(), says) {
				t.Errorf("%s: the error does not say %q: %v", name, says, err)
			}
		}
	}
}

func FuzzReadMapping(f *testing.F) {
	for _, s := range []string{"value,group\nBern,CH\n", "a;b;c\n1;2;3\n", "x\ty\n\ty\n", "value,group,label\nA,1,x\nB,1,y\n"} {
		f.Add([]byte(s))
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(dir, "m.csv")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		m, err := ReadMapping(context.Background(), path)
		if err != nil {
			return
		}
		if len(m.Values) != len(m.Of) {
			t.Fatalf("%d values, of which %d have a coarser one", len(m.Values), len(m.Of))
		}
		for _, v := range m.Values {
			if v == "" || m.Of[v] == "" {
				t.Fatalf("%q belongs to %q", v, m.Of[v])
			}
		}
	})
}

// All faults of a codebook are told at once, each with its cell.
func TestReadTellsAllFaults(t *testing.T) {
	_, err := Read(context.Background(), mappingFile(t, "book.csv", "column,type,value,lower,upper,date order\nage,whole,,low,9,\ntown,fuzzy,North,,,\nseen,months,,2019-01,2020-12,year first\nwage,ranges,,5,x,\n"))
	if err == nil {
		t.Fatal("it was read")
	}
	for _, says := range []string{"line 2, column 4 (lower)", "line 3, column 2 (type)", "line 4, column 6 (date order)", "line 5, column 5 (upper)"} {
		if !strings.Contains(err.Error(), says) {
			t.Errorf("the error does not say %q: %v", says, err)
		}
	}
}
