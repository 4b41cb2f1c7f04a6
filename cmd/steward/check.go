package main

import (
	"errors"
	"fmt"

	"steward/core/plan"
	"steward/gui/session"
	"steward/io/project"
)

type checkCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Agree   bool   `help:"I agree that the numbers listed as not protected are published without noise: write that into the plan."`
	Data    string `help:"The spreadsheet. Without it only the plan is checked." type:"path" placeholder:"FILE"`
}

func (cmd checkCmd) Run(c *console) error {
	file, loaded, err := project.Open(cmd.Project)
	if err != nil {
		return err
	}
	compiled, err := plan.Compile(loaded)
	if err != nil {
		return fmt.Errorf("%s: %w", cmd.Project, err)
	}
	if cmd.Agree {
		p := compiled.Plan
		p.Agreed = compiled.Agree()
		if err := file.Save(p); err != nil {
			return err
		}
		if compiled, err = plan.Compile(p); err != nil {
			return err
		}
	}
	if cmd.Data == "" {
		if c.json {
			return c.emit(map[string]any{"complete": true, "disclosed": compiled.Disclosed})
		}
		c.printf("The plan is complete.\n")
		describePolicy(c, compiled)
		return nil
	}
	p, checked, err := session.Review(c.ctx, compiled, cmd.Data, nil)
	if unfit := (*session.NotFit)(nil); errors.As(err, &unfit) {
		for _, e := range unfit.Unread {
			fmt.Fprintln(c.err, e)
		}
	}
	if err != nil {
		return err
	}
	if err := file.Save(p); err != nil {
		return err
	}
	if c.json {
		told := map[string]any{"complete": true, "disclosed": compiled.Disclosed, "records": checked.Records, "reviewed": true}
		if compiled.Plan.Rows != nil {
			told["beyond"] = checked.Beyond
		}
		return c.emit(told)
	}
	c.printf("The plan is complete and all %d records fit it. The file is marked as reviewed.\n", checked.Records)
	if rows := compiled.Plan.Rows; rows != nil {
		c.printf("%d of them are beyond the %d that each person may have and are left out of every number. How many that are is for your eyes only: it is written to no file.\n", checked.Beyond, rows.AtMost)
	}
	describePolicy(c, compiled)
	return nil
}
