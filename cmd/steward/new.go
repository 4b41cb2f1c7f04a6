package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session"
	"steward/io/project"
	"steward/io/sheet"
)

type newCmd struct {
	File    string `arg:"" help:"The spreadsheet." type:"path"`
	Out     string `required:"" help:"The plan to write (.steward)." type:"path" placeholder:"PROJECT"`
	Confirm bool   `help:"I confirm that the values and bounds found in the data are public knowledge: write them into the plan."`
	reading `embed:""`
}

func (cmd newCmd) Run(c *console) error {
	if _, err := os.Stat(cmd.Out); err == nil {
		return fmt.Errorf("%s exists already: choose another name, so that nothing is lost", cmd.Out)
	}
	data, err := session.OpenData(c.ctx, cmd.File, cmd.data())
	if err != nil {
		return err
	}
	defer data.Close()
	found, err := sheet.Inspect(c.ctx, data, sheet.InspectOptions{})
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(cmd.File), filepath.Ext(cmd.File))
	p := plan.Plan{Version: plan.Version, DataSet: name, Title: name, Data: cmd.data(), Budget: plan.Budget{Epsilon: "0.5"}}
	p.Data.File = filepath.Base(cmd.File)
	p.Data.HeaderRow = data.HeaderRow()
	skipped := []string{}
	for _, col := range found.Columns {
		d, ok := declare(col, cmd.Confirm)
		if !ok {
			skipped = append(skipped, col.Name)
			continue
		}
		p.Columns = append(p.Columns, d)
	}
	if err := project.Save(cmd.Out, p); err != nil {
		return err
	}
	if c.json {
		return c.emit(map[string]any{"plan": cmd.Out, "columns": len(p.Columns), "skipped": skipped})
	}
	c.printf("Wrote %s with %d columns.\n", cmd.Out, len(p.Columns))
	if len(skipped) > 0 {
		c.printf("Left out, because nearly every value is different or there is none: %s.\n", strings.Join(skipped, ", "))
	}
	if !cmd.Confirm {
		c.printf("Fill in each column's values or bounds and their origin from a codebook, or run again with --confirm if what was found in the data is public.\n")
	}
	c.printf("Then add questions, and run: steward check %s --data %s\n", cmd.Out, cmd.File)
	return nil
}

// declare proposes a column. Without the steward's confirmation nothing that was read off
// the data is written: no value, no bound, no origin.
func declare(col sheet.Column, confirm bool) (plan.Column, bool) {
	d, ok := session.Propose(col)
	if confirm {
		d.Origin = domain.Confirmed
		return d, ok
	}
	return plan.Column{Name: d.Name, Kind: d.Kind}, ok
}
