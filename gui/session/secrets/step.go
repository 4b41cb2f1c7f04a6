package secrets

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/policy"
	"steward/gui/words"
)

// Secret returns the secret of a column that is not simply everything.
func (s *Step) Secret(name string) (plan.Secret, bool) {
	for _, c := range s.of.Plan().Secrets.Columns {
		if slices.Contains(c.Columns, domain.AttributeName(name)) {
			return c, true
		}
	}
	return plan.Secret{}, false
}

// SetSecret replaces the secrets of the columns that it names; kind Everything removes them,
// unless it has a weight of its own.
func (s *Step) SetSecret(secret plan.Secret) {
	s.of.Edit(func(p *plan.Plan) {
		about := func(c plan.Secret) bool {
			return slices.ContainsFunc(c.Columns, func(n domain.AttributeName) bool { return slices.Contains(secret.Columns, n) })
		}
		at := slices.IndexFunc(p.Secrets.Columns, about)
		p.Secrets.Columns, p.Secrets.PresenceOnly = slices.DeleteFunc(p.Secrets.Columns, about), false
		if secret.Kind != plan.Everything || secret.Weight != "" {
			if at < 0 {
				at = len(p.Secrets.Columns)
			}
			p.Secrets.Columns = slices.Insert(p.Secrets.Columns, min(at, len(p.Secrets.Columns)), secret)
		}
		if p.Secrets.Together >= rulesOf(*p) && s.TogetherIssue() == "" {
			p.Secrets.Together = 0 // all of them
		}
		p.Agreed = nil
	})
}

// SetPresence says whether being in the file is a secret too.
func (s *Step) SetPresence(hidden bool) {
	s.of.Edit(func(p *plan.Plan) {
		p.Secrets.Presence, p.Secrets.PresenceOnly = hidden, false
		p.Agreed = nil
	})
}

// SecretFor returns the secret of a kind that a column had last in this session, if it still
// fits, and otherwise a sensible one.
func (s *Step) SecretFor(c plan.Column, kind plan.SecretKind) plan.Secret {
	for p := range s.of.History() {
		for _, secret := range p.Secrets.Columns {
			if secret.Kind == kind && len(secret.Columns) == 1 && secret.Columns[0] == c.Name && s.secretIssue(secret) == "" {
				return secret
			}
		}
	}
	return DefaultRule([]plan.Column{c}, kind)
}

// defaultDistance proposes how far apart answers may be and still be hidden: 5 numbers, one
// step of an ordered list, the width of the narrowest range.
func defaultDistance(c plan.Column) string {
	d, ok := distances(c)
	switch {
	case !ok:
		return "1"
	case c.Kind == domain.Whole:
		return plan.DecimalOf(min(5, d.Max))
	case c.Kind == domain.Ranges && d.Narrow > 0:
		return plan.DecimalOf(d.Narrow)
	}
	return plan.DecimalOf(d.Min)
}

// Distances are how far apart the answers of a column can be said to be hidden.
type Distances struct {
	Min, Max, Step float64
	Unit           string  // "steps" for an ordered list, nothing for numbers
	Narrow         float64 // of ranges, the width of the narrowest
}

// Distances returns the distances that make sense for a secret of kind Near or Graded: up to the
// largest difference that two answers can have. It is false when a column has no order.
func (s *Step) Distances(secret plan.Secret) (Distances, bool) {
	var sum Distances
	for i, n := range secret.Columns {
		c, ok := s.of.Published(string(n))
		if !ok {
			return Distances{}, false
		}
		d, ok := distances(c)
		if !ok {
			return Distances{}, false
		}
		scale, err := strconv.ParseFloat(secret.Scales[n], 64)
		if err != nil {
			scale = 1
		}
		d.Min, d.Max, d.Step = d.Min*scale, d.Max*scale, d.Step*scale
		if i == 0 {
			sum = d
			continue
		}
		sum.Max += d.Max
		sum.Min, sum.Step, sum.Unit = min(sum.Min, d.Min), min(sum.Step, d.Step), ""
	}
	return sum, len(secret.Columns) > 0
}

func distances(c plan.Column) (Distances, bool) {
	if !c.HasOrder() {
		return Distances{}, false
	}
	n := float64(c.Regular())
	switch c.Kind {
	case domain.Whole:
		return Distances{Min: 1, Max: n - 1, Step: max(1, roundStep((n-1)/100))}, true
	case domain.Ordered:
		return Distances{Min: 1, Max: n - 1, Step: 1, Unit: words.T("steps")}, true
	case domain.Periods:
		return Distances{Min: 1, Max: n - 1, Step: max(1, roundStep((n-1)/100)), Unit: words.Say(c.Calendar().Steps())}, true
	}
	lo, hi, narrow := math.Inf(1), math.Inf(-1), math.Inf(1)
	for _, r := range c.Ranges {
		from, errFrom := strconv.ParseFloat(r.From, 64)
		to, errTo := strconv.ParseFloat(r.To, 64)
		if errFrom == nil {
			lo, hi = min(lo, from), max(hi, from)
		}
		if errTo == nil {
			lo, hi = min(lo, to), max(hi, to)
		}
		if errFrom == nil && errTo == nil && to > from {
			narrow = min(narrow, to-from)
		}
	}
	if !(hi > lo) {
		return Distances{Min: 1, Max: 1, Step: 1}, true
	}
	step := roundStep((hi - lo) / 100)
	if c.WholeNumbers {
		step = max(step, 1)
	}
	d := Distances{Min: step, Max: hi - lo, Step: step}
	if !math.IsInf(narrow, 1) {
		d.Narrow, d.Min = narrow, min(step, narrow)
	}
	return d, true
}

// roundStep returns the largest of 1, 2 and 5 times a power of ten that is no larger than x.
func roundStep(x float64) float64 {
	if !(x > 0) {
		return 1
	}
	ten := math.Pow(10, math.Floor(math.Log10(x)))
	for _, f := range []float64{5, 2} {
		if x >= f*ten {
			return f * ten
		}
	}
	return ten
}

// Specials returns the labels of a column's cells for blank and for other answers, if it has
// such cells.
func (s *Step) Specials(column string) []string {
	c := s.of.Outlook()
	if c == nil {
		return nil
	}
	a, ok := c.Domain.Attribute(domain.AttributeName(column))
	if !ok {
		return nil
	}
	var out []string
	for i := a.Regular(); i < a.Size(); i++ {
		out = append(out, a.Label(i))
	}
	return out
}

// Agree says yes, or no longer, to publishing without noise what the policy discloses.
func (s *Step) Agree(yes bool) {
	c := s.of.Outlook()
	s.of.Edit(func(p *plan.Plan) {
		p.Agreed = nil
		if yes && c != nil {
			p.Agreed = c.Agree()
		}
	})
}

// Agreement tells how the steward's yes stands to what the policy discloses now.
type Agreement int

// The states of the yes.
const (
	NotAgreed Agreement = iota
	Agreed              // to exactly what is disclosed
	OldAgreed           // to something else: it has to be given again, or taken back
)

// Agreement returns how the yes stands.
func (s *Step) Agreement() Agreement {
	a, c := s.of.Plan().Agreed, s.of.Outlook()
	switch {
	case a == nil || c == nil:
		return NotAgreed
	case slices.Equal(a.List, message.English(c.Disclosed)) && a.Key == c.Policy.DisclosureKey():
		return Agreed
	}
	return OldAgreed
}

// Reach returns for each declared value of a column the highest one that is joined to it when
// only that column changes, where every value between the two is joined too; nil where the
// values have no order. It takes as long as there are values.
func (s *Step) Reach(column string) []int {
	reach, n := s.reach(column)
	if reach == nil {
		return nil
	}
	out := make([]int, n)
	for u := range out {
		out[u] = reach(u)
	}
	return out
}

// reach returns the function that gives a value's reach, and the number of declared values.
// Rules that go by an order join a value to a run of values around it, so that the end of the
// run is found by halving.
func (s *Step) reach(column string) (reach func(u int) int, n int) {
	c := s.of.Outlook()
	if c == nil {
		return nil, 0
	}
	p, err := c.Policy.Project([]domain.AttributeName{domain.AttributeName(column)})
	if err != nil {
		return nil, 0
	}
	a := p.Domain().Attributes()[0]
	if !a.HasOrder() {
		return nil, 0
	}
	n = a.Regular()
	return func(u int) int {
		return u + sort.Search(n-1-u, func(k int) bool {
			_, joined := p.Weight(policy.Vertex(u), policy.Vertex(u+k+1))
			return !joined
		})
	}, n
}
