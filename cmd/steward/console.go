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
	"steward/core/noise"
	"steward/core/plan"
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
		return "", fmt.Errorf("there is no settings folder for the ledgers: name one with --ledgers: %w", err)
	}
	return filepath.Join(dir, "steward", "ledgers"), nil
}

// emit writes v as JSON.
func (c *console) emit(v any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func (c *console) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

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
		return nil, fmt.Errorf("%s: %w", path, err)
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
		return "exact"
	}
	return accuracy.People(x)
}
