package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"steward/assets"
	"steward/core/plan"
	"steward/gui/session"
	"steward/io/project"
)

type demoCmd struct {
	Out string `required:"" help:"Folder for what the demonstration writes." type:"path" placeholder:"DIR"`
}

// demoFiles are the sample's files, as a steward would have them.
const (
	demoWorkbook = assets.Workbook
	demoProject  = "clinic-survey.steward"
)

// Run does what a steward does, in order, on the sample: look at the file, check the plan
// against it, preview, release. The ledger is kept beside the results, so that a
// demonstration never spends from a real one.
func (cmd demoCmd) Run(c *console) error {
	book, path := filepath.Join(cmd.Out, demoWorkbook), filepath.Join(cmd.Out, demoProject)
	if err := unpack(cmd.Out); err != nil {
		return err
	}
	c.ledgers = filepath.Join(cmd.Out, "ledger")
	if !c.json {
		c.printf("The sample: made-up answers to a clinic's survey\n\n")
		if err := (inspectCmd{File: book}).Run(c); err != nil {
			return err
		}
		c.printf("\n")
	}
	compiled, err := compile(path)
	if err != nil {
		return err
	}
	reviewed, _, err := session.Review(c.ctx, compiled, book, nil)
	if err != nil {
		return err
	}
	if err := project.Save(path, reviewed); err != nil {
		return err
	}
	if compiled, err = plan.Compile(reviewed); err != nil {
		return err
	}
	if !c.json {
		if err := showPreview(c, compiled); err != nil {
			return err
		}
		c.printf("\n")
	}
	return carryOut(c, releasing{compiled, book, filepath.Join(cmd.Out, "release"), "clinic-survey"})
}

// unpack writes the sample's files to dir. It refuses to overwrite an earlier demonstration.
func unpack(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the folder for the demonstration cannot be made: %w", err)
	}
	for _, name := range []string{demoWorkbook, demoProject} {
		content, err := fs.ReadFile(assets.Sample(), name)
		if err != nil {
			return err
		}
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return fmt.Errorf("the sample cannot be written: choose a new folder: %w", err)
		}
		_, err = f.Write(content)
		if closed := f.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return fmt.Errorf("the sample cannot be written: %w", err)
		}
	}
	return nil
}
