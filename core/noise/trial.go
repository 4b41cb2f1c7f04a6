package noise

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"
)

// Trial is randomness that anyone can repeat, for trial releases on public numbers: the same plan
// shows the same errors every time, and chooses the same mechanism for the preview and for the
// release. It must never meet a true count; a release cannot be given one, since a Trial is no
// [Fresh].
type Trial struct {
	stream cipher.Stream
	block  [512]byte
	used   int // bytes of the block
}

var _ Source = (*Trial)(nil)

// NewTrial returns the stream of AES in counter mode whose key is the hash of a name.
func NewTrial(name string) *Trial {
	key := sha256.Sum256([]byte("trial releases of " + name))
	b, err := aes.NewCipher(key[:])
	if err != nil {
		panic("noise: " + err.Error()) // 32 bytes are a key
	}
	t := &Trial{stream: cipher.NewCTR(b, make([]byte, aes.BlockSize))}
	t.used = len(t.block)
	return t
}

// Uint64 returns the next word.
func (t *Trial) Uint64() uint64 {
	if t.used == len(t.block) {
		clear(t.block[:])
		t.stream.XORKeyStream(t.block[:], t.block[:])
		t.used = 0
	}
	t.used += wordBytes
	return binary.BigEndian.Uint64(t.block[t.used-wordBytes:])
}
