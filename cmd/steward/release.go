package main

import (
	"path/filepath"
	"strings"
	"time"

	"steward/core/plan"
	"steward/gui/session"
)

type releaseCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Data    string `required:"" help:"The reviewed spreadsheet, or what the query of steward sql returned." type:"path" placeholder:"FILE"`
	Out     string `required:"" help:"Folder for the release." type:"path" placeholder:"DIR"`
}

func (cmd releaseCmd) Run(c *console) error {
	compiled, err := c.compared(cmd.Project)
	if err != nil {
		return err
	}
	base := strings.TrimSuffix(filepath.Base(cmd.Project), filepath.Ext(cmd.Project))
	return carryOut(c, releasing{compiled, cmd.Data, cmd.Out, base})
}

type releasing struct {
	compiled        *plan.Compiled
	data, out, base string
}

// carryOut releases and says what was spent and where the files are.
func carryOut(c *console, r releasing) error {
	dir, err := c.ledgerDir()
	if err != nil {
		return err
	}
	done, err := session.Release(c.ctx, session.ReleaseJob{
		Plan: r.compiled, Data: r.data, LedgerDir: dir, Out: r.out, Base: r.base,
		Program: program(), Now: time.Now(),
	})
	if err != nil {
		return err
	}
	l := done.Release.Ledger
	if c.json {
		out := map[string]any{
			"spent": done.Release.Epsilon, "spentBefore": l.SpentBefore, "spentAfter": l.SpentAfter, "limit": l.Limit,
			"ledgerEntry": l.Sequence, "digest": done.Release.Digest, "files": done.Files,
		}
		if done.Release.Delta != "" {
			out["delta"], out["rho"], out["deltaAfter"] = done.Release.Delta, done.Release.Rho, l.DeltaAfter
		}
		return c.emit(out)
	}
	c.printf("Done. Spent %s.", r.compiled.Promise)
	if l.Limit != "" {
		c.printf(" All releases about %q have spent %s of the %s that you allowed.", l.DataSet, l.SpentAfter, l.Limit)
	} else {
		c.printf(" All releases about %q have spent %s; you set no limit.", l.DataSet, l.SpentAfter)
	}
	if l.DeltaAfter != "" {
		c.printf(" The chances of a failure add up to %s.", l.DeltaAfter)
	}
	c.printf("\nWhat is spent cannot be taken back, and two releases add up.\n")
	for _, q := range done.Release.Questions {
		w := q.Workload.Question()
		c.printf("  %s: %d numbers by %s\n", w.Title, q.Len(), q.Mechanism.Name)
	}
	for i := range done.Release.Choices {
		showChosen(c, &done.Release.Choices[i])
	}
	c.printf("Files:\n")
	for _, f := range done.Files {
		c.printf("  %s\n", f)
	}
	return nil
}
