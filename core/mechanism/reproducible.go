package mechanism

import (
	"crypto/sha256"
	"encoding/binary"
)

// reproducible is randomness that anyone can repeat, for trial releases on public numbers: the
// same plan shows the same errors every time, and chooses the same mechanism for the preview and
// for the release. It must never meet a true count.
type reproducible struct {
	seed  [sha256.Size]byte
	block [sha256.Size]byte
	count uint64
	left  int // words of the block that are not used yet
}

func newReproducible(name string) *reproducible {
	return &reproducible{seed: sha256.Sum256([]byte("trial releases of " + name))}
}

// Uint64 returns the next word of the hashes of the seed and a counter.
func (r *reproducible) Uint64() uint64 {
	if r.left == 0 {
		r.block = sha256.Sum256(binary.BigEndian.AppendUint64(r.seed[:], r.count))
		r.count++
		r.left = len(r.block) / 8
	}
	r.left--
	return binary.BigEndian.Uint64(r.block[8*r.left:])
}
