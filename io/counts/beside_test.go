package counts

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"steward/core/plan"
)

// TestDescribing finds what describes a plan's table among other files, and nothing else.
func TestDescribing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a [b] *")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	const header = descriptionMark + ",name,type,different,found,n\n"
	for name, text := range map[string]string{
		"columns.csv":  header + "1,age,integer,2,7,30\n1,age,integer,2,8,10\n2,\"the \"\"town\"\"\",text,1,\"a\nb\",40\n3,more,text,1,,40\n",
		"QUOTED.CSV":   "\ufeff\"" + descriptionMark + "\",\"name\"\n\"1\",\"age\"\n\"2\",\"the \"\"town\"\"\"\n",
		"other.csv":    header + "1,age,integer,2,7,30\n", // of another table
		"rows.csv":     "age,\"the \"\"town\"\"\"\n7,North\n",
		"counts.csv":   "line,c1," + counted + "0\ncell,0,7\n",
		"columns.txt":  header + "1,age,integer,2,7,30\n2,\"the \"\"town\"\"\",text,1,a,40\n",
		"short.csv":    descriptionMark[:5],
		"empty.csv":    "",
		"cut.csv":      header + "1,age,integer,2,7,30\n2,\"the \"\"town\"\"",
		"a folder.csv": "",
	} {
		path := filepath.Join(folder, name)
		var err error
		if name == "a folder.csv" {
			err = os.Mkdir(path, 0o700)
		} else {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	p := plan.Plan{Columns: []plan.Column{{Name: "age"}, {Name: `the "town"`}}}
	got := Describing(folder, p)
	if want := []string{filepath.Join(folder, "QUOTED.CSV"), filepath.Join(folder, "columns.csv")}; !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
	if got := Describing(folder, plan.Plan{}); got != nil {
		t.Errorf("a plan without columns is described by %q", got)
	}
	if got := Describing(filepath.Join(folder, "nowhere"), p); got != nil {
		t.Errorf("in no folder there is %q", got)
	}
}
