// Package accounts has the subcommands of steward ledger, which show the account of a data set, note something in it, and
// carry it from one computer to another. Open, Words and Noted are for other commands that note something too.
package accounts

import (
	"time"

	"steward/cmd/steward/console"
	"steward/io/ledger"
)

// Cmd is the subcommands of the ledger: those that show it, those that note something
// in it, and those that carry it from one computer to another.
type Cmd struct {
	Show     showCmd     `cmd:"" default:"withargs" help:"Show what has been spent on a data set. Without a name the accounts are listed. This is what steward ledger does without a command."`
	Tell     tellCmd     `cmd:"" help:"Say how well all releases together tell two people's answers apart."`
	List     listCmd     `cmd:"" help:"List the accounts."`
	Limit    limitCmd    `cmd:"" help:"Set or lower what all plans together may spend on a data set, and what their chances of failure may add up to."`
	Raise    raiseCmd    `cmd:"" help:"Allow more than before: a separate step, with a name and a reason that later summaries show."`
	Reserve  reserveCmd  `cmd:"" help:"Set a part of the budget aside for later releases of one title."`
	Return   returnCmd   `cmd:"" help:"Give back what was set aside, or part of it."`
	Annotate annotateCmd `cmd:"" help:"Add words to an entry, which stays as it is."`
	Know     knowCmd     `cmd:"" help:"Add to the account which facts an earlier release took as known, from its record."`
	Link     linkCmd     `cmd:"" help:"Say that two data sets are about the same people, so that what is spent on one counts for both."`
	Sketch   sketchCmd   `cmd:"" help:"Keep a sketch of a key column, on this computer, so that the people of an account are recognised under another name."`
	Forget   forgetCmd   `cmd:"" help:"Overwrite the words of a data set's account. What was spent, the limit and the links stay."`
	Export   exportCmd   `cmd:"" help:"Write an account to one file, for keeping or for another computer."`
	Import   importCmd   `cmd:"" help:"Read an account from an exported file: one that is not here yet, or the continuation of one that is."`
	Recover  recoverCmd  `cmd:"" help:"Add to the accounts what projects and records of releases know and the accounts lack, for example after an old copy was put back."`
}

// noting are the flags of commands that note something.
type noting struct {
	Why string `help:"Why, in a few words, for whoever reads the account later." placeholder:"WORDS"`
	By  string `help:"Who." placeholder:"NAME"`
}

func (n noting) words(c *console.Console) ledger.Words { return Words(c, n.Why, n.By) }

// explaining are the flags of commands that note something for a reason.
type explaining struct {
	Why string `required:"" help:"Why, in a few words, for whoever reads the account later." placeholder:"WORDS"`
	By  string `help:"Who." placeholder:"NAME"`
}

func (e explaining) words(c *console.Console) ledger.Words { return Words(c, e.Why, e.By) }

// Words returns the words of an entry that is noted now.
func Words(c *console.Console, why, by string) ledger.Words {
	return ledger.Words{Time: c.Now().Format(time.RFC3339), By: by, Why: why}
}

// Beginning is the flag of commands that may begin a ledger.
type Beginning struct {
	New bool `help:"Begin an account when there is none of that name."`
}

// Open returns the ledger of a data set that is there, or may be begun.
func Open(c *console.Console, dataSet string, b Beginning) (*ledger.Ledger, error) {
	dir, err := c.LedgerDir()
	if err != nil {
		return nil, err
	}
	if b.New {
		return ledger.Open(dir, dataSet)
	}
	return ledger.In(dir).Known(dataSet)
}

// Noted says which entry was noted.
func Noted(c *console.Console, e ledger.Entry, format string, args ...any) error {
	if c.JSON {
		return c.Emit(e)
	}
	c.Sayf("Entry %d: ", e.Sequence)
	c.Sayf(format, args...)
	return nil
}
