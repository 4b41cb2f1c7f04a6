package data

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
	"steward/gui/session/opened"
	"steward/io/records"
)

// TestEncodingIsChosen opens a text table of one region's encoding: it cannot be read, its
// first rows are shown all the same, and with the encoding chosen they are right.
func TestEncodingIsChosen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.csv")
	if err := os.WriteFile(path, []byte("name;wage\nZo\xeb;1.234,5\nAnn;980\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, failure := records.Open(context.Background(), path, plan.Data{})
	if failure == nil || !strings.Contains(failure.Error(), "line 2, column 1") {
		t.Fatalf("error %v, want one that names the cell", failure)
	}
	for encoding, want := range map[string]string{"": "Zo\ufffd", "windows-1252": "Zoë", "windows-1251": "Zoл"} {
		a := tryFile(context.Background(), path, plan.Data{Encoding: encoding}, failure)
		if a == nil || len(a.Top) != 3 || a.Top[1].Cells[0] != want {
			t.Errorf("encoding %q: first rows %+v, want %q in the second", encoding, a, want)
		}
	}
	if list := opened.Encodings(); len(list) < 40 || list[0].Name != "utf-8" || list[3].Words != "Western European (Windows-1252)" {
		t.Errorf("encodings %v", list)
	}
}

// TestSpecialCharactersFarDown shows the records whose characters depend on the encoding,
// wherever they are.
func TestSpecialCharactersFarDown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "town.csv")
	if err := os.WriteFile(path, []byte("name;wage\n"+strings.Repeat("Ann;1\n", 5000)+"Zo\xeb;2\n"+strings.Repeat("Bo;1\n", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	read := func(d plan.Data) (*opened.File, error) {
		f, _, err := opened.Read(context.Background(), path, d, plan.Plan{}, func(string, float64) {})
		return f, err
	}
	_, failure := read(plan.Data{Encoding: "utf-8"})
	if failure == nil || !strings.Contains(failure.Error(), "line 5002") {
		t.Fatalf("error %v, want one that names line 5002", failure)
	}
	a := tryFile(context.Background(), path, plan.Data{Encoding: "utf-8"}, failure)
	if a == nil || len(a.Top) != opened.AboveRows+1 || a.Top[opened.AboveRows].Number != 5002 || a.Top[opened.AboveRows].Cells[0] != "Zo\ufffd" {
		t.Errorf("the rows shown are %+v", a)
	}
	f, err := read(plan.Data{Encoding: "windows-1252"})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.FirstRows); n != opened.FirstRows+1 || f.FirstNumbers[n-1] != 5002 || strings.Join(f.FirstRows[n-1], "|") != "Zoë|2" {
		t.Errorf("%d rows are shown, the last %v", n, f.FirstRows[n-1])
	}
}
