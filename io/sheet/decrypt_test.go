package sheet

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	hashes "hash"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"steward/io/sheet/container"
	"steward/io/sheet/protected"
)

func protectedBook(t testing.TB, password string) []byte {
	t.Helper()
	return workbookWith(t, func(f *excelize.File) { set(t, f, "A1", "name"); set(t, f, "A2", "Ann") }, excelize.Options{Password: password})
}

func TestProtectedWorkbook(t *testing.T) {
	agile := agileBook(t, "Päss wörd", 1000, sha512.New, "SHA512", func(*string) {})
	if _, err := excelize.Decrypt(agile, &excelize.Options{Password: "Päss wörd"}); err != nil {
		t.Fatalf("excelize does not open what the test encrypts: %v", err)
	}
	for _, c := range []struct {
		test, password string
		data           []byte
	}{
		{"standard", "sécret", protectedBook(t, "sécret")},
		{"agile with SHA-512", "Päss wörd", agile},
		{"agile with SHA-256", "x", agileBook(t, "x", 100, sha256.New, "SHA256", func(*string) {})},
	} {
		t.Run(c.test, func(t *testing.T) {
			path := onDisk(t, "locked.xlsx", c.data)
			_, err := Open(context.Background(), path)
			wantFault(t, err, "locked.xlsx", "password")
			if !errors.Is(err, protected.ErrNeedsPassword) || errors.Is(err, protected.ErrWrongPassword) {
				t.Errorf("%v does not wrap ErrNeedsPassword", err)
			}
			_, err = OpenProtected(context.Background(), path, c.password+" ")
			wantFault(t, err, "locked.xlsx", "does not open it")
			if !errors.Is(err, protected.ErrWrongPassword) || strings.Contains(err.Error(), c.password+" ") {
				t.Errorf("%v does not wrap ErrWrongPassword, or tells the password", err)
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
			equal(t, mustDump(t, s), lines("name", "2 TAnn"))
			if sum, err := f.Digest(); err != nil || sum != sha256.Sum256(c.data) {
				t.Errorf("digest %x, %v; want that of the file as it is stored", sum, err)
			}
		})
	}
	t.Run("kept from changes only", func(t *testing.T) {
		got, err := readAll("a.xlsx", protectedBook(t, "VelvetSweatshop"), Options{})
		if err != nil || got != lines("name", "2 TAnn") {
			t.Errorf("%q, %v", got, err)
		}
	})
	t.Run("a password that is not needed", func(t *testing.T) {
		if _, err := read(context.Background(), memory("a.csv", []byte("a\n1\n")), "x"); err != nil {
			t.Error(err)
		}
	})
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := read(ctx, memory("a.xlsx", agile), "x")
		wantFault(t, err, "stopped")
	})
}

func TestProtectedWorkbookDamage(t *testing.T) {
	for _, c := range []struct {
		test   string
		change func(info *string)
		says   string
	}{
		{"too many rounds", func(s *string) { *s = strings.Replace(*s, `spinCount="10"`, `spinCount="2000000000"`, 1) }, "2000000000 rounds"},
		{"other cipher", func(s *string) { *s = strings.ReplaceAll(*s, `"AES"`, `"RC2"`) }, "cannot read"},
		{"other hash", func(s *string) { *s = strings.ReplaceAll(*s, `"SHA256"`, `"MD4"`) }, "cannot read"},
		{"no password", func(s *string) { *s = strings.Replace(*s, "encryptedVerifierHashInput", "x", 1) }, "cannot read"},
		{"no XML", func(s *string) { *s = "<" }, "damaged"},
		{"incomplete", func(s *string) {
			*s = strings.Replace(*s, `encryptedHmacValue="`, `encryptedHmacValue="AAAAAAAAAAAAAAAAAAAA`, 1)
		}, "damaged"},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := read(context.Background(), memory("a.xlsx", agileBook(t, "x", 10, sha256.New, "SHA256", c.change)), "x")
			wantFault(t, err, "a.xlsx", c.says)
		})
	}
	data := protectedBook(t, "x")
	for _, n := range []int{100, 513, 1024, 2048, len(data) / 2} {
		_, err := read(context.Background(), memory("a.xlsx", data[:n]), "x")
		wantFault(t, err, "a.xlsx")
	}
}

func TestOldOfficeFiles(t *testing.T) {
	for name, says := range map[string]string{"Workbook": ".xls", "Book": ".xls", "WordDocument": "text document", "PowerPoint Document": "presentation", "Other": "old office program"} {
		_, err := read(context.Background(), memory("a.xls", compoundWith(map[string][]byte{name: make([]byte, 5000)})), "")
		wantFault(t, err, "a.xls", says)
	}
}

// agileBook encrypts a workbook as [MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15 say.
func agileBook(t testing.TB, password string, spins int, h func() hashes.Hash, name string, change func(*string)) []byte {
	t.Helper()
	plain := workbookWith(t, func(f *excelize.File) { set(t, f, "A1", "name"); set(t, f, "A2", "Ann") })
	const keyBytes = 32
	salt, dataSalt := bytes.Repeat([]byte{3}, 16), bytes.Repeat([]byte{5}, 16)
	secret := bytes.Repeat([]byte{7}, keyBytes)
	sum := func(parts ...[]byte) []byte {
		d := h()
		for _, p := range parts {
			d.Write(p)
		}
		return d.Sum(nil)
	}
	seal := func(key, vector, b []byte) []byte {
		block, err := aes.NewCipher(key)
		if err != nil {
			t.Fatal(err)
		}
		b = append(bytes.Clone(b), make([]byte, (16-len(b)%16)%16)...)
		cipher.NewCBCEncrypter(block, vector[:16]).CryptBlocks(b, b)
		return b
	}
	var word []byte
	for _, u := range utf16.Encode([]rune(password)) {
		word = binary.LittleEndian.AppendUint16(word, u)
	}
	spun := sum(salt, word)
	for i := range spins {
		spun = sum(binary.LittleEndian.AppendUint32(nil, uint32(i)), spun)
	}
	part := func(k, b []byte) string {
		key := sum(spun, k)[:keyBytes]
		return base64.StdEncoding.EncodeToString(seal(key, salt, b))
	}
	input := bytes.Repeat([]byte{9}, 16)
	pack := binary.LittleEndian.AppendUint64(nil, uint64(len(plain)))
	for i, chunk := range slices.Collect(slices.Chunk(plain, 4096)) {
		pack = append(pack, seal(secret, sum(dataSalt, binary.LittleEndian.AppendUint32(nil, uint32(i))), chunk)...)
	}
	codeKey := bytes.Repeat([]byte{11}, h().Size())
	code := hmac.New(h, codeKey)
	code.Write(pack)
	cipherOf := func(salt []byte) string {
		return fmt.Sprintf(`saltSize="16" blockSize="16" keyBits="256" hashSize="%d" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="%s" saltValue="%s"`,
			h().Size(), name, base64.StdEncoding.EncodeToString(salt))
	}
	info := fmt.Sprintf(`<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData %s/>`+
		`<dataIntegrity encryptedHmacKey="%s" encryptedHmacValue="%s"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">`+
		`<p:encryptedKey spinCount="%d" %s encryptedVerifierHashInput="%s" encryptedVerifierHashValue="%s" encryptedKeyValue="%s"/></keyEncryptor></keyEncryptors></encryption>`,
		cipherOf(dataSalt), base64.StdEncoding.EncodeToString(seal(secret, sum(dataSalt, []byte("\x5f\xb2\xad\x01\x0c\xb9\xe1\xf6")), codeKey)),
		base64.StdEncoding.EncodeToString(seal(secret, sum(dataSalt, []byte("\xa0\x67\x7f\x02\xb2\x2c\x84\x33")), code.Sum(nil))),
		spins, cipherOf(salt), part([]byte("\xfe\xa7\xd2\x76\x3b\x4b\x9e\x79"), input), part([]byte("\xd7\xaa\x0f\x6d\x30\x61\x34\x4e"), sum(input)), part([]byte("\x14\x6e\x0b\xe7\xab\xac\xd0\xd6"), secret))
	change(&info)
	return compoundWith(map[string][]byte{"EncryptionInfo": append([]byte{4, 0, 4, 0, 0x40, 0, 0, 0}, info...), "EncryptedPackage": pack})
}

// compoundWith makes a compound file with streams, the short ones in small sectors.
func compoundWith(streams map[string][]byte) []byte {
	const sector, small, cutoff = 512, 64, 4096
	const endOfChain, freeSector, streamEntry, rootEntry = 0xfffffffe, 0xffffffff, 2, 5
	var body []byte
	var table, smallTable []uint32
	var ministream []byte
	put := func(b []byte) uint32 { // appends sectors
		first := uint32(len(table))
		for i := 0; i < len(b) || i == 0; i += sector {
			part := append(bytes.Clone(b[i:min(len(b), i+sector)]), make([]byte, sector)...)
			body = append(body, part[:sector]...)
			table = append(table, uint32(len(table)+1))
		}
		table[len(table)-1] = endOfChain
		return first
	}
	entry := func(name string, kind byte, start uint32, size int) []byte {
		e := make([]byte, 128)
		for i, u := range utf16.Encode([]rune(name)) {
			binary.LittleEndian.PutUint16(e[2*i:], u)
		}
		binary.LittleEndian.PutUint16(e[0x40:], uint16(2*len(utf16.Encode([]rune(name)))+2))
		e[0x42], e[0x43] = kind, 1
		for _, at := range []int{0x44, 0x48, 0x4c} { // siblings and child
			binary.LittleEndian.PutUint32(e[at:], freeSector)
		}
		binary.LittleEndian.PutUint32(e[0x74:], start)
		binary.LittleEndian.PutUint64(e[0x78:], uint64(size))
		return e
	}
	var names []string
	for name := range streams {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return len(a) - len(b) }) // as the tree of names has them
	var entries [][]byte
	for _, name := range names {
		b := streams[name]
		if len(b) >= cutoff {
			entries = append(entries, entry(name, streamEntry, put(b), len(b)))
			continue
		}
		first := uint32(len(smallTable))
		for i := 0; i < len(b); i += small {
			ministream = append(ministream, append(bytes.Clone(b[i:min(len(b), i+small)]), make([]byte, small)...)[:small]...)
			smallTable = append(smallTable, uint32(len(smallTable)+1))
		}
		smallTable[len(smallTable)-1] = endOfChain
		entries = append(entries, entry(name, streamEntry, first, len(b)))
	}
	smallStart, rootStart := uint32(endOfChain), uint32(endOfChain)
	if len(ministream) > 0 {
		var b []byte
		for len(smallTable)%(sector/4) != 0 {
			smallTable = append(smallTable, freeSector)
		}
		for _, n := range smallTable {
			b = binary.LittleEndian.AppendUint32(b, n)
		}
		smallStart, rootStart = put(b), put(ministream)
	}
	root := entry("Root Entry", rootEntry, rootStart, len(ministream))
	binary.LittleEndian.PutUint32(root[0x4c:], 1)
	for i := range len(entries) - 1 {
		binary.LittleEndian.PutUint32(entries[i][0x48:], uint32(i+2)) // the next one stands to the right
	}
	directory := bytes.Join(append([][]byte{root}, entries...), nil)
	directoryStart := put(directory)
	sectorsOfTable := (len(table) + sector/4) / (sector/4 - 1) // with room for its own
	tableStart := len(table)
	for range sectorsOfTable {
		table = append(table, 0xfffffffd)
	}
	for len(table)%(sector/4) != 0 {
		table = append(table, freeSector)
	}
	head := make([]byte, sector)
	copy(head, container.CompoundMagic)
	binary.LittleEndian.PutUint16(head[0x18:], 0x3e)
	binary.LittleEndian.PutUint16(head[0x1a:], 3)
	binary.LittleEndian.PutUint16(head[0x1c:], 0xfffe)
	binary.LittleEndian.PutUint16(head[0x1e:], 9)
	binary.LittleEndian.PutUint16(head[0x20:], 6)
	binary.LittleEndian.PutUint32(head[0x2c:], uint32(len(table)/(sector/4)))
	binary.LittleEndian.PutUint32(head[0x30:], directoryStart)
	binary.LittleEndian.PutUint32(head[0x38:], cutoff)
	binary.LittleEndian.PutUint32(head[0x3c:], smallStart)
	binary.LittleEndian.PutUint32(head[0x40:], uint32(max(1, len(smallTable)/(sector/4))))
	binary.LittleEndian.PutUint32(head[0x44:], endOfChain)
	for i := range 109 {
		n := uint32(freeSector)
		if i < len(table)/(sector/4) {
			n = uint32(tableStart + i)
		}
		binary.LittleEndian.PutUint32(head[0x4c+4*i:], n)
	}
	for _, n := range table {
		body = binary.LittleEndian.AppendUint32(body, n)
	}
	return append(head, body...)
}
