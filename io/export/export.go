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
	"strings"
	"unicode"

	"steward/core/plan"
	"steward/core/result"
	"steward/io/wholefile"
)

// names are the files of a release, without their folder.
type names struct {
	workbook, record string
	csv              []string // one per question
}

// namesOf derives the file names from the beginning of a name and the questions' ids. No two
// are the same to any file system.
func namesOf(base string, p plan.Plan) names {
	base = safeName(base)
	n := names{workbook: base + ".xlsx", record: base + ".json"}
	taken := make(map[string]bool)
	for i, q := range p.Questions {
		name := fmt.Sprintf("%s-%s.csv", base, safeName(q.ID))
		for k := i + 1; taken[folded(name)]; k++ {
			name = fmt.Sprintf("%s-%d.csv", base, k)
		}
		taken[folded(name)] = true
		n.csv = append(n.csv, name)
	}
	return n
}

// folded returns what names have in common that differ by case only.
func folded(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// maxNameBytes is the longest part of a file's name; two of them and an ending stay below
// the 255 bytes that file systems take.
const maxNameBytes = 120

// safeName keeps what every file system takes.
func safeName(s string) string {
	safe := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, s)
	safe = strings.Trim(safe, "-.")
	if runes := []rune(safe); len(runes) > 60 {
		safe = string(runes[:60])
	}
	if len(safe) > maxNameBytes {
		safe = strings.ToValidUTF8(safe[:maxNameBytes], "")
	}
	if safe = strings.TrimRight(safe, "-."); safe == "" {
		return "release"
	}
	return safe
}

// Writable makes the folder if it is missing and checks, before anything is spent, that
// files can be written to it and that none of the release's exists already.
func Writable(dir, base string, p plan.Plan) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the folder %s cannot be made: choose one that you may write to: %w", dir, err)
	}
	probe, err := os.CreateTemp(dir, ".steward-*")
	if err != nil {
		return fmt.Errorf("the folder %s cannot be written to: choose another: %w", dir, err)
	}
	probe.Close()
	if err := os.Remove(probe.Name()); err != nil {
		return fmt.Errorf("the folder %s cannot be written to: choose another: %w", dir, err)
	}
	n := namesOf(base, p)
	for _, name := range append([]string{n.workbook, n.record}, n.csv...) {
		_, err := os.Lstat(filepath.Join(dir, name))
		switch {
		case err == nil:
			return fmt.Errorf("%s exists already: choose another folder, so that nothing is lost", filepath.Join(dir, name))
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("the folder %s cannot be used: %w", dir, err)
		}
	}
	return nil
}

// All writes the workbook, a CSV file per question and the record, and returns their paths,
// the workbook first. When it errors the files that were finished before stay and are
// returned.
func All(ctx context.Context, dir, base string, r *result.Release) ([]string, error) {
	if err := checkNumbers(r); err != nil {
		return nil, err
	}
	n := namesOf(base, r.Plan)
	var paths []string
	digests := make(map[string]string)
	put := func(name string, content func(io.Writer) error) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		h := sha256.New()
		path := filepath.Join(dir, name)
		err := wholefile.Create(path, func(w io.Writer) error { return content(io.MultiWriter(w, h)) })
		if err != nil {
			return err
		}
		paths = append(paths, path)
		digests[name] = hex.EncodeToString(h.Sum(nil))
		return nil
	}
	if err := put(n.workbook, func(w io.Writer) error { return writeWorkbook(ctx, w, r) }); err != nil {
		return paths, err
	}
	for i, name := range n.csv {
		if err := put(name, func(w io.Writer) error { return writeCSV(ctx, w, &r.Questions[i]) }); err != nil {
			return paths, err
		}
	}
	err := put(n.record, func(w io.Writer) error { return writeRecord(w, r, digests) })
	return paths, err
}

// checkNumbers refuses values that no file format can carry.
func checkNumbers(r *result.Release) error {
	for qi := range r.Questions {
		q := &r.Questions[qi]
		for i := range q.Len() {
			for _, x := range []float64{q.Unadjusted[i], q.Error[i], q.HalfWidth[i]} {
				if math.IsNaN(x) || math.IsInf(x, 0) {
					return fmt.Errorf("question %q, number %d: %v cannot be written", q.Workload.Question().Title, i+1, x)
				}
			}
		}
	}
	return nil
}

// The columns that follow the keys in every table of answers.
var valueColumns = []string{"Published", "Unadjusted", "Typical error", "95 % from", "95 % to", "Exact"}

// typicalFactor turns a root mean square error into a bound on the mean absolute error; see
// accuracy.Summary.
var typicalFactor = math.Sqrt(2 / math.Pi)
