package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
)

// ReadRecord reads a release record. It errors when the file is missing, is no record, has
// a field that this program does not know, or was written by a newer version.
func ReadRecord(path string) (Record, error) {
	data, err := disk.ReadFile(disk.OS, path, limits.MaxReleaseRecordBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return Record{}, message.Errorf("there is no record %s: check the name", path)
	}
	if err != nil {
		return Record{}, message.Errorf("the record cannot be read: %w", err)
	}
	var head struct {
		Version int `json:"version"`
		Privacy struct {
			Record string `json:"record"`
		} `json:"privacy"`
	}
	err = json.Unmarshal(data, &head)
	if described := head.Privacy.Record; err == nil && described != "" {
		return Record{}, message.Errorf("%s only describes a release: choose its record, %s, in the same folder", path, filepath.Base(described))
	}
	if err != nil || head.Version < 1 {
		return Record{}, message.Errorf("%s is not a release record: choose the .json file of a release", path)
	}
	if head.Version > RecordVersion {
		return Record{}, message.Errorf("%s was written by a newer version of Steward (format %d, this program knows %d): update Steward", path, head.Version, RecordVersion)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var r Record
	if err := d.Decode(&r); err != nil {
		return Record{}, message.Errorf("%s is not a complete release record: %w", path, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Record{}, message.Errorf("%s has something after its end", path)
	}
	return r, nil
}

// CheckSeal tells whether a record is byte for byte as it was written. A record of version 1
// has no seal, so that it cannot be told; sealed is false then. It errors when the file cannot
// be read.
func CheckSeal(path string) (sealed, whole bool, err error) {
	data, err := disk.ReadFile(disk.OS, path, limits.MaxReleaseRecordBytes)
	if err != nil {
		return false, false, message.Errorf("the record cannot be read: %w", err)
	}
	var head struct {
		Version int    `json:"version"`
		Seal    string `json:"seal"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return false, false, message.Errorf("%s is not a release record: %w", path, err)
	}
	if head.Version < 2 && head.Seal == "" {
		return false, false, nil
	}
	before := max(len(data)-len(sealLine(strings.Repeat("0", 2*sha256.Size))), 0)
	digest := sha256.Sum256(data[:before])
	return true, string(data[before:]) == sealLine(hex.EncodeToString(digest[:])), nil
}

// Seal returns the seal that stands at the end of a record, without looking whether it is the right one.
// It errors when there is none.
func Seal(path string) (string, error) {
	f, err := disk.Open(path)
	if err != nil {
		return "", message.Errorf("the record cannot be read: %w", err)
	}
	defer f.Close()
	before, after, _ := strings.Cut(sealLine("?"), "?")
	length := len(before) + 2*sha256.Size + len(after)
	info, err := f.Stat()
	if err != nil {
		return "", message.Errorf("the record cannot be read: %w", err)
	}
	end := make([]byte, min(int64(length), info.Size()))
	if _, err := f.ReadAt(end, info.Size()-int64(len(end))); err != nil {
		return "", message.Errorf("the record cannot be read: %w", err)
	}
	line := string(end)
	if !strings.HasPrefix(line, before) || !strings.HasSuffix(line, after) || len(line) != length {
		return "", message.Errorf("%s does not end with a seal", path)
	}
	return line[len(before) : length-len(after)], nil
}
