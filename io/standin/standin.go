// Package standin compares plans on public data: it counts a public file that is like the one that a plan
// protects, so that the methods can be compared, too, whose error depends on the data, and finds that file
// again for a plan that names it. It refuses the file that the plan protects.
package standin

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/io/project"
	"steward/io/records"
)

// File is a public file to be counted.
type File struct {
	Path string
	// Progress, unless nil, is told how many rows were read.
	Progress func(rows int64)
	// Own is the path of the file that the plan protects, as far as it is known.
	Own string
	// Chosen is the fingerprint of the file that was chosen before, nil for a new choice.
	Chosen *plan.Fingerprint
}

// Like returns the plan compared on a public file, which can be read as the plan says, one row per person;
// where it has no sheet of the name that the plan gives, its first. Previews and releases then use the
// methods, too, whose error depends on the data. It errors with release.ErrOwnData when the file is the
// one that the plan protects, and with ErrNotChosen when another one was chosen before.
func Like(ctx context.Context, c *plan.Compiled, f File) (*plan.Compiled, error) {
	data, err := records.Open(ctx, f.Path, c.Plan.Data)
	if err != nil && c.Plan.Data.Sheet+c.Plan.Data.Range != "" {
		d := c.Plan.Data
		d.Sheet, d.Range = "", ""
		data, err = records.Open(ctx, f.Path, d)
	}
	if err != nil {
		return nil, err
	}
	defer data.Close()
	print, err := fingerprint(data, f.Chosen)
	if err != nil {
		return nil, err
	}
	if f.Own != "" {
		if err := notOwn(ctx, f.Own, c.Plan.Data, print); err != nil {
			return nil, err
		}
	}
	tables, err := release.Like(ctx, c, data, f.Progress)
	if err != nil {
		return nil, err
	}
	return c.CompareOn(plan.NewFileStandIn(filepath.Base(f.Path), print, tables), tables)
}

// ErrNotChosen is the error of a public file with other bytes than the one that was chosen.
var ErrNotChosen = message.New("it is not the public file that was chosen: it was changed or saved again since")

// fingerprint identifies a public file: by the given fingerprint, if that is its.
func fingerprint(d *records.Data, chosen *plan.Fingerprint) (plan.Fingerprint, error) {
	digest, err := d.File.Digest()
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
	own, err := records.Open(ctx, path, d)
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

// Compile compiles a plan with the numbers of the public file that it is compared on, which it looks for in
// folders where the plan does not hold them. lacking says in a sentence what is not there; the questions in
// it are then answered by methods whose error does not depend on the data. It errors as plan.Compile does,
// and with ctx's error.
func Compile(ctx context.Context, p plan.Plan, folders ...string) (c *plan.Compiled, lacking message.Text, err error) {
	c, err = plan.Compile(p)
	if err != nil || len(c.Lacking) == 0 {
		return c, message.Text{}, err
	}
	lacking = Seek(ctx, c, "", folders...)
	if ctx.Err() != nil {
		return nil, message.Text{}, ctx.Err()
	}
	if lacking.IsZero() {
		c, err = c.Again(p)
	}
	return c, lacking, err
}

// Seek looks in folders for the public file of a compiled plan, and counts it for the questions that lack its
// numbers, which the plan's memory holds then. own is the path of the file that the plan protects, as far as
// it is known. It returns in a sentence what is not there.
func Seek(ctx context.Context, c *plan.Compiled, own string, folders ...string) (lacking message.Text) {
	standIn := c.Plan.StandIn
	if standIn.Kind != plan.StandInFile {
		return message.Sprintf("There is no pilot for %s: only methods whose error does not depend on the data are used there.", titles(c))
	}
	why := message.New("it is not there")
	for _, folder := range folders {
		path := filepath.Join(folder, filepath.Base(standIn.Name))
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		_, err := Like(ctx, c, File{Path: path, Own: own, Chosen: standIn.File})
		if err == nil {
			return message.Text{}
		}
		why = err
	}
	return message.Sprintf("The public file %q that methods are compared on cannot be used for %s: %s. Put it beside the plan, or choose it again; until then only methods whose error does not depend on the data are used.", standIn.Name, titles(c), why)
}

// titles names the questions that lack numbers.
func titles(c *plan.Compiled) message.Text {
	var list []string
	for _, i := range c.Lacking {
		list = append(list, c.Plan.Questions[i].Title)
	}
	return message.List(message.Quoted(list), "%s, %s", "%s, %s")
}
