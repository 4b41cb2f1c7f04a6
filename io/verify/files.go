package verify

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/result"
	"steward/core/table"
	"steward/io/export"
	"steward/io/internal/disk"
	"steward/io/sheet"
)

// seal checks whether the record is byte for byte as it was written.
func (v *verifier) seal(path string) error {
	sealed, whole, err := export.CheckSeal(path)
	if err != nil {
		return err
	}
	if !sealed {
		v.unknown(message.Sprintf("The record is of the first format, which has no seal: whether a word in it was changed cannot be told, beyond what is checked below"))
		return nil
	}
	v.sealWhole = whole
	v.note(whole, message.Sprintf("Nothing in the record was changed since it was sealed"), message.Sprintf("The record is not as it was written: it was changed or saved again"))
	return nil
}

// files compares the files beside the record with their digests. A workbook that was saved
// again by a spreadsheet program has other bytes, and is compared by its values.
func (v *verifier) files(ctx context.Context, dir string) error {
	for _, name := range slices.Sorted(maps.Keys(v.record.Files)) {
		v.part = partOf(name)
		if name != filepath.Base(name) {
			v.bad(message.Sprintf("The record names the file %q, which is not beside it", name))
			continue
		}
		path := filepath.Join(dir, name)
		got, err := disk.Digest(disk.OS, path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			v.bad(message.Sprintf("%s is missing beside the record", name))
		case err != nil:
			v.bad(message.Sprintf("%s cannot be read: %v", name, err))
		case got == v.record.Files[name]:
			v.note(true, message.Sprintf("%s is the file that the record names", name), message.Text{})
		case v.part == Workbook && v.intervalled():
			if err := v.shown(ctx, path); err != nil {
				return err
			}
		case v.part == Workbook:
			if err := v.workbook(ctx, path); err != nil {
				return err
			}
		default:
			v.bad(message.Sprintf("%s is not as it was written: it was changed or saved again", name))
		}
	}
	return nil
}

// unnamed tells of files beside the record that are called like those of its release, and that it does not name: whoever
// takes a file out of the record would otherwise hear that all is as it was.
func (v *verifier) unnamed(path string) {
	v.part = Record
	bases := []string{strings.TrimSuffix(filepath.Base(path), ".json")}
	for name := range v.record.Files {
		if partOf(name) == Workbook {
			bases = append(bases, strings.TrimSuffix(name, ".xlsx"))
		}
	}
	if len(bases) == 1 {
		v.bad(message.Sprintf("The record names no workbook, which every release has"))
	}
	there, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		v.unknown(message.Sprintf("What else stands beside the record cannot be told: %v", err))
		return
	}
	for _, file := range there {
		name := file.Name()
		_, named := v.record.Files[name]
		like := slices.Contains([]string{".xlsx", ".csv", ".pdf"}, filepath.Ext(name)) &&
			slices.ContainsFunc(bases, func(base string) bool { return strings.HasPrefix(name, base) })
		if !named && (like || name == export.PackageName) {
			v.unknown(message.Sprintf("%s stands beside the record, which does not name it: whether it belongs to this release cannot be told", name))
		}
	}
}

// recordFiles looks for the records of each synthetic table among the files beside the record.
func (v *verifier) recordFiles(ctx context.Context, dir string) error {
	for _, r := range v.record.Synthetic {
		found := ""
		for _, name := range slices.Sorted(maps.Keys(v.record.Files)) {
			if found != "" || partOf(name) != Tables || name != filepath.Base(name) {
				continue
			}
			digest, err := digestOf(ctx, filepath.Join(dir, name), r)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err == nil && digest == r.Digest {
				found = name
			}
		}
		v.part = Tables
		v.note(found != "", message.Sprintf("%s contains the made-up rows that the record names", found), message.Sprintf("No file beside the record contains the records of “%s” as they were", r.Title))
	}
	return nil
}

// digestOf returns the digest of the records in a file, empty where its columns are others.
func digestOf(ctx context.Context, path string, r export.Synthetic) (string, error) {
	file, err := sheet.Open(ctx, path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	s, err := file.Sheet(ctx, sheet.Options{HeaderRow: 1})
	if err != nil || len(s.Header()) != len(r.Columns) {
		return "", err
	}
	return result.RecordsDigest(s.Header(), textRows(ctx, s))
}

// textRows yields the texts of each row, of as many cells as the header has.
func textRows(ctx context.Context, s table.Source) iter.Seq2[[]string, error] {
	return func(yield func([]string, error) bool) {
		row := make([]string, len(s.Header()))
		for r, err := range s.Rows(ctx) {
			if err != nil {
				yield(nil, err)
				return
			}
			clear(row)
			for j := range min(len(row), len(r.Cells)) {
				row[j] = r.Cells[j].Text
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}
