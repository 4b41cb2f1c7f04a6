package counts

import (
	"context"
	"iter"
	"strconv"
	"strings"
	"testing"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/table"
)

// lines is a text table in memory, its fields between commas.
type lines []string

func (l lines) Name() message.Text { return message.Verbatim("fuzzed.csv") }
func (l lines) Header() []string   { return strings.Split(l[0], ",") }
func (l lines) Address(r, c int) message.Text {
	return message.Sprintf("line %d, column %d", r, c+1)
}
func (l lines) cells(text string) (cells []table.Cell) {
	cells = make([]table.Cell, len(l.Header()))
	for i, field := range strings.Split(text, ",") {
		if i == len(cells) {
			break
		}
		if x, err := strconv.ParseFloat(field, 64); err == nil {
			cells[i] = table.Cell{Kind: table.Number, Text: field, Number: x}
		} else if field != "" {
			cells[i] = table.Cell{Kind: table.Text, Text: field}
		}
	}
	return cells
}

func (l lines) Rows(context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		for i, text := range l[1:] {
			if !yield(table.Row{Number: i + 2, Cells: l.cells(text)}, nil) {
				return
			}
		}
	}
}

// FuzzResult reads texts as results: nothing panics, and what is taken adds up, with every cell
// once and every code a value's.
func FuzzResult(f *testing.F) {
	for _, several := range []bool{false, true} {
		p := fuzzed(f, several)
		var text []string
		for _, row := range made(p) {
			text = append(text, strings.Join(row, ","))
		}
		f.Add(several, strings.Join(text, "\n"))
		f.Add(several, strings.Join(text[:len(text)-1], "\n"))
		f.Add(several, strings.Join(append(text, "unread 1,-1,-1,-1,3", "impossible 1,,,,1e3"), "\n"))
		f.Add(several, text[0]+"\ncell,1e300,NaN,-Inf,0.5")
	}
	f.Fuzz(func(t *testing.T, several bool, text string) {
		p := fuzzed(t, several)
		source := lines(strings.Split(text, "\n"))
		var sum, unread int64
		seen := make(map[[3]int]bool)
		totals, err := Of(source).Read(context.Background(), p, release.Visit{
			Cell: func(values []int, n int64) error {
				key := [3]int{values[0], values[1], values[4]}
				for i, at := range []int{0, 1, 4} {
					if key[i] < 0 || key[i] >= p.Domain.Attributes()[at].Size() {
						t.Fatalf("code %d of column %d", key[i], at+1)
					}
				}
				if seen[key] || n < 0 {
					t.Fatalf("cell %v twice, or of a negative number", key)
				}
				seen[key] = true
				sum += n
				return nil
			},
			Unread:   func(n int64, _ error) error { unread += n; return nil },
			Progress: func(int64) {},
		})
		if err == nil && (sum+unread+totals.Beyond != totals.Records || !several && totals.Beyond+totals.People != 0) {
			t.Fatalf("what was taken does not add up: %q", text)
		}
		_, _ = Of(source).Records(context.Background())
	})
}

func fuzzed(t testing.TB, several bool) *plan.Compiled {
	if several {
		return shown(t, func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 2, Key: "visit"} })
	}
	return shown(t, nil)
}
