package mechanism

import "steward/core/policy"

// Stronger returns the problem with more secrets that leave open what its own do, and with everything secret: what is designed over
// several columns, or by the data, is searched for, and may be better where more is secret, though its noise is allowed where
// less is. What the secrets leave open and is published exactly stays so.
func (p Problem) Stronger() []Problem {
	if p.Exact || p.PeopleOnly {
		return nil
	}
	_, apart, err := p.Policy.Components()
	if err != nil {
		return nil
	}
	var out []Problem
	tied := p.TiedPeople()
	for _, more := range []func() (*policy.Policy, bool){p.Policy.Filled, p.Policy.Everything} {
		stronger, other := more()
		if !other {
			continue
		}
		_, count, err := stronger.Components()
		if err != nil || count != apart && p.Disclose {
			continue
		}
		q := p
		q.Policy, q.Tied = stronger, tied
		if out = append(out, q); count == 1 {
			break // all answers are secret
		}
	}
	return out
}
