package secrets

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/gui/words"
)

// Enforced is a pair that is kept nearer than it was entered, because a chain of other pairs
// leads from one to the other.
type Enforced struct {
	A, B          string
	Entered, Kept string // in steps
	Over          string // what lies between
}

// Strength is what is known of the pairs of a rule that are kept nearer than they were entered.
type Strength struct {
	Pairs   []Enforced
	Total   int    // how many there are in all
	Problem string // why that cannot be told
	Ready   bool   // whether it is worked out
}

// mostListed is how many pairs that are kept nearer than entered are told.
const mostListed = 20

// mostAtOnce is the most combinations whose ways are all worked out while the window waits.
const mostAtOnce = 256

// Strengthened returns the pairs of a rule that are kept nearer than they were entered. Where
// there are many combinations it is worked out in the background, and not Ready meanwhile.
func (at Rule) Strengthened() Strength {
	part, ok := at.part()
	if !ok {
		return Strength{}
	}
	key := fmt.Sprint(at.RuleAt)
	if known, asked := at.step.strengths[key]; asked {
		return known
	}
	if at.step.strengths == nil {
		at.step.strengths = make(map[string]Strength)
	}
	if part.Size() <= mostAtOnce {
		at.step.strengths[key] = strengthOf(part)
		return at.step.strengths[key]
	}
	at.step.strengths[key] = Strength{}
	of := at.step.strengths // of this plan
	var out Strength
	at.step.of.Background(func(context.Context) { out = strengthOf(part) }, func() { of[key] = out })
	return of[key]
}

func strengthOf(part policy.Part) Strength {
	list, total, err := policy.Strengthen(part, mostListed)
	if err != nil {
		return Strength{Problem: words.SentenceOf(err), Ready: true}
	}
	out := Strength{Total: total, Ready: true}
	for _, p := range list {
		over := strings.Join(p.Over, ", ")
		if len(p.Over) > 2 {
			over = words.T("%s and %d others", p.Over[0], len(p.Over)-1)
		}
		out.Pairs = append(out.Pairs, Enforced{p.A, p.B, Figure(p.Entered), Figure(p.Kept), over})
	}
	return out
}

// part returns what the policy makes of a rule; false while the rule cannot be compiled.
func (at Rule) part() (policy.Part, bool) {
	r, ok := at.Secret()
	if !ok {
		return nil, false
	}
	key := fmt.Sprint(at.RuleAt)
	part, known := at.step.parts[key]
	if !known {
		if at.step.parts == nil {
			at.step.parts = make(map[string]policy.Part)
		}
		part = at.step.partOf(r)
		at.step.parts[key] = part
	}
	return part, part != nil
}

// partOf is partAt of a rule, nil where it cannot be compiled.
func (s *Step) partOf(r secret.Secret) policy.Part {
	p, ok := s.policyOf(secret.Secrets{Columns: []secret.Secret{r}}, r.Columns)
	if !ok {
		return nil
	}
	for _, part := range p.Parts() {
		if len(part.Attributes()) == len(r.Columns) {
			return part
		}
	}
	return nil
}

// policyOf returns the policy of some secrets over some of the columns; false when they cannot
// be compiled.
func (s *Step) policyOf(secrets secret.Secrets, columns []domain.AttributeName) (*policy.Policy, bool) {
	p := plan.Plan{Version: plan.Version, Secrets: secrets}
	for _, c := range s.of.Plan().Columns {
		if slices.Contains(columns, c.Name) {
			p.Columns = append(p.Columns, c)
		}
	}
	out, err := plan.Policy(p)
	return out, err == nil
}

// wholeSteps returns a distance in whole steps, begun ones too, and 0 where nothing is promised.
func wholeSteps(d weighted.Weight) int {
	if d == weighted.Infinite {
		return 0
	}
	return int(math.Ceil(d.Steps()))
}

// ratOf reads a decimal of a plan.
func ratOf(text string) (*big.Rat, bool) {
	number, err := aboveZero(text)
	if err != nil {
		return nil, false
	}
	return new(big.Rat).SetString(number)
}

// mustRat returns a number that was read.
func mustRat(number string) *big.Rat {
	r, ok := new(big.Rat).SetString(number)
	if !ok {
		panic("session: a number that was read is none: " + number)
	}
	return r
}
