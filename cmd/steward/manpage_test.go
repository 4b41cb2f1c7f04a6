package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

var writeManPage = flag.Bool("man", false, "write the manual page anew")

// manPage is the manual page that packages install.
const manPage = "../../assets/packaging/steward.1"

// TestManPage keeps the manual page in step with the commands. After a change of a command:
// go test ./cmd/steward -run ManPage -man
func TestManPage(t *testing.T) {
	parser, err := kong.New(&commands{}, kong.Name("steward"), kong.Vars{"version": program()})
	if err != nil {
		t.Fatal(err)
	}
	want := manual(parser.Model.Node)
	if *writeManPage {
		if err := os.WriteFile(manPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(manPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the commands say: go test ./cmd/steward -run ManPage -man", manPage)
	}
}

// manual writes the manual page of a program in roff's man macros.
func manual(root *kong.Node) string {
	var b strings.Builder
	b.WriteString(".TH STEWARD 1 \"\" Steward \"User commands\"\n.SH NAME\nsteward \\- publish tables about people without exposing anyone\n")
	b.WriteString(".SH SYNOPSIS\n.B steward\n[\\fIcommand\\fR] [\\fIflags\\fR]\n.SH DESCRIPTION\n")
	b.WriteString("Steward reads a spreadsheet about people, shows how large the error of each table would be before\n" +
		"anything is spent, adds just enough random noise to protect what you marked secret, and writes the tables to a\n" +
		"workbook together with an account of what was protected and at what price.\nWithout a command it opens the window.\n")
	b.WriteString(".SH FLAGS OF EVERY COMMAND\n")
	manualFlags(&b, root.Flags)
	b.WriteString(".SH COMMANDS\n")
	for _, leaf := range root.Leaves(true) {
		fmt.Fprintf(&b, ".SS %s\n%s\n", roff(strings.TrimPrefix(leaf.Summary(), "steward ")), roff(leaf.Help))
		if leaf.Detail != "" {
			fmt.Fprintf(&b, ".PP\n.nf\n%s\n.fi\n", roffLines(leaf.Detail))
		}
		for _, arg := range leaf.Positional {
			fmt.Fprintf(&b, ".TP\n\\fI%s\\fR\n%s\n", roff(arg.Name), roff(arg.Help))
		}
		manualFlags(&b, leaf.Flags)
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, e := range exitCodes {
		fmt.Fprintf(&b, ".TP\n%s\n%s\n", e.code, roff(e.means))
	}
	b.WriteString("With \\-\\-json what went wrong is JSON as well, on the standard error: its text (error) and the exit status (exit).\n")
	b.WriteString(".SH FILES\nAccounts and settings are kept in the user's settings folder; projects end in .steward.\n")
	return b.String()
}

func manualFlags(b *strings.Builder, flags []*kong.Flag) {
	for _, f := range flags {
		if f.Hidden {
			continue
		}
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(f.String()), roff(f.Help))
	}
}

// roffLines is roff line by line.
func roffLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = roff(l)
	}
	return strings.Join(lines, "\n")
}

// roff writes text so that roff prints it as it is.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
