package coach

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/promise"
	"steward/core/workload"
)

// Way is a change of the plan that makes the numbers of a question worth more.
type Way struct {
	What message.Text // such as "Put age in steps of 5"
	// Gives says what is given up for it; empty where What says so.
	Gives message.Text
	// Plan is the changed plan, and Then what the question's numbers are worth under it, as a release of it has them.
	Plan plan.Plan
	Then Worth
}

// Planner works out the errors that a release of a plan has, question by question.
type Planner interface {
	Errors(ctx context.Context, c *plan.Compiled) ([]accuracy.Estimate, error)
}

// Bounds on the ways that are listed: how many, what part of the numbers that are too noisy may be left at most, and which
// budget is not proposed any more.
const (
	mostWays   = 5
	worthwhile = 0.8
	mostBudget = 10
)

// ladder is changes of one kind, from the smallest on: the first that is enough is the one to propose.
type ladder []change

type change struct {
	what  message.Text
	do    func(*plan.Plan)
	gives func(changed *plan.Compiled) message.Text // what is given up for it; nil where what says so
}

// Ways lists changes of a plan by which fewer numbers of a question, counted from 0, would be too noisy, the best first; none where they
// are fine. about is that of Of. It looks at no data, and errors with ctx's error when cancelled.
func Ways(ctx context.Context, planner Planner, c *plan.Compiled, question int, about float64) ([]Way, error) {
	errors, err := planner.Errors(ctx, c)
	if err != nil {
		return nil, err
	}
	now := Of(c.Problems[question], errors[question], about)
	if v := now.Verdict(); v == Fine || v == Unknown {
		return nil, nil
	}
	var out []Way
	look := looking{planner, c, question, about, now}
	for _, l := range ladders(c, question, now) {
		if found, err := look.up(ctx, l); err != nil {
			return nil, err
		} else if found != nil {
			out = append(out, *found)
		}
	}
	if len(out) == 0 { // no single change is enough
		steps := together(c, question)
		found, err := look.up(ctx, steps)
		if err == nil && found == nil {
			found, err = look.beyond(ctx, steps)
		}
		if err != nil || found == nil {
			return nil, err
		}
		out = append(out, *found)
	}
	slices.SortStableFunc(out, func(a, b Way) int { return cmp.Compare(a.Then.noisy(), b.Then.noisy()) })
	return out[:min(len(out), mostWays)], nil
}

// looking is for what makes the numbers of a question worth more than now.
type looking struct {
	planner  Planner
	of       *plan.Compiled
	question int
	about    float64
	now      Worth
}

// up returns the first change of a ladder that is enough, or else the one that helps most; nil where none helps. A later change of a
// long ladder helps no less than an earlier one and leaves less to work out, so that it is searched from its end by halves.
func (l looking) up(ctx context.Context, steps ladder) (*Way, error) {
	if len(steps) <= shortLadder {
		var found *Way
		for _, step := range steps {
			next, _, err := l.at(ctx, step)
			if err != nil {
				return nil, err
			}
			if next == nil || found != nil && next.Then.noisy() >= found.Then.noisy() {
				continue
			}
			if found = next; found.Then.Verdict() == Fine {
				break
			}
		}
		return found, nil
	}
	found, known, err := l.at(ctx, steps[len(steps)-1])
	if err != nil {
		return nil, err
	}
	if !known {
		return l.up(ctx, steps[:len(steps)-1])
	}
	if found == nil || found.Then.Verdict() != Fine {
		return found, nil
	}
	for from, to := 0, len(steps)-1; from < to; { // found is that of to
		middle := (from + to) / 2
		next, _, err := l.at(ctx, steps[middle])
		if err != nil {
			return nil, err
		}
		if next != nil && next.Then.Verdict() == Fine {
			found, to = next, middle
		} else {
			from = middle + 1
		}
	}
	return found, nil
}

// shortLadder is how many changes are tried one after the other, from the least on.
const shortLadder = 2

// at tries a change. It returns nil where that gains too little; known is false where the change conflicts with the rest of the plan, or leaves
// no method.
func (l looking) at(ctx context.Context, step change) (found *Way, known bool, err error) {
	p := l.of.Plan.Clone()
	step.do(&p)
	at, err := l.of.Again(p)
	if err != nil {
		return nil, false, nil
	}
	errors, err := l.planner.Errors(ctx, at)
	if stopped := ctx.Err(); stopped != nil || err != nil {
		return nil, false, stopped
	}
	then := Of(at.Problems[l.question], errors[l.question], l.about)
	if then.noisy() > worthwhile*l.now.noisy() {
		return nil, true, nil
	}
	found = &Way{What: step.what, Plan: p, Then: then}
	if step.gives != nil {
		found.Gives = step.gives(at)
	}
	return found, true, nil
}

// beyond goes on where even the last change of a ladder is not enough, with a larger budget besides; nil where that does not help either.
func (l looking) beyond(ctx context.Context, steps ladder) (*Way, error) {
	if len(steps) == 0 {
		return nil, nil
	}
	last := steps[len(steps)-1]
	p := l.of.Plan.Clone()
	last.do(&p)
	at, err := l.of.Again(p)
	if err != nil {
		return nil, nil // it does not go with what else the plan says
	}
	errors, err := l.planner.Errors(ctx, at)
	if err != nil {
		return nil, ctx.Err()
	}
	budgets := largerBudget(at, Of(at.Problems[l.question], errors[l.question], l.about))
	for i, more := range budgets {
		budgets[i].what = message.Sprintf("%s; %s", last.what, more.what)
		budgets[i].do = func(p *plan.Plan) {
			last.do(p)
			more.do(p)
		}
	}
	return l.up(ctx, budgets)
}

// together makes a question ever smaller: by the coarsest values of one column after the other, and then by leaving columns out.
func together(c *plan.Compiled, question int) ladder {
	var out ladder
	add := func(l ladder) {
		if len(l) == 0 {
			return
		}
		next := l[len(l)-1]
		if n := len(out); n > 0 {
			before, do := out[n-1], next.do
			next = change{what: message.Sprintf("%s; %s", before.what, next.what), do: func(p *plan.Plan) {
				before.do(p)
				do(p)
			}}
		}
		out = append(out, next)
	}
	columns := c.Plan.Questions[question].Columns
	for _, name := range columns {
		add(coarserLadder(c, name))
	}
	for _, name := range columns[1:] {
		add(without(c.Plan.Questions[question], question, name))
	}
	return out
}

// ladders lists all changes that may help a question.
func ladders(c *plan.Compiled, question int, now Worth) []ladder {
	var out []ladder
	q := c.Plan.Questions[question]
	for _, name := range q.Columns {
		out = append(out, coarserLadder(c, name))
	}
	for _, name := range q.Columns {
		out = append(out, without(q, question, name))
	}
	if i := slices.IndexFunc(c.Plan.Columns, func(col plan.Column) bool { return len(q.Columns) == 1 && col.Name == q.Columns[0] }); i >= 0 && q.Kind == string(workload.Table) && c.Plan.Columns[i].HasOrder() {
		out = append(out, ladder{{what: message.Sprintf("Ask for cumulative counts of %s", q.Columns[0]), do: func(p *plan.Plan) {
			of := &p.Questions[question]
			*of = plan.Question{ID: of.ID, Title: of.Title, Kind: string(workload.Cumulative), Columns: of.Columns, Share: of.Share}
		}, gives: said(message.Sprintf("Each number then counts everybody up to a value."))}})
	}
	out = append(out, largerShare(c.Plan, question), largerBudget(c, now))
	for _, name := range q.Columns {
		if i := slices.IndexFunc(c.Plan.Columns, func(col plan.Column) bool { return col.Name == name }); !own(c.Plan, name) && !c.Plan.Secrets.PresenceOnly && !asMuch(c, q, name) {
			out = append(out, weaker(c.Plan.Columns[i]))
		}
	}
	return out
}

// asMuch reports whether the cells of a table need about the same noise whatever is secret of one of its columns: another one with many values is
// secret from one value to the next wherever this one stays as it is.
func asMuch(c *plan.Compiled, q plan.Question, name domain.AttributeName) bool {
	return q.Kind == string(workload.Table) && !q.Totals && slices.ContainsFunc(c.Domain.Attributes(), func(a *domain.Attribute) bool {
		return a.Name() != name && slices.Contains(q.Columns, a.Name()) && a.Size() >= manyValues && !own(c.Plan, a.Name())
	})
}

// manyValues is the number of values from which on noise on each cell, everything being secret, is close to the least there can be: with eight,
// the least has 5.83 / 8 of its variance (docs/mathematics.md, "Balanced noise").
const manyValues = 8

// coarserLadder puts a column into fewer values, unless what is secret or known of its values would then mean something else.
func coarserLadder(c *plan.Compiled, name domain.AttributeName) ladder {
	if own(c.Plan, name) {
		return nil
	}
	i := slices.IndexFunc(c.Plan.Columns, func(col plan.Column) bool { return col.Name == name })
	var l ladder
	for _, v := range coarser(c.Plan.Columns[i]) {
		l = append(l, change{what: v.what, do: func(p *plan.Plan) { p.Columns[i] = v.column }})
	}
	return l
}

// without leaves a column out of a question, where others are left and nothing is asked that needs it.
func without(q plan.Question, question int, name domain.AttributeName) ladder {
	if q.Kind != string(workload.Table) || len(q.Columns) < 2 || len(q.Percent)+len(q.Rates)+len(q.Differences) > 0 {
		return nil
	}
	return ladder{{what: message.Sprintf("Leave %s out of the question", name), do: func(p *plan.Plan) {
		of := &p.Questions[question]
		of.Columns = slices.DeleteFunc(slices.Clone(of.Columns), func(n domain.AttributeName) bool { return n == name })
		of.Mechanism = ""
	}}}
}

// own reports whether a column has a secret of its own, or something is known of its values.
func own(p plan.Plan, name domain.AttributeName) bool {
	return slices.ContainsFunc(p.Secrets.Columns, func(s secret.Secret) bool { return slices.Contains(s.Columns, name) }) ||
		slices.ContainsFunc(p.Secrets.Absences, func(a secret.Absence) bool { return len(a.Where[name]) > 0 }) ||
		slices.ContainsFunc(p.Impossible, func(c domain.Combination) bool { return len(c[name]) > 0 }) ||
		len(p.Facts.Stated) > 0
}

// coarse is a column with fewer values.
type coarse struct {
	what   message.Text
	column plan.Column
}

// coarser lists a column with ever fewer values, where its values say how they are put together.
func coarser(c plan.Column) []coarse {
	var out []coarse
	switch c.Kind {
	case domain.Whole:
		for _, step := range steps {
			if n := (int64(c.Regular()) + step - 1) / step; n >= fewest && 2*n <= int64(c.Regular())+1 {
				out = append(out, coarse{message.Sprintf("Put %s in steps of %d", c.Name, step), inSteps(c, step)})
			}
		}
	case domain.Ranges:
		for _, times := range []int{2, 3, 5} {
			if merged, ok := joined(c, times); ok {
				out = append(out, coarse{message.Sprintf("Join every %d ranges of %s", times, c.Name), merged})
			}
		}
	case domain.Periods:
		longer := domain.AllPeriods()
		at := -1
		if c.Dates != nil {
			at = slices.Index(longer, c.Dates.Period)
		}
		if at < 0 || c.Dates.Period == domain.Spans || c.Dates.Period == domain.Hours {
			return nil
		}
		for at--; at >= 0; at-- {
			if p := c.InPeriods(longer[at]); p.Regular() >= 2 && longer[at].InYears() {
				out = append(out, coarse{message.Sprintf("Put %s into %s", c.Name, longer[at].Said()), p})
			}
		}
	}
	return out
}

// steps are those that whole numbers are put into, and fewest is how many of them have to be left.
var steps = []int64{2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 100_000}

const fewest = 3

// inSteps returns a column of whole numbers in ranges that begin at multiples of a step.
func inSteps(c plan.Column, step int64) plan.Column {
	out := plain(c)
	out.Kind, out.WholeNumbers, out.Lowest, out.Highest = domain.Ranges, true, nil, nil
	for from := *c.Lowest; from <= *c.Highest; {
		last := from - mod(from, step) + step - 1
		last = min(last, *c.Highest)
		out.Ranges = append(out.Ranges, plan.Range{From: fmt.Sprint(from), To: fmt.Sprint(last)})
		from = last + 1
	}
	return out
}

// mod is what is left of a number after whole steps, never below zero.
func mod(n, step int64) int64 { return (n%step + step) % step }

// joined returns a column whose ranges are joined, so many each; false where too few would be left.
func joined(c plan.Column, times int) (plan.Column, bool) {
	out := plain(c)
	out.Ranges = nil
	for i := 0; i < len(c.Ranges); i += times {
		last := min(i+times, len(c.Ranges)) - 1
		for j := i; j < last; j++ {
			if !follows(c, c.Ranges[j].To, c.Ranges[j+1].From) {
				return out, false // there is something between them
			}
		}
		out.Ranges = append(out.Ranges, plan.Range{From: c.Ranges[i].From, To: c.Ranges[last].To})
	}
	return out, len(out.Ranges) >= fewest && len(out.Ranges) < len(c.Ranges)
}

// follows reports whether a range that begins at from is the next after one that ends at to.
func follows(c plan.Column, to, from string) bool {
	if !c.WholeNumbers {
		return strings.TrimSpace(to) == strings.TrimSpace(from)
	}
	a, ok := new(big.Int).SetString(strings.TrimSpace(to), 10)
	b, fine := new(big.Int).SetString(strings.TrimSpace(from), 10)
	return ok && fine && b.Cmp(a.Add(a, big.NewInt(1))) == 0
}

// plain returns a column without what names values that it will not have.
func plain(c plan.Column) plan.Column {
	c.Readings = nil
	for _, s := range []*plan.Special{&c.Blank, &c.Other} {
		if s.Rule == domain.AsValue {
			*s = plan.Special{}
		}
	}
	return c
}

// largerShare gives a question three quarters of the budget, where it shares it.
func largerShare(p plan.Plan, question int) ladder {
	outputs := p.Outputs()
	if len(outputs) < 2 {
		return nil
	}
	others := new(big.Rat)
	for i, o := range outputs {
		if share, err := account.ParseShare(*o.Head().Share); err == nil && i != question && !o.Head().Free {
			others.Add(others, share)
		}
	}
	now, err := account.ParseShare(p.Questions[question].Share)
	larger := others.Mul(others, big.NewRat(3, 1))
	if err != nil || larger.Cmp(now) <= 0 {
		return nil
	}
	return ladder{{what: message.Sprintf("Give the question three quarters of the budget"),
		do: func(p *plan.Plan) { p.Questions[question].Share = larger.FloatString(3) }, gives: said(message.Sprintf("All others have to make do with a quarter."))}}
}

// largerBudget proposes the budget at which hardly any number is too noisy.
func largerBudget(c *plan.Compiled, now Worth) ladder {
	var out ladder
	for _, more := range []float64{1, 1.25} { // errors fall nearly as the budget rises
		epsilon := c.Budget.Float() * now.needed * more
		if !(epsilon > c.Budget.Float()) || epsilon > mostBudget {
			break
		}
		digits := math.Pow(10, math.Floor(math.Log10(epsilon))-1)
		text := new(big.Rat).SetFloat64(math.Ceil(epsilon/digits) * digits).FloatString(6)
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
		out = append(out, change{what: message.Sprintf("Spend a budget of %s", text), do: func(p *plan.Plan) { p.Budget.Epsilon = text },
			gives: func(changed *plan.Compiled) message.Text {
				return message.Sprintf("The protection is then %s.", promise.Of(changed).Band().Said())
			}})
	}
	return out
}

// weaker keeps only near values of a column of numbers secret from one another.
func weaker(c plan.Column) ladder {
	if c.Kind != domain.Whole && c.Kind != domain.Ordered {
		return nil
	}
	within := max(1, c.Regular()/10)
	if within >= c.Regular()-1 {
		return nil
	}
	return ladder{{what: message.Sprintf("Hide %s only from values within %d", c.Name, within), do: func(p *plan.Plan) {
		p.Secrets.Columns = append(slices.Clone(p.Secrets.Columns), secret.Secret{Columns: []domain.AttributeName{c.Name}, Kind: secret.Near, Within: fmt.Sprint(within)})
		p.Agreed = nil
		for i := range p.Questions {
			p.Questions[i].Mechanism = ""
		}
	}, gives: func(changed *plan.Compiled) message.Text { return changed.Describe().Secret }}}
}

func said(text message.Text) func(*plan.Compiled) message.Text {
	return func(*plan.Compiled) message.Text { return text }
}
