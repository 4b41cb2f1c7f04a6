package ods

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	hashes "hash"
	"io"

	"github.com/klauspost/compress/flate"
	"golang.org/x/crypto/argon2"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/container"
	"steward/io/sheet/grid"
	"steward/io/sheet/protected"
)

// OpenDocument files are protected part by part, as OpenDocument 1.2 and 1.3 say (part 2, 4.4:
// the key is made with PBKDF2, RFC 8018, and the parts are packed and then encrypted with AES in
// CBC mode, XML Encryption 5.2), or as a whole, as LibreOffice does since version 24 and
// OpenDocument 1.5 plans: the key is made with Argon2id, RFC 9106, and the whole file is encrypted
// with AES-GCM. The Blowfish of older files is not read.

const (
	wholePart = "encrypted-package"
	ivOfGCM   = 12
)

// lock is how a part is protected.
type lock struct {
	Path      string `xml:"full-path,attr"`
	Size      int64  `xml:"size,attr"` // of what is in it, 0 where it is not told
	Encrypted *struct {
		SumKind string `xml:"checksum-type,attr"`
		Sum     string `xml:"checksum,attr"`
		Cipher  struct {
			Name string `xml:"algorithm-name,attr"`
			IV   string `xml:"initialisation-vector,attr"`
		} `xml:"algorithm"`
		Start struct {
			Name string `xml:"start-key-generation-name,attr"`
		} `xml:"start-key-generation"`
		Key struct {
			Name   string `xml:"key-derivation-name,attr"`
			Bytes  int    `xml:"key-size,attr"`
			Rounds int    `xml:"iteration-count,attr"`
			Salt   string `xml:"salt,attr"`
			Passes uint32 `xml:"argon2-iterations,attr"`
			Memory uint32 `xml:"argon2-memory,attr"` // in KiB
			Lanes  uint32 `xml:"argon2-lanes,attr"`
		} `xml:"key-derivation"`
	} `xml:"encryption-data"`
}

// unlock opens what is protected of an OpenDocument file, in memory only: its content, which the
// archive then has, or the whole, which is returned; nil for anything else. It errors where the
// password is missing or wrong.
func (d *openDocument) unlock(ctx context.Context, password string) (whole []byte, err error) {
	if d.Parts[manifestPart] == nil {
		return nil, nil
	}
	var doc struct {
		Entries []lock `xml:"file-entry"`
	}
	if err := d.Decode(manifestPart, &doc); err != nil {
		return nil, err
	}
	for _, e := range doc.Entries {
		name := container.PartName(e.Path)
		if e.Encrypted == nil || name != contentPart && name != wholePart {
			continue
		}
		if f := d.Parts[name]; f != nil && f.UncompressedSize64 > limits.MaxProtectedBytes {
			return nil, protected.TooLarge(d.Source.Name)
		}
		sealed, err := d.sealed(name)
		if err != nil {
			return nil, err
		}
		packed, err := e.open(sealed, password)
		if err != nil {
			return nil, protected.Fault(ctx, d.Source.Name, password, err)
		}
		u := unlocked{packed, e.Size}
		if name == contentPart {
			d.Opened = map[string]func() io.ReadCloser{contentPart: u.open}
			return nil, nil
		}
		whole, err := io.ReadAll(io.LimitReader(u.open(), limits.MaxProtectedBytes+1))
		if err == nil && len(whole) > limits.MaxProtectedBytes {
			return nil, protected.TooLarge(d.Source.Name)
		}
		if err != nil {
			return nil, protected.Fault(ctx, d.Source.Name, password, err)
		}
		return whole, nil
	}
	return nil, nil
}

// sealed reads a part as it is stored.
func (d *openDocument) sealed(part string) ([]byte, error) {
	r, err := d.Archive.Open(part)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, d.Damaged(part, err)
	}
	return data, nil
}

// unlocked is a part that was protected: packed, and how long it is unpacked, 0 where that is
// not known.
type unlocked struct {
	packed []byte
	size   int64
}

func (u unlocked) open() io.ReadCloser {
	return io.NopCloser(&measured{r: flate.NewReader(bytes.NewReader(u.packed)), want: u.size})
}

// measured reads what should have a certain length.
type measured struct {
	r          io.Reader
	read, want int64
}

func (m *measured) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.read += int64(n)
	switch {
	case m.want > 0 && m.read > m.want, m.read > limits.MaxUnzippedBytes:
		return n, message.Errorf("it unpacks to more than the %d bytes that it should have", m.want)
	case err == io.EOF && m.want > 0 && m.read < m.want:
		return n, io.ErrUnexpectedEOF
	}
	return n, err
}

// open decrypts a part. Its error wraps ErrWrongPassword where the password is another one, and
// errCipher where the part is protected in a way that is not known.
func (l lock) open(sealed []byte, password string) (packed []byte, err error) {
	e := l.Encrypted
	iv, err := base64.StdEncoding.DecodeString(e.Cipher.IV)
	if err != nil {
		return nil, err
	}
	var unseal func(key []byte) ([]byte, error)
	switch e.Cipher.Name {
	case "http://www.w3.org/2001/04/xmlenc#aes256-cbc", "http://www.w3.org/2001/04/xmlenc#aes192-cbc", "http://www.w3.org/2001/04/xmlenc#aes128-cbc":
		var sum func([]byte) bool
		if sum, err = l.checksum(); err == nil {
			unseal = func(key []byte) ([]byte, error) { return unsealCBC(key, iv, sealed, sum) }
		}
	case "http://www.w3.org/2009/xmlenc11#aes256-gcm":
		unseal = func(key []byte) ([]byte, error) { return unsealGCM(key, iv, sealed) }
	default:
		err = message.Errorf("%w: %s", protected.ErrUnknownCipher, grid.Quote(e.Cipher.Name))
	}
	if err != nil {
		return nil, err
	}
	if password == "" {
		if _, err := l.key("x", true); err != nil {
			return nil, err
		}
		return nil, protected.ErrWrongPassword
	}
	key, err := l.key(password, false)
	if err != nil {
		return nil, err
	}
	return unseal(key)
}

// key makes the key of a password, or only tells whether it could (dry).
func (l lock) key(password string, dry bool) ([]byte, error) {
	e := l.Encrypted
	switch e.Start.Name {
	case "http://www.w3.org/2000/09/xmldsig#sha256", "http://www.w3.org/2001/04/xmlenc#sha256":
	default:
		return nil, message.Errorf("%w: hash %s", protected.ErrUnknownCipher, grid.Quote(e.Start.Name))
	}
	salt, err := base64.StdEncoding.DecodeString(e.Key.Salt)
	if err != nil {
		return nil, err
	}
	size := e.Key.Bytes
	if size == 0 {
		size = 16 // where it is not told (part 2, 4.8.11)
	}
	if size != 16 && size != 24 && size != 32 {
		return nil, message.Errorf("%w: keys of %d bytes", protected.ErrUnknownCipher, size)
	}
	start := sha256.Sum256([]byte(password))
	switch e.Key.Name {
	case "PBKDF2", "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#pbkdf2":
		if e.Key.Rounds < 1 || e.Key.Rounds > limits.MaxPasswordRounds {
			return nil, message.Errorf("it asks for %d rounds, and from 1 to %d are made", e.Key.Rounds, limits.MaxPasswordRounds)
		}
		if dry {
			return nil, nil
		}
		return pbkdf2.Key(sha1.New, string(start[:]), salt, e.Key.Rounds, size)
	case "urn:org:documentfoundation:names:experimental:office:manifest:argon2id", "urn:oasis:names:tc:opendocument:xmlns:manifest:1.5#argon2id":
		k := e.Key
		if k.Passes < 1 || k.Lanes < 1 || k.Lanes > 255 || k.Memory < 8*k.Lanes || uint64(k.Memory)*uint64(k.Passes) > limits.MaxArgonWork {
			return nil, message.Errorf("it asks for %d passes over %d KiB in %d lanes, and up to %d KiB in total are passed over", k.Passes, k.Memory, k.Lanes, limits.MaxArgonWork)
		}
		if dry {
			return nil, nil
		}
		return argon2.IDKey(start[:], salt, k.Passes, k.Memory, uint8(k.Lanes), uint32(size)), nil
	}
	return nil, message.Errorf("%w: %s", protected.ErrUnknownCipher, grid.Quote(e.Key.Name))
}

// checksum tells of what was decrypted whether its first KiB is what it should be, by which alone
// a wrong password is told.
func (l lock) checksum() (func(packed []byte) bool, error) {
	var h hashes.Hash
	switch l.Encrypted.SumKind {
	case "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k", "SHA256/1K":
		h = sha256.New()
	case "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha1-1k", "SHA1/1K":
		h = sha1.New()
	default:
		return nil, message.Errorf("%w: checksum %s", protected.ErrUnknownCipher, grid.Quote(l.Encrypted.SumKind))
	}
	want, err := base64.StdEncoding.DecodeString(l.Encrypted.Sum)
	if err != nil {
		return nil, err
	}
	return func(packed []byte) bool {
		const sample = 1024
		return subtle.ConstantTimeCompare(protected.Digest(h, packed[:min(len(packed), sample)]), want) == 1
	}, nil
}

// unsealCBC decrypts whole blocks, of which the last byte says how many are filling (XML
// Encryption 5.2).
func unsealCBC(key, iv, sealed []byte, sum func([]byte) bool) ([]byte, error) {
	if len(iv) != aes.BlockSize || len(sealed) == 0 {
		return nil, message.New("a part of it is cut short")
	}
	out, err := protected.Decipher(key, iv, sealed)
	if err != nil {
		return nil, err
	}
	filling := int(out[len(out)-1])
	if filling < 1 || filling > aes.BlockSize || !sum(out[:len(out)-filling]) {
		return nil, protected.ErrWrongPassword
	}
	return out[:len(out)-filling], nil
}

// unsealGCM decrypts what stands between its initialisation vector and its tag, by which a wrong
// password and every change are told.
func unsealGCM(key, iv, sealed []byte) ([]byte, error) {
	if len(iv) != ivOfGCM || !bytes.HasPrefix(sealed, iv) {
		return nil, message.New("it does not begin as it says")
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	out, err := gcm.Open(nil, iv, sealed[ivOfGCM:], nil)
	if err != nil {
		return nil, protected.ErrWrongPassword
	}
	return out, nil
}
