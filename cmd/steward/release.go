package main

import (
	"cmp"
	"os"
	"path/filepath"

	"steward/cmd/steward/accounts"
	"steward/cmd/steward/console"
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

type releaseCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Data    string `required:"" help:"The reviewed spreadsheet, or what the query of steward sql returned." type:"path" placeholder:"FILE"`
	Out     string `required:"" help:"Folder for the release." type:"path" placeholder:"DIR"`
	Name    string `help:"Beginning of the file names. Without it they give the data set and the day." placeholder:"NAME"`
	By      string `help:"Who sets what may be spent in total, if this release is the first whose plan says so." placeholder:"NAME"`
	Paper   string `help:"Paper for the summary: A4 or Letter. Without it the plan decides, with A4 unless something else was chosen." enum:",A4,Letter" default:"" placeholder:"SIZE"`
	Others  bool   `name:"other-people" help:"The people in the file are not those of the account that they seem to be in."`
	Delete  bool   `name:"delete-counts" help:"Delete what queries of steward sql returned once the release is written: the counts, and in their folder what describes their table. A file of rows is never deleted."`
	sized
}

func (cmd releaseCmd) Run(c *console.Console) error {
	file, p, err := project.Open(cmd.Project)
	if err != nil {
		return err
	}
	compiled, err := compared(c, cmd.Project)
	if err != nil {
		return err
	}
	finished, err := finishFirst(c, compiled.Plan.DataSet, compiled.Plan.Title)
	if err != nil || finished {
		return err
	}
	about, err := cmd.about()
	if err != nil {
		return err
	}
	base := cmp.Or(cmd.Name, export.BaseName(compiled.Plan.DataSet, compiled.Plan.Title, c.Now()))
	return carryOut(c, releasing{compiled, cmd.Data, cmd.Out, base, cmd.By, plan.Paper(cmd.Paper), file, p, about, cmd.Others, cmd.Delete})
}

type releasing struct {
	compiled            *plan.Compiled
	data, out, base, by string
	paper               plan.Paper    // empty leaves it to the plan
	project             *project.File // that remembers the release; nil for none
	plan                plan.Plan     // as it stands there
	about               float64       // how many people there are, 0 where that is not said
	others              bool          // than those of the account that they seem to be in
	deleteCounts        bool          // once the release is written
}

// near returns where something may be known of the account.
func (r releasing) near() witness.Near {
	if r.project == nil {
		return witness.Near{}
	}
	return nearTo(r.project, filepath.Dir(r.data), filepath.Dir(r.out), r.out)
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
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	warned, err := warnings(c, r.compiled, r.about)
	if err != nil {
		return err
	}
	if !c.JSON {
		for _, w := range warned {
			c.Sayf("Warning: %s steward preview says what would help.\n", w)
		}
	}
	done, err := publish.Release(c.Ctx, publish.Job{
		Plan: r.compiled, Data: r.data, LedgerDir: dir, Out: r.out, Base: r.base, By: r.by, Paper: r.paper,
		Program: program(), Noise: c.Noise, Now: c.Now(), Signer: c.Signer, Near: r.near(), OtherPeople: r.others,
	})
	if err != nil {
		return accounts.OthersFlag(err)
	}
	if r.project != nil {
		unremembered(c, publish.Remember(c.Ctx, r.project, r.plan, dir, done))
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
	c.Sayf("Done. Spent %s.", r.compiled.Spends())
	if l.Limit != "" {
		c.Sayf(" All releases about %q have spent %s of the %s that you allowed.", l.DataSet, l.SpentAfter, l.Limit)
	} else {
		c.Sayf(" All releases about %q have spent %s; you set no limit.", l.DataSet, l.SpentAfter)
	}
	if l.DeltaAfter != "" {
		c.Sayf(" The chances of failure add up to %s.", l.DeltaAfter)
	}
	besides(c, r.compiled.Plan.Group, l.Beside)
	if why := l.Why(); !why.IsZero() {
		c.Sayf(" %s.", message.Capital(words.Say(why)))
	}
	if g := r.compiled.Plan.Group; g != nil {
		c.Sayf("\nWhat is spent cannot be taken back. %v\n", promise.Composes(g))
	} else {
		c.Sayf("\nWhat is spent cannot be taken back, and two releases add up.\n")
	}
	for _, o := range done.Release.Outputs() {
		showPublished(c, done.Release, o)
	}
	if err := showFiles(c, done.Files); err != nil {
		return err
	}
	return r.dropCounts(c)
}

// dropCounts deletes the counts of a database that were released and what describes their table, where that was asked for,
// and else says that they are still there.
func (r releasing) dropCounts(c *console.Console) error {
	data, err := records.Open(c.Ctx, r.data, plan.Data{})
	if err != nil {
		return nil // no counts: those were just read
	}
	counted := data.Counted()
	if err := data.Close(); err != nil || !counted {
		return err
	}
	for _, path := range append([]string{r.data}, counts.Describing(filepath.Dir(r.data), project.Same(r.compiled.Plan.Data.Described))...) {
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

// showFiles lists the files of a release.
func showFiles(c *console.Console, files []string) error {
	c.Sayf("Files:\n")
	large := false
	for _, f := range files {
		info, err := os.Stat(f)
		if err != nil {
			return err
		}
		c.Sayf("  %s (%s)\n", f, export.Size(info.Size()))
		large = large || info.Size() > export.MailSize
	}
	if large {
		c.Sayf("Mail programs often refuse files above %s: hand over the larger ones in another way.\n", export.Size(export.MailSize))
	}
	return nil
}
