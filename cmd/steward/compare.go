package main

import (
	"path/filepath"
	"steward/cmd/steward/accounts"
	"steward/cmd/steward/console"
	"steward/core/message"

	"steward/core/account"
	"steward/core/plan"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/standin"
)

type compareCmd struct {
	Project  string `arg:"" help:"The plan (.steward), which is changed." type:"path"`
	Like     string `help:"A public spreadsheet like yours, one row per person: last year's published microdata, or made-up data. Never the one that the plan protects. Its counts become public with every release of the plan." type:"path" placeholder:"FILE" xor:"on"`
	Even     bool   `help:"Made-up data spread evenly. Methods that look for equal numbers look their best on it." xor:"on"`
	Pilot    string `help:"A noisy pilot, which spends this much of the data set's budget right away." placeholder:"EPSILON" xor:"on"`
	Alone    bool   `help:"Nothing: methods whose error depends on the data are left out." xor:"on"`
	Data     string `help:"The reviewed spreadsheet, for a pilot." type:"path" placeholder:"FILE"`
	Others   bool   `name:"other-people" help:"The people in the file are not those of the account that they seem to be in."`
	Question string `help:"The id of the question that a pilot is for. The default is the first." placeholder:"ID"`
}

func (cmd compareCmd) Run(c *console.Console) error {
	file, p, err := project.Open(cmd.Project)
	if err != nil {
		return err
	}
	compiled, err := plan.ToBeCompared(p)
	if err != nil {
		return message.Errorf("%s: %w", cmd.Project, err)
	}
	said := ""
	switch {
	case cmd.Like != "":
		on, err := standin.Like(c.Ctx, compiled, standin.File{Path: cmd.Like})
		if err != nil {
			return err
		}
		p.StandIn = on.Plan.StandIn
		said = console.Say("Methods whose error depends on the data are compared on %s. Its counts become public with every release of this plan.", p.StandIn.Name)
	case cmd.Even:
		p.StandIn = &plan.StandIn{Kind: plan.StandInEven}
		said = console.Say("Methods whose error depends on the data are compared on made-up data spread evenly, on which those that look for equal numbers look their best.")
	case cmd.Pilot != "":
		if said, err = cmd.pay(c, file, compiled, &p); err != nil && p.StandIn == nil {
			return err
		}
	case cmd.Alone:
		p.StandIn = nil
		said = console.Say("Methods whose error depends on the data are left out.")
	default:
		return message.Errorf("say what methods are to be compared on: --like FILE, --even, --pilot EPSILON, or --alone")
	}
	if saved := file.Save(p); saved != nil {
		return saved
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(p.StandIn)
	}
	c.Sayf("%s\n", said)
	return nil
}

// pay carries a pilot out and puts it into the plan.
func (cmd compareCmd) pay(c *console.Console, file *project.File, compiled *plan.Compiled, p *plan.Plan) (said string, err error) {
	epsilon, err := account.ParseEpsilon(cmd.Pilot)
	if err != nil {
		return "", err
	}
	if cmd.Data == "" {
		return "", message.Errorf("a pilot counts the reviewed spreadsheet: give it with --data FILE")
	}
	question := 0
	if cmd.Question != "" {
		for question = range p.Questions {
			if p.Questions[question].ID == cmd.Question {
				break
			}
		}
		if p.Questions[question].ID != cmd.Question {
			return "", message.Errorf("the plan has no question with the id %q", cmd.Question)
		}
	}
	dir, err := c.LedgerDir()
	if err != nil {
		return "", err
	}
	on, entry, err := publish.Pilot(c.Ctx, publish.PilotJob{Question: question, Epsilon: epsilon, Job: publish.Job{
		Plan: compiled, Data: cmd.Data, LedgerDir: dir, Program: program(), Noise: c.Noise, Now: c.Now(), Near: nearTo(file, filepath.Dir(cmd.Data)), OtherPeople: cmd.Others,
	}})
	if on == nil {
		return "", accounts.OthersFlag(err)
	}
	p.StandIn = on
	past, failed := publish.WithAccount(c.Ctx, file.Past(), dir, p.DataSet)
	unremembered(c, failed)
	file.Remember(past)
	return console.Say("Spent %s on a pilot for %q, entry %d of the account. Methods whose error depends on the data are compared on it.", epsilon, p.Questions[question].Title, entry.Sequence), err
}

// compared compiles the plan at a path with the public numbers that it is compared on, and says
// what is not there of them.
func compared(c *console.Console, path string) (*plan.Compiled, error) {
	p, err := project.Load(path)
	if err != nil {
		return nil, err
	}
	compiled, lacking, err := standin.Compile(c.Ctx, p, filepath.Dir(path))
	if !lacking.IsZero() {
		c.Complain("steward: %s\n", lacking)
	}
	if err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return compiled, nil
}
