package sheet

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the goldens under testdata")

// TestGoldens opens the files under testdata, each as a program would save it, and
// compares what is read and what an inspection says of it.
func TestGoldens(t *testing.T) {
	for name, opts := range map[string]Options{
		"semicolon-bom-crlf.csv": {DecimalComma: true},
		"utf16-tab.txt":          {},
		"two-sheets.xlsx":        {},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join("testdata", name)
			f, err := Open(context.Background(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			s, err := f.Sheet(context.Background(), opts)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			fmt.Fprintf(&got, "%v\n%s, header in %s\n%s\n", f.Sheets(), s.Name(), s.grid.Row(s.HeaderRow()), mustDump(t, s))
			in := inspect(t, s)
			fmt.Fprintf(&got, "%d rows, %d blank\n", in.Rows, in.BlankRows)
			for _, c := range in.Columns {
				fmt.Fprintf(&got, "%+v\n", c)
			}
			for _, p := range in.Problems {
				fmt.Fprintf(&got, "%s: %s: %s\n", p.Address, p.Found, p.Remedy)
			}
			golden := path + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, got.String(), string(want))
		})
	}
}
