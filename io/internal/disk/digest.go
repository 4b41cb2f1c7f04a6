package disk

import (
	"crypto/sha256"
	"encoding/hex"
	"os"

	"steward/core/limits"
)

// Digest returns the SHA-256 of a published file as lower-case hexadecimal.
func Digest(d Disk, path string) (string, error) {
	f, err := d.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if err := Copy(h, f, limits.MaxPublishedBytes); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
