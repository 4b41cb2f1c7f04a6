package counts

import (
	"crypto/sha256"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steward/io/internal/disk"
)

// mostBeside is in how many text tables of a folder a description is looked for.
const mostBeside = 1000

// Describing returns the paths of the files in a folder that are what a Description returned, which is as private as the rows, and that
// same knows by their SHA-256: there may be those of other tables, or of others' plans. Files that cannot be read are none.
func Describing(folder string, same func(digest [32]byte) bool) []string {
	all, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	all = slices.DeleteFunc(all, func(e os.DirEntry) bool {
		return !e.Type().IsRegular() || !strings.EqualFold(filepath.Ext(e.Name()), ".csv")
	})
	var found []string
	for _, e := range all[:min(len(all), mostBeside)] {
		path := filepath.Join(folder, e.Name())
		if digest, ok := describing(path); ok && same(digest) {
			found = append(found, path)
		}
	}
	return found
}

// describing returns the SHA-256 of a file that begins as descriptions do.
func describing(path string) (digest [32]byte, ok bool) {
	f, err := disk.Open(path)
	if err != nil {
		return digest, false
	}
	defer f.Close()
	const mark = "\ufeff" // of the encoding
	head := make([]byte, len(mark)+len(`"`)+len(descriptionMark))
	if _, err := io.ReadFull(f, head); err != nil {
		return digest, false
	}
	if !strings.HasPrefix(strings.TrimPrefix(strings.TrimPrefix(string(head), mark), `"`), descriptionMark) {
		return digest, false
	}
	h := sha256.New()
	h.Write(head)
	if _, err := io.Copy(h, f); err != nil {
		return digest, false
	}
	return [32]byte(h.Sum(nil)), true
}
