package releases

import (
	"path/filepath"

	"steward/cmd/steward/console"
	"steward/cmd/steward/plans"
	"steward/cmd/steward/previews"
	"steward/cmd/steward/sheets"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/sample"
)

// Demo does the whole job on the built-in sample.
type Demo struct {
	Out string `required:"" help:"Folder for what the demonstration writes." type:"path" placeholder:"DIR"`
}

// Run does what a steward does, in order, on the sample: look at the file, check the plan
// against it, preview, release. The ledger is kept beside the results, so that a
// demonstration never spends from a real one.
func (cmd Demo) Run(c *console.Console) error {
	made, err := sample.Write(cmd.Out)
	if err != nil {
		return err
	}
	book, path := made.Data, made.Project
	c.Ledgers = filepath.Join(cmd.Out, "ledger")
	if !c.JSON {
		c.Sayf("The sample: made-up answers to a clinic's survey\n\n")
		if err := (sheets.Inspect{File: book}).Run(c); err != nil {
			return err
		}
		c.Sayf("\n")
	}
	compiled, err := plans.Compile(path)
	if err != nil {
		return err
	}
	reviewed, _, err := publish.Review(c.Ctx, compiled, book, false, nil)
	if err != nil {
		return err
	}
	reviewed.Language = console.FilesLanguage()
	if err := project.Save(path, reviewed); err != nil {
		return err
	}
	if compiled, err = compiled.Again(reviewed); err != nil {
		return err
	}
	if !c.JSON {
		if err := previews.Show(c, compiled, 0); err != nil {
			return err
		}
		c.Sayf("\n")
	}
	job, err := jobOf(c, compiled, book)
	if err != nil {
		return err
	}
	job.Out, job.Base = filepath.Join(cmd.Out, "release"), "clinic-survey"
	return carryOut(c, releasing{Job: job})
}
