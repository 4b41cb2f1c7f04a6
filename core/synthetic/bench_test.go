package synthetic

import (
	"context"
	"fmt"
	"testing"

	"steward/core/constraint"
	"steward/core/policy"
	"steward/core/seeded"
)

// planted returns people whose columns depend each on the one before.
func planted(people, columns, values int) [][]int {
	r := seeded.New(uint64(people), uint64(columns*1000+values))
	out := make([][]int, people)
	for i := range out {
		out[i] = make([]int, columns)
		for j := range out[i] {
			if j > 0 && r.IntN(3) > 0 {
				out[i][j] = (out[i][j-1] + r.IntN(2)) % values
			} else {
				out[i][j] = min(r.IntN(values), r.IntN(values))
			}
		}
	}
	return out
}

// BenchmarkRelease releases at growing numbers of people, values and columns.
func BenchmarkRelease(b *testing.B) {
	for _, c := range []struct {
		method                  Method
		people, columns, values int
	}{
		{Graph, 1000, 8, 8}, {Graph, 100_000, 8, 8}, {Graph, 10_000, 8, 32}, {Graph, 10_000, 32, 4},
		{Weights, 10_000, 3, 8}, {Weights, 10_000, 5, 8}, {Small, 1000, 2, 3},
	} {
		b.Run(fmt.Sprintf("%s/people=%d/columns=%d/values=%d", c.method, c.people, c.columns, c.values), func(b *testing.B) {
			d := wide(b, c.columns, c.values)
			facts, err := constraint.Known(int64(c.people))
			if err != nil {
				b.Fatal(err)
			}
			p, counts := problemOf(b, Question{Title: "cost", Columns: namesOf(d), Method: c.method}, policy.Full(d, false), facts, "1", planted(c.people, c.columns, c.values))
			prepared, err := Prepare(context.Background(), p)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := prepared.Release(context.Background(), counts, seeded.New(1, 1)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
