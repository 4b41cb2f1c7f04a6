package plan

import (
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/choice"
	"steward/core/cluster"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/synthetic"
)

// Compiled is a plan that passed all checks, turned into what mechanisms work on. It holds
// no data.
type Compiled struct {
	Plan   Plan
	Domain *domain.Domain
	Policy *policy.Policy
	Facts  constraint.Facts
	Budget account.Epsilon
	Limit  account.Epsilon // zero when the steward set none
	// DeltaLimit is what the chances of failure may add up to; zero when the steward set none.
	DeltaLimit account.Delta
	// Promise is what Budget and the accepted chance of failure come to. Problems share its
	// own budget.
	Promise  account.Promise
	Problems []mechanism.Problem
	// Choices are those of the plan; one that is read off a question's answers has no budget of its
	// own, and its Cells are the zero Problem.
	Choices []choice.Problem
	// Clusters are the clusterings of the plan.
	Clusters []cluster.Problem
	// Synthetic are the synthetic tables of the plan.
	Synthetic []synthetic.Problem
	// Lacking lists the questions, by their numbers, for which the plan names a stand-in but has no
	// numbers: they are in a file that was not counted, or of columns that were declared otherwise.
	// They are answered by methods whose error does not depend on the data; where another was chosen
	// for one of them, Arrange and Group error.
	Lacking []int
	// Units are what rows are counted in where they have weights; zero without.
	Units Units
	// Disclosed lists what the policy discloses exactly; Agreed says that the steward said
	// yes to publishing exactly that list.
	Disclosed []message.Text
	Agreed    bool

	// Quick says that it is for a first look at the errors (FirstLook).
	Quick bool

	exact   map[string]bool       // by their ids, the outputs that take nothing of the budget
	nothing bool                  // whether that is all of them
	tied    constraint.Multiplier // zero without facts
	// between is the policy along whose edges the counts of neighbouring files differ, which noise is made for: Policy, or what is left of it
	// where the number of people is known.
	between *policy.Policy
	memory  *Memory
	counted []mechanism.Problem // over whose cells a release counts the data
	// everybody is the policy over all records where the release is about a group of people.
	everybody *policy.Policy
}

// Compile checks a plan. On any issue it errors with *Incomplete, which lists all that can
// be found at once.
func Compile(p Plan) (*Compiled, error) { return compile(p, &Memory{}) }

// Again compiles another plan, such as the same at another budget. Facts that both state under
// the same secrets are not worked out a second time.
func (c *Compiled) Again(p Plan) (*Compiled, error) { return compile(p, c.memory) }

func compile(p Plan, m *Memory) (*Compiled, error) {
	p = p.parted()
	c := &compiler{out: &Compiled{Plan: p, memory: m, exact: make(map[string]bool)}}
	c.header(p)
	if c.columns(p) && c.secrets(p) {
		c.agreement(p)
	}
	c.rows(p)
	c.weight(p)
	c.splits(p)
	known := c.facts(p)
	if err := c.checkStandIn(p.StandIn); err != nil {
		c.report(guide.Budget, "stand-in", err)
		return nil, &Incomplete{Issues: c.issues}
	}
	c.out.between = c.out.Policy
	if known && c.swaps() {
		c.out.between = policy.Full(c.out.Domain, false)
	}
	if c.budget(p) && c.out.Policy != nil && known {
		c.outputs(p)
	}
	if err := p.Paper.check(); err != nil {
		c.report(guide.Release, "paper", err)
	}
	if !languageCode.MatchString(p.Language) {
		c.report(guide.Release, "language", message.Errorf("files cannot be written in the language %q: use a code such as \"en\" or \"de\"", p.Language))
	}
	c.issues = append(c.issues, p.Publication.Faults()...)
	if len(c.issues) > 0 {
		return nil, &Incomplete{Issues: c.issues}
	}
	return c.out, nil
}

type compiler struct {
	out    *Compiled
	issues []Issue
}

func (c *compiler) report(step guide.Step, field string, err error) {
	c.issues = append(c.issues, Issue{Step: step, Field: field, Message: message.Of(err)})
}

func (c *compiler) header(p Plan) {
	if p.Version > Version {
		c.report(guide.Data, "", message.Errorf("the plan was written by a newer version of Steward (format %d, this program knows %d): update Steward", p.Version, Version))
	}
	if p.Version < 1 {
		c.report(guide.Data, "", message.Errorf("the plan has no version: it should be %d", Version))
	}
	if strings.TrimSpace(p.DataSet) == "" {
		c.report(guide.Data, "", message.Errorf("the data set has no name: name it, so that everything that is spent on it adds up in one account"))
	} else if strings.Join(strings.Fields(p.DataSet), " ") != p.DataSet {
		c.report(guide.Data, "", message.Errorf("the name %q of the data set has extra spaces: write %q, so that one data set has one account", p.DataSet, strings.Join(strings.Fields(p.DataSet), " ")))
	}
}

func (c *compiler) columns(p Plan) bool {
	before := len(c.issues)
	var attrs []*domain.Attribute
	for _, col := range p.Columns {
		a, err := col.attribute()
		if err != nil {
			c.report(guide.Columns, string(col.Name), err)
			continue
		}
		attrs = append(attrs, a)
	}
	if len(c.issues) > before {
		return false
	}
	var err error
	if c.out.Domain, err = domain.New(attrs, p.Impossible); err != nil {
		c.report(guide.Columns, "", err)
		return false
	}
	return p.Group == nil || c.inGroup(p, attrs)
}

// attribute returns the domain's attribute for a declared column.
func (col Column) attribute() (*domain.Attribute, error) {
	opts := domain.Options{
		Origin:   col.Origin,
		Blank:    domain.Special(col.Blank),
		Other:    domain.Special(col.Other),
		Readings: col.Readings,
	}
	switch col.Kind {
	case domain.List:
		return domain.NewList(col.Name, col.Values, opts)
	case domain.Ordered:
		return domain.NewOrdered(col.Name, col.Values, opts)
	case domain.Whole:
		if col.Lowest == nil || col.Highest == nil {
			return nil, message.Errorf("column %q: give the lowest and the highest number", col.Name)
		}
		return domain.NewWhole(col.Name, *col.Lowest, *col.Highest, opts)
	case domain.Ranges:
		ranges := make([]domain.Range, len(col.Ranges))
		for i, r := range col.Ranges {
			ranges[i] = domain.Range(r)
		}
		return domain.NewRanges(col.Name, ranges, col.WholeNumbers, opts)
	case domain.Periods:
		var c domain.Calendar // which says no periods
		if col.Dates != nil {
			c = col.Dates.calendar()
		}
		return domain.NewPeriods(col.Name, c, opts)
	}
	return nil, message.Errorf("column %q: unknown kind %q: use %q, %q, %q, %q or %q", col.Name, col.Kind, domain.List, domain.Ordered, domain.Whole, domain.Ranges, domain.Periods)
}

func (d Dates) calendar() domain.Calendar {
	c := domain.Calendar{Period: d.Period, First: d.First, Last: d.Last, Order: d.Order, YearsFrom: d.YearsFrom}
	for _, s := range d.Spans {
		c.Spans = append(c.Spans, domain.Span(s))
	}
	return c
}

// FirstLook returns the compiled plan for a first look at its errors, without the mechanisms that
// take long to prepare. A release uses all.
func (c *Compiled) FirstLook() *Compiled {
	out := *c
	out.Quick = true
	out.Problems = slices.Clone(c.Problems)
	for i := range out.Problems {
		out.Problems[i].Quick = true
	}
	return &out
}

// Agree returns the agreement to publish without noise what the compiled policy discloses
// exactly, or nil when that is nothing.
func (c *Compiled) Agree() *Agreement {
	if len(c.Disclosed) == 0 {
		return nil
	}
	return &Agreement{List: message.English(c.Disclosed), Key: c.Policy.DisclosureKey()}
}

// agreement compares what the steward said yes to with what the policy discloses.
func (c *compiler) agreement(p Plan) {
	c.out.Disclosed = c.out.Policy.Disclosed()
	if p.Agreed == nil {
		return
	}
	if p.Agreed.Key != c.out.Policy.DisclosureKey() { // the list says the same in the words of its time
		c.report(guide.Secrets, "", message.Errorf("what is published without noise has changed since you agreed to it: it is now %s. Agree again, or remove the agreement", listOr(c.out.Disclosed)))
		return
	}
	c.out.Agreed = true
}

func listOr(disclosed []message.Text) message.Text {
	if len(disclosed) == 0 {
		return message.Sprintf("nothing")
	}
	return message.List(disclosed, "%s; %s", "%s; %s")
}

func (c *compiler) budget(p Plan) bool {
	before := len(c.issues)
	var err error
	if c.out.Budget, err = account.ParseEpsilon(p.Budget.Epsilon); err != nil {
		c.report(guide.Budget, "", err)
	}
	if p.Budget.Limit != "" {
		if c.out.Limit, err = account.ParseEpsilon(p.Budget.Limit); err != nil {
			c.report(guide.Budget, "limit", err)
		}
	}
	delta, err := account.ParseDelta(p.Budget.Delta)
	if err != nil {
		c.report(guide.Budget, "delta", err)
	}
	if c.out.DeltaLimit, err = account.ParseDelta(p.Budget.DeltaLimit); err != nil {
		c.report(guide.Budget, "delta limit", message.Errorf("the limit of all releases: %w", err))
	}
	if len(c.issues) > before {
		return false
	}
	if c.out.Promise, err = account.NewPromise(c.out.Budget, delta); err != nil {
		c.report(guide.Budget, "delta", err)
	}
	return len(c.issues) == before
}
