// Package console is what every command of steward writes to: text for people, in their language, or JSON for programs, and
// where it finds accounts, keys, passwords and randomness.
package console

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
	"steward/gui/words"
	"steward/io/export"
	"steward/io/signature"
)

// Console is what every subcommand writes to and where it finds the ledgers.
type Console struct {
	Ctx      context.Context
	Out, Err io.Writer
	Exact    io.Writer // for a text that another program reads as it is
	// Eyes says that nobody but the steward sees the output: it may tell what the data hold.
	Eyes    bool
	JSON    bool
	Ledgers string
	Program string             // what releases and records call this program
	Noise   func() noise.Fresh // opens the randomness of a release
	Now     func() time.Time
	// Key is where the key stands that signs records.
	Key signature.Keep
}

// LedgerDir returns the folder of the ledgers.
func (c *Console) LedgerDir() (string, error) {
	if c.Ledgers != "" {
		return c.Ledgers, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", message.Errorf("there is no settings folder for the accounts: name one with --ledgers: %w", err)
	}
	return filepath.Join(dir, "steward", "ledgers"), nil
}

// Signer returns what signs records.
func (c *Console) Signer() (*signature.Signer, error) {
	if c.Key.Dir == "" {
		return nil, message.New("there is no settings folder for the key that signs records: name one with --keys")
	}
	return c.Key.Own()
}

// Trusted returns the keys that are trusted: the one that is named, and the own one.
func (c *Console) Trusted(named string) ([]signature.Trusted, error) {
	var out []signature.Trusted
	if named != "" {
		var err error
		if out, err = signature.Trust(named); err != nil {
			return nil, err
		}
	}
	if own, is := c.Key.Public(); is {
		out = append(out, signature.Trusted{Fingerprint: own.Fingerprint()})
	}
	return out, nil
}

// Emit writes v as JSON.
func (c *Console) Emit(v any) error {
	e := json.NewEncoder(c.Out)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// Exit ends the program with a code and without further words: all is said.
type Exit int

func (e Exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Answer writes v for programs, or says to people what came of a command.
func (c *Console) Answer(v any, format string, args ...any) error {
	if c.JSON {
		return c.Emit(v)
	}
	c.Sayf(format, args...)
	return nil
}

// Sayf says something to whoever reads the output, in their language.
func (c *Console) Sayf(format string, args ...any) { fmt.Fprint(c.Out, Say(format, args...)) }

// Say is a text in the language of whoever reads the output.
func Say(format string, args ...any) string { return words.Say(message.Sprintf(format, args...)) }

// Complain says something beside the output.
func (c *Console) Complain(format string, args ...any) { fmt.Fprint(c.Err, Say(format, args...)) }

// Headed is the heading of a table: words with bars between them.
func Headed(english string) []string { return strings.Split(words.Text(english), "|") }

// Table writes rows of cells in columns; the first row is the heading.
func (c *Console) Table(rows [][]string) {
	w := tabwriter.NewWriter(c.Out, 0, 4, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(w, "  "+strings.Join(OnLine(r), "\t"))
	}
	w.Flush()
}

// Files lists files that were written.
func (c *Console) Files(paths []string) error {
	c.Sayf("Files:\n")
	large := false
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		c.Sayf("  %s (%s)\n", path, export.Size(info.Size()))
		large = large || info.Size() > export.MailSize
	}
	if large {
		c.Sayf("Mail programs often refuse files above %s: hand over the larger ones in another way.\n", export.Size(export.MailSize))
	}
	return nil
}

// OnLine replaces what would break a row, or command the terminal: cells may hold anything.
func OnLine(cells []string) []string {
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

// Exactly writes a sum of budgets as a release does: as a decimal where that is possible,
// otherwise as a fraction.
func Exactly(r *big.Rat) string {
	e, err := account.FromRat(r)
	if err != nil {
		return "0"
	}
	return e.String()
}

// InPeople writes an error in people.
func InPeople(x float64) string {
	if x == 0 {
		return Say("exact")
	}
	return words.Number(accuracy.People(x))
}
