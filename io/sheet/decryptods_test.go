package sheet

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"steward/io/sheet/protected"
)

const (
	manifestSpace = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
	argonName     = "urn:org:documentfoundation:names:experimental:office:manifest:argon2id"
)

var fixedSalt = bytes.Repeat([]byte{3}, 16)

// packed compresses as protected parts are, without making them shorter, so that the bytes do not
// depend on who wrote the compressor.
func packed(data []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.NoCompression)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err)
	}
	return b.Bytes()
}

// protectedPart encrypts a content as OpenDocument 1.2 says, and describes it.
func protectedPart(content, password string, rounds int) (sealed, description string) {
	start := sha256.Sum256([]byte(password))
	key, err := pbkdf2.Key(sha1.New, string(start[:]), fixedSalt, rounds, 32)
	if err != nil {
		panic(err)
	}
	iv := bytes.Repeat([]byte{5}, aes.BlockSize)
	plain := packed([]byte(content))
	sum := sha256.Sum256(plain[:min(len(plain), 1024)])
	filling := aes.BlockSize - len(plain)%aes.BlockSize
	plain = append(plain, bytes.Repeat([]byte{byte(filling)}, filling)...)
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(plain, plain)
	text := base64.StdEncoding.EncodeToString
	return string(plain), fmt.Sprintf(`<manifest:encryption-data manifest:checksum-type="%s#sha256-1k" manifest:checksum="%s">`+
		`<manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="%s"/>`+
		`<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="%d" manifest:salt="%s"/>`+
		`<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/></manifest:encryption-data>`,
		manifestSpace, text(sum[:]), text(iv), rounds, text(fixedSalt))
}

// protectedWhole encrypts a file as LibreOffice does since version 24.
func protectedWhole(inner []byte, password string, memory uint32) []part {
	start := sha256.Sum256([]byte(password))
	block, err := aes.NewCipher(argon2.IDKey(start[:], fixedSalt, 3, memory, 4, 32))
	if err != nil {
		panic(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	iv := bytes.Repeat([]byte{7}, ivOfGCM)
	text := base64.StdEncoding.EncodeToString
	return []part{
		{"mimetype", odsMedia},
		{"encrypted-package", string(gcm.Seal(bytes.Clone(iv), iv, packed(inner), nil))},
		{"META-INF/manifest.xml", xmlHead + fmt.Sprintf(`<manifest:manifest xmlns:manifest="%s" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" manifest:version="1.4">`+
			`<manifest:file-entry manifest:full-path="encrypted-package" manifest:media-type="%s" manifest:size="%d"><manifest:encryption-data>`+
			`<manifest:algorithm manifest:algorithm-name="http://www.w3.org/2009/xmlenc11#aes256-gcm" manifest:initialisation-vector="%s"/>`+
			`<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2001/04/xmlenc#sha256" manifest:key-size="32"/>`+
			`<manifest:key-derivation manifest:key-derivation-name="%s" manifest:key-size="32" loext:argon2-iterations="3" loext:argon2-memory="%d" loext:argon2-lanes="4" manifest:salt="%s"/>`+
			`</manifest:encryption-data></manifest:file-entry></manifest:manifest>`, manifestSpace, odsMedia, len(inner), text(iv), argonName, memory, text(fixedSalt))},
	}
}

const protectedRounds = 1000

// protectedOds is a small workbook that is protected part by part, and one that is as a whole.
func protectedOds(password string) (byParts, whole []part) {
	content := odsDocument("", odsSheet("Wages", "ta1", odsWords("name", "age"), odsRow(odsCellOf("Ann")+odsFloat("34"))))
	sealed, description := protectedPart(content, password, protectedRounds)
	return odsParts(odsMedia, sealed, description), protectedWhole(stored(odsParts(odsMedia, content, "")), password, 64)
}

func TestProtectedOpenDocument(t *testing.T) {
	byParts, whole := protectedOds("Päss wörd")
	saved, err := os.ReadFile(corpus + "/saved-protected.ods")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		test, password, rows string
		data                 []byte
	}{
		{"by parts", "Päss wörd", lines("name|age", "2 TAnn|N34"), stored(byParts)},
		{"as a whole", "Päss wörd", lines("name|age", "2 TAnn|N34"), stored(whole)},
		{"as LibreOffice saved it", "sécret", lines("name|age|town", "2 TAnn|N34|TRome", "3 TBo|N7|TParis"), saved},
	} {
		t.Run(c.test, func(t *testing.T) {
			path := onDisk(t, "locked.ods", c.data)
			_, err := Open(context.Background(), path)
			wantFault(t, err, "locked.ods", "password")
			if !errors.Is(err, protected.ErrNeedsPassword) || errors.Is(err, protected.ErrWrongPassword) {
				t.Errorf("%v does not wrap ErrNeedsPassword", err)
			}
			for _, wrong := range []string{c.password + " ", "x", strings.ToUpper(c.password)} {
				_, err = OpenProtected(context.Background(), path, wrong)
				wantFault(t, err, "locked.ods", "does not open it")
				if !errors.Is(err, protected.ErrWrongPassword) {
					t.Errorf("%v does not wrap ErrWrongPassword", err)
				}
			}
			f, err := OpenProtected(context.Background(), path, c.password)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			s, err := f.Sheet(context.Background(), Options{})
			if err != nil {
				t.Fatal(err)
			}
			equal(t, mustDump(t, s), c.rows)
			if sum, err := f.Digest(); err != nil || sum != sha256.Sum256(c.data) {
				t.Errorf("digest %x, %v; want that of the file as it is stored", sum, err)
			}
		})
	}
}

// TestProtectedOpenDocumentDamage changes what the manifest says and the parts themselves.
func TestProtectedOpenDocumentDamage(t *testing.T) {
	byParts, whole := protectedOds("x")
	swap := func(parts []part, at int, old, new string) []byte {
		changed := append([]part(nil), parts...)
		if !strings.Contains(changed[at].text, old) {
			t.Fatalf("%q is not in the part", old)
		}
		changed[at].text = strings.Replace(changed[at].text, old, new, 1)
		return stored(changed)
	}
	for _, c := range []struct {
		test, password, says string
		data                 []byte
	}{
		{"Blowfish, without a password", "", "not read", swap(byParts, 1, "http://www.w3.org/2001/04/xmlenc#aes256-cbc", "Blowfish CFB")},
		{"Blowfish", "x", "not read", swap(byParts, 1, "http://www.w3.org/2001/04/xmlenc#aes256-cbc", "Blowfish CFB")},
		{"another checksum", "x", "not read", swap(byParts, 1, "#sha256-1k", "#md5")},
		{"another first hash", "x", "not read", swap(byParts, 1, "xmldsig#sha256", "xmldsig#sha1")},
		{"another way to make the key", "", "not read", swap(byParts, 1, "PBKDF2", "PGP")},
		{"too many rounds", "", "2000000000 rounds", swap(byParts, 1, `iteration-count="1000"`, `iteration-count="2000000000"`)},
		{"a key of no length", "x", "not read", swap(byParts, 1, `manifest:key-size="32" manifest:iteration`, `manifest:key-size="31" manifest:iteration`)},
		{"a short initialisation vector", "x", "damaged", swap(byParts, 1, base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{5}, 16)), "BQU=")},
		{"no base64", "x", "damaged", swap(byParts, 1, base64.StdEncoding.EncodeToString(fixedSalt), "!")},
		{"too much memory", "x", "passes over", swap(whole, 2, `argon2-memory="64"`, `argon2-memory="4000000000"`)},
		{"no memory", "x", "passes over", swap(whole, 2, `argon2-memory="64"`, `argon2-memory="1"`)},
		{"too many passes", "x", "passes over", swap(whole, 2, `argon2-iterations="3"`, `argon2-iterations="4000000000"`)},
		{"no lanes", "x", "passes over", swap(whole, 2, `argon2-lanes="4"`, `argon2-lanes="0"`)},
		{"another beginning", "x", "damaged", swap(whole, 1, "\x07", "\x08")},
		{"cut", "x", "damaged", swap(byParts, 2, byParts[2].text, byParts[2].text[:17])},
		{"nothing left", "x", "damaged", swap(byParts, 2, byParts[2].text, "")},
		{"shorter than it says", "x", "damaged", swap(whole, 2, `manifest:size="`, `manifest:size="9`)},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := read(context.Background(), memory("a.ods", c.data), c.password)
			wantFault(t, err, "a.ods", c.says)
		})
	}
	for i := range 40 {
		changed := []byte(whole[1].text)
		changed[ivOfGCM+i*(len(changed)-ivOfGCM)/40] ^= 1
		_, err := read(context.Background(), memory("a.ods", swap(whole, 1, whole[1].text, string(changed))), "x")
		if !errors.Is(err, protected.ErrWrongPassword) {
			t.Errorf("a changed byte is not noticed: %v", err)
		}
	}
}

const ivOfGCM = 12 // bytes
