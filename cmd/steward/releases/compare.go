package releases

import (
	"path/filepath"
	"slices"

	"steward/cmd/steward/accounts"
	"steward/cmd/steward/console"
	"steward/core/account"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/project"
	"steward/io/publish"
	"steward/io/standin"
)

// Compare chooses public data for comparing methods, or pays for a pilot.
type Compare struct {
	Project  string `arg:"" help:"The plan (.steward), which is changed." type:"path"`
	Like     string `help:"A public spreadsheet like yours, one row per person: last year's published microdata, or made-up data. Never the one that the plan protects. Its counts become public with every release of the plan." type:"path" placeholder:"FILE" xor:"on"`
	Even     bool   `help:"Made-up data spread evenly. Methods that look for equal numbers look their best on it." xor:"on"`
	Pilot    string `help:"A noisy pilot, which spends this much of the data set's budget right away." placeholder:"EPSILON" xor:"on"`
	Alone    bool   `help:"Nothing: methods whose error depends on the data are left out." xor:"on"`
	Data     string `help:"The reviewed spreadsheet, for a pilot." type:"path" placeholder:"FILE"`
	Others   bool   `name:"other-people" help:"The people in the file are not those of the account that they seem to be in."`
	Question string `help:"The id of the question that a pilot is for. The default is the first." placeholder:"ID"`
}

func (cmd Compare) Run(c *console.Console) error {
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
	return c.Answer(p.StandIn, "%s\n", said)
}

// pay carries a pilot out and puts it into the plan.
func (cmd Compare) pay(c *console.Console, file *project.File, compiled *plan.Compiled, p *plan.Plan) (said string, err error) {
	epsilon, err := account.ParseEpsilon(cmd.Pilot)
	if err != nil {
		return "", err
	}
	if cmd.Data == "" {
		return "", message.Errorf("a pilot counts the reviewed spreadsheet: give it with --data FILE")
	}
	question := 0
	if cmd.Question != "" {
		question = slices.IndexFunc(p.Questions, func(q plan.Question) bool { return q.ID == cmd.Question })
	}
	if question < 0 {
		return "", message.Errorf("the plan has no question with the id %q", cmd.Question)
	}
	job, err := jobOf(c, compiled, cmd.Data)
	if err != nil {
		return "", err
	}
	job.Near, job.OtherPeople = nearTo(file, filepath.Dir(cmd.Data)), cmd.Others
	on, entry, err := publish.Pilot(c.Ctx, publish.PilotJob{Job: job, Question: question, Epsilon: epsilon})
	if on == nil {
		return "", accounts.OthersFlag(err)
	}
	p.StandIn = on
	past, failed := publish.WithAccount(c.Ctx, file.Past(), job.LedgerDir, p.DataSet)
	unremembered(c, failed)
	file.Remember(past)
	return console.Say("Spent %s on a pilot for %q, entry %d of the account. Methods whose error depends on the data are compared on it.", epsilon, p.Questions[question].Title, entry.Sequence), err
}
