package main

import (
	"bytes"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"steward/gui/words"
)

// forProgram tells whether a command line asks for what programs read, whatever else is wrong with it.
func forProgram(args []string) bool { return slices.Contains(args, "--json") }

// forPrograms has everything said in English where a program reads it, until what it returns is called.
func forPrograms(args []string) (restore func()) {
	was := words.Language()
	if forProgram(args) {
		_ = words.Use(words.English) // which there is
	}
	return func() { _ = words.Use(was) }
}

// helpHeads head the parts of what is said of commands.
var helpHeads = []string{
	words.Key("Usage:"), words.Key("Arguments:"), words.Key("Flags:"), words.Key("Commands:"),
	words.Key(`Run "steward <command> --help" for more information on a command.`), words.Key("Show context-sensitive help."),
}

// helpInWords has what is said of commands and flags said in the language in use.
func helpInWords(options kong.HelpOptions, ctx *kong.Context) error {
	var nodes func(n *kong.Node)
	nodes = func(n *kong.Node) {
		n.Help = words.Text(n.Help)
		for _, f := range n.Flags {
			f.Help = words.Text(f.Help)
		}
		for _, p := range n.Positional {
			p.Help = words.Text(p.Help)
		}
		for _, child := range n.Children {
			nodes(child)
		}
	}
	nodes(ctx.Model.Node)
	var b bytes.Buffer
	out := ctx.Stdout
	ctx.Stdout = &b
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = out
	if err != nil {
		return err
	}
	said := b.String()
	for _, head := range helpHeads {
		said = strings.ReplaceAll(said, head, words.Text(head))
	}
	_, err = out.Write([]byte(said))
	return err
}
