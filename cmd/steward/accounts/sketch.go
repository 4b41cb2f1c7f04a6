package accounts

import (
	"errors"

	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/io/familiar"
	"steward/io/project"
	"steward/io/publish"
)

type sketchCmd struct {
	Project string `arg:"" help:"The plan (.steward) of the data set." type:"path"`
	Data    string `help:"The spreadsheet with the people." type:"path" placeholder:"FILE"`
	Column  string `help:"The column that says who a row is about. It need not be published." placeholder:"NAME"`
	Forget  bool   `help:"Remove what was kept instead."`
}

// Help says what is kept and who could do what with it.
func (sketchCmd) Help() string {
	return `A sketch of the column is kept: keyed hashes of at most 4,096 of its values, and how many there were. When a release would
begin a fresh account for people who are in this one, under another name, it is refused and told how many they are. The sketch and its
key stay on this computer, beside the accounts, and are exported nowhere. Whoever can read that folder can test guesses: whether the
key of a certain person is in the sketch. Of every released file a keyed fingerprint is kept in any case, which tells whether
the very same file is released under another name.`
}

func (cmd sketchCmd) Run(c *console.Console) error {
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	p, err := project.Load(cmd.Project)
	if err != nil {
		return err
	}
	if cmd.Forget {
		if err := familiar.In(dir).Forget(p.DataSet); err != nil {
			return err
		}
		return toldKept(c, familiar.Sketch{DataSet: p.DataSet}, "Nothing is kept any more about whom %q is about, except fingerprints of released files.\n", p.DataSet)
	}
	if cmd.Data == "" || cmd.Column == "" {
		return message.New("say whom the account is about: give --data with the spreadsheet and --column with the column that says who a row is about")
	}
	s, err := publish.RememberPeople(c.Ctx, dir, cmd.Data, cmd.Column, p)
	if err != nil {
		return err
	}
	return toldKept(c, s, "A sketch of the column %q is kept for %q, on this computer only. Whoever can read the folder of the accounts can test with it whether a certain key is in the file.\n", s.Column, s.DataSet)
}

// toldKept says what is kept of an account's people, and to eyes of whom it is for how many they are.
func toldKept(c *console.Console, s familiar.Sketch, format string, args ...any) error {
	if c.JSON {
		out := map[string]any{"dataSet": s.DataSet, "column": s.Column}
		if c.Eyes {
			out["people"] = s.Values
		}
		return c.Emit(out)
	}
	if c.Sayf(format, args...); c.Eyes && s.Values > 0 {
		c.Sayf("The column has %d different values.\n", s.Values)
	}
	return nil
}

// OthersFlag tells of the flag that a release under another name takes where its people seem to be known.
func OthersFlag(err error) error {
	if errors.As(err, new(*publish.FamiliarError)) {
		return message.Errorf("%w (--other-people)", err)
	}
	return err
}
