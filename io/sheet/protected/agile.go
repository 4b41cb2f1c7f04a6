package protected

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	hashes "hash"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/grid"
)

// spin makes a password hard to guess: it hashes it with the salt, and so many times more.
func spin(ctx context.Context, h hashes.Hash, salt, password []byte, times int) ([]byte, error) {
	sum := Digest(h, salt, password)
	var count [4]byte
	for i := range times {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		binary.LittleEndian.PutUint32(count[:], uint32(i))
		h.Reset()
		h.Write(count[:])
		h.Write(sum)
		sum = h.Sum(sum[:0])
	}
	return sum, nil
}

// agile is the encryption that describes itself in XML.
type agile struct {
	data, key agileCipher
	spins     int
	verifier  [3][]byte // input, its hash, the key of the package: all encrypted
	seal      [2][]byte // key and value of a code over the package: both encrypted
	secret    []byte
}

// agileCipher is how one of its parts is encrypted.
type agileCipher struct {
	hash      func() hashes.Hash
	salt      []byte
	keyBytes  int
	blockSize int
}

type agileXML struct {
	Salt     string `xml:"saltValue,attr"`
	Block    int    `xml:"blockSize,attr"`
	KeyBits  int    `xml:"keyBits,attr"`
	Cipher   string `xml:"cipherAlgorithm,attr"`
	Chaining string `xml:"cipherChaining,attr"`
	Hash     string `xml:"hashAlgorithm,attr"`
}

// Keys by which the parts are told apart (2.3.4.13 and 2.3.4.14).
var (
	keyOfInput = []byte{0xfe, 0xa7, 0xd2, 0x76, 0x3b, 0x4b, 0x9e, 0x79}
	keyOfHash  = []byte{0xd7, 0xaa, 0x0f, 0x6d, 0x30, 0x61, 0x34, 0x4e}
	keyOfKey   = []byte{0x14, 0x6e, 0x0b, 0xe7, 0xab, 0xac, 0xd0, 0xd6}
	keyOfSeal  = []byte{0x5f, 0xb2, 0xad, 0x01, 0x0c, 0xb9, 0xe1, 0xf6}
	keyOfCode  = []byte{0xa0, 0x67, 0x7f, 0x02, 0xb2, 0x2c, 0x84, 0x33}
)

func newAgile(text []byte) (*agile, error) {
	var doc struct {
		Data agileXML `xml:"keyData"`
		Seal struct {
			Key   string `xml:"encryptedHmacKey,attr"`
			Value string `xml:"encryptedHmacValue,attr"`
		} `xml:"dataIntegrity"`
		Keys []struct {
			agileXML
			Spins int    `xml:"spinCount,attr"`
			Input string `xml:"encryptedVerifierHashInput,attr"`
			Proof string `xml:"encryptedVerifierHashValue,attr"`
			Key   string `xml:"encryptedKeyValue,attr"`
		} `xml:"keyEncryptors>keyEncryptor>encryptedKey"`
	}
	if err := xml.NewDecoder(bytes.NewReader(text)).Decode(&doc); err != nil {
		return nil, err
	}
	a := &agile{}
	for _, k := range doc.Keys {
		if k.Input == "" {
			continue // of a certificate
		}
		if k.Spins < 0 || k.Spins > limits.MaxPasswordSpins {
			return nil, message.Errorf("it asks for %d rounds, and at most %d are made", k.Spins, limits.MaxPasswordSpins)
		}
		var err error
		if a.key, err = k.cipher(); err != nil {
			return nil, err
		}
		if a.data, err = doc.Data.cipher(); err != nil {
			return nil, err
		}
		a.spins = k.Spins
		for i, s := range []string{k.Input, k.Proof, k.Key} {
			if a.verifier[i], err = base64.StdEncoding.DecodeString(s); err != nil {
				return nil, err
			}
		}
		for i, s := range []string{doc.Seal.Key, doc.Seal.Value} {
			if a.seal[i], err = base64.StdEncoding.DecodeString(s); err != nil {
				return nil, err
			}
		}
		return a, nil
	}
	return nil, message.Errorf("%w: not by a password", ErrUnknownCipher)
}

func (x agileXML) cipher() (agileCipher, error) {
	c := agileCipher{keyBytes: x.KeyBits / 8, blockSize: x.Block}
	switch x.Hash {
	case "SHA1", "SHA-1":
		c.hash = sha1.New
	case "SHA256":
		c.hash = sha256.New
	case "SHA384":
		c.hash = sha512.New384
	case "SHA512":
		c.hash = sha512.New
	default:
		return c, message.Errorf("%w: hash %s", ErrUnknownCipher, grid.Quote(x.Hash))
	}
	if x.Cipher != "AES" || x.Chaining != "ChainingModeCBC" || x.Block != aes.BlockSize || c.keyBytes != 16 && c.keyBytes != 24 && c.keyBytes != 32 {
		return c, message.Errorf("%w: %s, %s, %d bits", ErrUnknownCipher, grid.Quote(x.Cipher), grid.Quote(x.Chaining), x.KeyBits)
	}
	var err error
	c.salt, err = base64.StdEncoding.DecodeString(x.Salt)
	return c, err
}

// fit cuts a hash to a length or fills it up (2.3.4.11).
func fit(b []byte, length int) []byte {
	for len(b) < length {
		b = append(b, 0x36)
	}
	return b[:length]
}

func (a *agile) open(ctx context.Context, password []byte) error {
	h := a.key.hash()
	spun, err := spin(ctx, h, a.key.salt, password, a.spins)
	if err != nil {
		return err
	}
	var parts [3][]byte
	for i, k := range [][]byte{keyOfInput, keyOfHash, keyOfKey} {
		key := fit(Digest(h, spun, k), a.key.keyBytes)
		if parts[i], err = Decipher(key, fit(bytes.Clone(a.key.salt), a.key.blockSize), a.verifier[i]); err != nil {
			return err
		}
	}
	want := Digest(h, parts[0])
	if len(parts[1]) < len(want) || subtle.ConstantTimeCompare(want, parts[1][:len(want)]) != 1 {
		return ErrWrongPassword
	}
	if len(parts[2]) < a.data.keyBytes {
		return message.New("its key is cut short")
	}
	a.secret = parts[2][:a.data.keyBytes]
	return nil
}

func (a *agile) read(ctx context.Context, sealed []byte) ([]byte, error) {
	if err := a.check(sealed); err != nil {
		return nil, err
	}
	const segment = 4096
	h := a.data.hash()
	body := sealed[8:]
	out := make([]byte, 0, len(body))
	for i := 0; len(body) > 0; i++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		n := min(segment, len(body))
		part, err := Decipher(a.secret, fit(Digest(h, a.data.salt, binary.LittleEndian.AppendUint32(nil, uint32(i))), a.data.blockSize), body[:n])
		if err != nil {
			return nil, err
		}
		out, body = append(out, part...), body[n:]
	}
	return out, nil
}

// check errors where the package is not what was encrypted.
func (a *agile) check(sealed []byte) error {
	h := a.data.hash()
	var parts [2][]byte
	for i, k := range [][]byte{keyOfSeal, keyOfCode} {
		var err error
		if parts[i], err = Decipher(a.secret, fit(Digest(h, a.data.salt, k), a.data.blockSize), a.seal[i]); err != nil {
			return err
		}
	}
	size := h.Size()
	if len(parts[0]) < size || len(parts[1]) < size {
		return message.New("the code that proves it complete is missing")
	}
	code := hmac.New(a.data.hash, parts[0][:size])
	code.Write(sealed)
	if !hmac.Equal(code.Sum(nil), parts[1][:size]) {
		return message.New("it was changed after it was encrypted")
	}
	return nil
}
