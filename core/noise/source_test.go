package noise

import (
	"bytes"
	"testing"
)

var zeros [blockBytes]byte

// TestSecureWipesUsedWords looks into the block: what was handed out is gone, what was not is
// still there (a block of zero bits has no chance worth naming).
func TestSecureWipesUsedWords(t *testing.T) {
	s := NewSecure()
	defer s.Close()
	for round := range 2 {
		for used := wordBytes; used <= blockBytes; used += wordBytes {
			if s.Uint64() == 0 {
				t.Fatalf("round %d: the word before byte %d is zero, chance 2^-64", round, used)
			}
			if !bytes.Equal(s.block[:used], zeros[:used]) {
				t.Fatalf("round %d: the first %d bytes were used and are still in memory", round, used)
			}
			if used <= blockBytes-16 && bytes.Equal(s.block[used:], zeros[used:]) {
				t.Fatalf("round %d: after %d bytes the block has nothing left", round, used)
			}
		}
	}
}

func TestSecureHandsOutTheBlock(t *testing.T) {
	s := NewSecure()
	defer s.Close()
	s.Uint64()
	copy(s.block[8:], []byte{1, 2, 3, 4, 5, 6, 7, 8})
	if got, want := s.Uint64(), uint64(0x0807060504030201); got != want {
		t.Errorf("the word is %#x, want %#x", got, want)
	}
}

func TestCloseWipesTheRest(t *testing.T) {
	s := NewSecure()
	s.Uint64()
	if bytes.Equal(s.block[:], zeros[:]) {
		t.Fatal("the block is empty before Close")
	}
	s.Close()
	if !bytes.Equal(s.block[:], zeros[:]) {
		t.Error("bits are left in memory after Close")
	}
	s.Close()
}

func TestSecuresDiffer(t *testing.T) {
	a, b := NewSecure(), NewSecure()
	defer a.Close()
	defer b.Close()
	seen := make(map[uint64]bool)
	for range 2000 { // two equal words: chance below 2^-40
		for _, s := range []*Secure{a, b} {
			w := s.Uint64()
			if seen[w] {
				t.Fatal("a word came up twice")
			}
			seen[w] = true
		}
	}
}
