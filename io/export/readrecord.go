package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// ReadRecord reads a release record. It errors when the file is missing, is no record, has
// a field that this program does not know, or was written by a newer version.
func ReadRecord(path string) (Record, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, fmt.Errorf("there is no record %s: check the name", path)
	}
	if err != nil {
		return Record{}, fmt.Errorf("the record cannot be read: %w", err)
	}
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(data, &head); err != nil || head.Version < 1 {
		return Record{}, fmt.Errorf("%s is no release record: choose the .json file of a release", path)
	}
	if head.Version > RecordVersion {
		return Record{}, fmt.Errorf("%s was written by a newer version of Steward (format %d, this program knows %d): update Steward", path, head.Version, RecordVersion)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var r Record
	if err := d.Decode(&r); err != nil {
		return Record{}, fmt.Errorf("%s is no whole release record: %w", path, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Record{}, fmt.Errorf("%s has something after its end", path)
	}
	return r, nil
}

// FileDigest returns the SHA-256 of a file as lower-case hexadecimal.
func FileDigest(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
