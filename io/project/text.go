package project

import (
	"bytes"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/internal/disk"
)

// ReadText returns a text file that says a plan in words. It errors where it cannot be read or is not in UTF-8.
func ReadText(path string) (string, error) {
	data, err := disk.ReadFile(disk.OS, path, limits.MaxProjectBytes)
	if err != nil {
		return "", message.Errorf("%s cannot be read: %w", path, disk.InWords(err))
	}
	if data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")); !utf8.Valid(data) {
		return "", message.Errorf("%s has a broken character: save the file as UTF-8", path)
	}
	return string(data), nil
}
