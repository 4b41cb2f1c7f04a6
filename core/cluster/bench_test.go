package cluster

import (
	"context"
	"fmt"
	"testing"

	"steward/core/histogram"
	"steward/core/seeded"
)

// BenchmarkGroups releases groups of more and more people, cells, groups and columns, in rounds and from
// tables of blocks, where neighbouring places are secret.
func BenchmarkGroups(b *testing.B) {
	for _, x := range []struct {
		shape          []int
		people, groups int
	}{
		{[]int{64, 64}, 1000, 4}, {[]int{64, 64}, 100_000, 4},
		{[]int{16, 16}, 10_000, 4}, {[]int{256, 256}, 10_000, 4},
		{[]int{64, 64}, 10_000, 2}, {[]int{64, 64}, 10_000, 16},
		{[]int{4096}, 10_000, 4}, {[]int{16, 16, 16}, 10_000, 4}, {[]int{8, 8, 8, 8}, 10_000, 4},
	} {
		d := grid(b, x.shape)
		c := asks(b, d, x.groups)
		v, err := histogram.FromCounts(d, c.planted(seeded.New(1, 1), x.people))
		if err != nil {
			b.Fatal(err)
		}
		p := problemOn(b, c, thresholdOn(b, d, 1), "1", 0)
		inRounds, err := inSoManyRounds(context.Background(), p, 4)
		if err != nil {
			b.Fatal(err)
		}
		asked := p.asked()
		table, err := p.table(context.Background(), asked[len(asked)-1], "")
		if err != nil {
			b.Fatal(err)
		}
		for name, prepared := range map[string]*Prepared{"rounds": inRounds, "table": {problem: p, table: table}} {
			b.Run(fmt.Sprintf("%s/%v/people=%d/groups=%d", name, x.shape, x.people, x.groups), func(b *testing.B) {
				src := seeded.New(20261123, 5)
				for b.Loop() {
					if _, err := prepared.Release(context.Background(), v, src); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
