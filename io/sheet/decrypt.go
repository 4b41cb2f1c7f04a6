package sheet

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"fmt"
	hashes "hash"
	"unicode/utf16"

	"steward/core/message"
)

// Workbooks are encrypted as [MS-OFFCRYPTO] says: 2.3.4.10 "agile", as programs do since
// 2010, and 2.3.4.5 "standard", as they did before and some still do. The opened workbook is
// kept in memory only.

// ErrNeedsPassword is wrapped by the error for a workbook that is protected with a password,
// when none was given; ErrWrongPassword by that for another than its own.
var (
	ErrNeedsPassword = message.New("the workbook is protected with a password")
	ErrWrongPassword = message.New("the password is not that of the workbook")
)

const (
	maxProtectedBytes = 512 << 20  // of a protected workbook, which is held in memory
	maxSpins          = 10_000_000 // of the function that makes a key of a password (2.3.4.10)
	noPassword        = "VelvetSweatshop"
	encryptedPackage  = "EncryptedPackage" // the stream with the workbook
)

// unlock returns the workbook in a protected file. Without a password it tries the one that
// programs use where a workbook is only to be kept from changes.
func unlock(ctx context.Context, c *compound, password string) ([]byte, error) {
	name := c.source.name
	if c.source.size > maxProtectedBytes {
		return nil, tooMuchProtected(name)
	}
	word := password
	if word == "" {
		word = noPassword
	}
	data, err := decrypt(ctx, c, word)
	if err != nil {
		return nil, lockFault(ctx, name, password, err)
	}
	return data, nil
}

func tooMuchProtected(name string) error {
	return &Fault{name, fmt.Sprintf("the workbook is protected with a password and has more than %d bytes", maxProtectedBytes),
		"save it without the password, or save only the columns that are needed", nil}
}

// lockFault is the error for a protected workbook that could not be opened with a password.
func lockFault(ctx context.Context, name, password string, err error) error {
	switch {
	case ctx.Err() != nil:
		return stopped(name, ctx.Err())
	case errors.Is(err, ErrWrongPassword) && password == "":
		return &Fault{name, "the workbook is protected with a password", "give the password; it opens the file and is never saved", ErrNeedsPassword}
	case errors.Is(err, ErrWrongPassword):
		return &Fault{name, "the workbook is protected with a password, and this one does not open it", "type it again, with its capitals as they are", ErrWrongPassword}
	case errors.Is(err, errCipher):
		return &Fault{name, "the workbook is protected in a way that is not read (" + err.Error() + ")",
			"open it in a spreadsheet program, take the password off and save it as .xlsx", err}
	}
	return &Fault{name, fmt.Sprintf("the protected workbook is damaged (%v)", err), "open it in a spreadsheet program and save it again", err}
}

var errCipher = message.New("unknown cipher")

func decrypt(ctx context.Context, c *compound, password string) ([]byte, error) {
	info, err := c.stream("EncryptionInfo")
	if err != nil {
		return nil, err
	}
	if len(info) < 8 {
		return nil, message.New("it does not say how it is encrypted")
	}
	var lock interface {
		open(ctx context.Context, password []byte) error
		read(ctx context.Context, sealed []byte) ([]byte, error)
	}
	switch major, minor := binary.LittleEndian.Uint16(info), binary.LittleEndian.Uint16(info[2:]); {
	case major == 4 && minor == 4:
		lock, err = newAgile(info[8:])
	case minor == 2 && major >= 2 && major <= 4:
		lock, err = newStandard(info[8:])
	default:
		err = message.Errorf("%w: version %d.%d", errCipher, major, minor)
	}
	if err != nil {
		return nil, err
	}
	var word []byte
	for _, u := range utf16.Encode([]rune(password)) {
		word = binary.LittleEndian.AppendUint16(word, u)
	}
	if err := lock.open(ctx, word); err != nil {
		return nil, err
	}
	sealed, err := c.stream(encryptedPackage)
	if err != nil {
		return nil, err
	}
	if len(sealed) < 8 {
		return nil, message.New("there is nothing in it")
	}
	data, err := lock.read(ctx, sealed)
	if err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint64(sealed)
	if size > uint64(len(data)) {
		return nil, message.New("it ends too early")
	}
	return data[:size], nil
}

// spin makes a password hard to guess: it hashes it with the salt, and so many times more.
func spin(ctx context.Context, h hashes.Hash, salt, password []byte, times int) ([]byte, error) {
	sum := digest(h, salt, password)
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

func digest(h hashes.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
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
		if k.Spins < 0 || k.Spins > maxSpins {
			return nil, message.Errorf("it asks for %d rounds, and at most %d are made", k.Spins, maxSpins)
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
	return nil, message.Errorf("%w: not by a password", errCipher)
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
		return c, message.Errorf("%w: hash %s", errCipher, quote(x.Hash))
	}
	if x.Cipher != "AES" || x.Chaining != "ChainingModeCBC" || x.Block != aes.BlockSize || c.keyBytes != 16 && c.keyBytes != 24 && c.keyBytes != 32 {
		return c, message.Errorf("%w: %s, %s, %d bits", errCipher, quote(x.Cipher), quote(x.Chaining), x.KeyBits)
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

// decipher decrypts whole blocks.
func decipher(key, vector, sealed []byte) ([]byte, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	if len(sealed)%aes.BlockSize != 0 {
		return nil, message.New("a part of it is cut short")
	}
	out := make([]byte, len(sealed))
	cipher.NewCBCDecrypter(block, vector).CryptBlocks(out, sealed)
	return out, nil
}

func (a *agile) open(ctx context.Context, password []byte) error {
	h := a.key.hash()
	spun, err := spin(ctx, h, a.key.salt, password, a.spins)
	if err != nil {
		return err
	}
	var parts [3][]byte
	for i, k := range [][]byte{keyOfInput, keyOfHash, keyOfKey} {
		key := fit(digest(h, spun, k), a.key.keyBytes)
		if parts[i], err = decipher(key, fit(bytes.Clone(a.key.salt), a.key.blockSize), a.verifier[i]); err != nil {
			return err
		}
	}
	want := digest(h, parts[0])
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
		part, err := decipher(a.secret, fit(digest(h, a.data.salt, binary.LittleEndian.AppendUint32(nil, uint32(i))), a.data.blockSize), body[:n])
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
		if parts[i], err = decipher(a.secret, fit(digest(h, a.data.salt, k), a.data.blockSize), a.seal[i]); err != nil {
			return err
		}
	}
	size := h.Size()
	if len(parts[0]) < size || len(parts[1]) < size {
		return message.New("the code that shows that it is whole is missing")
	}
	code := hmac.New(a.data.hash, parts[0][:size])
	code.Write(sealed)
	if !hmac.Equal(code.Sum(nil), parts[1][:size]) {
		return message.New("it was changed after it was encrypted")
	}
	return nil
}

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
		return nil, message.Errorf("%w: number %#x", errCipher, id)
	case s.keyBytes != 16 && s.keyBytes != 24 && s.keyBytes != 32:
		return nil, message.Errorf("%w: keys of %d bytes", errCipher, s.keyBytes)
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
	last := digest(h, spun, make([]byte, 4))
	var key []byte
	for _, fill := range []byte{0x36, 0x5c} {
		pad := bytes.Repeat([]byte{fill}, 64)
		subtle.XORBytes(pad, pad, last)
		key = append(key, digest(h, pad)...)
	}
	if s.block, err = aes.NewCipher(key[:s.keyBytes]); err != nil {
		return err
	}
	want := digest(h, s.each(s.verifier))
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
