package export

import (
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
	"steward/io/wholefile"
)

// names are the files of a release, without their folder.
type names struct {
	base, workbook, record string
	csv                    []string // one per question
	derived                []string // of what follows from its answers, "" where nothing does
	choices                []string // one per choice
	clusters               []string // one per clustering
	synthetic              []string // one per synthetic table
}

// namesOf derives the file names from the beginning of a name and the questions' ids. No two
// are the same to any file system.
func namesOf(base string, p plan.Plan) names {
	base = safeName(base)
	n := names{base: base, workbook: base + ".xlsx", record: base + ".json"}
	taken := make(map[string]bool)
	for i, q := range p.Questions {
		name := fmt.Sprintf("%s-%s.csv", base, safeName(q.ID))
		for k := i + 1; taken[folded(name)]; k++ {
			name = fmt.Sprintf("%s-%d.csv", base, k)
		}
		taken[folded(name)] = true
		n.csv = append(n.csv, name)
	}
	for i, q := range p.Questions {
		name := ""
		if q.Derives() {
			name = fmt.Sprintf("%s-%s-derived.csv", base, safeName(q.ID))
			for k := i + 1; taken[folded(name)]; k++ {
				name = fmt.Sprintf("%s-%d-derived.csv", base, k)
			}
			taken[folded(name)] = true
		}
		n.derived = append(n.derived, name)
	}
	for i, q := range p.Choices {
		name := fmt.Sprintf("%s-%s.csv", base, safeName(q.ID))
		for k := len(p.Questions) + i + 1; taken[folded(name)]; k++ {
			name = fmt.Sprintf("%s-%d.csv", base, k)
		}
		taken[folded(name)] = true
		n.choices = append(n.choices, name)
	}
	for i, q := range p.Clusters {
		name := fmt.Sprintf("%s-%s.csv", base, safeName(q.ID))
		for k := len(p.Questions) + len(p.Choices) + i + 1; taken[folded(name)]; k++ {
			name = fmt.Sprintf("%s-%d.csv", base, k)
		}
		taken[folded(name)] = true
		n.clusters = append(n.clusters, name)
	}
	for i, q := range p.Synthetic {
		name := fmt.Sprintf("%s-%s.csv", base, safeName(q.ID))
		for k := len(p.Questions) + len(p.Choices) + len(p.Clusters) + i + 1; taken[folded(name)]; k++ {
			name = fmt.Sprintf("%s-%d.csv", base, k)
		}
		taken[folded(name)] = true
		n.synthetic = append(n.synthetic, name)
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
	all := append(append([]string{n.workbook, n.record}, n.csv...), n.choices...)
	all = append(append(all, n.clusters...), n.synthetic...)
	for _, name := range n.derived {
		if name != "" {
			all = append(all, name)
		}
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

// All writes the workbook, a CSV file per question, what else is asked for, and the record,
// and returns their paths, the workbook first. The budget is spent by then, so a file that
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
	var paths []string
	var failed []error
	digests := make(map[string]string)
	put := func(name string, content func(io.Writer) error) {
		if err := ctx.Err(); err != nil {
			failed = append(failed, err)
			return
		}
		h := sha256.New()
		path := filepath.Join(dir, name)
		if err := wholefile.On(d).Create(path, func(w io.Writer) error { return content(io.MultiWriter(w, h)) }); err != nil {
			failed = append(failed, err)
			return
		}
		paths = append(paths, path)
		digests[name] = hex.EncodeToString(h.Sum(nil))
	}
	put(n.workbook, func(w io.Writer) error { return writeWorkbook(ctx, w, r) })
	for i, name := range n.csv {
		put(name, func(w io.Writer) error { return writeCSV(ctx, w, &r.Questions[i]) })
	}
	for i, name := range n.derived {
		if name != "" {
			put(name, func(w io.Writer) error { return writeDerivedCSV(ctx, w, &r.Questions[i]) })
		}
	}
	for i, name := range n.choices {
		put(name, func(w io.Writer) error { return writeChoiceCSV(ctx, w, &r.Choices[i]) })
	}
	for i, name := range n.clusters {
		put(name, func(w io.Writer) error { return writeGroupsCSV(ctx, w, &r.Clusters[i]) })
	}
	for i, name := range n.synthetic {
		put(name, func(w io.Writer) error { return writeRecordsCSV(ctx, w, &r.Synthetic[i]) })
	}
	for _, a := range also {
		put(n.base+a.Suffix, a.Write)
	}
	put(n.record, func(w io.Writer) error { return writeRecord(w, r, digests) })
	return paths, errors.Join(failed...)
}

// checkNumbers refuses values that no file format can carry.
func checkNumbers(r *result.Release) error {
	for qi := range r.Questions {
		q := &r.Questions[qi]
		for i := range q.Len() {
			for _, x := range []float64{q.Unadjusted[i], q.Error[i], q.HalfWidth[i]} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return message.Errorf("question %q, number %d: %v cannot be written", q.Workload.Question().Title, i+1, x)
				}
			}
		}
		for _, t := range q.Derived {
			for i, v := range t.Values {
				for _, x := range []float64{v.Value, v.Low, v.High} {
					if math.IsNaN(x) || math.IsInf(x, 0) {
						return message.Errorf("question %q, %s, number %d: %v cannot be written", q.Workload.Question().Title, t.Title, i+1, x)
					}
				}
			}
		}
	}
	return nil
}

// The columns that follow the keys in every table of answers.
var valueColumns = []string{"Published", "Unadjusted", "Typical error", "95 % from", "95 % to", "Exact"}

// errorColumns are those of valueColumns that hold errors.
var errorColumns = []int{2, 3, 4}

// typicalFactor turns a root mean square error into a bound on the mean absolute error; see
// accuracy.Summary.
var typicalFactor = math.Sqrt(2 / math.Pi)
