package main

import (
	"errors"
	"io"
	"time"

	"steward/io/ledger"
	"steward/io/wholefile"
	"steward/io/witness"
)

type ledgerExportCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Out     string `required:"" help:"The file to write (.json)." type:"path" placeholder:"FILE"`
}

func (cmd ledgerExportCmd) Run(c *console) error {
	l, err := c.openLedger(cmd.DataSet, beginning{})
	if err != nil {
		return err
	}
	at := c.now().Format(time.RFC3339)
	err = wholefile.Create(cmd.Out, func(w io.Writer) error { return l.Export(c.ctx, w, at) })
	if err != nil {
		return err
	}
	if c.json {
		return c.emit(map[string]any{"file": cmd.Out})
	}
	c.printf("Wrote %s. It contains the whole account: titles, policies, questions and sums, but no records and no answers.\n", cmd.Out)
	return nil
}

type ledgerImportCmd struct {
	File  string `arg:"" help:"The exported account." type:"path"`
	Merge bool   `help:"If both have gone on, add what only the file has to the account here, so that all of it counts."`
}

func (cmd ledgerImportCmd) Run(c *console) error {
	dir, err := c.ledgerDir()
	if err != nil {
		return err
	}
	take := ledger.In(dir).ImportFile
	if cmd.Merge {
		take = ledger.In(dir).MergeFile
	}
	done, err := take(c.ctx, cmd.File)
	if err != nil {
		return err
	}
	if c.json {
		return c.emit(map[string]any{"dataSet": done.DataSet, "added": done.Added, "aside": done.Aside})
	}
	if done.Added == 0 {
		c.printf("The account of %q here already has all of it.\n", done.DataSet)
		return nil
	}
	c.printf("Added %d entries to the account of %q.\n", done.Added, done.DataSet)
	if done.Aside != "" {
		c.printf("The damaged account that it replaces is kept as %s.\n", done.Aside)
	}
	return nil
}

type ledgerRecoverCmd struct {
	From []string `arg:"" help:"Projects (.steward), records of releases (.json), or folders with them." type:"path" placeholder:"PATH"`
}

// Run adds what is lacking, and tells of it.
func (cmd ledgerRecoverCmd) Run(c *console) error {
	dir, err := c.ledgerDir()
	if err != nil {
		return err
	}
	told, err := witness.Ask(c.ctx, dir, cmd.From)
	if c.json {
		list := []map[string]any{}
		for _, t := range told {
			list = append(list, map[string]any{"dataSet": t.DataSet, "by": t.By, "entries": t.Entries})
		}
		return errors.Join(err, c.emit(list))
	}
	for _, t := range told {
		c.printf("%s.\n", t.Said())
	}
	if err == nil && len(told) == 0 {
		c.printf("The accounts already have all of it.\n")
	}
	return err
}
