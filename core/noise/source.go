package noise

import (
	"crypto/rand"
	"encoding/binary"
)

// Source yields independent uniform random words: what the laws of this package draw from. A Source
// need not be safe for concurrent use.
type Source interface {
	// Uint64 returns 64 uniform random bits.
	Uint64() uint64
}

// Fresh is a Source that may meet true counts: nobody else knows its bits, nor can repeat them. Whoever
// composes the program hands a release what opens one, and the release closes it. [Secure] is the only
// one outside of tests; a [Trial] is none.
type Fresh interface {
	Source
	// Close wipes the bits that were not used. There are no more afterwards.
	Close()
}

// blockBytes is how much is read from the operating system at a time: enough that the cost of
// the call vanishes, little enough to stay in the first-level cache.
const blockBytes = 8 << 10

// wordBytes is the size of one word of a Source.
const wordBytes = 8

// Secure is a Source over the operating system's cryptographic generator (crypto/rand), read in
// blocks of 8 KiB. Each word is wiped from the block as it is handed out, so that a later look at
// memory does not find the bits that a release was made of. (The draws made from them live on
// with the caller.) A failing generator ends the program, as crypto/rand documents.
//
// A Secure is not safe for concurrent use: make one for each release and each goroutine, and
// Close it at the end.
type Secure struct {
	block  [blockBytes]byte
	next   int
	closed bool
}

var _ Fresh = (*Secure)(nil)

// NewSecure returns a Secure. The generator is first read when the first word is asked for.
func NewSecure() *Secure {
	return &Secure{next: blockBytes}
}

// Uint64 returns 64 fresh random bits. It panics after Close.
func (s *Secure) Uint64() uint64 {
	if s.next == blockBytes {
		s.refill()
	}
	word := s.block[s.next : s.next+wordBytes]
	bits := binary.LittleEndian.Uint64(word)
	clear(word)
	s.next += wordBytes
	return bits
}

func (s *Secure) refill() {
	if s.closed {
		panic("noise: a closed Secure was asked for bits; make a new one for each release")
	}
	// Read never fails: since Go 1.24 it fills the block or ends the program.
	_, _ = rand.Read(s.block[:])
	s.next = 0
}

// Close wipes the bits that were read and not used. The Secure cannot be used again; closing it
// twice does nothing more.
func (s *Secure) Close() {
	clear(s.block[:])
	s.next = blockBytes
	s.closed = true
}
