package account

import (
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
)

// Spent is one release as the account remembers it: the policy it kept and the budget that
// an edge of weight One was given.
type Spent struct {
	Title  string
	Policy *policy.Policy
	// Epsilon is the budget of the mechanism itself: what was spent divided by the number of
	// people whose answers the facts of that time tied together (MECHANISMS 11.1).
	Epsilon Epsilon
	// Noisy, for a release with a delta, is the loss of zero-concentrated differential privacy
	// of the mechanism itself (rho divided by the square of that number), at whose Delta
	// Epsilon is stated; zero for a pure release.
	Noisy Rho
	Delta Delta
	// Column, unless it is empty, says that the release counted people with some Values in that column alone.
	Column domain.AttributeName
	Values []string
	// ByAnswers says that of somebody with more rows than count, answers decided which ones did, as in
	// versions up to 0.9: any change of one could exchange those that counted for others.
	ByAnswers bool
}

// loss returns the epsilon and the delta of the release for two answers at a distance.
func (s Spent) loss(distance *big.Rat) (epsilon, delta *big.Rat, err error) {
	if s.Noisy.IsZero() {
		return new(big.Rat).Mul(s.Epsilon.must(), distance), new(big.Rat), nil
	}
	if distance.Sign() == 0 {
		return new(big.Rat), new(big.Rat), nil
	}
	// Rounded up, to a decimal that people can read.
	epsilon = ceiling(s.Noisy.Along(distance).Tail(s.Delta.Float()))
	return epsilon, s.Delta.Rat(), nil
}

// Releases are all releases about the same people, each under a policy and a domain of its
// own.
//
// What a reader of all of them can tell is a statement about pairs of people's answers, not
// one number: the loss between two records is the sum over the releases of epsilon times the
// distance of the two in that release's own graph (He et al. 2014 Theorem 4.1 with MECHANISMS
// F1 and 11.1). It is a sum of distances and not of edge weights: a pair that one release
// joins directly may lie many steps apart in another, or be left open by it. The domains
// need not agree: each release reads the answers by its own lists and ranges, so that the sum
// is taken on their common refinement.
type Releases []Spent

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
	// Open are the titles of the releases that promise nothing about the pair.
	Open []string
}

// Between returns what the releases tell between two people whose answers differ as stated
// and agree in every other column. Columns that a release does not publish do not count for
// it. It errors when an answer is given for one of the two only, or when a release's domain
// cannot say how it is read.
func (r Releases) Between(u, v Answers) (Pair, error) {
	if len(u) != len(v) {
		return Pair{}, message.Errorf("the two people need an answer in the same columns")
	}
	for name := range u {
		if _, ok := v[name]; !ok {
			return Pair{}, message.Errorf("column %q has an answer for only one of the two people", name)
		}
	}
	p := Pair{Loss: new(big.Rat), Delta: new(big.Rat)}
	for _, s := range r {
		if !s.counts(u) && !s.counts(v) {
			continue
		}
		distance, err := s.distance(u, v)
		if err != nil {
			return Pair{}, message.Errorf("release %q: %w", s.Title, err)
		}
		if distance == policy.Infinite {
			p.Open = append(p.Open, s.Title)
			continue
		}
		loss, delta, err := s.loss(distance.Rat())
		if err != nil {
			return Pair{}, message.Errorf("release %q: %w", s.Title, err)
		}
		p.Loss.Add(p.Loss, loss)
		p.Delta.Add(p.Delta, delta)
	}
	if len(p.Open) > 0 {
		p.Loss = nil
	}
	return p, nil
}

// counts reports whether somebody with these answers may be in the group that the release is about.
func (s Spent) counts(of Answers) bool {
	text, given := of[s.Column]
	a, ok := s.Policy.Domain().Attribute(s.Column)
	if !given || !ok {
		return true
	}
	v, err := a.ValueOfText(text)
	return err != nil || slices.Contains(s.Values, a.Label(v))
}

// distance returns the distance of two people's answers in a release's graph.
func (s Spent) distance(u, v Answers) (policy.Weight, error) {
	d := s.Policy.Domain()
	a, err := record(d, u)
	if err != nil {
		return 0, err
	}
	b, err := record(d, v)
	if err != nil {
		return 0, err
	}
	distance := s.Policy.Distance(a, b)
	if s.ByAnswers && distance > 0 {
		return max(distance, s.Policy.Exchange()), nil
	}
	return distance, nil
}

// record places a person's answers in a domain. A column without an answer is taken at its
// first value: it is the same for both people, and no distance depends on which it is unless
// combinations are impossible.
func record(d *domain.Domain, answers Answers) ([]int, error) {
	values := make([]int, len(d.Attributes()))
	for i, a := range d.Attributes() {
		text, given := answers[a.Name()]
		if !given {
			continue
		}
		var err error
		if values[i], err = a.ValueOfText(text); err != nil {
			return nil, err
		}
	}
	for _, c := range d.Impossible() {
		for name := range c {
			if _, given := answers[name]; !given {
				return nil, message.Errorf("some combinations with column %q cannot occur: give both people an answer in it", name)
			}
		}
	}
	return values, nil
}
