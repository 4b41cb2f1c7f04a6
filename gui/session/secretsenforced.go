package session

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/policy"
)

// Enforced is a pair that is kept nearer than it was entered, because a chain of other pairs
// leads from one to the other.
type Enforced struct {
	A, B          string
	Entered, Kept string // in steps
	Over          string // what lies between
}

// Strengthened lists pairs of a rule that are kept nearer than they were entered, at most most
// of them, and how many there are in all. problem says why that cannot be told.
func (s *Session) Strengthened(at RuleAt, most int) (pairs []Enforced, total int, problem string) {
	part, ok := s.partAt(at)
	if !ok {
		return nil, 0, ""
	}
	list, total, err := policy.Strengthen(part, most)
	if err != nil {
		return nil, 0, Sentence(err.Error())
	}
	for _, p := range list {
		over := strings.Join(p.Over, ", ")
		if len(p.Over) > 3 {
			over = fmt.Sprintf("%s and %d more", strings.Join(p.Over[:2], ", "), len(p.Over)-2)
		}
		pairs = append(pairs, Enforced{p.A, p.B, figure(p.Entered), figure(p.Kept), over})
	}
	return pairs, total, ""
}

// partAt returns what the policy makes of a rule; false while the rule cannot be compiled.
func (s *Session) partAt(at RuleAt) (policy.Part, bool) {
	r, ok := s.Rule(at)
	if !ok {
		return nil, false
	}
	p, ok := s.policyOf(plan.Secrets{Columns: []plan.Secret{r}}, r.Columns)
	if !ok {
		return nil, false
	}
	for _, part := range p.Parts() {
		if len(part.Attributes()) == len(r.Columns) {
			return part, true
		}
	}
	return nil, false
}

// policyOf returns the policy of some secrets over some of the columns; false when they cannot
// be compiled.
func (s *Session) policyOf(secrets plan.Secrets, columns []domain.AttributeName) (*policy.Policy, bool) {
	p := plan.Plan{Version: plan.Version, Secrets: secrets}
	for _, c := range s.plan.Columns {
		if slices.Contains(columns, c.Name) {
			p.Columns = append(p.Columns, c)
		}
	}
	out, err := plan.Policy(p)
	return out, err == nil
}

// wholeSteps returns a distance in whole steps, begun ones too, and 0 where nothing is promised.
func wholeSteps(d policy.Weight) int {
	if d == policy.Infinite {
		return 0
	}
	return int(math.Ceil(d.Steps()))
}

// ratOf reads a decimal of a plan.
func ratOf(text string) (*big.Rat, bool) {
	number, err := Number(text)
	if err != nil {
		return nil, false
	}
	return new(big.Rat).SetString(number)
}

// mustRat returns a number that Number has read.
func mustRat(number string) *big.Rat {
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		panic("session: a number that was read is none: " + number)
	}
	return r
}
