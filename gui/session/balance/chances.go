package balance

import (
	"math/big"

	"steward/core/account"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session/budget"
	"steward/gui/words"
)

// chanceLimitOf returns a limit of the chances that was typed as plans write it.
func chanceLimitOf(text string) (string, error) {
	d, err := account.ParseDelta(text)
	if err != nil {
		return "", words.Errorf("“%s” cannot be a limit on chances: type a number below %s, such as 0.00001", text, words.Number(limits.MaxDelta))
	}
	return d.String(), nil
}

// chanceLimit returns the least of a plan's limit of the chances and the ledgers', nil for none.
func (a state) chanceLimit(p plan.Plan) *big.Rat {
	limit := a.said.LeastChanceLimit()
	if own, err := account.ParseDelta(p.Budget.DeltaLimit); err == nil && !own.IsZero() && (limit == nil || own.Rat().Cmp(limit) <= 0) {
		return own.Rat()
	}
	return limit
}

// chanceLeft returns what the chance of a plan's release may be, never less than nothing; nil without
// a limit.
func (a state) chanceLeft(p plan.Plan) *big.Rat {
	limit := a.chanceLimit(p)
	if limit == nil {
		return nil
	}
	left := new(big.Rat).Sub(limit, a.said.JointChance())
	if left.Sign() < 0 {
		left.SetInt64(0)
	}
	return left
}

// chances says what the ledger means for a plan's chance of failure.
func (a state) chances(p plan.Plan, out *Account) {
	if taken := a.said.JointChance(); taken.Sign() > 0 {
		out.Chance = chanceText(taken)
	}
	if limit := a.chanceLimit(p); limit != nil {
		out.ChanceLimit, out.ChanceLeft = chanceText(limit), chanceText(a.chanceLeft(p))
	}
}

// chanceShortfall returns how the chance of failure falls short of what is left, or nil.
func (k *Keeper) chanceShortfall() *Shortfall {
	asked, left := k.of.Compiled().Spends().Delta(), k.state.chanceLeft(k.of.Plan())
	if asked.IsZero() || left == nil || asked.Rat().Cmp(left) <= 0 {
		return nil
	}
	need := new(big.Rat).Add(k.state.said.JointChance(), asked.Rat())
	everybodys := k.state.said.LeastChanceLimit()
	f := &Shortfall{
		Asked: chanceText(asked.Rat()), Left: chanceText(left), Limit: chanceText(k.state.chanceLimit(k.of.Plan())), Chance: true,
		Everybodys: everybodys != nil && need.Cmp(everybodys) > 0,
	}
	for _, most := range []*big.Rat{need, twoDigits(need)} { // the latter may be too large a chance
		if d, err := account.DeltaOf(most); err == nil {
			f.Raise = d.String()
		}
	}
	return f
}

// chanceSentence says what is wrong with the chance of failure and what can be done.
func (f *Shortfall) chanceSentence() string {
	switch {
	case f.Raise == "":
		return words.T("All releases on this data set together may use a chance of failure (delta) of %s; %s is left, and this one needs %s. Accept a smaller chance, or none; no limit on it can be as large as %s.", f.Limit, f.Left, f.Asked, words.Number(limits.MaxDelta))
	case f.Everybodys:
		return words.T("All releases about these people together may use a chance of failure (delta) of %s; %s is left, and this one needs %s. Accept a smaller chance, or none, or raise the limit that holds for all plans about them, giving a reason.", f.Limit, f.Left, f.Asked)
	}
	return words.T("All releases on this data set together may use a chance of failure (delta) of %s; %s is left, and this one needs %s. Accept a smaller chance, or none, or allow more.", f.Limit, f.Left, f.Asked)
}

// Short says in a few words how little is left.
func (f *Shortfall) Short() string {
	if f.Chance {
		return words.T("Too large a chance")
	}
	return words.T("Only %s left", words.Number(f.Left))
}

// chanceText writes an exact chance, or a sum of chances, for the screen: "1 in 1,000,000", no smaller
// than it is, and a decimal where it is nothing or larger than a chance may be.
func chanceText(r *big.Rat) string {
	if d, err := account.DeltaOf(r); err == nil {
		return budget.ChanceInWords(d)
	}
	if r.Sign() == 0 {
		return words.T("nothing")
	}
	if digits, exact := r.FloatPrec(); exact && digits <= 18 {
		return words.Number(r.FloatString(digits))
	}
	return words.Number(r.FloatString(18))
}
