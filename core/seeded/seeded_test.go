package seeded

import (
	"flag"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

func TestSourceIsRepeated(t *testing.T) {
	words := func(s *Source) []uint64 {
		var out []uint64
		for range 100 {
			out = append(out, s.Uint64())
		}
		return out
	}
	if !slices.Equal(words(New(1, 2)), words(New(1, 2))) || !slices.Equal(words(Named("a")), words(Named("a"))) {
		t.Error("the same seed gave other words")
	}
	if slices.Equal(words(New(1, 2)), words(New(1, 3))) || slices.Equal(words(New(1, 2)), words(New(2, 2))) || slices.Equal(words(Named("a")), words(Named("b"))) {
		t.Error("other seeds gave the same words")
	}
}

// A property sees the same cases every time.
func TestCheckIsRepeated(t *testing.T) {
	var runs [2][]int
	for i := range runs {
		t.Run("once", func(t *testing.T) {
			Check(t, func(r *rapid.T) { runs[i] = append(runs[i], rapid.IntRange(0, 1<<40).Draw(r, "n")) })
		})
	}
	if len(runs[0]) == 0 || !slices.Equal(runs[0], runs[1]) {
		t.Errorf("one run saw %v, the other %v", runs[0], runs[1])
	}
}

// Where a case is seldom, more are drawn until it has come; where it is not, no more than else.
func TestCheckUntil(t *testing.T) {
	cases, came, all := 0, false, Often(60, 100)
	CheckUntil(t, func() bool { return came && cases > all+10 }, func(r *rapid.T) {
		cases++
		came = came || !slices.Contains(rapid.SliceOfN(rapid.Bool(), 7, 7).Draw(r, "coins"), false)
	})
	if !came || cases <= all+10 {
		t.Errorf("%d cases, of which one has seven heads: %v", cases, came)
	}
	cases = 0
	CheckUntil(t, func() bool { return cases > 0 }, func(*rapid.T) { cases++ })
	if cases != all {
		t.Errorf("%d cases where the first is enough", cases)
	}
}

// A shift of the seeds makes every source and every property another one.
func TestShift(t *testing.T) {
	draw := func() (words []int) {
		words = append(words, New(1, 2).IntN(1<<40), Named("a").IntN(1<<40))
		t.Run("cases", func(t *testing.T) {
			Check(t, func(r *rapid.T) { words = append(words, rapid.IntRange(0, 1<<40).Draw(r, "n")) })
		})
		return words
	}
	was := strconv.FormatUint(shift, 10)
	before := draw()
	if err := flag.Set("seeded.shift", strconv.FormatUint(shift+7, 10)); err != nil {
		t.Fatal(err)
	}
	after := draw()
	if err := flag.Set("seeded.shift", was); err != nil {
		t.Fatal(err)
	}
	if before[0] == after[0] || before[1] == after[1] || slices.Equal(before[2:], after[2:]) {
		t.Error("other seeds draw the same")
	}
	if !slices.Equal(before, draw()) {
		t.Error("the seeds are not what they were")
	}
	if flag.Set("seeded.shift", "much") == nil {
		t.Error("a shift by a word")
	}
}
