package sheet

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/text/unicode/norm"

	"steward/core/repair"
)

// Answers that look the same, since only their characters are put together otherwise, are told and read as one.
func TestAnswersPutTogetherOtherwiseAreOne(t *testing.T) {
	for _, answer := range []string{"Café", "Zürich", "Đà Nẵng", "한국"} {
		path := filepath.Join(t.TempDir(), "towns.csv")
		whole, apart := norm.NFC.String(answer), norm.NFD.String(answer)
		content := "town\n" + whole + "\nCafe\n" + apart + "\n" + whole + "\nCafe\n" + whole + "\n"
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		read := func(rules ...repair.Rule) *Inspection {
			s, err := f.Sheet(context.Background(), Options{Repairs: rules})
			if err != nil {
				t.Fatal(err)
			}
			return inspect(t, s)
		}
		before := read()
		if spelled := before.Columns[0].Spelled; !slices.Equal(spelled, []string{whole}) {
			t.Errorf("%s: told as one are %+q", answer, spelled)
		}
		values := read(before.Decided()...).Columns[0].Values
		if slices.Sort(values); !slices.Equal(values, slices.Sorted(slices.Values([]string{"Cafe", whole}))) {
			t.Errorf("%s: the answers are %+q", answer, values)
		}
	}
}
