package noise

import (
	"slices"
	"testing"
)

// Whoever knows the name can repeat a trial, and no two names share a stream.
func TestTrialIsRepeated(t *testing.T) {
	words := func(name string) []uint64 {
		out, src := make([]uint64, 1000), NewTrial(name)
		for i := range out {
			out[i] = src.Uint64()
		}
		return out
	}
	once := words("a table")
	if !slices.Equal(once, words("a table")) {
		t.Error("the same name gave other words")
	}
	for i, w := range words("another") {
		if slices.Contains(once, w) {
			t.Fatalf("word %d of another name is one of the first's", i)
		}
	}
}

// What a release takes is handed in and closed; a trial must not fit there.
func TestTrialIsNotFresh(t *testing.T) {
	var src Source = NewTrial("a table")
	if _, fits := src.(Fresh); fits {
		t.Error("a release would accept randomness that anyone can repeat")
	}
	src = NewSecure()
	if _, fits := src.(Fresh); !fits {
		t.Error("a release would not accept the operating system's randomness")
	}
}
