package accounts

import (
	"errors"
	"io"
	"time"

	"steward/cmd/steward/console"
	"steward/io/ledger"
	"steward/io/wholefile"
	"steward/io/witness"
)

type exportCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Out     string `required:"" help:"The file to write (.json)." type:"path" placeholder:"FILE"`
}

func (cmd exportCmd) Run(c *console.Console) error {
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	at := c.Now().Format(time.RFC3339)
	err = wholefile.Create(cmd.Out, func(w io.Writer) error { return l.Export(c.Ctx, w, at) })
	if err != nil {
		return err
	}
	return c.Answer(map[string]any{"file": cmd.Out}, "Wrote %s. It contains the whole account: titles, policies, questions and sums, but no records and no answers.\n", cmd.Out)
}

type importCmd struct {
	File  string `arg:"" help:"The exported account." type:"path"`
	Merge bool   `help:"If both have gone on, add what only the file has to the account here, so that all of it counts."`
}

func (cmd importCmd) Run(c *console.Console) error {
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	take := ledger.In(dir).ImportFile
	if cmd.Merge {
		take = ledger.In(dir).MergeFile
	}
	done, err := take(c.Ctx, cmd.File)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(map[string]any{"dataSet": done.DataSet, "added": done.Added, "aside": done.Aside})
	}
	if done.Added == 0 {
		c.Sayf("The account of %q here already has all of it.\n", done.DataSet)
		return nil
	}
	c.Sayf("Added %d entries to the account of %q.\n", done.Added, done.DataSet)
	if done.Aside != "" {
		c.Sayf("The damaged account that it replaces is kept as %s.\n", done.Aside)
	}
	return nil
}

type recoverCmd struct {
	From []string `arg:"" help:"Projects (.steward), records of releases (.json), or folders with them." type:"path" placeholder:"PATH"`
}

// Run adds what is lacking, and tells of it.
func (cmd recoverCmd) Run(c *console.Console) error {
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	told, err := witness.Ask(c.Ctx, dir, cmd.From)
	if c.JSON {
		list := []map[string]any{}
		for _, t := range told {
			list = append(list, map[string]any{"dataSet": t.DataSet, "by": t.By, "entries": t.Entries})
		}
		return errors.Join(err, c.Emit(list))
	}
	for _, t := range told {
		c.Sayf("%s.\n", t.Said())
	}
	if err == nil && len(told) == 0 {
		c.Sayf("The accounts already have all of it.\n")
	}
	return err
}
