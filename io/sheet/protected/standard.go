package protected

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"

	"steward/core/message"
)

// standard is the encryption of 2007.
type standard struct {
	salt, verifier, hash []byte
	keyBytes             int
	block                cipher.Block
}

func newStandard(info []byte) (*standard, error) {
	const most = 1 << 12 // bytes of the header, which ends with a name
	if len(info) < 4 {
		return nil, message.New("it does not say how it is encrypted")
	}
	length := binary.LittleEndian.Uint32(info)
	if length < 32 || length > most || len(info) < int(4+length)+72 {
		return nil, message.New("it does not say how it is encrypted")
	}
	header, rest := info[4:4+length], info[4+length:]
	s := &standard{keyBytes: int(binary.LittleEndian.Uint32(header[16:]) / 8), salt: rest[4:20], verifier: rest[20:36], hash: rest[40:72]}
	const aes128, aes192, aes256 = 0x660e, 0x660f, 0x6610
	switch id := binary.LittleEndian.Uint32(header[8:]); {
	case id != aes128 && id != aes192 && id != aes256:
		return nil, message.Errorf("%w: number %#x", ErrUnknownCipher, id)
	case s.keyBytes != 16 && s.keyBytes != 24 && s.keyBytes != 32:
		return nil, message.Errorf("%w: keys of %d bytes", ErrUnknownCipher, s.keyBytes)
	}
	return s, nil
}

func (s *standard) open(ctx context.Context, password []byte) error {
	const spins = 50_000
	h := sha1.New()
	spun, err := spin(ctx, h, s.salt, password, spins)
	if err != nil {
		return err
	}
	last := Digest(h, spun, make([]byte, 4))
	var key []byte
	for _, fill := range []byte{0x36, 0x5c} {
		pad := bytes.Repeat([]byte{fill}, 64)
		subtle.XORBytes(pad, pad, last)
		key = append(key, Digest(h, pad)...)
	}
	if s.block, err = aes.NewCipher(key[:s.keyBytes]); err != nil {
		return err
	}
	want := Digest(h, s.each(s.verifier))
	if subtle.ConstantTimeCompare(want, s.each(s.hash)[:len(want)]) != 1 {
		return ErrWrongPassword
	}
	return nil
}

// each decrypts blocks one by one, whole ones only.
func (s *standard) each(sealed []byte) []byte {
	out := make([]byte, len(sealed)/aes.BlockSize*aes.BlockSize)
	for i := 0; i < len(out); i += aes.BlockSize {
		s.block.Decrypt(out[i:i+aes.BlockSize], sealed[i:i+aes.BlockSize])
	}
	return out
}

func (s *standard) read(_ context.Context, sealed []byte) ([]byte, error) {
	return s.each(sealed[8:]), nil
}
