package policy

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// sized is a part of about n combinations.
type sized struct {
	name string
	of   func(n int64) Part
}

// aboutSquare is two columns of whole numbers with about n combinations.
func aboutSquare(n int64) []*domain.Attribute {
	side := int64(1)
	for side*side < n {
		side++
	}
	return []*domain.Attribute{whole("a", side, typed), whole("b", side, typed)}
}

// families are the kinds whose work is to grow no faster than their combinations.
var families = []sized{
	{"line", func(n int64) Part { return must(Near(whole("a", n, typed), rat("10"), "")) }},
	{"grid", func(n int64) Part {
		c := aboutSquare(n)
		return must(Within([]Scaled{{c[0], rat("1")}, {c[1], rat("1")}}, rat("3"), distance.L2, ""))
	}},
	{"partition", func(n int64) Part {
		c := aboutSquare(n)
		return must(Grid([]Cut{{Attribute: c[0], Width: rat("10")}, {Attribute: c[1], Width: rat("10")}}, ""))
	}},
	{"complete", func(n int64) Part { return Complete(whole("a", n, typed)) }},
	{"graded", func(n int64) Part {
		return must(Graded([]Scaled{{whole("a", n, typed), rat("1")}}, Grade{Norm: distance.L1, Unit: rat("10")}))
	}},
	{"places", func(n int64) Part { // tenths of degrees
		side := 1
		for int64(side*side) < n {
			side++
		}
		return must(WithinKilometres(tenths("lat", min(side, 900)), tenths("lon", side), rat("30"), ""))
	}},
	{"union", func(n int64) Part {
		c := aboutSquare(n)
		near := must(Within([]Scaled{{c[0], rat("1")}, {c[1], rat("1")}}, rat("3"), distance.L2, ""))
		return must(Union(near, must(Grid([]Cut{{Attribute: c[0], Width: rat("10")}, {Attribute: c[1], Width: rat("10")}}, ""))))
	}},
	{"metric", func(n int64) Part {
		c := aboutSquare(n)
		return must(Graded([]Scaled{{c[0], rat("1")}, {c[1], rat("1")}}, Grade{Norm: distance.L2, Unit: rat("10")}))
	}},
	{"pairs", func(n int64) Part { // a star, and so the most pairs at one value
		a := whole("a", n, typed)
		pairs := make([]Pair, n-1)
		for i := range pairs {
			pairs[i] = Pair{A: []string{a.Label(0)}, B: []string{a.Label(int(n) - 1 - i)}}
		}
		return must(Pairs([]*domain.Attribute{a}, pairs))
	}},
}

// tenths is a column of ranges a tenth of a degree wide.
func tenths(name domain.AttributeName, n int) *domain.Attribute {
	ranges := make([]domain.Range, n)
	for i := range ranges {
		ranges[i] = domain.Range{From: big.NewRat(int64(i), 10).FloatString(1), To: big.NewRat(int64(i+1), 10).FloatString(1)}
	}
	return must(domain.NewRanges(name, ranges, false, typed))
}

// each runs a benchmark for every family at sizes from a thousand to a million.
func each(b *testing.B, do func(b *testing.B, p Part)) {
	for _, f := range families {
		for _, n := range []int64{1e3, 1e4, 1e5, 1e6} {
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				p := f.of(n)
				b.ResetTimer()
				do(b, p)
			})
		}
	}
}

func BenchmarkMake(b *testing.B) {
	for _, f := range families {
		for _, n := range []int64{1e3, 1e4, 1e5, 1e6} {
			b.Run(fmt.Sprintf("%s/%d", f.name, n), func(b *testing.B) {
				for b.Loop() {
					f.of(n)
				}
			})
		}
	}
}

// BenchmarkNeighbours walks over up to a thousand neighbours of the middle.
func BenchmarkNeighbours(b *testing.B) {
	each(b, func(b *testing.B, p Part) {
		for b.Loop() {
			n := 0
			p.Neighbours(p.Size()/2, func(int, weighted.Weight) bool { n++; return n < 1000 })
		}
	})
}

// BenchmarkEdges walks over up to a hundred thousand edges of a policy.
func BenchmarkEdges(b *testing.B) {
	each(b, func(b *testing.B, p Part) {
		q := must(New(Spec{Domain: over(p.Attributes()...), Parts: []Part{p}}))
		for b.Loop() {
			n := 0
			if err := q.Edges(func(Edge) bool { n++; return n < 100_000 }); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkDistance(b *testing.B) {
	each(b, func(b *testing.B, p Part) {
		for b.Loop() {
			p.Distance(p.Size()/3, p.Size()-1)
		}
	})
}

func BenchmarkComponents(b *testing.B) {
	each(b, func(b *testing.B, p Part) {
		for b.Loop() {
			p.Components()
		}
	})
}
