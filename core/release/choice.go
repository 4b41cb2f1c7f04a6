package release

import (
	"context"
	"slices"

	"steward/core/choice"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
)

// chosen makes ready a choice of the plan.
func chosen(ctx context.Context, c *plan.Compiled, groups []registry.Group, i int) (output, error) {
	if c.Plan.Choices[i].Table != "" {
		return readOff(c, i, groups)
	}
	p := c.Choices[i]
	prepared, err := choice.Prepare(ctx, p)
	if err != nil {
		return output{}, err
	}
	return output{[]mechanism.Problem{p.Cells}, prepared.Loss(), func(ctx context.Context, d drawn, r *result.Release) error {
		seen, err := p.Cells.Seen(d.counts[0])
		if err != nil {
			return err
		}
		drawn, err := prepared.Release(ctx, seen, d.src)
		if err != nil {
			return err
		}
		r.Choices = append(r.Choices, Chosen(c, i, prepared, drawn))
		return nil
	}}, nil
}

// readOff makes ready a percentile that is read off the answers to a question of the plan.
func readOff(c *plan.Compiled, i int, groups []registry.Group) (output, error) {
	at := c.TableOf(i)
	g, n, err := groupOf(groups, at)
	if err != nil {
		return output{}, err
	}
	if _, err := c.Choices[i].Choice.QualityOff(g, n); err != nil {
		return output{}, err
	}
	return output{draw: func(_ context.Context, _ drawn, r *result.Release) error {
		read, err := ReadOff(c, i, g, n, &r.Questions[at])
		r.Choices = append(r.Choices, read)
		return err
	}}, nil
}

// groupOf returns the group that answers a question, and its place there.
func groupOf(groups []registry.Group, question int) (registry.Group, int, error) {
	for _, g := range groups {
		if n, ok := g.Position(question); ok {
			return g, n, nil
		}
	}
	return registry.Group{}, 0, message.Errorf("nothing answers question %d", question+1)
}

// ReadOff reads choice i of a plan off the released answers to question n of a group, at no cost.
func ReadOff(c *plan.Compiled, i int, g registry.Group, n int, q *result.Question) (result.Choice, error) {
	made := c.Choices[i].Choice
	chosen, quality, err := made.ReadOff(g, n, q.Unadjusted, q.Tidied)
	if err != nil {
		return result.Choice{}, err
	}
	info := g.Prepared.Info()
	out := result.Choice{
		Asked: c.Plan.Choices[i],
		Made: result.Made{
			Mechanism: result.Mechanism{ID: choice.TablePrefix + info.ID, Name: message.Sprintf("Taken from “%s”", c.Plan.Questions[g.Questions[n]].Title), Source: info.Source, Chosen: message.Sprintf("it follows from released numbers and costs nothing")},
			Epsilon:   "0", Effective: "0",
		},
		Options: len(made.Options()),
		Quality: quality,
	}
	return withValues(out, made, []choice.Chosen{chosen}, c.Plan.Counted()), nil
}

// Chosen puts what was drawn for choice i of a plan beside its error and the words for it.
func Chosen(c *plan.Compiled, i int, p *choice.Prepared, chosen []choice.Chosen) result.Choice {
	out := withValues(Announced(c, i, p), p.Choice(), chosen, c.Plan.Counted())
	out.Says = append(out.Says, noisyAnyway(c.Choices[i].Cells, c.Choices[i].Follows)...)
	return out
}

// Announced returns what is known of choice i of a plan before anything is drawn.
func Announced(c *plan.Compiled, i int, p *choice.Prepared) result.Choice {
	cells := c.Choices[i].Cells
	out := result.Choice{
		Asked:   c.Plan.Choices[i],
		Made:    made(p.Info(), p.Why(), cells.Spends(), cells.Left(), p.Noise()),
		Width:   p.Choice().Question().Width,
		Options: len(p.Choice().Options()),
		Quality: p.Quality(),
	}
	if s := p.Sensitivity(); s != nil {
		out.Sensitivity, out.Rate = s.RatString(), p.Rate().RatString()
	}
	out.Says = append(out.Sentences(c.Plan.Counted()), noisyAnyway(c.Choices[i].Cells, c.Choices[i].Follows)...)
	return out
}

func withValues(out result.Choice, made *choice.Choice, chosen []choice.Chosen, counted message.Text) result.Choice {
	options := made.Options()
	for _, v := range chosen {
		value := result.Chosen{Key: slices.Clone(v.Key), Option: options[v.Option]}
		if v.Low >= 0 {
			value.Low, value.High = options[v.Low], options[v.High]
		}
		out.Values = append(out.Values, value)
	}
	out.Says = out.Sentences(counted)
	return out
}
