package accounts

import (
	"strings"

	"steward/cmd/steward/console"
	"steward/core/account"
	"steward/core/message"
	"steward/io/ledger"
	"steward/io/publish"
)

// limiting are the limits that a command names.
type limiting struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Epsilon string `arg:"" optional:"" help:"What may be spent in total."`
	Delta   string `help:"What the chances of failure that releases accept may add up to." placeholder:"CHANCE"`
}

// limits reads them.
func (cmd limiting) limits() (ledger.Limits, error) {
	var out ledger.Limits
	if cmd.Epsilon == "" && cmd.Delta == "" {
		return out, message.Errorf("give the limit: a number such as 2, or --delta with a chance such as 0.00001, or both")
	}
	var err error
	if cmd.Epsilon != "" {
		if out.Losses, err = account.ParseEpsilon(cmd.Epsilon); err != nil {
			return out, message.Errorf("the limit: %w", err)
		}
	}
	if out.Chances, err = account.ParseDelta(cmd.Delta); err != nil {
		return out, message.Errorf("--delta: %w", err)
	}
	return out, nil
}

// allowed says what is allowed from now on.
func allowed(c *console.Console, l *ledger.Ledger, e ledger.Entry, most ledger.Limits) error {
	s, err := l.Statement()
	if err != nil {
		return err
	}
	var words []string
	if !most.Losses.IsZero() {
		words = append(words, console.Say("at most %s may be spent on %q in total. %s is spent or set aside.", most.Losses, s.DataSet, console.Exactly(s.Taken())))
	}
	if !most.Chances.IsZero() {
		more := console.Say("all releases on %q together may use a chance of failure (delta) of %s, %s. What was accepted adds up to %s.", s.DataSet, most.Chances, most.Chances.InWords(), console.Exactly(s.JointChance()))
		if len(words) > 0 {
			more = console.Say("And %s", more)
		}
		words = append(words, more)
	}
	return Noted(c, e, "%s\n", strings.Join(words, "\n"))
}

type limitCmd struct {
	limiting
	Beginning
	explaining
}

func (cmd limitCmd) Run(c *console.Console) error {
	most, err := cmd.limits()
	if err != nil {
		return err
	}
	l, err := Open(c, cmd.DataSet, cmd.Beginning)
	if err != nil {
		return err
	}
	e, err := l.SetLimits(c.Ctx, most, cmd.words(c))
	if err != nil {
		return err
	}
	return allowed(c, l, e, most)
}

type raiseCmd struct {
	limiting
	Why string `required:"" help:"Why more is allowed. Later summaries show it." placeholder:"WORDS"`
	By  string `required:"" help:"Who allows more. Later summaries show it." placeholder:"NAME"`
}

func (cmd raiseCmd) Run(c *console.Console) error {
	most, err := cmd.limits()
	if err != nil {
		return err
	}
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	e, err := l.RaiseLimits(c.Ctx, most, Words(c, cmd.Why, cmd.By))
	if err != nil {
		return err
	}
	return allowed(c, l, e, most)
}

type reserveCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Epsilon string `arg:"" help:"How much."`
	For     string `required:"" help:"Title of the releases that it is for: they draw on it automatically." placeholder:"TITLE"`
	Beginning
	noting
}

func (cmd reserveCmd) Run(c *console.Console) error {
	sum, err := account.ParseEpsilon(cmd.Epsilon)
	if err != nil {
		return message.Errorf("what is to be set aside: %w", err)
	}
	l, err := Open(c, cmd.DataSet, cmd.Beginning)
	if err != nil {
		return err
	}
	e, err := l.Reserve(c.Ctx, sum, cmd.For, cmd.words(c))
	if err != nil {
		return err
	}
	return Noted(c, e, "%s is set aside for %q. Releases of that title draw on it; no others can.\n", sum, cmd.For)
}

type returnCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Entry   int    `arg:"" help:"Number of the entry that set it aside."`
	Epsilon string `arg:"" optional:"" help:"How much. The default is all that is left."`
	noting
}

func (cmd returnCmd) Run(c *console.Console) error {
	var sum account.Epsilon
	if cmd.Epsilon != "" {
		var err error
		if sum, err = account.ParseEpsilon(cmd.Epsilon); err != nil {
			return message.Errorf("what is to be given back: %w", err)
		}
	}
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	e, err := l.Return(c.Ctx, cmd.Entry, sum, cmd.words(c))
	if err != nil {
		return err
	}
	return Noted(c, e, "%s of what entry %d set aside can again be spent by any release.\n", e.Epsilon, cmd.Entry)
}

type annotateCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Entry   int    `arg:"" help:"Number of the entry."`
	Words   string `arg:"" help:"The note."`
	By      string `help:"Who says it." placeholder:"NAME"`
}

func (cmd annotateCmd) Run(c *console.Console) error {
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	e, err := l.Annotate(c.Ctx, cmd.Entry, Words(c, cmd.Words, cmd.By))
	if err != nil {
		return err
	}
	return Noted(c, e, "the note is below entry %d, which stays as it is.\n", cmd.Entry)
}

type knowCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Record  string `arg:"" help:"The .json file of a release about it." type:"path"`
	noting
}

// Run notes what the record of an earlier release says of its secrets and facts.
func (cmd knowCmd) Run(c *console.Console) error {
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	e, err := publish.Know(c.Ctx, l, cmd.Record, cmd.words(c))
	if err != nil {
		return err
	}
	return Noted(c, e, "the facts that entry %d took as known count for all releases from now on.\n", e.Of)
}

type linkCmd struct {
	DataSet string `arg:"" help:"Name of a data set."`
	Other   string `arg:"" help:"Name of the other data set, which is about the same people."`
	Beginning
	explaining
}

func (cmd linkCmd) Run(c *console.Console) error {
	l, err := Open(c, cmd.DataSet, cmd.Beginning)
	if err != nil {
		return err
	}
	other, err := Open(c, cmd.Other, cmd.Beginning)
	if err != nil {
		return err
	}
	if err := l.Link(c.Ctx, other, cmd.words(c)); err != nil {
		return err
	}
	s, err := l.Statement()
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(statementJSON(s))
	}
	sums(c, s)
	return nil
}

type forgetCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Yes     bool   `help:"I know that titles, policies, questions and names of files cannot be brought back."`
	Undo    bool   `help:"Say that a forgotten data set is used again. Its words stay lost, and what was spent still counts."`
	explaining
}

func (cmd forgetCmd) Run(c *console.Console) error {
	l, err := Open(c, cmd.DataSet, Beginning{})
	if err != nil {
		return err
	}
	var e ledger.Entry
	if cmd.Undo {
		if e, err = l.Reopen(c.Ctx, cmd.words(c)); err != nil {
			return err
		}
		return Noted(c, e, "%q is used again.\n", cmd.DataSet)
	}
	if !cmd.Yes {
		return message.Errorf("the words of the account of %q would be lost for good: export it first if you may still need them (steward ledger export), then say --yes", cmd.DataSet)
	}
	if e, err = l.Forget(c.Ctx, cmd.words(c)); err != nil {
		return err
	}
	return Noted(c, e, "%q is forgotten. What it has spent, %s, still counts.\n", cmd.DataSet, e.Total)
}
