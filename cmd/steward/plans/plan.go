package plans

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/cmd/steward/newplan"
	"steward/cmd/steward/phrase"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/project"
	"steward/io/wholefile"
)

// Cmd are the commands about what a plan says, in words (package phrase).
type Cmd struct {
	Show  showCmd  `cmd:"" help:"Show what a plan says: a line for everything, as steward plan set and steward plan write read it."`
	Set   setCmd   `cmd:"" help:"Add lines to a plan, or remove lines from it."`
	Write writeCmd `cmd:"" help:"Write the plan that a text describes, in the form that steward plan show writes."`
}

type showCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Out     string `help:"Write it to a new text file, in which lines that begin with # are comments." type:"path" placeholder:"FILE"`
}

func (cmd showCmd) Run(c *console.Console) error {
	p, err := project.Load(cmd.Project)
	if err != nil {
		return err
	}
	lines := phrase.Lines(p)
	if cmd.Out != "" {
		err := wholefile.Create(cmd.Out, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Join(lines, "\n")+"\n")
			return err
		})
		if err != nil {
			return err
		}
	}
	if c.JSON {
		return c.Emit(map[string]any{"lines": lines})
	}
	if cmd.Out != "" {
		c.Sayf("Wrote %s: %d lines.\n", cmd.Out, len(lines))
		return nil
	}
	for _, l := range lines {
		c.Sayf("%s\n", l)
	}
	return nil
}

type setCmd struct {
	Project      string `arg:"" help:"The plan (.steward), which is changed." type:"path"`
	phrase.Flags `embed:""`
	Group        string   `help:"The release is only about people with some values of a column, whom no secret joins to others; “everybody” undoes that." placeholder:"COLUMN:VALUE|VALUE"`
	Say          []string `help:"Add anything else, as a line in the form that steward plan show prints, such as \"budget: epsilon=1\". Repeat it for more." placeholder:"LINE" sep:"none"`
	Drop         []string `help:"Remove a line that steward plan show prints, before anything is added. Repeat it for more." placeholder:"LINE" sep:"none"`
}

// Help lists all kinds of secrets with an example.
func (setCmd) Help() string {
	var b strings.Builder
	b.WriteString(console.Say("Secrets, with columns of a survey as examples:\n"))
	for _, k := range secret.Kinds() {
		spelling, _ := k.Spelling()
		fmt.Fprintf(&b, "\n  %s:%s", spelling.About, spelling)
	}
	b.WriteString("\n\n  presence, \"presence only\", \"absence=smoker=yes; weight=0.5\", together=1\n\n" +
		console.Say("Settings follow semicolons, such as weight=0.5 and \"blanks joined\". Put a word that contains one of %s into double quotes.", strings.Join(strings.Split(phrase.Marks, ""), " ")))
	return b.String()
}

func (cmd setCmd) Run(c *console.Console) error {
	file, before, err := project.Open(cmd.Project)
	if err != nil {
		return err
	}
	p, err := dropped(before, cmd.Drop)
	if err != nil {
		return err
	}
	for _, l := range cmd.Say {
		part, rest, ok := strings.Cut(l, ":")
		if !ok {
			return message.Errorf("--say: found %q where a part of a plan, a colon and what it says are expected, such as budget: epsilon=1", l)
		}
		if err := phrase.Add(&p, strings.TrimSpace(part), rest); err != nil {
			return message.Errorf("--say: %w", err)
		}
	}
	if p, err = cmd.Said(p); err != nil {
		return err
	}
	switch cmd.Group {
	case "":
	case "everybody":
		p.Group = nil
	default:
		if p.Group, err = newplan.Group(p.Columns, cmd.Group); err != nil {
			return err
		}
	}
	if err := phrase.Fits(before, p); err != nil {
		return err
	}
	if err := file.Save(p); err != nil {
		return err
	}
	lines := phrase.Lines(p)
	return c.Answer(map[string]any{"plan": cmd.Project, "lines": lines}, "The plan now says %d things: steward plan show %s\n", len(lines), cmd.Project)
}

// dropped returns a plan without some of its lines.
func dropped(p plan.Plan, lines []string) (plan.Plan, error) {
	left := phrase.Lines(p)
	for _, l := range lines {
		i := slices.Index(left, strings.TrimSpace(l))
		if i < 0 {
			return p, message.Errorf("--drop: the plan does not say %q: copy a whole line from steward plan show", l)
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(lines) == 0 {
		return p, nil
	}
	return phrase.Read(strings.Join(left, "\n"))
}

type writeCmd struct {
	Out  string `arg:"" help:"The plan to write (.steward), a new file." type:"path"`
	From string `required:"" help:"The text." type:"path" placeholder:"FILE"`
}

func (cmd writeCmd) Run(c *console.Console) error {
	if err := wholefile.Absent(cmd.Out); err != nil {
		return err
	}
	text, err := project.ReadText(cmd.From)
	if err != nil {
		return err
	}
	p, err := phrase.Read(text)
	if err != nil {
		return message.Errorf("%s, %w", cmd.From, err)
	}
	if p.Version == 0 {
		p.Version = plan.Version
	}
	if err := project.Save(cmd.Out, p); err != nil {
		return err
	}
	return c.Answer(map[string]any{"plan": cmd.Out, "lines": phrase.Lines(p)}, "Wrote %s. Now run: steward check %s --data FILE\n", cmd.Out, cmd.Out)
}
