package export

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/internal/disk"
	"steward/io/shown"
	"steward/io/wholefile"
)

// names are the files of a release, without their folder.
type names struct {
	base, workbook, record string
	tables                 []tableFile
}

// tableFile is the file of an output, by its number, or of what follows from the answers to a question.
type tableFile struct {
	name    string
	of      int
	derived bool
}

// namesOf derives the file names from the beginning of a name and the ids of outputs. No two
// are the same to any file system.
func namesOf(base string, p plan.Plan) names {
	base = safeName(base)
	n := names{base: base, workbook: base + ".xlsx", record: base + ".json"}
	taken := make(map[string]bool)
	all := p.Outputs()
	add := func(of int, suffix string) {
		name := fmt.Sprintf("%s-%s%s.csv", base, safeName(all[of].Head().ID), suffix)
		for k := of + 1; taken[folded(name)]; k++ {
			name = fmt.Sprintf("%s-%d%s.csv", base, k, suffix)
		}
		taken[folded(name)] = true
		n.tables = append(n.tables, tableFile{name, of, suffix != ""})
	}
	for i := range p.Questions {
		add(i, "")
	}
	for i, q := range p.Questions {
		if q.Derives() {
			add(i, "-derived")
		}
	}
	for i := len(p.Questions); i < len(all); i++ {
		add(i, "")
	}
	return n
}

// Writable makes the folder if it is missing and checks, before anything is spent, that
// files can be written to it and that none of the release's exists already.
func Writable(dir, base string, p plan.Plan, also ...Also) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return message.Errorf("the folder %s cannot be made: choose one that you may write to: %w", dir, err)
	}
	probe, err := os.CreateTemp(dir, ".steward-*")
	if err != nil {
		return message.Errorf("the folder %s cannot be written to: choose another: %w", dir, err)
	}
	probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return message.Errorf("the folder %s cannot be written to: choose another: %w", dir, err)
	}
	n := namesOf(base, p)
	all := []string{n.workbook, n.record, PackageName}
	for _, t := range n.tables {
		all = append(all, t.name)
	}
	for _, a := range also {
		all = append(all, n.base+a.Suffix)
	}
	for _, name := range all {
		_, err := os.Lstat(filepath.Join(dir, name))
		switch {
		case err == nil:
			return message.Errorf("%s exists already: choose another folder, so that nothing is lost", filepath.Join(dir, name))
		case !errors.Is(err, fs.ErrNotExist):
			return message.Errorf("the folder %s cannot be used: %w", dir, err)
		}
	}
	return nil
}

// Also is a file that is written with a release by somebody else, such as the summary.
type Also struct {
	Suffix string // follows the beginning of the name
	Write  func(io.Writer) error
}

// All writes the workbook, a CSV file for each output, what else is asked for, the descriptor of the package and the record,
// and returns their paths, the workbook first. All are on the disk before the first of them gets its name, and the
// record gets it first: whenever the program dies, nothing of a release stands there without the record that
// accounts for it. The budget is spent by then, so a file that
// cannot be written does not keep the others from being written; it errors with all that
// went wrong. It stops when ctx is done.
func All(ctx context.Context, dir, base string, r *result.Release, also ...Also) ([]string, error) {
	return allOn(ctx, disk.OS, dir, base, r, also...)
}

// allOn is All on a given disk.
func allOn(ctx context.Context, d disk.Disk, dir, base string, r *result.Release, also ...Also) ([]string, error) {
	if err := checkNumbers(r); err != nil {
		return nil, err
	}
	n := namesOf(base, r.Plan)
	s := staging{ctx: ctx, disk: d, dir: dir, digests: make(map[string]string)}
	defer s.drop() // after a panic; what was published is dropped no more
	workbook := s.put(n.workbook, func(w io.Writer) error { return writeWorkbook(ctx, w, r) })
	var book *shown.Book
	if workbook != nil {
		var err error
		if book, err = listWorkbook(ctx, d, workbook.Part()); err != nil {
			s.failed = append(s.failed, err)
		}
	}
	outputs := outputsOf(r)
	for _, t := range n.tables {
		s.put(t.name, func(w io.Writer) error {
			if t.derived {
				return writeDerivedCSV(ctx, w, &r.Questions[t.of])
			}
			return outputs[t.of].writeCSV(ctx, w)
		})
	}
	for _, a := range also {
		s.put(n.base+a.Suffix, a.Write)
	}
	s.put(PackageName, func(w io.Writer) error { return writePackage(w, r, n, also, s.digests) })
	s.put(n.record, func(w io.Writer) error { return writeRecord(w, r, s.digests, book) })
	return s.publish(n.record)
}

// staging is the files of a release, none of which stands under its name before all are written.
type staging struct {
	ctx     context.Context
	disk    disk.Disk
	dir     string
	files   []stagedFile
	digests map[string]string // by name
	failed  []error
}

type stagedFile struct {
	path string
	*wholefile.Staged
}

// put writes a file; nil is one that failed.
func (s *staging) put(name string, content func(io.Writer) error) *wholefile.Staged {
	if err := s.ctx.Err(); err != nil {
		s.failed = append(s.failed, err)
		return nil
	}
	h := sha256.New()
	path := filepath.Join(s.dir, name)
	staged, err := wholefile.On(s.disk).Stage(path, func(w io.Writer) error { return content(io.MultiWriter(w, h)) })
	if err != nil {
		s.failed = append(s.failed, err)
		return nil
	}
	s.files = append(s.files, stagedFile{path, staged})
	s.digests[name] = hex.EncodeToString(h.Sum(nil))
	return staged
}

// publish gives the files their names, the first one's before all others', and returns the paths of those that have
// them, in the order in which they were written.
func (s *staging) publish(first string) ([]string, error) {
	isFirst := func(f stagedFile) bool { return filepath.Base(f.path) == first }
	named := make(map[string]bool)
	for _, now := range []bool{true, false} {
		for _, f := range s.files {
			if isFirst(f) != now {
				continue
			}
			err := f.Publish()
			if err != nil {
				s.failed = append(s.failed, err)
			}
			named[f.path] = err == nil
		}
	}
	var paths []string
	for _, f := range s.files {
		if named[f.path] {
			paths = append(paths, f.path)
		}
	}
	s.files = nil
	return paths, errors.Join(s.failed...)
}

// drop removes what was not published.
func (s *staging) drop() {
	for _, f := range s.files {
		f.Drop()
	}
}

// listWorkbook lists what a workbook that was written shows.
func listWorkbook(ctx context.Context, d disk.Disk, path string) (*shown.Book, error) {
	f, err := d.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	at, ok := f.(io.ReaderAt)
	if !ok { // no file of the system's
		content, err := io.ReadAll(f)
		if err != nil {
			return nil, err
		}
		at = bytes.NewReader(content)
	}
	return ListWorkbook(ctx, at, info.Size())
}

// ListWorkbook lists what a workbook shows, as records do: without the cells of the sheet that repeats the record.
func ListWorkbook(ctx context.Context, r io.ReaderAt, size int64) (*shown.Book, error) {
	return shown.List(ctx, r, size, recordSheet)
}

// checkNumbers refuses values that no file format can carry.
func checkNumbers(r *result.Release) error {
	for qi := range r.Questions {
		q := &r.Questions[qi]
		for i := range q.Len() {
			for _, x := range []float64{q.Unadjusted[i], q.Error[i], q.HalfWidth[i], q.Low[i], q.High[i]} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return message.Errorf("question %q, number %d: %v cannot be written", q.Title(), i+1, x)
				}
			}
		}
		for _, t := range q.Derived {
			for i, v := range t.Values {
				for _, x := range []float64{v.Value, v.Low, v.High} {
					if math.IsNaN(x) || math.IsInf(x, 0) {
						return message.Errorf("question %q, %s, number %d: %v cannot be written", q.Title(), t.Title, i+1, x)
					}
				}
			}
		}
	}
	return nil
}

// The columns that follow the keys in every table of answers.
var valueColumns = []string{"Published", FromColumn, ToColumn, "Unadjusted", "Typical error", "Exact"}

// FromColumn and ToColumn head the ends of intervals.
const (
	FromColumn = "95 % from"
	ToColumn   = "95 % to"
)

// errorColumns are those of valueColumns that hold errors.
var errorColumns = []int{1, 2, 4}
