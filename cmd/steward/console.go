package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/signature"
)

// console is what every subcommand writes to and where it finds the ledgers.
type console struct {
	ctx      context.Context
	out, err io.Writer
	exact    io.Writer // for a text that another program reads as it is
	// eyes says that nobody but the steward sees the output: it may tell what the data hold.
	eyes    bool
	json    bool
	ledgers string
	noise   func() noise.Fresh // opens the randomness of a release
	now     func() time.Time
	// key is where the key stands that signs records.
	key signature.Keep
}

// ledgerDir returns the folder of the ledgers.
func (c *console) ledgerDir() (string, error) {
	if c.ledgers != "" {
		return c.ledgers, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", message.Errorf("there is no settings folder for the accounts: name one with --ledgers: %w", err)
	}
	return filepath.Join(dir, "steward", "ledgers"), nil
}

// emit writes v as JSON.
func (c *console) emit(v any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// printf says something to whoever reads the output, in their language.
func (c *console) printf(format string, args ...any) { fmt.Fprint(c.out, say(format, args...)) }

// say is a text in the language of whoever reads the output.
func say(format string, args ...any) string { return words.Say(message.Sprintf(format, args...)) }

// complain says something beside the output.
func (c *console) complain(format string, args ...any) { fmt.Fprint(c.err, say(format, args...)) }

// headed is the heading of a table: words with bars between them.
func headed(english string) []string { return strings.Split(words.Text(english), "|") }

// table writes rows of cells in columns; the first row is the heading.
func (c *console) table(rows [][]string) {
	w := tabwriter.NewWriter(c.out, 0, 4, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(w, "  "+strings.Join(onLine(r), "\t"))
	}
	w.Flush()
}

// onLine replaces what would break a row, or command the terminal: cells may hold anything.
func onLine(cells []string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, c)
	}
	return out
}

// compile loads a plan and checks it.
func compile(path string) (*plan.Compiled, error) {
	p, err := project.Load(path)
	if err != nil {
		return nil, err
	}
	compiled, err := plan.Compile(p)
	if err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return compiled, nil
}

// exactly writes a sum of budgets as a release does: as a decimal where that is possible,
// otherwise as a fraction.
func exactly(r *big.Rat) string {
	e, err := account.FromRat(r)
	if err != nil {
		return "0"
	}
	return e.String()
}

// inPeople writes an error in people.
func inPeople(x float64) string {
	if x == 0 {
		return say("exact")
	}
	return words.Number(accuracy.People(x))
}
