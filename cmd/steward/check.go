package main

import (
	"fmt"

	"steward/core/release"
	"steward/gui/session"
	"steward/io/project"
)

type checkCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Data    string `help:"The spreadsheet. Without it only the plan is checked." type:"path" placeholder:"FILE"`
}

func (cmd checkCmd) Run(c *console) error {
	compiled, err := compile(cmd.Project)
	if err != nil {
		return err
	}
	if cmd.Data == "" {
		if c.json {
			return c.emit(map[string]any{"complete": true, "disclosed": compiled.Disclosed})
		}
		c.printf("The plan is complete.\n")
		describePolicy(c, compiled)
		return nil
	}
	data, err := session.OpenData(c.ctx, cmd.Data, compiled.Plan.Data)
	if err != nil {
		return err
	}
	defer data.Close()
	checked, err := release.Check(c.ctx, compiled, data, nil)
	if err != nil {
		return err
	}
	for _, e := range checked.Unread {
		fmt.Fprintln(c.err, e)
	}
	switch {
	case checked.UnreadCount > 0:
		return fmt.Errorf("%d of %d rows cannot be read as the plan says; the plan was not marked as reviewed", checked.UnreadCount, checked.Records)
	case checked.Fact != nil:
		return checked.Fact
	}
	p := compiled.Plan
	if p.Data, err = data.Describe(cmd.Data, p.Data); err != nil {
		return err
	}
	if err := project.Save(cmd.Project, p); err != nil {
		return err
	}
	if c.json {
		return c.emit(map[string]any{"complete": true, "disclosed": compiled.Disclosed, "records": checked.Records, "reviewed": true})
	}
	c.printf("The plan is complete and all %d records fit it. The file is marked as reviewed.\n", checked.Records)
	describePolicy(c, compiled)
	return nil
}
