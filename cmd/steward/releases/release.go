// Package releases has the subcommands that spend: steward release, steward finish, the pilots of steward compare, and steward demo,
// which does the whole job on the sample.
package releases

import (
	"cmp"
	"os"
	"path/filepath"

	"steward/cmd/steward/accounts"
	"steward/cmd/steward/console"
	"steward/cmd/steward/plans"
	"steward/cmd/steward/previews"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/counts"
	"steward/io/export"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/records"
	"steward/io/witness"
)

// Release spends the budget and writes a release.
type Release struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Data    string `required:"" help:"The reviewed spreadsheet, or what the query of steward sql returned." type:"path" placeholder:"FILE"`
	Out     string `required:"" help:"Folder for the release." type:"path" placeholder:"DIR"`
	Name    string `help:"Beginning of the file names. Without it they give the data set and the day." placeholder:"NAME"`
	By      string `help:"Who sets what may be spent in total, if this release is the first whose plan says so." placeholder:"NAME"`
	Paper   string `help:"Paper for the summary: A4 or Letter. Without it the plan decides, with A4 unless something else was chosen." enum:",A4,Letter" default:"" placeholder:"SIZE"`
	Others  bool   `name:"other-people" help:"The people in the file are not those of the account that they seem to be in."`
	Delete  bool   `name:"delete-counts" help:"Delete what queries of steward sql returned once the release is written: the counts, and in their folder what describes their table. A file of rows is never deleted."`
	previews.Sized
}

func (cmd Release) Run(c *console.Console) error {
	file, p, err := project.Open(cmd.Project)
	if err != nil {
		return err
	}
	compiled, err := plans.WithPublic(c, cmd.Project, p)
	if err != nil {
		return err
	}
	finished, err := finishFirst(c, compiled.Plan.DataSet, compiled.Plan.Title)
	if err != nil || finished {
		return err
	}
	about, err := cmd.About()
	if err != nil {
		return err
	}
	job, err := jobOf(c, compiled, cmd.Data)
	if err != nil {
		return err
	}
	job.Out, job.Base = cmd.Out, cmp.Or(cmd.Name, export.BaseName(compiled.Plan.DataSet, compiled.Plan.Title, job.Now))
	job.By, job.Paper, job.OtherPeople = cmd.By, plan.Paper(cmd.Paper), cmd.Others
	job.Near = nearTo(file, filepath.Dir(cmd.Data), filepath.Dir(cmd.Out), cmd.Out)
	return carryOut(c, releasing{job, file, p, about, cmd.Delete})
}

// jobOf returns what a plan is carried out with.
func jobOf(c *console.Console, compiled *plan.Compiled, data string) (publish.Job, error) {
	dir, err := c.LedgerDir()
	return publish.Job{Plan: compiled, Data: data, LedgerDir: dir, Program: c.Program, Noise: c.Noise, Now: c.Now(), Signer: c.Signer}, err
}

type releasing struct {
	publish.Job
	project      *project.File // that remembers the release; nil for none
	plan         plan.Plan     // as it stands there
	about        float64       // how many people there are, 0 where that is not said
	deleteCounts bool          // once the release is written
}

// nearTo returns where something may be known of the account of a project.
func nearTo(file *project.File, folders ...string) witness.Near {
	return witness.Near{Copy: file.Past().Account, Project: file.Path(), Folders: append([]string{filepath.Dir(file.Path())}, folders...)}
}

// unremembered tells that a project does not remember a release. It is no failure: the release is there.
func unremembered(c *console.Console, err error) {
	if err != nil {
		c.Complain("steward: the project does not remember this release: %v\n", err)
	}
}

// carryOut releases and says what was spent and where the files are.
func carryOut(c *console.Console, r releasing) error {
	warned, err := previews.Warnings(c, r.Plan, r.about)
	if err != nil {
		return err
	}
	if !c.JSON {
		for _, w := range warned {
			c.Sayf("Warning: %s steward preview says what would help.\n", w)
		}
	}
	done, err := publish.Release(c.Ctx, r.Job)
	if err != nil {
		return accounts.OthersFlag(err)
	}
	if r.project != nil {
		unremembered(c, publish.Remember(c.Ctx, r.project, r.plan, r.LedgerDir, done))
	}
	l := done.Release.Ledger
	if c.JSON {
		out := map[string]any{
			"spent": done.Release.Epsilon, "spentBefore": l.SpentBefore, "spentAfter": l.SpentAfter, "limit": l.Limit,
			"ledgerEntry": l.Sequence, "digest": done.Release.Digest, "files": done.Files,
		}
		if len(warned) > 0 {
			out["warnings"] = warned
		}
		if len(l.Beside) > 0 {
			out["beside"] = l.Beside
		}
		if done.Release.Delta != "" {
			out["delta"], out["rho"], out["deltaAfter"] = done.Release.Delta, done.Release.Rho, l.DeltaAfter
		}
		if err := c.Emit(out); err != nil || !r.deleteCounts {
			return err
		}
		return r.dropCounts(c)
	}
	c.Sayf("Done. Spent %s.", r.Plan.Spends())
	if l.Limit != "" {
		c.Sayf(" All releases about %q have spent %s of the %s that you allowed.", l.DataSet, l.SpentAfter, l.Limit)
	} else {
		c.Sayf(" All releases about %q have spent %s; you set no limit.", l.DataSet, l.SpentAfter)
	}
	if l.DeltaAfter != "" {
		c.Sayf(" The chances of failure add up to %s.", l.DeltaAfter)
	}
	besides(c, r.Plan.Plan.Group, l.Beside)
	if why := l.Why(); !why.IsZero() {
		c.Sayf(" %s.", message.Capital(words.Say(why)))
	}
	if g := r.Plan.Plan.Group; g != nil {
		c.Sayf("\nWhat is spent cannot be taken back. %v\n", promise.Composes(g))
	} else {
		c.Sayf("\nWhat is spent cannot be taken back, and two releases add up.\n")
	}
	for _, o := range done.Release.Outputs() {
		showPublished(c, done.Release, o)
	}
	if err := c.Files(done.Files); err != nil {
		return err
	}
	return r.dropCounts(c)
}

// dropCounts deletes the counts of a database that were released and what describes their table, where that was asked for,
// and else says that they are still there.
func (r releasing) dropCounts(c *console.Console) error {
	data, err := records.Open(c.Ctx, r.Data, plan.Data{})
	if err != nil {
		return nil // no counts: those were just read
	}
	counted := data.Counted()
	if err := data.Close(); err != nil || !counted {
		return err
	}
	for _, path := range append([]string{r.Data}, counts.Describing(filepath.Dir(r.Data), project.Same(r.Plan.Plan.Data.Described))...) {
		if !r.deleteCounts {
			c.Sayf("%s is as private as the data: delete it when you no longer need it (--delete-counts does so after a release).\n", path)
			continue
		}
		if err := os.Remove(path); err != nil {
			return err
		}
		if !c.JSON {
			c.Sayf("Deleted %s. Copies of it, and what is left of it on the disk, are not deleted.\n", path)
		}
	}
	return nil
}

// besides tells how a release about a group of people is counted beside others about groups.
func besides(c *console.Console, group *plan.Answers, list []result.Beside) {
	if group == nil {
		return
	}
	c.Sayf("\nIt is only about %s.", group.Said())
	for _, b := range list {
		if b.Adds == "" {
			c.Sayf(" It does not add to %q: nobody is in both, so only the most expensive counts.", b.Title)
		} else {
			c.Sayf(" It adds to %q: %v.", b.Title, promise.Adding(b.Adds).Said())
		}
	}
}
