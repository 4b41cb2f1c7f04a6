package counts

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steward/io/sheet"
)

// TestDescriptionGoldens compares the queries that describe a table with those in testdata.
func TestDescriptionGoldens(t *testing.T) {
	for _, d := range []Dialect{Postgres, DuckDB} {
		got, err := Description{Dialect: d, Table: `public."our rows"`}.SQL()
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", string(d)+"-columns.sql")
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil || got != string(want) {
			t.Errorf("%s is another query than before (%v); go test -update ./io/counts writes it anew:\n%s", path, err, got)
		}
	}
	if _, err := (Description{Dialect: Spark, Table: "t"}).SQL(); err == nil || !strings.Contains(err.Error(), "codebook") {
		t.Errorf("a table of Spark: %v", err)
	}
	if _, err := (Description{Dialect: Postgres, Table: ""}).SQL(); err == nil {
		t.Error("a table without a name is described")
	}
}

// describedRows is what a description of a table of a hundred thousand rows returns.
func describedRows() [][]string {
	rows := [][]string{descriptionHeader}
	add := func(place, name, kind, different, found, n string) {
		rows = append(rows, []string{place, name, kind, different, found, n})
	}
	for _, town := range []string{"North", "South", "East"} {
		add("1", "town", "text", "4", town, "33333")
	}
	add("1", "town", "text", "4", "", "1")
	for _, age := range []string{"18", "40", "41", "42", "65", "90", "91", "92", "93", "94", "95", "96", "97"} {
		add("2", "age", "integer", "13", age, "7692")
	}
	return rows
}

// TestDescriptionIsRead proposes from a description what the rows would have been proposed as.
func TestDescriptionIsRead(t *testing.T) {
	s := csvFile(t, "columns.csv", describedRows())
	if !IsDescription(s.Header()) || IsDescription(descriptionHeader[1:]) || IsResult(s.Header()) {
		t.Fatalf("the header %q is not known", s.Header())
	}
	d, err := ReadDescription(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	found, err := sheet.Inspect(t.Context(), d, sheet.InspectOptions{})
	if err != nil || len(found.Columns) != 2 || found.Rows < madeRows/2 || found.Rows > 2*madeRows {
		t.Fatalf("%d rows, %v", found.Rows, err)
	}
	town, age := found.Columns[0], found.Columns[1]
	if strings.Join(town.Values, " ") != "East North South" || town.Kinds[0] == 0 || town.Proposed != sheet.ProposeList {
		t.Errorf("the towns are %+v", town)
	}
	if age.Min != 18 || age.Max != 97 || !age.Whole {
		t.Errorf("the ages are %+v", age)
	}
}

// TestDescriptionRefused changes a description.
func TestDescriptionRefused(t *testing.T) {
	for name, change := range map[string]func([][]string) [][]string{
		"no name":          func(rows [][]string) [][]string { rows[1][1] = ""; return rows },
		"a negative count": func(rows [][]string) [][]string { rows[1][5] = "-1"; return rows },
		"half a row":       func(rows [][]string) [][]string { rows[1][5] = "1.5"; return rows },
	} {
		_, err := ReadDescription(t.Context(), csvFile(t, "columns.csv", change(describedRows())))
		if err == nil || !strings.Contains(err.Error(), "columns.csv") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
