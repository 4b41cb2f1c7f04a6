package rowaccount

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"

	"steward/assets/language"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/records"
	"steward/io/wholefile"
)

// Suffix is how the names of files end that hold rows of people's data.
const Suffix = ".private.csv"

// Path returns the path of a file of rows, which ends as such files do.
func Path(path string) string {
	if strings.HasSuffix(path, Suffix) {
		return path
	}
	return strings.TrimSuffix(path, ".csv") + Suffix
}

// Write writes the rows behind a line of an account to a new file, which only its owner may read, whose name ends as Suffix and
// whose first line says that it is private. It errors where the file exists, and where a release is in its folder or in the one
// above.
func Write(ctx context.Context, c *plan.Compiled, data *records.Data, key, path string, in language.Language) error {
	path = Path(path)
	for _, dir := range []string{filepath.Dir(path), filepath.Dir(filepath.Dir(path))} {
		if err := noRelease(dir); err != nil {
			return err
		}
	}
	return wholefile.CreatePrivate(path, func(out io.Writer) error {
		w := csv.NewWriter(out)
		_ = w.Write([]string{in.Sayf("PRIVATE: this is about people in the data. Do not publish it and do not pass it on.")}) // Flush keeps an error
		_ = w.Write([]string{in.Sayf("row"), in.Sayf("where"), in.Sayf("what is there"), in.Sayf("why")})
		err := Behind(ctx, c, data, key, func(r Row) bool {
			return w.Write([]string{strconv.Itoa(r.Number), export.Harmless(in.Say(r.Address)), export.Harmless(r.Found), export.Harmless(in.Say(r.Why))}) == nil
		})
		w.Flush()
		return errors.Join(err, w.Error())
	})
}

// noRelease errors where a release is in a folder.
func noRelease(dir string) error {
	entries, err := disk.OS.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // which is told when the file is written
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" {
			continue
		}
		if _, err := export.ReadRecord(filepath.Join(dir, e.Name())); err == nil {
			return message.Errorf("%s is the record of a release, and what you are about to write is about people in the data: choose a folder that is not published", filepath.Join(dir, e.Name()))
		}
	}
	return nil
}

// NoneIn errors where a file of rows is in a folder, which a release is to be written to.
func NoneIn(d disk.Disk, dir string) error {
	entries, _ := d.ReadDir(dir) // what is wrong with it is told when the release is written
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), Suffix) {
			return message.Errorf("%s contains rows of people's data: move it elsewhere, or choose another folder for the release", filepath.Join(dir, e.Name()))
		}
	}
	return nil
}
