package questions_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/questions"
)

// Numbers are read under the headings of their columns, and what is no value or number is refused by its row.
func TestNumbersOfASheet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "numbers.csv")
	columns := []plan.Column{{Name: "town", Kind: domain.List, Origin: domain.Typed, Values: []string{"North", "South"}}, {Name: "housing", Kind: domain.List, Origin: domain.Typed, Values: []string{"let", "own"}}}
	of := []domain.AttributeName{"town", "housing"}
	read := func(text string) ([]plan.Number, error) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return questions.ReadNumbers(context.Background(), path, columns, of)
	}
	got, err := read("Housing,EUR,Town\nlet,-1.5,North\n,,\nown,,South\n")
	if want := []plan.Number{{Values: []string{"North", "let"}, Number: "-1.5"}, {Values: []string{"South", "own"}}}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for text, want := range map[string]string{
		"town,housing,EUR\n":                 "has no numbers under its headings",
		"town,EUR\nNorth,1\n":                `has no column "housing": its first row should be headings, town and housing and then number`,
		"town,housing\nNorth,let\n":          "has no column of numbers beside town and housing",
		"town,housing,EUR\nNorth,hotel,1\n":  `row 2: "hotel" is not a value of "housing"`,
		"town,housing,EUR\nNorth,let,much\n": "row 2: found",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
