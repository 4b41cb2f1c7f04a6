// Package protected opens workbooks of Office that are encrypted with a password, and has what is said
// of protected workbooks of any kind. The opened workbook is kept in memory only.
package protected

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	hashes "hash"
	"unicode/utf16"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/container"
	"steward/io/sheet/grid"
)

// Workbooks are encrypted as [MS-OFFCRYPTO] says: 2.3.4.10 "agile", as programs do since
// 2010, and 2.3.4.5 "standard", as they did before and some still do. The opened workbook is
// kept in memory only.

// ErrNeedsPassword is wrapped by the error for a workbook that is protected with a password,
// when none was given; ErrWrongPassword by that for another than its own.
var (
	ErrNeedsPassword = message.New("the workbook is protected with a password")
	ErrWrongPassword = message.New("this is not the password of the workbook")
)

const (
	noPassword       = "VelvetSweatshop"
	EncryptedPackage = "EncryptedPackage" // the stream with the workbook
)

// Unlock returns the workbook in a protected file. Without a password it tries the one that
// programs use where a workbook is only to be kept from changes.
func Unlock(ctx context.Context, c *container.Compound, password string) ([]byte, error) {
	name := c.Source.Name
	if c.Source.Size > limits.MaxProtectedBytes {
		return nil, TooLarge(name)
	}
	word := password
	if word == "" {
		word = noPassword
	}
	data, err := decrypt(ctx, c, word)
	if err != nil {
		return nil, Fault(ctx, name, password, err)
	}
	return data, nil
}

// TooLarge is the error for a protected workbook that would take too much memory.
func TooLarge(name string) error {
	return grid.NewFault(name, "the workbook is protected with a password and has more than %d bytes", limits.MaxProtectedBytes).WithRemedy("save it without the password, or save only the columns that you need")
}

// Fault is the error for a protected workbook that could not be opened with a password.
func Fault(ctx context.Context, name, password string, err error) error {
	switch {
	case ctx.Err() != nil:
		return grid.Stopped(name, ctx.Err())
	case errors.Is(err, ErrWrongPassword) && password == "":
		return grid.NewFault(name, "the workbook is protected with a password").Because(ErrNeedsPassword).WithRemedy("enter the password; it opens the file and is never saved")
	case errors.Is(err, ErrWrongPassword):
		return grid.NewFault(name, "the workbook is protected with a password, and this one does not open it").Because(ErrWrongPassword).WithRemedy("type it again, exactly as it is, with its capitals")
	case errors.Is(err, ErrUnknownCipher):
		return grid.NewFault(name, "the workbook is protected in a way that Steward cannot read (%s)", err).Because(err).WithRemedy("open it in a spreadsheet program, remove the password and save it as .xlsx")
	}
	return grid.NewFault(name, "the protected workbook is damaged (%v)", err).Because(err).WithRemedy("open it in a spreadsheet program and save it again")
}

// ErrUnknownCipher is wrapped where a workbook is protected in a way that is not read.
var ErrUnknownCipher = message.New("unknown cipher")

func decrypt(ctx context.Context, c *container.Compound, password string) ([]byte, error) {
	info, err := c.Stream("EncryptionInfo")
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
		err = message.Errorf("%w: version %d.%d", ErrUnknownCipher, major, minor)
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
	sealed, err := c.Stream(EncryptedPackage)
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

// Digest hashes parts one after the other.
func Digest(h hashes.Hash, parts ...[]byte) []byte {
	h.Reset()
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// Decipher decrypts whole blocks.
func Decipher(key, vector, sealed []byte) ([]byte, error) {
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
