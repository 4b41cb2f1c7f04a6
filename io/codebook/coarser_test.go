package codebook

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
)

// A coarser list makes groups of a column's values, and says which of them it lacks and which of its own are none of them.
func TestCoarserFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lands.csv")
	if err := os.WriteFile(path, []byte("town,land\nBern,CH\nThun,CH\nRome,IT\nOslo,NO\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := plan.Column{Name: "town", Kind: domain.Ordered, Values: []string{"Bern", "Rome", "Thun"}, Readings: map[string]string{"Berne": "Bern"}}
	l, err := CoarserFor(context.Background(), path, c)
	if err != nil || !reflect.DeepEqual(l.Groups, []CoarserGroup{{"CH", []string{"Bern", "Thun"}}, {"IT", []string{"Rome"}}}) || len(l.Missing) > 0 || !reflect.DeepEqual(l.Beside, []string{"Oslo"}) {
		t.Fatalf("%+v, %v", l, err)
	}
	if got := l.Recoded(c); got.Kind != domain.List || !reflect.DeepEqual(got.Values, []string{"CH", "IT"}) || got.Readings["Berne"] != "CH" || got.Readings["Thun"] != "CH" {
		t.Errorf("recoded as %+v", got)
	}
	c.Values = append(c.Values, "Wien")
	if l, err = CoarserFor(context.Background(), path, c); err != nil || !reflect.DeepEqual(l.Missing, []string{"Wien"}) || l.Of()["Wien"] != "" || l.Of()["Bern"] != "CH" {
		t.Errorf("%+v, %v", l, err)
	}
	c.Kind = domain.Whole
	if _, err := CoarserFor(context.Background(), path, c); err == nil || !strings.Contains(err.Error(), "is not a list of values") {
		t.Errorf("a coarser list of numbers: %v", err)
	}
}
