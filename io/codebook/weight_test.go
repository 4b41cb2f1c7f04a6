package codebook

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// readColumns is Read of codebooks without weights.
func readColumns(ctx context.Context, path string) ([]plan.Column, error) {
	b, err := Read(ctx, path)
	return b.Columns, err
}

func TestWeights(t *testing.T) {
	want := plan.Weight{Column: "wt", Step: "10", Cap: "500"}
	b, err := Read(context.Background(), saved(t, "book.csv", "column,type,values,lower,upper,step\ntown,list,North|South,,,\nwt,weight,,0,500,10\n"))
	if err != nil || b.Weight == nil || *b.Weight != want || len(b.Columns) != 1 || b.Columns[0].Name != domain.AttributeName("town") {
		t.Fatalf("read %+v, %v", b, err)
	}
	for _, name := range []string{"again.csv", "again.xlsx"} {
		path := filepath.Join(t.TempDir(), name)
		if err := Save(path, b); err != nil {
			t.Fatal(err)
		}
		again, err := Read(context.Background(), path)
		if err != nil || again.Weight == nil || *again.Weight != want || len(again.Columns) != 1 {
			t.Errorf("%s: read again %+v, %v", name, again, err)
		}
	}
	published := b
	published.Weight = &plan.Weight{Column: "town", Step: "1", Cap: "5"}
	if err := Save(filepath.Join(t.TempDir(), "x.csv"), published); err == nil || !strings.Contains(err.Error(), "not published") {
		t.Errorf("weights in a published column: %v", err)
	}
}

func TestWeightsAtFault(t *testing.T) {
	for rows, says := range map[string]string{
		"wt,weight,,0,,10\n":                      "the weights have no cap",
		"wt,weight,,0,500,\n":                     "the weights have no step",
		"wt,weight,,1,500,10\n":                   "weights begin there",
		"wt,weight,,0,505,10\n":                   "not a whole number of steps",
		"wt,weight,a|b,0,500,10\n":                "the type is weight",
		"wt,weight,,0,500,10\nwx,weight,,0,9,1\n": "a second column of weights",
		"wt,weight,,0,500,10\nwt,,,0,400,\n":      "500, as in a row above",
	} {
		_, err := Read(context.Background(), saved(t, "book.csv", "column,type,values,lower,upper,step\n"+rows))
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want it to say %q", rows, err, says)
		}
	}
}
