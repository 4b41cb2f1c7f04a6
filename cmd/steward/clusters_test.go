package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/seeded"
)

// Groups of similar people go the whole way on the command line, and a record that was changed is
// found out. In the audits both ways to find them do.
func TestGroupsFromNewToVerify(t *testing.T) {
	var people strings.Builder
	people.WriteString("age,town,wage\n")
	for i := range 90 {
		fmt.Fprintf(&people, "%d,%s,%d\n", 20+i%3+6*(i%2), []string{"North", "South", "East"}[i%3], 10+i%3+8*(i%2))
	}
	ways := []string{"rounds"}
	if seeded.Audit {
		ways = append(ways, "summary")
	}
	for _, way := range ways {
		d := newDesk(t, "people.csv", people.String(), peoplePlan())
		made := filepath.Join(d.dir, "made.steward")
		d.must("new", d.data, "--out", made, "--confirm", "--table", "town", "--clusters", "2:age=1,wage=0.5", "--way", way)
		d.must("check", made, "--data", d.data)
		if out := d.must("preview", made); !strings.Contains(out, "Groups by age and wage: 2 groups") || !strings.Contains(out, "Chosen: chosen by you.") {
			t.Errorf("the preview says\n%s", out)
		}
		if way == "rounds" {
			var shown struct {
				Clusters []struct {
					Title string
					Ways  []struct {
						Name                   string
						RootMeanSquareDistance float64
					}
				}
			}
			if err := json.Unmarshal([]byte(d.must("--json", "preview", made)), &shown); err != nil || len(shown.Clusters) != 1 || len(shown.Clusters[0].Ways) < 3 || shown.Clusters[0].Ways[0].RootMeanSquareDistance <= 0 {
				t.Errorf("the preview for programs: %+v, %v", shown, err)
			}
		}
		if out := d.must("release", made, "--data", d.data, "--out", d.out); !strings.Contains(out, "Group 1: ") || !strings.Contains(out, "with the mean age") {
			t.Errorf("the release says\n%s", out)
		}
		found, err := filepath.Glob(filepath.Join(d.out, "people-*.json"))
		if err != nil || len(found) != 1 {
			t.Fatalf("the records are %q", found)
		}
		base := strings.TrimSuffix(filepath.Base(found[0]), ".json")
		verified := d.must("verify", found[0])
		if !strings.Contains(verified, "Groups by age and wage: sensitivities and noise are those of the plan") {
			t.Errorf("verify says\n%s", verified)
		}
		if text := read(t, filepath.Join(d.out, base+"-q2.csv")); !strings.Contains(text, "Mean of age,Typical error of age,Mean of wage") {
			t.Errorf("the table says %q", text)
		}
		r := record(t, d.out, base)
		if len(r.Clusters) != 1 || len(r.Clusters[0].Groups) != 2 {
			t.Fatalf("the record has %+v", r.Clusters)
		}
		whole := read(t, found[0])
		changes := map[string]string{
			"one group more": strings.Replace(whole, `"clusters": 2`, `"clusters": 3`, 1),
			"a size other":   strings.Replace(whole, `"size": `, `"size": 1`, 1),
			"another way":    strings.Replace(whole, `"way": "`+way+`"`, `"way": "`+map[string]string{"rounds": "summary", "summary": "rounds"}[way]+`"`, 1),
		}
		if way == "rounds" {
			changes["less noise"] = strings.Replace(whole, `"sizeScale": "`+r.Clusters[0].RoundNoise[0].SizeScale+`"`, `"sizeScale": "1"`, 1)
		} else {
			changes["less noise"] = strings.Replace(whole, `"scale": "`+r.Clusters[0].Noise[0].Scale+`"`, `"scale": "1/7"`, 2)
		}
		for what, change := range changes {
			if change == whole {
				t.Errorf("%s: %s changed nothing", way, what)
			}
			write(t, found[0], change)
			if o := d.steward("verify", found[0]); o.code == 0 {
				t.Errorf("%s: %s is not found out:\n%s", way, what, o.out)
			}
		}
		write(t, found[0], whole)
		savedAgain(t, d, filepath.Join(d.out, base+".xlsx"), found[0])
	}
}

// savedAgain saves a workbook as another program would, which verifies, and then with another mean.
func savedAgain(t *testing.T, d *desk, book, record string) {
	t.Helper()
	f, err := excelize.OpenFile(book)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.SaveAs(book); err != nil {
		t.Fatal(err)
	}
	if o := d.steward("verify", record); o.code != 3 || !strings.Contains(o.out, "saved again by another program") {
		t.Errorf("a workbook that was saved again: exit code %d\n%s", o.code, o.out)
	}
	at := ""
	for _, name := range f.GetSheetList() {
		if strings.HasPrefix(name, "2 ") {
			at = name
		}
	}
	if err := f.SetCellFloat(at, "B2", 12345.5, -1, 64); err != nil {
		t.Fatal(err)
	}
	if err := f.SaveAs(book); err != nil {
		t.Fatal(err)
	}
	if o := d.steward("verify", record); o.code != 4 || !strings.Contains(o.out, "12345.5") {
		t.Errorf("another mean in the workbook: %s", o.out)
	}
}
