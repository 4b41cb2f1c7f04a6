package balance

import (
	"cmp"
	"math/big"

	"steward/core/account"
	"steward/core/limits"
	"steward/gui/words"
)

// Shortfall is a release that would spend more than is left of the limit.
type Shortfall struct {
	Asked, Left, Limit string
	// Lower is the largest budget that would still fit, empty when nothing is left.
	Lower string
	// Raise is the least limit under which the release would fit, empty when it would be too large.
	Raise string
	// Aside is what is set aside for other releases, where giving some of it back would do; empty where it would not.
	Aside string
	// Everybodys tells that the ledger's limit is in the way too, which holds for every plan, Chance that the limit
	// is of the chances of failure: then Lower is empty.
	Everybodys, Chance bool
	// Why says in a sentence why what is spent is not what the releases spent, added up; empty where it is.
	Why string
}

// Shortfall returns how the release falls short of what is left, or nil when there is
// enough, no limit, nothing known of the ledger yet, or the release was carried out.
func (k *Keeper) Shortfall() *Shortfall {
	if k.of.Compiled() == nil || !k.state.known(k.of.Plan()) || k.of.Carried() != nil {
		return nil
	}
	asked, left := k.of.Compiled().Spends().Epsilon().Rat(), k.state.left(k.of.Plan())
	if left == nil || asked.Sign() == 0 || asked.Cmp(left) <= 0 {
		return k.chanceShortfall()
	}
	limit, aside, need := k.state.limit(k.of.Plan()), k.state.setAside(k.of.Plan()), k.state.adds(k.of.Plan())
	need.Add(need, k.state.costs(k.of.Plan(), asked))
	does := aside.Sign() > 0 && need.Cmp(limit) <= 0
	need.Add(need, aside)
	everybodys := k.state.said.LeastLimit()
	f := &Shortfall{
		Asked: shortDecimal(asked), Left: shortDecimal(left), Limit: shortDecimal(limit), Lower: Typable(left, false),
		Raise: raised(need), Everybodys: everybodys != nil && need.Cmp(everybodys) > 0,
	}
	if does {
		f.Aside = shortDecimal(aside)
	}
	f.Why = words.Sentence(words.Say(k.state.facing.sums.Why()))
	return f
}

// raised is a limit under which a sum may be spent, as people set them; empty when there is none.
func raised(sum *big.Rat) string {
	return cmp.Or(Typable(twoDigits(sum), true), Typable(sum, true))
}

// twoDigits rounds a number above zero up to two digits, and to a whole number where that has more.
func twoDigits(of *big.Rat) *big.Rat {
	step, x, ten := big.NewRat(1, 1), new(big.Rat).Set(of), big.NewRat(10, 1)
	for x.Sign() > 0 && x.Cmp(ten) < 0 {
		x.Mul(x, ten)
		step.Quo(step, ten)
	}
	whole, rest := new(big.Int).QuoRem(x.Num(), x.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		whole.Add(whole, big.NewInt(1))
	}
	return step.Mul(step, new(big.Rat).SetInt(whole))
}

// Typable writes an exact budget as one that can be typed: rounded down, or up, to the
// finest that a budget may be. It is empty when no such budget can be set.
func Typable(r *big.Rat, up bool) string {
	const digits = 6
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(digits), nil)
	scaled := new(big.Rat).Mul(r, new(big.Rat).SetInt(scale))
	whole := new(big.Int).Quo(scaled.Num(), scaled.Denom())
	if up && !scaled.IsInt() {
		whole.Add(whole, big.NewInt(1))
	}
	e, err := account.ParseEpsilon(new(big.Rat).SetFrac(whole, scale).FloatString(digits))
	if err != nil {
		return ""
	}
	return e.String()
}

// String says what is wrong and what can be done, in a sentence, and why so much counts as spent.
func (f *Shortfall) String() string {
	switch {
	case f.Chance:
		return f.chanceSentence()
	case f.Why != "":
		return f.sentence() + " " + f.Why
	}
	return f.sentence()
}

func (f *Shortfall) sentence() string {
	left, limit, asked, most := words.Number(f.Left), words.Number(f.Limit), words.Number(f.Asked), words.Number(limits.MaxEpsilon)
	switch {
	case f.Aside != "" && f.Lower != "":
		return words.T("%s of the %s that is allowed for these people is left, and this release would spend %s: lower its budget, or give back some of the %s that is set aside for other releases.", left, limit, asked, words.Number(f.Aside))
	case f.Aside != "":
		return words.T("Nothing of the %s that is allowed for these people is left, and this release would spend %s: nothing more can be published unless some of the %s that is set aside for other releases is given back.", limit, asked, words.Number(f.Aside))
	case f.Lower != "" && f.Raise == "":
		return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: lower its budget; no limit can be above %s.", left, limit, asked, most)
	case f.Raise == "":
		return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: nothing more can be published; no limit can be above %s.", left, limit, asked, most)
	case f.Everybodys && f.Lower != "":
		return words.T("%s of the %s that is allowed for these people is left, and this release would spend %s: lower its budget, or raise the limit of all plans about them, with a reason.", left, limit, asked)
	case f.Everybodys:
		return words.T("%s of the %s that is allowed for these people is left, and this release would spend %s: nothing more can be published unless someone raises the limit of all plans about them, with a reason.", left, limit, asked)
	case f.Lower != "":
		return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: lower its budget, or allow more.", left, limit, asked)
	}
	return words.T("%s of the %s that you allowed for this data set is left, and this release would spend %s: nothing more can be published unless you allow more.", left, limit, asked)
}
