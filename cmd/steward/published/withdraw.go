package published

import (
	"steward/cmd/steward/console"
	"steward/gui/words"
	"steward/io/publish"
)

// Withdraw declares that a release should no longer be used.
type Withdraw struct {
	Record  string `arg:"" help:"The record (.json) of the release that should no longer be used." type:"path"`
	Instead string `help:"The record of the release that takes its place, released before under the same data set." type:"path" placeholder:"RECORD"`
	Why     string `required:"" help:"Why, in a few words. Readers see it." placeholder:"WORDS"`
	By      string `required:"" help:"Who says so. Readers see it." placeholder:"NAME"`
}

// Help says what withdrawing is and is not.
func (Withdraw) Help() string {
	return words.Text(`What was published cannot be taken back, and what it revealed stays known: what it spent stays spent. The
account notes that the release is withdrawn, or which one takes its place, and steward verify says so. A notice for readers is
written next to the record, as a file of its own; the files of the release are never changed. Publish it where the release is published.`)
}

func (cmd Withdraw) Run(c *console.Console) error {
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	path, err := publish.Withdraw(c.Ctx, dir, publish.Withdrawal{Record: cmd.Record, Instead: cmd.Instead, By: cmd.By, Why: cmd.Why, Now: c.Now()})
	if err != nil {
		return err
	}
	return c.Answer(map[string]any{"notice": path}, "It is withdrawn. What it spent stays spent. The notice for its readers is %s: publish it where the release is published.\n", path)
}
