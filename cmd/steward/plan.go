package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"steward/cmd/steward/console"
	"steward/cmd/steward/phrase"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/io/project"
	"steward/io/wholefile"
)

// planCmd are the commands about what a plan says, in words (package phrase).
type planCmd struct {
	Show  planShowCmd  `cmd:"" help:"Show what a plan says: a line for everything, as steward plan set and steward plan write read it."`
	Set   planSetCmd   `cmd:"" help:"Add lines to a plan, or remove lines from it."`
	Write planWriteCmd `cmd:"" help:"Write the plan that a text describes, in the form that steward plan show writes."`
}

// phrases are the flags that say secrets, facts and questions in words.
type phrases struct {
	Secret   []string `help:"Keep something secret, as COLUMNS:WHAT, such as age:within=5, or presence, who is in the file. Columns that no secret names are secret entirely. steward plan set --help lists all kinds. Repeat it for more." placeholder:"SECRET" sep:"none"`
	Fact     []string `help:"Something that the public knows for certain: people=4812 (or n=4812), town:totals=North:22 | South:19, or counts=(town=North & age=20..29):7. Repeat it for more." placeholder:"FACT" sep:"none"`
	Question []string `help:"Ask a question, as COLUMNS:KIND, such as town,age:table or age:cumulative; kinds are table, cumulative, ranges and totals, and settings follow semicolons. Repeat it for more." placeholder:"QUESTION" sep:"none"`
}

// said returns a plan that says what the flags say too. It errors on what cannot be read, and on secrets, facts and questions
// that do not go with the plan.
func (f phrases) said(p plan.Plan) (plan.Plan, error) {
	next := p
	for _, part := range []struct {
		name  string
		texts []string
	}{{"secret", f.Secret}, {"fact", f.Fact}, {"question", f.Question}} {
		for _, text := range part.texts {
			if err := phrase.Add(&next, part.name, text); err != nil {
				return p, message.Errorf("--%w", err)
			}
		}
	}
	for i := range next.Questions[len(p.Questions):] {
		name(&next, len(p.Questions)+i)
	}
	return next, fits(p, next)
}

// name gives a question an id and a title where it has none.
func name(p *plan.Plan, i int) {
	q := &p.Questions[i]
	for n := i + 1; q.ID == ""; n++ {
		id := fmt.Sprintf("q%d", n)
		if !slices.ContainsFunc(p.Outputs(), func(o plan.Output) bool { return o.Head().ID == id }) {
			q.ID = id
		}
	}
	if q.Title == "" {
		q.Title = "Counts by " + plainNames(q.Columns)
	}
}

// fits errors with what is wrong with a plan's secrets, facts and questions that was not wrong before.
func fits(before, after plan.Plan) error {
	known := issues(before)
	var wrong []plan.Issue
	for _, is := range issues(after) {
		if slices.Contains([]guide.Step{guide.Secrets, guide.Facts, guide.Questions}, is.Step) && !slices.ContainsFunc(known, func(k plan.Issue) bool { return k.String() == is.String() }) {
			wrong = append(wrong, is)
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	lines := make([]message.Text, len(wrong))
	for i, is := range wrong {
		lines[i] = is.Said()
	}
	return message.Errorf("nothing was written:\n  %s", message.List(lines, "%s\n  %s", "%s\n  %s"))
}

func issues(p plan.Plan) []plan.Issue {
	_, err := plan.Compile(p)
	return plan.IssuesIn(err)
}

type planShowCmd struct {
	Project string `arg:"" help:"The plan (.steward)." type:"path"`
	Out     string `help:"Write it to a new text file, in which lines that begin with # are comments." type:"path" placeholder:"FILE"`
}

func (cmd planShowCmd) Run(c *console.Console) error {
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

type planSetCmd struct {
	Project string `arg:"" help:"The plan (.steward), which is changed." type:"path"`
	phrases `embed:""`
	Group   string   `help:"The release is only about people with some values of a column, whom no secret joins to others; “everybody” undoes that." placeholder:"COLUMN:VALUE|VALUE"`
	Say     []string `help:"Add anything else, as a line in the form that steward plan show prints, such as \"budget: epsilon=1\". Repeat it for more." placeholder:"LINE" sep:"none"`
	Drop    []string `help:"Remove a line that steward plan show prints, before anything is added. Repeat it for more." placeholder:"LINE" sep:"none"`
}

// Help lists all kinds of secrets with an example.
func (planSetCmd) Help() string {
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

func (cmd planSetCmd) Run(c *console.Console) error {
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
	if p, err = cmd.said(p); err != nil {
		return err
	}
	switch cmd.Group {
	case "":
	case "everybody":
		p.Group = nil
	default:
		if p.Group, err = groupOf(p.Columns, cmd.Group); err != nil {
			return err
		}
	}
	if err := fits(before, p); err != nil {
		return err
	}
	if err := file.Save(p); err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(map[string]any{"plan": cmd.Project, "lines": phrase.Lines(p)})
	}
	c.Sayf("The plan now says %d things: steward plan show %s\n", len(phrase.Lines(p)), cmd.Project)
	return nil
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

type planWriteCmd struct {
	Out  string `arg:"" help:"The plan to write (.steward), a new file." type:"path"`
	From string `required:"" help:"The text." type:"path" placeholder:"FILE"`
}

func (cmd planWriteCmd) Run(c *console.Console) error {
	if err := absent(cmd.Out); err != nil {
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
	if c.JSON {
		return c.Emit(map[string]any{"plan": cmd.Out, "lines": phrase.Lines(p)})
	}
	c.Sayf("Wrote %s. Now run: steward check %s --data FILE\n", cmd.Out, cmd.Out)
	return nil
}

// compile loads a plan and checks it.
func compile(path string) (*plan.Compiled, error) {
	p, err := project.Load(path)
	if err != nil {
		return nil, err
	}
	compiled, err := plan.Compile(p)
	if err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return compiled, nil
}
