package unfinished

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"steward/core/message"
	"steward/io/internal/disk"
	"steward/io/wholefile"
)

// Vacate makes room for the files in their folder, which is made if it is not there, and removes what was written before.
func (r *Release) Vacate() error {
	r.Names, r.Written = nil, nil
	if err := r.write(); err != nil {
		return err
	}
	if err := r.disk.MkdirAll(r.Staging, 0o755); err != nil {
		return unusable(r.Out, err)
	}
	return r.empty(r.Staging, func(string) bool { return true })
}

// Whole says that these are all files, the record among them, and that they are on the disk, in the folder Staging.
func (r *Release) Whole(names []string, record string) error {
	written := make(map[string]string)
	for _, name := range names {
		digest, err := disk.Digest(r.disk, filepath.Join(r.Staging, name))
		if err != nil {
			return err
		}
		written[name] = digest
	}
	r.Names, r.Record, r.Written = names, record, written
	return r.write()
}

// Files returns the paths of the files where they are to stand, in the order in which they were written.
func (r *Release) Files() (out []string) {
	for _, name := range r.Names {
		out = append(out, filepath.Join(r.Out, name))
	}
	return out
}

// IsWhole reports whether all files are on the disk as they were written: in the folder Staging, or where they are to stand.
func (r *Release) IsWhole() bool {
	for name := range r.Written {
		if !r.there(r.Staging, name) && !r.there(r.Out, name) {
			return false
		}
	}
	return len(r.Written) > 0
}

// there reports whether a file stands in a folder as it was written.
func (r *Release) there(dir, name string) bool {
	digest, err := disk.Digest(r.disk, filepath.Join(dir, name))
	return err == nil && digest == r.Written[name]
}

// To chooses another folder for the files, which then have to be written anew.
func (r *Release) To(out string) error {
	if err := r.dropStaging(); err != nil {
		return err
	}
	in := filepath.Dir(out)
	if _, err := r.disk.Stat(out); err == nil {
		in = out
	}
	r.Out, r.Staging, r.Names, r.Written = out, filepath.Join(in, filepath.Base(r.Staging)), nil, nil
	return r.write()
}

// Place puts the files where they are to stand, all at once where nothing is there yet, otherwise the record first. It errors,
// with none placed that was not before, when another file has the name of one. Done again, it places what is left.
func (r *Release) Place() error {
	if _, err := r.disk.Lstat(r.Out); errors.Is(err, fs.ErrNotExist) && filepath.Dir(r.Staging) == filepath.Dir(r.Out) && r.allStaged() {
		if r.disk.Rename(r.Staging, r.Out) == nil {
			_ = r.disk.SyncFolder(filepath.Dir(r.Out)) // not every system syncs folders
			return nil
		}
	}
	if err := r.disk.MkdirAll(r.Out, 0o755); err != nil {
		return unusable(r.Out, err)
	}
	var left []string
	for _, name := range slices.SortedStableFunc(slices.Values(r.Names), r.recordFirst) {
		if r.there(r.Out, name) {
			continue
		}
		left = append(left, name)
		if _, err := r.disk.Lstat(filepath.Join(r.Out, name)); err == nil {
			return wholefile.Exists(filepath.Join(r.Out, name))
		}
	}
	for _, name := range left {
		if err := wholefile.On(r.disk).Move(filepath.Join(r.Staging, name), filepath.Join(r.Out, name)); err != nil {
			return message.Errorf("%s cannot be put into its folder: %w", filepath.Join(r.Out, name), disk.InWords(err))
		}
	}
	_ = r.disk.SyncFolder(r.Out)
	return r.dropStaging()
}

// allStaged reports whether the folder Staging holds all files, so that it can take the place of the one that they are for.
func (r *Release) allStaged() bool {
	entries, err := r.disk.ReadDir(r.Staging)
	return err == nil && len(entries) == len(r.Written) && !slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return r.Written[e.Name()] == "" })
}

// recordFirst has nothing of a release stand in a folder without the record that accounts for it.
func (r *Release) recordFirst(a, b string) int {
	switch r.Record {
	case a:
		return -1
	case b:
		return 1
	}
	return 0
}
