package codebook

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"steward/core/plan"
)

func TestPeople(t *testing.T) {
	want := plan.Rows{Person: "patient id", AtMost: 12}
	for _, book := range []string{
		"column,type,value,lower,upper,step\npatient  id,person,,,12,\ntown,list,North,,,\n,,South,,,\nwt,weight,,0,500,10\n",
		"variable,type,values,min,max,step\ntown,list,North|South,,,\npatient id,Person ID,,1,12,\nwt,weight,,0,500,10\n",
	} {
		b, err := Read(context.Background(), saved(t, "book.csv", book))
		if err != nil || b.Rows == nil || *b.Rows != want || b.Weight == nil || len(b.Columns) != 1 || b.Columns[0].Name != "town" {
			t.Fatalf("read %+v, %v", b, err)
		}
		for _, name := range []string{"again.csv", "again.xlsx"} {
			path := filepath.Join(t.TempDir(), name)
			if err := Save(path, b); err != nil {
				t.Fatal(err)
			}
			again, err := Read(context.Background(), path)
			if err != nil || again.Rows == nil || *again.Rows != want || again.Weight == nil || *again.Weight != *b.Weight || len(again.Columns) != 1 {
				t.Errorf("%s: read again %+v, %v", name, again, err)
			}
		}
		for _, person := range []string{"town", "wt", ""} {
			twice := b
			twice.Rows = &plan.Rows{Person: person, AtMost: 3}
			if err := Save(filepath.Join(t.TempDir(), "x.csv"), twice); err == nil || !strings.Contains(err.Error(), "not published") {
				t.Errorf("people in the column %q: %v", person, err)
			}
		}
	}
	if b := BookOf(plan.Plan{Rows: &plan.Rows{AtMost: 3}}); b.Rows != nil {
		t.Errorf("a person's column without a name is in the codebook: %+v", b.Rows)
	}
}

func TestPeopleAtFault(t *testing.T) {
	for rows, says := range map[string]string{
		"id,person,,,,\n":                     "not how many rows of each person count",
		"id,person,,,0,\n":                    "a whole number from 1 to 1000",
		"id,person,,,1001,\n":                 "a whole number from 1 to 1000",
		"id,person,,,2.5,\n":                  "a whole number from 1 to 1000",
		"id,person,,,many,\n":                 "how many rows of each person count at most",
		"id,person,,2,5,\n":                   "no lower end",
		"id,person,,,5,1\n":                   "the type is person",
		"id,person,a|b,,5,\n":                 "the type is person",
		"id,person,,,5,\nwho,person,,,5,\n":   "a second column of people",
		"id,person,,,5,\nid,,,,6,\n":          "5, as in a row above",
		"id,person,,,5,\nid,list,,,,\n":       "person, as in the column's first row",
		"id,person,,,5,\ntown,list,a|b,,,\n,": "",
	} {
		_, err := Read(context.Background(), saved(t, "book.csv", "column,type,values,lower,upper,step\n"+rows))
		if says == "" && err != nil || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("%q: %v, want it to say %q", rows, err, says)
		}
	}
	_, err := Read(context.Background(), saved(t, "book.csv", "column,type,value,upper,missing codes\nid,person,,5,99\n"))
	if err == nil || !strings.Contains(err.Error(), "no values, readings or rules") {
		t.Errorf("missing codes of people: %v", err)
	}
}
