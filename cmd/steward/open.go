package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/sheet"
)

// windowCmd opens the window: what steward does when it is started without a command.
type windowCmd struct {
	File   string `arg:"" optional:"" help:"A plan (.steward) or a spreadsheet to open." type:"path"`
	Sample bool   `help:"Open the built-in sample."`

	Language string `help:"Language of the window for this session, such as en or de. The settings change it permanently." placeholder:"CODE"`
}

func (cmd windowCmd) Run(c *console.Console) error {
	var codes []string
	for _, l := range words.Languages() {
		codes = append(codes, l.Code)
	}
	if cmd.Language != "" && !slices.Contains(codes, cmd.Language) {
		return message.Errorf("the window has no language %q: choose %s", cmd.Language, message.List(message.Names(codes), "%s, %s", "%s or %s"))
	}
	if cmd.Sample && cmd.File != "" {
		return message.New("name a file or ask for the sample, not both")
	}
	if cmd.File != "" { // before there is a window; it may be a command with a slip in it
		if err := openable(cmd.File); err != nil {
			return message.Errorf("%w\nsteward --help lists the commands", err)
		}
	}
	return openWindow(c, cmd)
}

// openable errors where a file is none that the window opens: a spreadsheet by its name, or a plan.
func openable(path string) error {
	_, missing := os.Stat(path)
	if sheet.Named(path) {
		if missing != nil {
			return message.Errorf("there is no file %s: check the name", path)
		}
		return nil // it is read in the window, which may ask for its password
	}
	_, err := project.Load(path)
	if err != nil && missing == nil && filepath.Ext(path) != ".steward" {
		return message.Errorf("%s is neither a plan (.steward) nor a spreadsheet that Steward reads (%s)", filepath.Base(path), strings.Join(sheet.Endings(), ", "))
	}
	return err
}
