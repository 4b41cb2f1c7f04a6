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

	"steward/assets/language"
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

// Free errors when a file of a release stands in its folder already.
func Free(d disk.Disk, dir, base string, p plan.Plan, also ...Also) error {
	n := namesOf(base, p)
	all := []string{n.workbook, n.record, PackageName}
	for _, t := range n.tables {
		all = append(all, t.name)
	}
	for _, a := range also {
		all = append(all, n.base+a.Suffix)
	}
	for _, name := range all {
		path := filepath.Join(dir, name)
		_, err := d.Lstat(path)
		switch {
		case err == nil:
			return message.Errorf("%s already exists: choose another folder, so that nothing is lost", path)
		case !errors.Is(err, fs.ErrNotExist):
			return message.Errorf("the folder %s cannot be used: choose another: %w", dir, err)
		}
	}
	return nil
}

// Also is a file that is written with a release by somebody else, such as the summary.
type Also struct {
	Suffix string // follows the beginning of the name
	Title  message.Text
	Write  func(io.Writer) error
}

// All writes the workbook, a CSV file for each output, what else is asked for, the descriptor of the package and the record,
// and returns their paths, the workbook first. The budget is spent by then, so a file that
// cannot be written does not keep the others from being written; it errors with all that
// went wrong. It stops when ctx is done, and when the disk takes nothing more.
func All(ctx context.Context, d disk.Disk, dir, base string, r *result.Release, also ...Also) ([]string, error) {
	if err := checkNumbers(r); err != nil {
		return nil, err
	}
	if _, err := language.Of(r.Plan.Language); err != nil {
		return nil, err
	}
	n := namesOf(base, r.Plan)
	s := writing{ctx: ctx, disk: d, dir: dir, digests: make(map[string]string)}
	var book *shown.Book
	if s.put(n.workbook, func(w io.Writer) error { return writeWorkbook(ctx, w, r) }) {
		var err error
		if book, err = listWorkbook(ctx, d, filepath.Join(dir, n.workbook)); err != nil {
			s.failed = append(s.failed, err)
		}
	}
	outputs := outputsOf(r)
	for _, t := range n.tables {
		s.put(t.name, func(w io.Writer) error {
			if t.derived {
				return answered{&r.Questions[t.of], r, t.of, languageOf(r)}.writeDerivedCSV(ctx, w)
			}
			return outputs[t.of].writeCSV(ctx, w)
		})
	}
	for _, a := range also {
		s.put(n.base+a.Suffix, a.Write)
	}
	s.put(PackageName, func(w io.Writer) error { return writePackage(w, r, n, also, s.digests) })
	s.put(n.record, func(w io.Writer) error { return writeRecord(w, r, s.digests, book) })
	return s.paths, errors.Join(s.failed...)
}

// writing is the files of a release.
type writing struct {
	ctx     context.Context
	disk    disk.Disk
	dir     string
	paths   []string
	digests map[string]string // by name
	failed  []error
	stuck   bool // the disk is full, gone or not to be written to
}

// put writes a file, and reports whether it could.
func (s *writing) put(name string, content func(io.Writer) error) bool {
	if err := s.ctx.Err(); err != nil {
		s.failed = append(s.failed, err)
		return false
	}
	if s.stuck {
		return false
	}
	h := sha256.New()
	path := filepath.Join(s.dir, name)
	if err := wholefile.On(s.disk).Create(path, func(w io.Writer) error { return content(io.MultiWriter(w, h)) }); err != nil {
		if s.stuck = disk.InWords(err) != err; s.stuck {
			if cause, ok := errors.AsType[*fs.PathError](err); ok { // a sentence about the disk, without the parts of the file and names of the moment
				err = message.Errorf("%s cannot be written: %w", name, disk.InWords(cause.Err))
			}
		}
		s.failed = append(s.failed, err)
		return false
	}
	s.paths = append(s.paths, path)
	s.digests[name] = hex.EncodeToString(h.Sum(nil))
	return true
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

// languageOf is the language of a release's files.
func languageOf(r *result.Release) language.Language {
	in, _ := language.Of(r.Plan.Language) // All errors for one that is not there
	return in
}

// The columns that follow the keys in every table of answers.
var valueColumns = []message.Text{
	message.Sprintf("Published"), message.Word(FromColumn), message.Word(ToColumn), message.Sprintf("Unadjusted"), message.Sprintf("Typical error"), message.Sprintf("Exact"),
}

// FromColumn and ToColumn head the ends of intervals.
const (
	FromColumn = "95 % from"
	ToColumn   = "95 % to"
)

// errorColumns are those of valueColumns that hold errors.
var errorColumns = []int{1, 2, 4}
