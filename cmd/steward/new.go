package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session"
	"steward/io/project"
	"steward/io/sheet"
)

type newCmd struct {
	File    string `arg:"" help:"The spreadsheet." type:"path"`
	Out     string `required:"" help:"The plan to write (.steward)." type:"path" placeholder:"PROJECT"`
	Confirm bool   `help:"I confirm that the values and bounds found in the data are public knowledge: write them into the plan."`
	Person  string `help:"People can have several rows, and this column says whose a row is. It is not published." placeholder:"COLUMN"`
	Rows    int    `help:"With --person: how many rows of each person are counted at most. All noise grows with it." placeholder:"N"`
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
	rows, err := cmd.rows(data.Header())
	if err != nil {
		return err
	}
	name := strings.TrimSuffix(filepath.Base(cmd.File), filepath.Ext(cmd.File))
	p := plan.Plan{Version: plan.Version, DataSet: name, Title: name, Data: cmd.data(), Rows: rows, Budget: plan.Budget{Epsilon: "0.5"}}
	p.Data.File = filepath.Base(cmd.File)
	p.Data.HeaderRow = data.HeaderRow()
	skipped := []string{}
	for _, col := range found.Columns {
		if rows != nil && col.Name == rows.Person {
			continue
		}
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
	if rows != nil {
		c.printf("%s says whose row it is and is not published. %s\n", rows.Person, rows.Sentence())
	}
	if len(skipped) > 0 {
		c.printf("Left out, because nearly every value is different or there is none: %s.\n", strings.Join(skipped, ", "))
	}
	if !cmd.Confirm {
		c.printf("Fill in each column's values or bounds and their origin from a codebook, or run again with --confirm if what was found in the data is public.\n")
	}
	c.printf("Then add questions, and run: steward check %s --data %s\n", cmd.Out, cmd.File)
	return nil
}

// rows returns what the flags say about several rows for each person, nil for one row each.
func (cmd newCmd) rows(header []string) (*plan.Rows, error) {
	switch {
	case cmd.Person == "" && cmd.Rows == 0:
		return nil, nil
	case cmd.Person == "":
		return nil, fmt.Errorf("--rows says how many rows each person may have, but not whose a row is: name the column with --person")
	case cmd.Rows < 1 || cmd.Rows > limits.MaxRowsPerPerson:
		return nil, fmt.Errorf("--person needs --rows, how many rows of each person are counted at most: a number from 1 to %d, but %d is given", limits.MaxRowsPerPerson, cmd.Rows)
	case !slices.Contains(header, cmd.Person):
		return nil, fmt.Errorf("the sheet has no column %q for --person: it has %s", cmd.Person, session.Named(header))
	}
	return &plan.Rows{Person: cmd.Person, AtMost: cmd.Rows}, nil
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
