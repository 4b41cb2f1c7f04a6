package ledger

import (
	"math/big"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
)

// Sums are what an account comes to. Every screen, page, file and line that says what was spent on some people or what is left says
// these, so that no two of them differ.
type Sums struct {
	// Spent is what counts against the limit: what all releases tell together (Together), or Debited where nobody can say, which is
	// why Err is not nil then.
	Spent *big.Rat
	// Debited is what the releases spent, added up. It is more than Spent where some are about groups of people that have nobody in
	// common, of which the most expensive counts, and less where facts tie people's answers together.
	Debited *big.Rat
	// Aside is what is set aside for later releases.
	Aside *big.Rat
	// Limit is what may be spent in all, and Left what of it is neither spent nor set aside, never less than nothing; both are nil
	// where nobody set a limit.
	Limit, Left *big.Rat
	// Joint is how what they tell together comes about; empty where Err is not nil.
	Joint promise.Joint
	Err   error
}

// Sums returns what the account comes to with the facts that today's plan states too; nil for none.
func (s Statement) Sums(today *plan.Plan) Sums {
	out := Sums{Debited: s.Debited(), Aside: s.SetAside(), Limit: s.LeastLimit()}
	if out.Joint, out.Err = s.Together(today); out.Err == nil {
		out.Spent = out.Joint.Loss
	} else {
		out.Spent = s.Debited()
	}
	if out.Limit != nil {
		out.Left = Rest(out.Limit, out.Taken())
	}
	return out
}

// counted is what the account counts with: the sum of what was spent where nobody can say what all releases tell.
func (s Statement) counted() promise.Joint {
	sums := s.Sums(nil)
	return promise.Joint{Loss: sums.Spent, Times: sums.Joint.Times}
}

// Taken is what counts against the limit: what is spent, and what is set aside.
func (s Sums) Taken() *big.Rat { return new(big.Rat).Add(s.Spent, s.Aside) }

// Rest returns what is left of a limit, never less than nothing.
func Rest(limit, taken *big.Rat) *big.Rat {
	rest := new(big.Rat).Sub(limit, taken)
	if rest.Sign() < 0 {
		rest.SetInt64(0)
	}
	return rest
}

// Why says why what counts is not what the releases spent, added up; the zero message where it is. It ends without a full stop.
func (s Sums) Why() message.Text {
	if s.Err != nil {
		return message.Text{}
	}
	return s.Joint.Why(s.Debited, text(s.Debited))
}
