// Package reviews has the subcommands of steward review: what two people do with a plan before its release, and what is said of a
// release after it.
package reviews

import (
	"path/filepath"

	"steward/cmd/steward/accounts"
	"steward/cmd/steward/console"
	"steward/cmd/steward/plans"
	"steward/cmd/steward/previews"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/publish"
	"steward/io/signature"
	"steward/io/signoff"
	"steward/io/wholefile"
)

// Cmd is what two people do with a plan before its release, and what is said of a release after it.
type Cmd struct {
	Show      showCmd      `cmd:"" default:"withargs" help:"Show what was said of a plan, and whether it can be released. This is what steward review does without a command."`
	Submit    submitCmd    `cmd:"" help:"Say that you have prepared a plan and that it is ready to be checked."`
	Approve   approveCmd   `cmd:"" help:"Say that you have checked a plan and that it can be released."`
	Changes   changesCmd   `cmd:"" help:"Say what has to be changed in a plan before it is released."`
	Refuse    refuseCmd    `cmd:"" help:"Say that a plan is not to be released."`
	Checklist checklistCmd `cmd:"" help:"Write a page to print with what to look at before a plan is released. Reads no data."`
	Need      needCmd      `cmd:"" help:"Release nothing about a data set's people unless a second person has approved the plan."`
	State     stateCmd     `cmd:"" help:"Say something about a published release, in a file of its own. The files of the release are never changed."`
}

// Help says how two people sign off, and that one alone has nothing to do.
func (Cmd) Help() string {
	return words.Text(`If you work alone, you do not need this. Where two people sign off, whoever prepares a plan submits it, and someone else
approves it, asks for changes or refuses it. That is noted in the account with name, day and reason, signed with the key of whoever
says it if there is one, and holds for this very plan and one release: a plan that is changed has to be approved again. A plan that
was refused, or is to be changed, cannot be released; where a second person is needed (steward review need), one that nobody approved
cannot either. The summary shows who prepared and who approved.`)
}

// saying are the flags of whoever says something of a plan.
type saying struct {
	Project  string `arg:"" help:"The plan (.steward)." type:"path"`
	By       string `required:"" help:"Who says it. The account and the summary show it." placeholder:"NAME"`
	Unsigned bool   `help:"Do not sign it with the key of this computer."`
}

// say notes a verdict.
func (s saying) say(c *console.Console, verdict result.Verdict, why string) error {
	compiled, err := plans.Compared(c, s.Project)
	if err != nil {
		return err
	}
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	signer, err := s.signer(c)
	if err != nil {
		return err
	}
	e, err := signoff.Say(c.Ctx, dir, signoff.Saying{Plan: compiled.Plan, Verdict: verdict, Words: accounts.Words(c, why, s.By), Signer: signer})
	if err != nil {
		return err
	}
	return stands(c, dir, compiled.Plan, &e)
}

// signer returns the key that there is, nil for none: nobody has one made for this.
func (s saying) signer(c *console.Console) (*signature.Signer, error) {
	if _, is := c.Key.Public(); !is || s.Unsigned {
		return nil, nil
	}
	return c.Signer()
}

// stands says where a plan stands, after an entry that was noted, if one was.
func stands(c *console.Console, dir string, p plan.Plan, noted *ledger.Entry) error {
	standing, others, err := signoff.Standing(c.Ctx, dir, p)
	if err != nil {
		return err
	}
	digest, err := p.Digest()
	if err != nil {
		return err
	}
	if c.JSON {
		out := map[string]any{"plan": digest, "reviews": append([]result.Review{}, standing.Reviews...), "needed": standing.Needed, "approved": standing.Approved(), "barred": standing.Bars()}
		if noted != nil {
			out["entry"] = noted.Sequence
		}
		return c.Emit(out)
	}
	if noted != nil {
		c.Sayf("Noted, as entry %d of the account of %q.\n", noted.Sequence, p.DataSet)
	}
	for _, r := range standing.Reviews {
		c.Sayf("  %s\n", words.Say(message.Sprintf("entry %d: %s", r.Sequence, r.Said())))
		if r.Key != "" {
			if err := signoff.Check(r); err != nil {
				c.Sayf("    NOT signed as it claims: %v\n", err)
			} else {
				c.Sayf("    signed with the key %s\n", r.Key)
			}
		}
	}
	c.Sayf("%s\n", words.Sentence(words.Say(standing.Says())))
	if others > 0 && !standing.Approved() {
		c.Sayf("An approved plan was changed afterwards: the approval was for the plan as it was then, and does not hold for this one.\n")
	}
	if standing.Bars() {
		c.Sayf("It cannot be released as it stands.\n")
	}
	return nil
}

type showCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
}

func (cmd showCmd) Run(c *console.Console) error {
	compiled, err := plans.Compared(c, cmd.Project)
	if err != nil {
		return err
	}
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	return stands(c, dir, compiled.Plan, nil)
}

type submitCmd struct {
	saying
	Why string `help:"What the person who checks it should know." placeholder:"WORDS"`
}

func (cmd submitCmd) Run(c *console.Console) error { return cmd.say(c, result.Prepared, cmd.Why) }

type approveCmd struct {
	saying
	Why string `help:"Why, in a few words." placeholder:"WORDS"`
}

func (cmd approveCmd) Run(c *console.Console) error {
	return cmd.say(c, result.Approved, cmd.Why)
}

type changesCmd struct {
	saying
	Why string `required:"" help:"What has to be changed, and why." placeholder:"WORDS"`
}

func (cmd changesCmd) Run(c *console.Console) error { return cmd.say(c, result.Changes, cmd.Why) }

type refuseCmd struct {
	saying
	Why string `required:"" help:"Why it is not to be released." placeholder:"WORDS"`
}

func (cmd refuseCmd) Run(c *console.Console) error { return cmd.say(c, result.Refused, cmd.Why) }

type checklistCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Out     string `required:"" help:"The page, a PDF." type:"path" placeholder:"FILE"`
	previews.Sized
}

func (cmd checklistCmd) Run(c *console.Console) error {
	compiled, err := plans.Compared(c, cmd.Project)
	if err != nil {
		return err
	}
	about, err := cmd.About()
	if err != nil {
		return err
	}
	made, err := previews.MadeUp(c, compiled, int64(about))
	if err != nil {
		return err
	}
	list, err := made.Checklist()
	if err != nil {
		return err
	}
	if err := wholefile.Create(cmd.Out, list.Write); err != nil {
		return err
	}
	return c.Answer(map[string]any{"file": cmd.Out}, "The checklist is %s.\n", cmd.Out)
}

type needCmd struct {
	DataSet  string `arg:"" help:"Name of the data set."`
	NoLonger bool   `help:"Say that no second person is needed any more."`
	Why      string `required:"" help:"Why, in a few words, for whoever reads the account later." placeholder:"WORDS"`
	By       string `required:"" help:"Who decides this." placeholder:"NAME"`
	accounts.Beginning
}

func (cmd needCmd) Run(c *console.Console) error {
	l, err := accounts.Open(c, cmd.DataSet, cmd.Beginning)
	if err != nil {
		return err
	}
	e, err := l.NeedChecker(c.Ctx, !cmd.NoLonger, accounts.Words(c, cmd.Why, cmd.By))
	if err != nil {
		return err
	}
	if cmd.NoLonger {
		return accounts.Noted(c, e, "no second person has to approve plans of %q any more.\n", cmd.DataSet)
	}
	return accounts.Noted(c, e, "nothing about the people of %q is released from now on unless a second person has approved the plan.\n", cmd.DataSet)
}

type stateCmd struct {
	Record string `arg:"" help:"The record (.json) of the release." type:"path"`
	Says   string `required:"" help:"The statement. Readers see it." placeholder:"WORDS"`
	By     string `required:"" help:"Who says it. Readers see it." placeholder:"NAME"`
}

func (cmd stateCmd) Run(c *console.Console) error {
	dir, err := c.LedgerDir()
	if err != nil {
		return err
	}
	path, err := publish.State(c.Ctx, dir, publish.Withdrawal{Record: cmd.Record, By: cmd.By, Why: cmd.Says, Now: c.Now()})
	if err != nil {
		return err
	}
	return c.Answer(map[string]any{"statement": path}, "The account has noted it. The statement for readers is %s: publish it where %s is published. The files of the release stay as they are.\n", path, filepath.Base(cmd.Record))
}
