package plans

import (
	"cmp"
	"errors"

	"steward/cmd/steward/accounts"
	"steward/cmd/steward/console"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/words"
	"steward/io/carryover"
	"steward/io/export"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/wholefile"
)

// Next carries a plan over to the next file of its kind.
type Next struct {
	Project string   `arg:"" help:"The plan of the earlier release (.steward), which is not changed." type:"path"`
	Data    string   `arg:"" help:"The next spreadsheet, such as this year's." type:"path"`
	Out     string   `help:"The plan to write (.steward), a new file. Without it nothing is written, and you only see what no longer fits." type:"path" placeholder:"FILE"`
	Same    bool     `name:"same-people" help:"Some of the people are those of the earlier release: what is spent on them adds up, in their account." xor:"who"`
	Others  string   `name:"other-people" help:"Nobody is among the people of the earlier release: the next one begins an account of this name." xor:"who" placeholder:"NAME"`
	Title   string   `help:"Title of the release. Without it the earlier one, with the next year or number." placeholder:"TITLE"`
	Years   int      `help:"How many releases are planned, this one included. What the later ones are to spend is set aside for them." default:"1" placeholder:"N"`
	Budget  string   `help:"What this release may spend. Without it what is set aside for it, its share of what is left where several are planned, or what the earlier one spent." placeholder:"EPSILON"`
	Limit   string   `help:"What all releases about these people may spend, where their account does not say so yet." placeholder:"EPSILON"`
	Facts   bool     `name:"keep-facts" help:"The known facts that are true here are public for these data too. Without it none is carried over: what was public about other data need not be public about these."`
	Rename  []string `help:"The column that the plan calls OLD is called NEW in the file. May be given several times." placeholder:"OLD=NEW" sep:"none"`
	Record  string   `help:"The record of the earlier release, where its plan does not know it: how far off changes between the two will be is worked out from it." type:"path" placeholder:"RECORD"`
	Why     string   `help:"Why, for whoever reads the account later." placeholder:"WORDS"`
	By      string   `help:"Who says so." placeholder:"NAME"`
}

// Help says what is carried over.
func (Next) Help() string {
	return words.Text(`Columns, secrets, questions and methods are carried over. The review of the file, the consent to what is published without noise,
and the known facts are not: they are about the earlier data. After a release, steward combine NEW.json --since OLD.json shows by
how much every answer has changed, with its error.`)
}

func (cmd Next) Run(c *console.Console) error {
	p, past, err := project.Read(cmd.Project)
	if err != nil {
		return err
	}
	if len(p.Columns) == 0 {
		return message.Errorf("%s publishes no columns: give the plan of an earlier release", cmd.Project)
	}
	if err := renamed(&p, cmd.Rename); err != nil {
		return err
	}
	earlier, err := carryover.Record(past, cmd.Record)
	if err != nil {
		return err
	}
	look, err := carryover.Of(c.Ctx, p, past, cmd.Data, nil)
	if err != nil {
		return err
	}
	if !c.JSON {
		cmd.tell(c, look)
	}
	if cmd.Out == "" {
		if c.JSON {
			return c.Emit(map[string]any{"fits": !look.Stops()})
		}
		if cmd.Same || cmd.Others != "" {
			c.Sayf("Nothing is written yet. Say with --out where the plan goes.\n")
			return nil
		}
		c.Sayf("Nothing is written yet. Say with --same-people or --other-people NAME whose account it is, and with --out where the plan goes.\n")
		return nil
	}
	return cmd.carry(c, look, earlier)
}

// tell says what no longer fits. What it says of the data is for the steward's eyes.
func (cmd Next) tell(c *console.Console, l carryover.Look) {
	if l.Plan.Data.Sheet != "" && l.Data.Sheet == "" {
		c.Sayf("The file has no sheet %q; its first one is read.\n", l.Plan.Data.Sheet)
	}
	if !c.Eyes {
		c.Sayf("What no longer fits in the plan is shown on a terminal, or with --details: it reveals something about people in the data.\n")
		return
	}
	if len(l.Misfits) == 0 {
		c.Sayf("The plan fits the file.\n")
	}
	for _, m := range l.Misfits {
		c.Sayf("%s: %s\n", m.Column, m.Said)
		if m.Instead != "" {
			c.Sayf("  If it is: --rename \"%s=%s\"\n", m.Column, m.Instead)
		}
	}
	if len(l.Known) == 0 {
		return
	}
	c.Sayf("Known about the earlier data, which need not be known about these:\n")
	for _, k := range l.Known {
		switch {
		case k.Otherwise.String() == k.Said.String():
			c.Sayf("  %s: is not true of this file. State it again if it is public.\n", k.Said)
		case !k.Otherwise.IsZero():
			c.Sayf("  %s: is not true of this file (%s). State it again if it is public.\n", k.Said, k.Otherwise)
		case k.Holds:
			c.Sayf("  %s: is true of this file too. --keep-facts carries it over, if it is public.\n", k.Said)
		default:
			c.Sayf("  %s\n", k.Said)
		}
	}
	if l.Uncompared != nil {
		c.Sayf("%s\n", words.Sentence(words.Error(l.Uncompared)))
	}
}

// carry notes in the accounts what is decided, and writes the plan.
func (cmd Next) carry(c *console.Console, l carryover.Look, earlier *export.Record) error {
	if !cmd.Same && cmd.Others == "" {
		return message.New("say whether these are the same people: --same-people, and what is spent on them adds up in their account; or --other-people NAME, if nobody is in both files")
	}
	if err := wholefile.Absent(cmd.Out); err != nil {
		return err
	}
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	folder := ledger.In(dir)
	choice := carryover.Choice{Others: cmd.Others != "", DataSet: cmd.Others, Title: cmp.Or(cmd.Title, carryover.Following(cmp.Or(l.Plan.Title, l.Plan.DataSet))), KeepFacts: cmd.Facts, Years: cmd.Years, Budget: cmd.Budget, Limit: cmd.Limit}
	account, err := l.AccountOf(folder, choice)
	if err != nil {
		return err
	}
	choice.Budget = cmp.Or(choice.Budget, l.Budget(account))
	if choice.Budget == "" {
		return message.New("nothing is left to spend on these people: allow more first (steward ledger raise), or give back what is set aside")
	}
	noted, err := l.Note(c.Ctx, folder, choice, accounts.Words(c, cmd.Why, cmd.By))
	if err != nil {
		return err
	}
	p := l.Carried(choice)
	if err := project.Save(cmd.Out, p); err != nil {
		return err
	}
	outlook := carryover.Expected(c.Ctx, earlier, p, preview.Planning{})
	familiar := cmd.familiar(c, dir, p)
	if c.JSON {
		return c.Emit(map[string]any{"plan": cmd.Out, "dataSet": p.DataSet, "title": p.Title, "budget": p.Budget.Epsilon, "noted": len(noted), "fits": !l.Stops(), "changes": outlook})
	}
	for _, n := range noted {
		c.Sayf("%s\n", n)
	}
	if familiar != "" {
		c.Sayf("%s\n", familiar)
	}
	c.Sayf("Wrote %s: “%s”, in the account “%s”, for a budget of %s.\n", cmd.Out, p.Title, p.DataSet, p.Budget.Epsilon)
	if len(outlook) > 0 {
		c.Sayf("How far off the change of a number since the earlier release will be, from its errors alone:\n")
		for _, o := range outlook {
			c.Sayf("  %s\n", o.Said())
		}
	}
	c.Sayf("Now run: steward check %s --data %s\n", cmd.Out, cmd.Data)
	return nil
}

// familiar says whether the people seem to be in another account than the one that was chosen.
func (cmd Next) familiar(c *console.Console, dir string, p plan.Plan) string {
	found, err := publish.Familiar(c.Ctx, dir, cmd.Data, p)
	if err != nil || found == nil {
		return ""
	}
	var private interface{ Private() message.Text }
	if !c.Eyes && errors.As(error(found), &private) {
		return words.Say(private.Private())
	}
	return words.Sentence(words.Error(found))
}
