package main

import (
	"time"

	"steward/io/ledger"
)

// ledgerCmd is the subcommands of the ledger: those that show it, those that note something
// in it, and those that carry it from one computer to another.
type ledgerCmd struct {
	Show     ledgerShowCmd     `cmd:"" default:"withargs" help:"Show what has been spent on a data set. Without a name the accounts are listed. This is what steward ledger does without a command."`
	Tell     ledgerTellCmd     `cmd:"" help:"Say how well all releases together tell two people's answers apart."`
	List     ledgerListCmd     `cmd:"" help:"List the accounts."`
	Limit    ledgerLimitCmd    `cmd:"" help:"Set or lower what all plans together may spend on a data set, and what their chances of failure may add up to."`
	Raise    ledgerRaiseCmd    `cmd:"" help:"Allow more than before: a separate step, with a name and a reason that later summaries show."`
	Reserve  ledgerReserveCmd  `cmd:"" help:"Set a part of the budget aside for later releases of one title."`
	Return   ledgerReturnCmd   `cmd:"" help:"Give back what was set aside, or part of it."`
	Annotate ledgerAnnotateCmd `cmd:"" help:"Add words to an entry, which stays as it is."`
	Know     ledgerKnowCmd     `cmd:"" help:"Add to the account which facts an earlier release took as known, from its record."`
	Link     ledgerLinkCmd     `cmd:"" help:"Say that two data sets are about the same people, so that what is spent on one counts for both."`
	Sketch   ledgerSketchCmd   `cmd:"" help:"Keep a sketch of a key column, on this computer, so that the people of an account are recognised under another name."`
	Forget   ledgerForgetCmd   `cmd:"" help:"Overwrite the words of a data set's account. What was spent, the limit and the links stay."`
	Export   ledgerExportCmd   `cmd:"" help:"Write an account to one file, for keeping or for another computer."`
	Import   ledgerImportCmd   `cmd:"" help:"Read an account from an exported file: one that is not here yet, or the continuation of one that is."`
	Recover  ledgerRecoverCmd  `cmd:"" help:"Add to the accounts what projects and records of releases know and the accounts lack, for example after an old copy was put back."`
}

// noting are the flags of commands that note something.
type noting struct {
	Why string `help:"Why, in a few words, for whoever reads the account later." placeholder:"WORDS"`
	By  string `help:"Who." placeholder:"NAME"`
}

func (n noting) words(c *console) ledger.Words { return c.words(n.Why, n.By) }

// explaining are the flags of commands that note something for a reason.
type explaining struct {
	Why string `required:"" help:"Why, in a few words, for whoever reads the account later." placeholder:"WORDS"`
	By  string `help:"Who." placeholder:"NAME"`
}

func (e explaining) words(c *console) ledger.Words { return c.words(e.Why, e.By) }

func (c *console) words(why, by string) ledger.Words {
	return ledger.Words{Time: c.now().Format(time.RFC3339), By: by, Why: why}
}

// beginning is the flag of commands that may begin a ledger.
type beginning struct {
	New bool `help:"Begin an account when there is none of that name."`
}

// openLedger returns the ledger of a data set that is there, or may be begun.
func (c *console) openLedger(dataSet string, b beginning) (*ledger.Ledger, error) {
	dir, err := c.ledgerDir()
	if err != nil {
		return nil, err
	}
	if b.New {
		return ledger.Open(dir, dataSet)
	}
	return ledger.In(dir).Known(dataSet)
}

// noted says which entry was noted.
func (c *console) noted(e ledger.Entry, format string, args ...any) error {
	if c.json {
		return c.emit(e)
	}
	c.printf("Entry %d: ", e.Sequence)
	c.printf(format, args...)
	return nil
}
