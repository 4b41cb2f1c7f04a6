package counts

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestDescribing finds what is known to describe a table among other files, and nothing else.
func TestDescribing(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "a [b] *")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	const header = descriptionMark + ",name,type,different,found,n\n"
	known := make(map[[32]byte]bool)
	for name, text := range map[string]string{
		"columns.csv": header + "1,age,integer,2,7,30\n1,age,integer,2,8,10\n2,\"the \"\"town\"\"\",text,1,\"a\nb\",40\n",
		"QUOTED.CSV":  "\ufeff\"" + descriptionMark + "\",\"name\"\n\"1\",\"age\"\n",
		"rows.csv":    "age,\"the \"\"town\"\"\"\n7,North\n",
		"counts.csv":  "line,c1," + counted + "0\ncell,0,7\n",
		"columns.txt": header + "1,age,integer,2,7,30\n",
		"short.csv":   descriptionMark[:5],
		"empty.csv":   "",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		known[sha256.Sum256([]byte(text))] = true
	}
	// The same columns of the same names, as they are in another database.
	if err := os.WriteFile(filepath.Join(folder, "other.csv"), []byte(header+"1,age,integer,2,7,31\n1,age,integer,2,8,10\n2,\"the \"\"town\"\"\",text,1,\"a\nb\",41\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "a folder.csv"), 0o700); err != nil {
		t.Fatal(err)
	}
	same := func(digest [32]byte) bool { return known[digest] }
	got := Describing(folder, same)
	if want := []string{filepath.Join(folder, "QUOTED.CSV"), filepath.Join(folder, "columns.csv")}; !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
	if got := Describing(filepath.Join(folder, "nowhere"), same); got != nil {
		t.Errorf("in no folder there is %q", got)
	}
}
