package session

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"steward/core/plan"
	"steward/core/release"
	"steward/gui/words"
	"steward/io/project"
)

// Like returns the plan compared on a public file: the file at path, which can be read as the plan
// says, one row per person; where it has no sheet of the name that the plan gives, its first.
// Previews and releases then use the methods, too, whose error depends on the data. progress, which
// may be nil, is told how many rows were read. It errors when the file is the one that the plan
// protects.
func Like(ctx context.Context, c *plan.Compiled, path string, progress func(rows int64)) (*plan.Compiled, error) {
	return like(ctx, c, publicFile{path: path, progress: progress})
}

// publicFile is a public file to be counted.
type publicFile struct {
	path     string
	progress func(rows int64)
	// own is the path of the file that the plan protects, as far as it is known.
	own string
	// chosen is the fingerprint of the file that was chosen before, nil for a new choice.
	chosen *plan.Fingerprint
}

// like is Like, and errors with ErrNotChosen when another file was chosen before.
func like(ctx context.Context, c *plan.Compiled, f publicFile) (*plan.Compiled, error) {
	data, err := OpenData(ctx, f.path, c.Plan.Data)
	if err != nil && c.Plan.Data.Sheet+c.Plan.Data.Range != "" {
		d := c.Plan.Data
		d.Sheet, d.Range = "", ""
		data, err = OpenData(ctx, f.path, d)
	}
	if err != nil {
		return nil, err
	}
	defer data.Close()
	fingerprint, err := data.fingerprint(f.chosen)
	if err != nil {
		return nil, err
	}
	if f.own != "" {
		if err := notOwn(ctx, f.own, c.Plan.Data, fingerprint); err != nil {
			return nil, err
		}
	}
	tables, err := release.Like(ctx, c, data, f.progress)
	if err != nil {
		return nil, err
	}
	return c.CompareOn(plan.NewFileStandIn(filepath.Base(f.path), fingerprint, tables), tables)
}

// ErrNotChosen is the error of a public file with other bytes than the one that was chosen.
var ErrNotChosen = errors.New(words.Key("it is not the public file that was chosen: it was changed or saved again since"))

// fingerprint identifies a public file: by the given fingerprint, if that is its.
func (d *Data) fingerprint(chosen *plan.Fingerprint) (plan.Fingerprint, error) {
	digest, err := d.file.Digest()
	switch {
	case err != nil:
		return plan.Fingerprint{}, err
	case chosen == nil:
		return project.NewFingerprint(digest)
	case !project.Matches(*chosen, digest):
		return plan.Fingerprint{}, ErrNotChosen
	}
	return *chosen, nil
}

// notOwn errors with release.ErrOwnData when the file at a path is the one of a fingerprint.
func notOwn(ctx context.Context, path string, d plan.Data, f plan.Fingerprint) error {
	own, err := OpenData(ctx, path, d)
	if err != nil {
		return err
	}
	defer own.Close()
	same, err := own.SameAsReviewed(f)
	if err == nil && same {
		return release.ErrOwnData
	}
	return err
}

// CompileCompared compiles a plan with the numbers of the public file that it is compared on, which
// it looks for in folders where the plan does not hold them. lacking says in a sentence what is not
// there; the questions in it are then answered by methods whose error does not depend on the data.
// It errors as plan.Compile does, and with ctx's error.
func CompileCompared(ctx context.Context, p plan.Plan, folders ...string) (c *plan.Compiled, lacking string, err error) {
	c, err = plan.Compile(p)
	if err != nil || len(c.Lacking) == 0 {
		return c, "", err
	}
	lacking = seek(ctx, c, seeking{folders: folders})
	if ctx.Err() != nil {
		return nil, "", ctx.Err()
	}
	if lacking == "" {
		c, err = c.Again(p)
	}
	return c, lacking, err
}

// seeking is where a public file is looked for, and what is told of it.
type seeking struct {
	folders  []string
	own      string
	progress func(rows int64)
}

// seek counts the public file of a compiled plan for the questions that lack its numbers, which the
// plan's memory holds then. It returns in a sentence what is not there.
func seek(ctx context.Context, c *plan.Compiled, s seeking) (lacking string) {
	standIn := c.Plan.StandIn
	if standIn.Kind != plan.StandInFile {
		return words.T("There is no pilot for %s: only methods are used there whose error does not depend on the data.", titles(c, c.Lacking))
	}
	why := words.T("it is not there")
	for _, folder := range s.folders {
		path := filepath.Join(folder, filepath.Base(standIn.Name))
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		_, err := like(ctx, c, publicFile{path: path, progress: s.progress, own: s.own, chosen: standIn.File})
		if err == nil {
			return ""
		}
		why = words.Error(err)
	}
	return words.T("The public file %q that methods are compared on cannot be used for %s: %s. Put it beside the plan, or choose it again; until then only methods are used whose error does not depend on the data.", standIn.Name, titles(c, c.Lacking), why)
}

// titles names questions.
func titles(c *plan.Compiled, questions []int) string {
	text := ""
	for n, i := range questions {
		if n > 0 {
			text += ", "
		}
		text += words.T("“%s”", c.Plan.Questions[i].Title)
	}
	return text
}
