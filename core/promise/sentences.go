package promise

import (
	"fmt"
	"math/big"

	"steward/core/account"
	"steward/core/policy"
)

// Nothing is said where no two answers are kept secret from each other.
const nothing = "No answer is kept secret from another, so that nothing is promised."

// Guessing says how often somebody guesses right after the release: "Someone who ... guesses right at most 63
// times in 100." What matters most in it, a figure, is what stress makes of it; nil leaves it as it is. Where
// facts tie people together, nobody can know all about everybody else and be in doubt, so that two files are what
// they are in doubt about.
func (p Promise) Guessing(stress func(figure string) string) string {
	if stress == nil {
		stress = plainly
	}
	times := stress(p.Guess())
	switch {
	case p.Worst() == 0:
		return nothing
	case p.tied:
		return fmt.Sprintf("Someone who thinks two files equally likely that differ in secret answers of some people, and in both of which the known facts hold, guesses right at most %s times in 100.", times)
	case p.onlyPresence() && p.everybody:
		return fmt.Sprintf("Someone who knows everything about everybody else, and thinks it equally likely that a person is in the file and that they are not, guesses right at most %s times in 100; which of two answers a person gave, at most %s times.", times, p.guess(2*p.absent))
	case p.onlyPresence():
		return fmt.Sprintf("Someone who knows everything about everybody else, and thinks it equally likely that a person is in the file and that they are not, guesses right at most %s times in 100.", times)
	case p.slotted:
		return fmt.Sprintf("Someone who knows everything about everybody else, and thinks two ways to fill in a person’s rows equally likely, with answers that are kept secret from each other, guesses right at most %s times in 100.", times)
	}
	return fmt.Sprintf("Someone who knows everything about everybody else, and thinks two answers that are kept secret from each other equally likely, guesses right at most %s times in 100.", times)
}

func plainly(figure string) string { return figure }

// GuessingAfterAll is what Guessing says, of this release and all earlier ones about the same people, which
// come to so much (Joint); same says whether the earlier ones keep the same secret.
func (p Promise) GuessingAfterAll(loss, delta *big.Rat, same bool, stress func(figure string) string) string {
	if stress == nil {
		stress = plainly
	}
	if same {
		return fmt.Sprintf("Releases add up: after all of them it is at most %s times.", stress(p.guessAfterAll(loss, delta)))
	}
	return fmt.Sprintf("Releases add up: where earlier ones kept the same answers secret, it is at most %s times after all of them.", stress(p.guessAfterAll(loss, delta)))
}

// guessAfterAll writes how often somebody guesses right after releases that come to so much along an edge of
// weight One. Along heavier edges pure losses grow with the weight; those with a chance of a failure, whose
// epsilon has a part that grows with its square, with no more than that.
func (p Promise) guessAfterAll(loss, delta *big.Rat) string {
	worst := p.Worst()
	if worst == 0 {
		return "100"
	}
	e := new(big.Rat).Set(loss)
	if worst > policy.One {
		e.Mul(e, worst.Rat())
		if delta.Sign() > 0 {
			e.Mul(e, worst.Rat())
		}
	}
	epsilon, _ := e.Float64()
	chance, _ := delta.Float64()
	return account.GuessText(account.Guess(epsilon, chance))
}

// Shifting says by how much the odds shift, of the worst pair: "Whatever the odds between two such answers
// seemed before, the release shifts them by a factor of at most 1.65."
func (p Promise) Shifting() string {
	worst := p.Worst()
	switch {
	case worst == 0:
		return nothing
	case p.onlyPresence() && p.everybody:
		return fmt.Sprintf("Whatever the odds of someone being in the file seemed before, the release shifts them %s; and those between two answers %s.", p.atMost(worst), p.atMost(2*p.absent)+p.law.Except())
	case p.onlyPresence():
		return fmt.Sprintf("Whatever the odds of someone being in the file seemed before, the release shifts them %s.", p.atMost(worst)+p.law.Except())
	case p.tied:
		return fmt.Sprintf("Whatever the odds between two such files seemed before, the release shifts them %s.", p.atMost(worst)+p.law.Except())
	}
	return fmt.Sprintf("Whatever the odds between two such answers seemed before, the release shifts them %s.", p.atMost(worst)+p.law.Except())
}

// By says by which factor the odds between two answers at a distance can shift, at most, and what that leaves
// out: "by a factor of up to 2.72, except in a case whose chance is at most 1 in 1,000,000".
func (p Promise) By(distance policy.Weight) string {
	if p.law.Odds(distance) > 1e6 {
		return beyondAll + p.law.Except()
	}
	return fmt.Sprintf("by a factor of up to %s", p.Factor(distance)) + p.law.Except()
}

// beyondAll is said of odds that nothing holds back.
const beyondAll = "by a factor of more than a million, which protects nothing"

func (p Promise) atMost(distance policy.Weight) string {
	if p.law.Odds(distance) > 1e6 {
		return beyondAll
	}
	return fmt.Sprintf("by a factor of at most %s", p.Factor(distance))
}

// quoted lists titles: "A", "B" and "C".
func quoted(titles []string) string {
	out := ""
	for i, t := range titles {
		switch {
		case i > 0 && i == len(titles)-1:
			out += " and "
		case i > 0:
			out += ", "
		}
		out += fmt.Sprintf("%q", t)
	}
	return out
}
