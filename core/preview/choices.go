package preview

import (
	"context"
	"slices"
	"steward/core/guide"

	"steward/core/choice"
	"steward/core/domain"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/workload"
)

// Choice compares the ways to make one of the plan's choices. It depends on the plan only.
type Choice struct {
	Asked plan.Choice
	// Epsilon is its share of the budget; "0" where it is read off a question's answers.
	Epsilon         string
	Values, Options int
	Methods         []ChoiceMethod
	// Chosen is the index of the method that a release would use.
	Chosen int
	// Says are sentences about it.
	Says []message.Text
}

// ChoiceMethod is one way to make a choice.
type ChoiceMethod struct {
	ID      string
	Name    message.Text
	Quality choice.Quality
	Width   int
	// Free says that it follows from the answers to a question, named by Table, at no cost.
	Free  bool
	Table string
	// Plain marks what full secrecy of everything about a person would give at the same budget.
	Plain bool
}

// previewChoices compares the methods for the plan's choices; groups answer its questions.
func previewChoices(ctx context.Context, c *plan.Compiled, groups []registry.Group) ([]Choice, error) {
	var out []Choice
	for i, p := range c.Choices {
		q := Choice{Asked: c.Plan.Choices[i], Epsilon: p.Cells.Spends().String(), Values: len(p.Choice.Groups()), Options: len(p.Choice.Options()), Chosen: -1}
		if p.Cells.Workload != nil {
			if err := q.methods(ctx, c, i); err != nil {
				return nil, err
			}
		} else {
			q.Epsilon = "0"
		}
		q.tables(c, i, groups)
		out = append(out, q)
	}
	return out, nil
}

// methods adds what the choice can spend its share on.
func (q *Choice) methods(ctx context.Context, c *plan.Compiled, i int) error {
	p := c.Choices[i]
	prepared, err := choice.Prepare(ctx, p)
	if err != nil {
		return err
	}
	others, err := choice.Alternatives(ctx, p)
	if err != nil {
		return err
	}
	q.Methods, q.Chosen = append(q.Methods, methodOf(prepared)), 0
	q.Says = append(q.Says, release.Announced(c, i, prepared).Says...)
	if why := prepared.Why(); !why.IsZero() {
		q.Says = append(q.Says, message.Sprintf("Chosen: %s.", why))
	}
	for _, o := range others {
		if m := methodOf(o); m.ID != q.Methods[0].ID {
			q.Methods = append(q.Methods, m)
		}
	}
	plain, err := plainChoice(ctx, c, p)
	if err != nil || plain == nil {
		return err
	}
	m := methodOf(plain)
	if m.Quality.Fall == q.Methods[0].Quality.Fall && m.ID == q.Methods[0].ID {
		return nil
	}
	m.Plain, m.Name = true, message.Sprintf("With everything about a person secret: %s", m.Name)
	q.Methods = append(q.Methods, m)
	return nil
}

func methodOf(p *choice.Prepared) ChoiceMethod {
	return ChoiceMethod{ID: p.Info().ID, Name: p.Info().Name, Quality: p.Quality(), Width: p.Choice().Question().Width}
}

// plainChoice is the choice under full secrecy, nil where that is the plan's policy anyway.
func plainChoice(ctx context.Context, c *plan.Compiled, p choice.Problem) (*choice.Prepared, error) {
	full := fullSecrecy(p.Cells.Policy)
	if full == nil {
		return nil, nil
	}
	p.Cells.Policy, p.Cells.Exact = full, false
	return choice.Prepare(ctx, p)
}

// tables adds the plan's cumulative questions that a percentile can be read off.
func (q *Choice) tables(c *plan.Compiled, i int, groups []registry.Group) {
	if choice.Kind(q.Asked.Kind) != choice.Percentile || len(q.Asked.By) > 0 {
		return
	}
	for at, t := range c.Plan.Questions {
		if t.Kind != string(workload.Cumulative) || !slices.Equal(t.Columns, []domain.AttributeName{q.Asked.Column}) {
			continue
		}
		for _, g := range groups {
			n, ok := g.Position(at)
			if !ok {
				continue
			}
			quality, err := c.Choices[i].Choice.QualityOff(g, n)
			if err != nil {
				continue // its error depends on the data
			}
			if t.ID == q.Asked.Table {
				q.Chosen = len(q.Methods)
			}
			if t.ID != q.Asked.Table && q.Asked.Table == "" && !c.Choices[i].Cells.Exact {
				q.Says = append(q.Says, message.Sprintf("It can be taken from “%s” at no cost: choose that in the step %s.", t.Title, guide.Questions.Title()))
			}
			q.Methods = append(q.Methods, ChoiceMethod{ID: choice.TablePrefix + g.Prepared.Info().ID, Name: message.Sprintf("Taken from “%s”, at no cost", t.Title), Quality: quality, Free: true, Table: t.ID})
		}
	}
}
