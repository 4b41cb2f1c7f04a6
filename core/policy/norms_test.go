package policy

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// axis is a column with the numbers of each of its values, many of them, from which the
// tests tell distances without asking the column. A range of real numbers has no last one:
// its upper end is approached.
type axis struct {
	attr    *domain.Attribute
	numbers [][]int64 // in 64ths
	open    bool      // the last number of each value is not in it
}

// drawAxis draws points, ranges of whole numbers or half-open ranges of real ones.
func drawAxis(t *rapid.T, name domain.AttributeName) axis {
	const unit = 64
	n := rapid.IntRange(1, 4).Draw(t, "values")
	kind := rapid.IntRange(0, 2).Draw(t, "kind")
	at := rapid.Int64Range(-3, 3).Draw(t, "first")
	if kind == 0 {
		a := axis{attr: must(domain.NewWhole(name, at, at+int64(n)-1, typed))}
		for i := range n {
			a.numbers = append(a.numbers, []int64{(at + int64(i)) * unit})
		}
		return a
	}
	a := axis{open: kind == 2}
	var ranges []domain.Range
	for range n {
		end := at + rapid.Int64Range(1, 3).Draw(t, "width")
		step, last := int64(unit), end-1
		if a.open {
			step, last = unit/16, end
		}
		ranges = append(ranges, domain.Range{From: big.NewRat(at, 1).RatString(), To: big.NewRat(last, 1).RatString()})
		var numbers []int64
		for x := at * unit; x < end*unit; x += step {
			numbers = append(numbers, x)
		}
		if a.open {
			numbers = append(numbers, end*unit)
		}
		a.numbers = append(a.numbers, numbers)
		at = end
	}
	a.attr = must(domain.NewRanges(name, ranges, kind == 1, typed))
	return a
}

// TestNormsOverNumbers joins combinations of ranges by every pair of many numbers in them:
// two are joined exactly when some numbers of theirs are within the threshold. The nearest
// numbers of two ranges are at their ends, which are among those tried; where an end is not
// in its range, numbers as near to it as one likes are, so a distance that only it attains
// has to be below the threshold.
func TestNormsOverNumbers(t *testing.T) {
	edges, attained := 0, 0
	seeded.CheckUntil(t, func() bool { return edges >= 100 && attained >= 100 }, func(t *rapid.T) {
		x, y := drawAxis(t, "x"), drawAxis(t, "y")
		sx, sy := rapid.Int64Range(1, 4).Draw(t, "scale of x"), rapid.Int64Range(1, 4).Draw(t, "scale of y")
		norm := drawNorm(t)
		theta := rapid.Int64Range(1, 20).Draw(t, "threshold in halves")
		p := must(Within([]Scaled{{x.attr, big.NewRat(sx, 1)}, {y.attr, big.NewRat(sy, 2)}}, big.NewRat(theta, 2), norm, ""))
		limit := theta * 64 // in 128ths
		for u := range p.Size() {
			for v := range u {
				ux, vx, uy, vy := u/y.attr.Size(), v/y.attr.Size(), u%y.attr.Size(), v%y.attr.Size()
				want := false
				x.pairs(ux, vx, func(dx int64, openX bool) {
					y.pairs(uy, vy, func(dy int64, openY bool) {
						a, b, open := 2*sx*dx, sy*dy, openX || openY
						d, most := a+b, limit
						switch norm {
						case distance.L2:
							d, most = a*a+b*b, limit*limit
						case distance.LInf:
							d = max(a, b)
							open = openX && a == d || openY && b == d
						}
						want = want || d < most || d == most && !open
					})
				})
				if _, joined := p.Weight(u, v); joined != want {
					t.Fatalf("%s: %s and %s joined: %v, by the numbers in them: %v", p.Expert(), vertexLabel(p.Attributes(), u), vertexLabel(p.Attributes(), v), joined, want)
				}
				if want {
					edges++
				} else {
					attained++
				}
			}
		}
	})
}

// pairs calls do with the difference of every two numbers of two values; open says that it
// is approached and not attained. A value that stays as it is changes by nothing.
func (a axis) pairs(u, v int, do func(d int64, open bool)) {
	if u == v {
		do(0, false)
		return
	}
	for i, p := range a.numbers[u] {
		for j, q := range a.numbers[v] {
			open := a.open && (i == len(a.numbers[u])-1 || j == len(a.numbers[v])-1)
			do(max(p-q, q-p), open)
		}
	}
}

// TestGridVectors checks grids worked out independently, and that distances over
// thresholds are not rounded quotients where scales do not divide them.
func TestGridVectors(t *testing.T) {
	square := func(n int64, scales [2]string, threshold string, norm distance.Norm) Part {
		a, b := whole("a", n, typed), whole("b", n, typed)
		return must(Within([]Scaled{{a, rat(scales[0])}, {b, rat(scales[1])}}, rat(threshold), norm, ""))
	}
	one := [2]string{"1", "1"}
	for _, c := range []struct {
		norm      distance.Norm
		threshold string
		want      weighted.Weight
	}{{distance.L1, "3", 3 * weighted.One}, {distance.LInf, "2", 2 * weighted.One}, {distance.L2, "2", 4 * weighted.One}} {
		if got := square(5, one, c.threshold, c.norm).Distance(0, 4*5+3); got != c.want {
			t.Errorf("5×5 %s(%s): (0,0) and (4,3) are %v apart, want %v", c.norm, c.threshold, got.Steps(), c.want.Steps())
		}
	}
	degree := 0
	square(5, one, "2", distance.L2).Neighbours(2*5+2, func(int, weighted.Weight) bool { degree++; return true })
	if degree != 12 {
		t.Errorf("the middle of 5×5 has %d neighbours within 2 in a straight line, want 12", degree)
	}
	if got := square(3, [2]string{"2", "2"}, "3", distance.L1).Distance(0, 2*3+1); got != 3*weighted.One {
		t.Errorf("scales 2 within 3: (0,0) and (2,1) are %v apart, want 3 and not ceil(6/3)", got.Steps())
	}
	if _, n := square(3, [2]string{"2", "5"}, "3", distance.L1).Components(); n != 3 {
		t.Errorf("scales 2 and 5 within 3: %d components, want 3", n)
	}
}

// TestGradedOnTheLine compares a metric on a line with the differences, which it keeps up to
// the rounding of its weights, and never above (docs/mathematics.md, "Policies").
func TestGradedOnTheLine(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(2, 40).Draw(t, "values")
		unit := big.NewRat(rapid.Int64Range(1, 60).Draw(t, "unit"), rapid.Int64Range(1, 7).Draw(t, "parts"))
		a := whole("x", n, typed)
		p := must(Graded([]Scaled{{a, rat("1")}}, Grade{Norm: distance.L1, Unit: unit}))
		for u := range p.Size() {
			for v := range p.Size() {
				want := new(big.Rat).Quo(big.NewRat(int64(max(u-v, v-u)), 1), unit)
				got := p.Distance(u, v).Rat()
				short := new(big.Rat).Sub(want, got)
				// Every edge on the way loses less than a step of 2^-20.
				if short.Sign() < 0 || short.Cmp(big.NewRat(int64(max(u-v, v-u)), int64(weighted.One))) > 0 {
					t.Fatalf("unit %s: %d and %d are %s apart, want %s", unit, u, v, got, want)
				}
			}
		}
	})
}

// TestGridBlocks cuts two columns into squares and compares the blocks with the quotients
// of the numbers.
func TestGridBlocks(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		var cuts []Cut
		var lo, width, from [2]int64
		for i := range 2 {
			lo[i] = rapid.Int64Range(-9, 9).Draw(t, "lowest")
			width[i], from[i] = rapid.Int64Range(1, 5).Draw(t, "width"), rapid.Int64Range(-9, 9).Draw(t, "from")
			a := must(domain.NewWhole(domain.AttributeName(rune('a'+i)), lo[i], lo[i]+5, typed))
			cuts = append(cuts, Cut{a, big.NewRat(width[i], 1), big.NewRat(from[i], 1)})
		}
		p := must(Grid(cuts, ""))
		square := func(u int) (out [2]int64) {
			for i, x := range [2]int64{int64(u / 6), int64(u % 6)} {
				d := lo[i] + x - from[i]
				out[i] = d / width[i]
				if d < 0 && d%width[i] != 0 {
					out[i]--
				}
			}
			return out
		}
		block, _, ok := p.(Partition).Blocks()
		if !ok {
			t.Fatal("a grid without special cells is no partition")
		}
		for u := range p.Size() {
			for v := range p.Size() {
				same := square(u) == square(v)
				if _, joined := p.Weight(u, v); joined != (same && u != v) || same != (block[u] == block[v]) {
					t.Fatalf("%s: %d and %d in the same square: %v", p.Expert(), u, v, same)
				}
			}
		}
	})
}
