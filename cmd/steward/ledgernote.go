package main

import (
	"steward/core/message"
	"strings"

	"steward/core/account"
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
func (c *console) allowed(l *ledger.Ledger, e ledger.Entry, most ledger.Limits) error {
	s, err := l.Statement()
	if err != nil {
		return err
	}
	var words []string
	if !most.Losses.IsZero() {
		words = append(words, say("at most %s may be spent on %q in total. %s is spent or set aside.", most.Losses, s.DataSet, exactly(s.Taken())))
	}
	if !most.Chances.IsZero() {
		more := say("all releases on %q together may use a chance of failure (delta) of %s, %s. What was accepted adds up to %s.", s.DataSet, most.Chances, most.Chances.InWords(), exactly(s.JointChance()))
		if len(words) > 0 {
			more = say("And %s", more)
		}
		words = append(words, more)
	}
	return c.noted(e, "%s\n", strings.Join(words, "\n"))
}

type ledgerLimitCmd struct {
	limiting
	beginning
	explaining
}

func (cmd ledgerLimitCmd) Run(c *console) error {
	most, err := cmd.limits()
	if err != nil {
		return err
	}
	l, err := c.openLedger(cmd.DataSet, cmd.beginning)
	if err != nil {
		return err
	}
	e, err := l.SetLimits(c.ctx, most, cmd.words(c))
	if err != nil {
		return err
	}
	return c.allowed(l, e, most)
}

type ledgerRaiseCmd struct {
	limiting
	Why string `required:"" help:"Why more is allowed. Later summaries show it." placeholder:"WORDS"`
	By  string `required:"" help:"Who allows more. Later summaries show it." placeholder:"NAME"`
}

func (cmd ledgerRaiseCmd) Run(c *console) error {
	most, err := cmd.limits()
	if err != nil {
		return err
	}
	l, err := c.openLedger(cmd.DataSet, beginning{})
	if err != nil {
		return err
	}
	e, err := l.RaiseLimits(c.ctx, most, c.words(cmd.Why, cmd.By))
	if err != nil {
		return err
	}
	return c.allowed(l, e, most)
}

type ledgerReserveCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Epsilon string `arg:"" help:"How much."`
	For     string `required:"" help:"Title of the releases that it is for: they draw on it automatically." placeholder:"TITLE"`
	beginning
	noting
}

func (cmd ledgerReserveCmd) Run(c *console) error {
	sum, err := account.ParseEpsilon(cmd.Epsilon)
	if err != nil {
		return message.Errorf("what is to be set aside: %w", err)
	}
	l, err := c.openLedger(cmd.DataSet, cmd.beginning)
	if err != nil {
		return err
	}
	e, err := l.Reserve(c.ctx, sum, cmd.For, cmd.words(c))
	if err != nil {
		return err
	}
	return c.noted(e, "%s is set aside for %q. Releases of that title draw on it; no others can.\n", sum, cmd.For)
}

type ledgerReturnCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Entry   int    `arg:"" help:"Number of the entry that set it aside."`
	Epsilon string `arg:"" optional:"" help:"How much. The default is all that is left."`
	noting
}

func (cmd ledgerReturnCmd) Run(c *console) error {
	var sum account.Epsilon
	if cmd.Epsilon != "" {
		var err error
		if sum, err = account.ParseEpsilon(cmd.Epsilon); err != nil {
			return message.Errorf("what is to be given back: %w", err)
		}
	}
	l, err := c.openLedger(cmd.DataSet, beginning{})
	if err != nil {
		return err
	}
	e, err := l.Return(c.ctx, cmd.Entry, sum, cmd.words(c))
	if err != nil {
		return err
	}
	return c.noted(e, "%s of what entry %d set aside can again be spent by any release.\n", e.Epsilon, cmd.Entry)
}

type ledgerAnnotateCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Entry   int    `arg:"" help:"Number of the entry."`
	Words   string `arg:"" help:"The note."`
	By      string `help:"Who says it." placeholder:"NAME"`
}

func (cmd ledgerAnnotateCmd) Run(c *console) error {
	l, err := c.openLedger(cmd.DataSet, beginning{})
	if err != nil {
		return err
	}
	e, err := l.Annotate(c.ctx, cmd.Entry, c.words(cmd.Words, cmd.By))
	if err != nil {
		return err
	}
	return c.noted(e, "the note is below entry %d, which stays as it is.\n", cmd.Entry)
}

type ledgerKnowCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Record  string `arg:"" help:"The .json file of a release about it." type:"path"`
	noting
}

// Run notes what the record of an earlier release says of its secrets and facts.
func (cmd ledgerKnowCmd) Run(c *console) error {
	l, err := c.openLedger(cmd.DataSet, beginning{})
	if err != nil {
		return err
	}
	e, err := publish.Know(c.ctx, l, cmd.Record, cmd.words(c))
	if err != nil {
		return err
	}
	return c.noted(e, "the facts that entry %d took as known count for all releases from now on.\n", e.Of)
}

type ledgerLinkCmd struct {
	DataSet string `arg:"" help:"Name of a data set."`
	Other   string `arg:"" help:"Name of the other data set, which is about the same people."`
	beginning
	explaining
}

func (cmd ledgerLinkCmd) Run(c *console) error {
	l, err := c.openLedger(cmd.DataSet, cmd.beginning)
	if err != nil {
		return err
	}
	other, err := c.openLedger(cmd.Other, cmd.beginning)
	if err != nil {
		return err
	}
	if err := l.Link(c.ctx, other, cmd.words(c)); err != nil {
		return err
	}
	s, err := l.Statement()
	if err != nil {
		return err
	}
	if c.json {
		return c.emit(statementJSON(s))
	}
	sums(c, s)
	return nil
}

type ledgerForgetCmd struct {
	DataSet string `arg:"" help:"Name of the data set."`
	Yes     bool   `help:"I know that titles, policies, questions and names of files cannot be brought back."`
	Undo    bool   `help:"Say that a forgotten data set is used again. Its words stay lost, and what was spent still counts."`
	explaining
}

func (cmd ledgerForgetCmd) Run(c *console) error {
	l, err := c.openLedger(cmd.DataSet, beginning{})
	if err != nil {
		return err
	}
	var e ledger.Entry
	if cmd.Undo {
		if e, err = l.Reopen(c.ctx, cmd.words(c)); err != nil {
			return err
		}
		return c.noted(e, "%q is used again.\n", cmd.DataSet)
	}
	if !cmd.Yes {
		return message.Errorf("the words of the account of %q would be lost for good: export it first if you may still need them (steward ledger export), then say --yes", cmd.DataSet)
	}
	if e, err = l.Forget(c.ctx, cmd.words(c)); err != nil {
		return err
	}
	return c.noted(e, "%q is forgotten. What it has spent, %s, still counts.\n", cmd.DataSet, e.Total)
}
