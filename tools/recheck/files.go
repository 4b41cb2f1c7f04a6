package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
)

// How much is read of a record, and of a file beside it.
const (
	maxRecordBytes    = 1 << 30
	maxPublishedBytes = 16 << 30
)

// opened opens an ordinary file of no more than a number of bytes. What else a name can stand for, such as a pipe or a device, is
// refused before it is opened, since opening a pipe waits.
func opened(path string, most int64) (*os.File, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no ordinary file")
	case info.Size() > most:
		return nil, fmt.Errorf("it has %d bytes, more than the %d that are read", info.Size(), most)
	}
	return os.Open(path)
}

// readRecordFile returns what a record holds.
func readRecordFile(path string) ([]byte, error) {
	f, err := opened(path, maxRecordBytes)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxRecordBytes))
	return text, errors.Join(err, f.Close())
}

// digestOf returns the SHA-256 of a file, of which no more than a piece is held at a time.
func digestOf(path string) (string, error) {
	f, err := opened(path, maxPublishedBytes)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, io.LimitReader(f, maxPublishedBytes))
	return fmt.Sprintf("%x", h.Sum(nil)), errors.Join(err, f.Close())
}
