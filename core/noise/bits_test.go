package noise

import (
	"math"
	"math/bits"
	"testing"

	"steward/core/seeded"
)

// script yields the given words, then words of no pattern, and counts all.
type script struct {
	words []uint64
	next  int
	rest  *seeded.Source
}

func (s *script) Uint64() uint64 {
	s.next++
	if s.next > len(s.words) {
		if s.rest == nil {
			s.rest = seeded.New(0, 0)
		}
		return s.rest.Uint64()
	}
	return s.words[s.next-1]
}

func TestTakeCutsWordsIntoBits(t *testing.T) {
	src := &script{words: []uint64{0xfedcba9876543210, 0x0123456789abcdef, math.MaxUint64}}
	r := stream{src: src}
	for i, c := range []struct {
		n    uint
		want uint64
	}{
		{0, 0}, {4, 0}, {4, 1}, {8, 0x32}, {1, 0}, {47, 0xfedcba987654 >> 1},
		{4, 0xf}, {60, 0x0123456789abcde}, {64, math.MaxUint64},
	} {
		if got := r.take(c.n); got != c.want {
			t.Errorf("request %d, %d bits: got %#x, want %#x", i, c.n, got, c.want)
		}
	}
	if src.next != 3 {
		t.Errorf("%d words were used, want 3", src.next)
	}
	r = stream{src: &script{words: []uint64{7, 0xabc}}}
	r.take(62)
	if got := r.take(12); got != 0xabc {
		t.Errorf("a request that the rest does not hold: got %#x, want the next word's 0xabc", got)
	}
}

func TestHalf32UsesBothHalves(t *testing.T) {
	r := stream{src: &script{words: []uint64{0x1111111122222222, 0x3333333344444444}}}
	for i, want := range []uint32{0x22222222, 0x11111111, 0x44444444, 0x33333333} {
		if got := r.half32(); got != want {
			t.Errorf("half %d is %#x, want %#x", i, got, want)
		}
	}
}

// TestBelow32IsExact counts, for each result v, the words that lead to it without being drawn
// again. These are the words of an interval, less those at its start that are refused; all results
// must be left with the same number, floor(2^32/n). Only the ends of an interval are tried: inside
// it the fractional part grows with the word.
func TestBelow32IsExact(t *testing.T) {
	for _, n := range []uint64{2, 3, 7, 10, 20, 255, 299, 65536, 65537, 1000003, 1<<32 - 1} {
		step := max(n/5000, 1)
		for v := uint64(0); v < n; v += step {
			first, end := ceilDiv(v<<32, n), ceilDiv((v+1)<<32, n)
			kept := end - first
			for w := first; w < end && kept >= 1<<32/n && refused(n, w); w++ {
				kept--
			}
			if kept != 1<<32/n {
				t.Fatalf("n=%d: %d words give %d, want %d", n, kept, v, uint64(1<<32)/n)
			}
			for _, w := range []uint64{end - 1, end - kept} {
				r := stream{src: &script{words: []uint64{w}}}
				if got := r.below(n); got != v {
					t.Fatalf("n=%d: word %d gives %d, want %d", n, w, got, v)
				}
			}
		}
	}
}

func ceilDiv(a, b uint64) uint64 { return (a + b - 1) / b }

// refused reports whether the half word w is drawn again.
func refused(n, w uint64) bool {
	src := &script{words: []uint64{w}}
	r := stream{src: src}
	r.below(n)
	return src.next > 1 || !r.halfReady
}

// TestBelow64IsExact is the same for whole words, at a sample of results.
func TestBelow64IsExact(t *testing.T) {
	for _, n := range []uint64{1 << 32, 1<<32 + 1, 3 << 40, 1<<45 + 1, maxTerm - 1, maxTerm} {
		share, uneven := math.MaxUint64/n, math.MaxUint64%n+1
		if uneven == n {
			share, uneven = share+1, 0
		}
		for _, v := range []uint64{0, 1, 2, n / 3, n / 2, n - 2, n - 1} {
			first, rest := bits.Div64(v, 0, n) // v 2^64 / n
			if rest > 0 {
				first++
			}
			low := first * n
			src := &script{words: []uint64{first}}
			r := stream{src: src}
			r.below(n)
			if again := src.next > 1; again != (low < uneven) {
				t.Errorf("n=%d: the first word of result %d drawn again: %v, its fraction is %d, the uneven part %d",
					n, v, again, low, uneven)
			}
			skip := uint64(0)
			if low < uneven {
				skip = 1
			}
			for _, w := range []uint64{first + skip, first + skip + share - 1} {
				src := &script{words: []uint64{w}}
				r := stream{src: src}
				if got := r.below(n); got != v || src.next != 1 {
					t.Errorf("n=%d: word %d gives %d after %d words, want %d after one", n, w, got, src.next, v)
				}
			}
			if next, _ := bits.Mul64(first+skip+share, n); v < n-1 && next != v+1 {
				t.Errorf("n=%d: result %d is left with more than %d words", n, v, share)
			}
		}
	}
}

func TestBelowOneUsesNothing(t *testing.T) {
	src := &script{}
	r := stream{src: src}
	if got := r.below(1); got != 0 || src.next != 0 {
		t.Errorf("below(1) is %d after %d words, want 0 after none", got, src.next)
	}
}

// TestWordsPerDraw holds the price that the documentation of Laplace states, with room for chance:
// a draw needs a bounded number of words for any scale.
func TestWordsPerDraw(t *testing.T) {
	for i, s := range append([]Scale{{1, 1 << 20}}, lawScales...) {
		src := &counting{src: seeded.New(20200401, uint64(i))}
		dst := make([]int64, 20_000)
		s.Fill(src, dst)
		t.Logf("t=%v: %.2f words a draw", s, float64(src.words)/float64(len(dst)))
		if got := float64(src.words) / float64(len(dst)); got > 5 {
			t.Errorf("t=%v: %.2f words a draw, want at most 5", s, got)
		}
	}
}

type counting struct {
	src   Source
	words int
}

func (c *counting) Uint64() uint64 {
	c.words++
	return c.src.Uint64()
}
