package promise

import (
	"math/big"

	"steward/core/account"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// nothing is said where no two answers are kept secret from each other.
var nothing = message.Sprintf("No answer is kept secret from another, so nothing is promised.")

// Guessing says how often somebody guesses right after the release: "Someone who ... guesses right at most 63
// times in 100." What matters most in it, a figure, is what stress makes of it; nil leaves it as it is. Where
// facts tie people together, nobody can know all about everybody else and be in doubt, so that two files are what
// they are in doubt about.
func (p Promise) Guessing(stress func(figure string) string) message.Text {
	if stress == nil {
		stress = plainly
	}
	times := stress(p.Guess())
	switch {
	case p.Worst() == 0:
		return nothing
	case p.tied:
		return message.Sprintf("Suppose two files both agree with the known facts and differ in secret answers of some people. Someone who thinks them equally likely guesses right at most %s times in 100.", times)
	case p.onlyPresence() && p.everybody:
		return message.Sprintf("Someone who knows everything about everybody else, and thinks it equally likely that a person is in the file or not, guesses right at most %s times in 100; and which of two answers a person gave, at most %s times.", times, p.guess(2*p.absent))
	case p.onlyPresence():
		return message.Sprintf("Someone who knows everything about everybody else, and thinks it equally likely that a person is in the file or not, guesses right at most %s times in 100.", times)
	case p.slotted:
		return message.Sprintf("Someone who knows everything about everybody else, and thinks that two ways to fill in a person’s rows, with answers that are kept secret from each other, are equally likely, guesses right at most %s times in 100.", times)
	}
	return message.Sprintf("Someone who knows everything about everybody else, and thinks that two answers that are kept secret from each other are equally likely, guesses right at most %s times in 100.", times)
}

func plainly(figure string) string { return figure }

// GuessingAfterAll is what Guessing says, of this release and all earlier ones about the same people, which
// come to so much along an edge of weight One (Joint); same says whether the earlier ones keep the same secret. Worst is what they come to
// along the heaviest edge of each (Joint.Worst), where an earlier one has a heavier one than this one; nil where none has.
func (p Promise) GuessingAfterAll(loss, worst, delta *big.Rat, same bool, stress func(figure string) string) message.Text {
	if stress == nil {
		stress = plainly
	}
	times := stress(p.guessAfterAll(loss, worst, delta))
	if same {
		return message.Sprintf("Releases add up: after all of them it is at most %s times.", times)
	}
	return message.Sprintf("Releases add up: where earlier ones kept the same answers secret, it is at most %s times after all of them.", times)
}

// guessAfterAll writes how often somebody guesses right after releases that come to so much along an edge of
// weight One. Along heavier edges pure losses grow with the weight; those with a chance of failure, whose
// epsilon has a part that grows with its square, with no more than that.
func (p Promise) guessAfterAll(loss, worst, delta *big.Rat) string {
	heaviest := p.Worst()
	if heaviest == 0 {
		return "100"
	}
	e := new(big.Rat).Set(loss)
	if heaviest > weighted.One {
		e.Mul(e, heaviest.Rat())
		if delta.Sign() > 0 {
			e.Mul(e, heaviest.Rat())
		}
	}
	if worst != nil {
		e = worst
	}
	return GuessOf(e, delta)
}

// GuessOf writes how often, of 100 times, somebody guesses right which of two answers is true, after releases that come to so much
// between them, but for a chance: "63".
func GuessOf(loss, delta *big.Rat) string {
	epsilon, _ := loss.Float64()
	chance, _ := delta.Float64()
	return account.GuessText(account.Guess(epsilon, chance))
}

// Shifting says by how much the odds shift, of the worst pair: "Whatever the odds between two such answers
// seemed before, the release shifts them by a factor of at most 1.65."
func (p Promise) Shifting() message.Text {
	worst := p.Worst()
	switch {
	case worst == 0:
		return nothing
	case p.onlyPresence() && p.everybody:
		return message.Sprintf("Whatever the odds of someone being in the file seemed before, the release shifts them %s; and those between two answers %s.", p.atMost(worst), p.shifts(2*p.absent))
	case p.onlyPresence():
		return message.Sprintf("Whatever the odds of someone being in the file seemed before, the release shifts them %s.", p.shifts(worst))
	case p.tied:
		return message.Sprintf("Whatever the odds between two such files seemed before, the release shifts them %s.", p.shifts(worst))
	}
	return message.Sprintf("Whatever the odds between two such answers seemed before, the release shifts them %s.", p.shifts(worst))
}

// By says by which factor the odds between two answers at a distance can shift, at most, and what that leaves
// out: "by a factor of up to 2.72, except in a case whose chance is at most 1 in 1,000,000".
func (p Promise) By(distance weighted.Weight) message.Text {
	if p.law.Odds(distance) > 1e6 {
		return message.Sprintf("by a factor of more than a million, which protects nothing%s", p.law.Except())
	}
	return message.Sprintf("by a factor of up to %s%s", p.Factor(distance), p.law.Except())
}

// atMost says by which factor the odds between two answers at a distance can shift, and leaves out nothing.
func (p Promise) atMost(distance weighted.Weight) message.Text {
	return AtMost(p.law.Odds(distance), nil)
}

// AtMost says by which factor odds shift at most, the figure as stress makes it: "by a factor of at most 1.65". Beyond a million no figure
// is said. nil leaves the figure as it is.
func AtMost(odds float64, stress func(figure string) string) message.Text {
	if stress == nil {
		stress = plainly
	}
	if odds > 1e6 {
		return message.Sprintf("by a factor of more than a million, which protects nothing")
	}
	return message.Sprintf("by a factor of at most %s", stress(account.FactorText(odds)))
}

// shifts is what atMost says, and what that leaves out.
func (p Promise) shifts(distance weighted.Weight) message.Text {
	return message.Sprintf("%s%s", p.atMost(distance), p.law.Except())
}
