package published

import (
	"strings"

	"steward/cmd/steward/console"
	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/workload"
	"steward/gui/words"
	"steward/io/combine"
)

// Combine adds and subtracts released answers.
type Combine struct {
	Record   string   `arg:"" help:"The record of a release (.json)." type:"path"`
	Question string   `help:"The question, by its id or title. It may be left out: labels then begin with it and a colon, as in \"smokers: North, yes\", and answers to several questions can be added up." placeholder:"Q"`
	Add      []string `help:"An answer to add, by its labels with commas between, as in \"North, yes\". Repeat it for more." sep:"none" aliases:"cells" placeholder:"KEY"`
	Subtract []string `help:"An answer to subtract." sep:"none" placeholder:"KEY"`
	Since    []string `help:"The record of an earlier release, such as last year's: show by how much every answer has changed since, with the error of the change. Repeat it for several years." type:"path" placeholder:"RECORD"`
}

func (cmd Combine) Run(c *console.Console) error {
	b, err := combine.New(c.Ctx, cmd.Record, cmd.Question)
	if err != nil {
		return err
	}
	if len(cmd.Since) > 0 {
		return cmd.changes(c, b)
	}
	find := func(keys []string) ([]int, error) {
		var out []int
		for _, key := range keys {
			i, err := b.Find(key)
			if err != nil {
				return nil, err
			}
			out = append(out, i)
		}
		return out, nil
	}
	add, err := find(cmd.Add)
	if err != nil {
		return err
	}
	subtract, err := find(cmd.Subtract)
	if err != nil {
		return err
	}
	sum, err := b.Combine(add, subtract)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.Emit(sum)
	}
	for _, t := range sum.Answers {
		c.Sayf("%+g  %s  (%.6g)\n", t.Weight, strings.Join(t.Key, ", "), t.Unadjusted)
	}
	c.Sayf("%s\n", sum.Sentence())
	if !sum.Exact {
		c.Sayf("%s\n", sum.Advice())
		c.Sayf("Typical error %.3g. Computed from the mechanism's noise, with its correlations; it is the error that the protection adds, and one interval in twenty misses.\n", accuracy.Typical(sum.RMSE))
	}
	return nil
}

// changed are the changes since an earlier release.
type changed struct {
	Since      string           `json:"since"`
	Created    string           `json:"created"`
	Changes    []combine.Change `json:"changes"`
	Uncompared []string         `json:"uncompared,omitempty"`
}

// changes says by how much every answer has changed since earlier releases.
func (cmd Combine) changes(c *console.Console, later *combine.Combiner) error {
	if len(cmd.Add)+len(cmd.Subtract) > 0 {
		return message.Errorf("--since is about every answer, and --add and --subtract about some of one release: use one or the other")
	}
	var all []changed
	for _, path := range cmd.Since {
		earlier, err := combine.New(c.Ctx, path, "")
		if err != nil {
			return err
		}
		list, left, err := combine.Changes(earlier, later)
		if err != nil {
			return message.Errorf("%s: %w", path, err)
		}
		of := changed{Since: path, Created: earlier.Record.Created, Changes: list}
		for _, l := range left {
			of.Uncompared = append(of.Uncompared, console.Say("%v", l))
		}
		all = append(all, of)
	}
	if c.JSON {
		return c.Emit(all)
	}
	for _, of := range all {
		c.Sayf("Since %s, released %s:\n", of.Since, of.Created)
		for _, change := range of.Changes {
			rows := [][]string{append(change.Heads(words.Say), console.Say("earlier"), console.Say("later"), console.Say("change"))}
			for _, a := range change.Answers {
				rows = append(rows, append(workload.SaidLabels(words.Say, a.Key), words.Number(combine.Figure(a.Earlier)), words.Number(combine.Figure(a.Later)), console.Say("%v", a.Sentence())))
			}
			c.Sayf("\n%s (%s)\n", change.Question, console.Say("%v", change.Unit()))
			c.Table(rows)
			if change.Apart > 0 {
				c.Sayf("%d answers are in only one of the two releases.\n", change.Apart)
			}
		}
		for _, l := range of.Uncompared {
			c.Sayf("%s\n", l)
		}
	}
	c.Sayf("\nChanges are computed from unadjusted numbers. The noise of two releases is drawn separately, so the change over several years is no further off than that over one: take it from the first and the last release, and do not add up the changes in between. One interval in twenty misses.\n")
	return nil
}
