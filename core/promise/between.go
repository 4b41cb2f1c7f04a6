package promise

import (
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// Answers are a person's answers by column, as they stand in the spreadsheet.
type Answers map[domain.AttributeName]string

// Pair is what all releases together tell between two people's answers.
type Pair struct {
	// Loss is the largest logarithm by which the odds can shift; nil when a release leaves
	// the pair open, which then is in Open.
	Loss *big.Rat
	// Delta is the chance that all of this fails: the sum of those of the releases with a delta
	// that tell the two apart at all; 0 when there is none.
	Delta *big.Rat
	// Open are the titles of the releases that promise nothing about the pair, Unknown of those
	// of which it is not known what they promise.
	Open, Unknown []string
}

// Between returns what releases tell between two people whose answers differ as stated and agree in every
// other column, with the facts that any of them knew and those of today's plan, nil for none.
//
// It is a statement about pairs of people's answers: each release tells its loss along an edge, with as many
// times the people as all facts together move (Together), times the distance of the two in that release's own
// graph (He et al. 2014 Theorem 4.1). It is a distance and not the weight of an edge:
// a pair that one release joins directly may lie many steps apart in another, or be left open by it. The domains
// need not agree: each release reads the answers by its own lists and ranges, so that the whole is taken on their
// common refinement. Columns that a release does not publish do not count for it. Of releases about groups that
// are apart the most expensive counts (Along).
//
// It errors with *Unbounded where nobody can say what they tell, with *Unreleased and *Unlisted for a column or an answer that no release
// has, when an answer is given for one of the two only, or when a release's domain cannot say how it is read.
func Between(memory *plan.Memory, releases []Spent, today *plan.Plan, u, v Answers) (Pair, error) {
	if len(u) != len(v) {
		return Pair{}, message.Errorf("the two people need an answer in the same columns")
	}
	for name := range u {
		if _, ok := v[name]; !ok {
			return Pair{}, message.Errorf("column %q has an answer for only one of the two people", name)
		}
	}
	everybody := make([]*Asked, len(releases)) // nil where it is not known
	for i, r := range releases {
		everybody[i], _ = r.everybody()
	}
	if err := unheard(everybody, u, v); err != nil {
		return Pair{}, err
	}
	joint, err := Together(memory, releases, today)
	if err != nil {
		return Pair{}, err
	}
	out := Pair{Loss: new(big.Rat), Delta: new(big.Rat)}
	each := make([]*big.Rat, len(releases))
	for i, r := range releases {
		each[i] = new(big.Rat)
		all := everybody[i]
		if all == nil {
			out.Unknown = append(out.Unknown, r.Title)
			continue
		}
		if !joint.Others && !r.counts(all.policy.Domain(), u) && !r.counts(all.policy.Domain(), v) {
			continue
		}
		distance, err := all.between(u, v)
		if err != nil {
			return Pair{}, message.Errorf("release %q: %w", r.Title, err)
		}
		switch {
		case distance == weighted.Infinite:
			out.Open = append(out.Open, r.Title)
			continue
		case distance == 0:
			continue
		case r.Declared.RowsByAnswers():
			distance = max(distance, all.policy.Exchange())
		}
		far := distance.Rat()
		if each[i], err = r.Odds(far.Mul(far, joint.Times[i])); err != nil {
			return Pair{}, err
		}
		out.Delta.Add(out.Delta, r.Delta.Rat())
	}
	if out.Loss = Along(releases, each); len(out.Open) > 0 {
		out.Loss = nil
	}
	return out, nil
}

// Odds returns the largest logarithm by which a release shifts odds between two answers at a distance; with a delta, except in cases
// of that chance.
func (r Spent) Odds(distance *big.Rat) (*big.Rat, error) {
	switch {
	case r.Delta.IsZero():
		return new(big.Rat).Mul(r.Epsilon.Rat(), distance), nil
	case r.Rho.IsZero():
		return nil, r.onlyAChance()
	}
	return r.Rho.Along(distance).Odds(r.Delta), nil
}

// everybody returns what answers for a release as it would be about everybody; nil and false where its policy is not known.
func (r Spent) everybody() (*Asked, bool) {
	if r.Declared == nil {
		return nil, false
	}
	p := *r.Declared
	p.Group = nil
	out, err := plan.Policy(p)
	if err != nil {
		return nil, false
	}
	return &Asked{policy: out, declared: p, askables: make(map[string]*policy.Policy)}, true
}

// counts reports whether somebody with these answers may be in the group that the release is about.
func (r Spent) counts(d *domain.Domain, of Answers) bool {
	g := r.group()
	if g == nil {
		return true
	}
	text, given := of[g.Column]
	a, ok := d.Attribute(g.Column)
	if !given || !ok {
		return true
	}
	v, err := a.ValueOfText(text)
	return err != nil || slices.Contains(g.Values, a.Label(v))
}

// between returns how far two people's answers are apart who agree in all others, whatever these are; Infinite where no two can have
// them.
func (s *Asked) between(u, v Answers) (weighted.Weight, error) {
	var columns []domain.AttributeName
	var a, b []int
	d := s.policy.Domain()
	for _, attr := range d.Attributes() {
		x, given := u[attr.Name()]
		if !given {
			continue
		}
		at, err := attr.ValueOfText(x)
		if err != nil {
			return 0, err
		}
		to, err := attr.ValueOfText(v[attr.Name()])
		if err != nil {
			return 0, err
		}
		columns, a, b = append(columns, attr.Name()), append(a, at), append(b, to)
	}
	for _, c := range d.Impossible() {
		for name := range c {
			if !slices.Contains(columns, name) {
				return 0, message.Errorf("some combinations with column %q cannot occur: give both people an answer in it", name)
			}
		}
	}
	if slices.Equal(a, b) {
		return 0, nil
	}
	if name, many := s.TooManyShare(columns); many {
		return 0, message.Errorf("column %q shares a secret with others, and has too many answers to try them all: give both people an answer in it", name)
	}
	far, possible := s.Apart(columns, a, b)
	if !possible {
		return weighted.Infinite, nil
	}
	return far, nil
}
