package session

import (
	"fmt"
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
)

// PairsOf returns the listed pairs of a column by the indices of their values, -1 for a value
// that the column no longer has; false when its secret is not such a list.
func (s *Session) PairsOf(column string) ([][2]int, bool) {
	secret, ok := s.Secret(column)
	if !ok || secret.Kind != plan.Pairs || len(secret.Columns) != 1 {
		return nil, false
	}
	c, _ := s.Published(column)
	labels := grouping(c).Values
	out := make([][2]int, len(secret.Pairs))
	for i, p := range secret.Pairs {
		out[i] = [2]int{-1, -1}
		if len(p.U) == 1 && len(p.V) == 1 {
			out[i] = [2]int{slices.Index(labels, p.U[0]), slices.Index(labels, p.V[0])}
		}
	}
	return out, true
}

// changePairs changes the list of pairs of a column, and refuses what makes no sense.
func (s *Session) changePairs(column string, change func(pairs []plan.Pair, labels []string) ([]plan.Pair, error)) error {
	secret, ok := s.Secret(column)
	c, published := s.Published(column)
	if !ok || !published || secret.Kind != plan.Pairs {
		return nil
	}
	next, err := change(slices.Clone(secret.Pairs), grouping(c).Values)
	if err != nil {
		return err
	}
	secret.Pairs = next
	if issues := trial(s.plan.Columns, secret); len(issues) > 0 {
		return fmt.Errorf("%s", issues[0].Message)
	}
	s.SetSecret(secret)
	return nil
}

// SetPair changes one pair of a column's list to two of its values, by index.
func (s *Session) SetPair(column string, k, a, b int) error {
	return s.changePairs(column, func(pairs []plan.Pair, labels []string) ([]plan.Pair, error) {
		if k < 0 || k >= len(pairs) || a < 0 || b < 0 || a >= len(labels) || b >= len(labels) {
			return pairs, nil
		}
		if a == b {
			return nil, fmt.Errorf("a pair has two different answers")
		}
		pairs[k].U, pairs[k].V = []string{labels[a]}, []string{labels[b]}
		return pairs, nil
	})
}

// AddPair adds a pair to a column's list: the last answer of the list and the next that is in
// no pair with it, so that adding goes on where the steward is.
func (s *Session) AddPair(column string) error {
	return s.changePairs(column, func(pairs []plan.Pair, labels []string) ([]plan.Pair, error) {
		listed := func(a, b string) bool {
			return slices.ContainsFunc(pairs, func(p plan.Pair) bool {
				return len(p.U) == 1 && len(p.V) == 1 && (p.U[0] == a && p.V[0] == b || p.U[0] == b && p.V[0] == a)
			})
		}
		first := 0
		if n := len(pairs); n > 0 && len(pairs[n-1].V) == 1 {
			first = max(slices.Index(labels, pairs[n-1].V[0]), 0)
		}
		for i := range labels {
			a := labels[(first+i)%len(labels)]
			for k := 1; k < len(labels); k++ {
				if b := labels[(first+i+k)%len(labels)]; !listed(a, b) {
					return append(pairs, plan.Pair{U: []string{a}, V: []string{b}}), nil
				}
			}
		}
		return nil, fmt.Errorf("every pair is listed already")
	})
}

// RemovePair takes one pair out of a column's list. The last one stays.
func (s *Session) RemovePair(column string, k int) error {
	return s.changePairs(column, func(pairs []plan.Pair, labels []string) ([]plan.Pair, error) {
		if len(pairs) > 1 && k >= 0 && k < len(pairs) {
			pairs = slices.Delete(pairs, k, k+1)
		}
		return pairs, nil
	})
}

// LeftOut returns the columns that are not secret, and those that are.
func (s *Session) LeftOut() (out, secret []string) {
	for _, c := range s.plan.Columns {
		if rule, ok := s.Secret(string(c.Name)); ok && rule.Kind == plan.Public {
			out = append(out, string(c.Name))
		} else {
			secret = append(secret, string(c.Name))
		}
	}
	return out, secret
}

// LeaveOut says that a column is not secret at all, or is again. The last secret column stays
// one.
func (s *Session) LeaveOut(column string, leave bool) error {
	c, ok := s.Published(column)
	if !ok {
		return nil
	}
	if _, secret := s.LeftOut(); leave && len(secret) < 2 {
		return fmt.Errorf("at least one column has to stay secret")
	}
	kind := plan.Everything
	if leave {
		kind = plan.Public
	}
	s.SetSecret(plan.Secret{Columns: []domain.AttributeName{c.Name}, Kind: kind})
	return nil
}

// mostEdges bounds the pairs that a picture is given.
const mostEdges = 2000

// Edges returns the pairs of declared values of a column that are joined when only that
// column changes, for a picture of a few values; false when there are too many.
func (s *Session) Edges(column string) ([][2]int, bool) {
	c := s.outlook()
	if c == nil {
		return nil, false
	}
	p, err := c.Policy.Project([]domain.AttributeName{domain.AttributeName(column)})
	if err != nil {
		return nil, false
	}
	regular := p.Domain().Attributes()[0].Regular()
	if regular > 64 {
		return nil, false
	}
	out := [][2]int{}
	for u := range regular {
		for v := u + 1; v < regular; v++ {
			if _, joined := p.Weight(policy.Vertex(u), policy.Vertex(v)); joined {
				out = append(out, [2]int{u, v})
			}
		}
	}
	return out, len(out) <= mostEdges
}

// RuleInWords says what a column's rule keeps secret, as the policy itself does: for rules
// that the page has no form for.
func (s *Session) RuleInWords(column string) string {
	c := s.outlook()
	if c == nil {
		return ""
	}
	for _, part := range c.Policy.Parts() {
		for _, a := range part.Attributes() {
			if string(a.Name()) == column {
				if words := part.Secret(); words != "" {
					return "Nobody can tell " + words + "."
				}
				return "Nothing about it is secret."
			}
		}
	}
	return ""
}
