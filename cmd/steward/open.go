package main

import (
	"slices"
	"steward/core/message"

	"steward/gui/words"
	"steward/io/project"
)

// windowCmd opens the window: what steward does when it is started without a command.
type windowCmd struct {
	Project string `arg:"" optional:"" help:"A plan (.steward) to open." type:"path"`
	Sample  bool   `help:"Open the built-in sample."`

	Language string `help:"Language of the window this time: en or de. The settings keep one for every time." placeholder:"CODE"`
}

func (cmd windowCmd) Run(c *console) error {
	if cmd.Language != "" && !slices.ContainsFunc(words.Languages(), func(l words.Choice) bool { return l.Code == cmd.Language }) {
		return message.Errorf("the window does not speak %q: choose en or de", cmd.Language)
	}
	if cmd.Sample && cmd.Project != "" {
		return message.New("name a plan or ask for the sample, not both")
	}
	if cmd.Project != "" { // before there is a window; it may be a command with a slip in it
		if _, err := project.Load(cmd.Project); err != nil {
			return message.Errorf("%w\nsteward --help lists the commands", err)
		}
	}
	return openWindow(c, cmd)
}
