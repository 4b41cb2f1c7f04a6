package mechanism

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"

	"steward/core/noise"
)

// reproducible is randomness that anyone can repeat, for trial releases on public numbers: the
// same plan shows the same errors every time, and chooses the same mechanism for the preview and
// for the release. It must never meet a true count.
type reproducible struct {
	stream cipher.Stream
	block  [512]byte
	used   int // bytes of the block
}

// newReproducible returns the stream of AES in counter mode whose key is the hash of a name.
func newReproducible(name string) *reproducible {
	key := sha256.Sum256([]byte("trial releases of " + name))
	b, err := aes.NewCipher(key[:])
	if err != nil {
		panic("mechanism: " + err.Error()) // 32 bytes are a key
	}
	r := &reproducible{stream: cipher.NewCTR(b, make([]byte, aes.BlockSize))}
	r.used = len(r.block)
	return r
}

// Uint64 returns the next word.
func (r *reproducible) Uint64() uint64 {
	if r.used == len(r.block) {
		clear(r.block[:])
		r.stream.XORKeyStream(r.block[:], r.block[:])
		r.used = 0
	}
	r.used += 8
	return binary.BigEndian.Uint64(r.block[r.used-8:])
}

// Repeatable returns randomness that anyone can repeat who knows the name, for what works on public
// numbers alone. It must never meet a true count.
func Repeatable(name string) noise.Source { return newReproducible(name) }
