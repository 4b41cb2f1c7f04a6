package promise

import (
	"fmt"
	"math/big"

	"steward/core/account"
	"steward/core/policy"
)

// Guessing says how often somebody guesses right, in two parts with the figure between them: "Suppose
// ... they guess right at most ", "63", " times in 100.".
func (p Promise) Guessing() (before, times, after string) {
	if p.Worst() == 0 {
		return "No answer is kept secret from another, so that nothing is promised: somebody may guess right ", "100", " times in 100."
	}
	before = "Suppose someone " + p.reader() + ". After seeing the release they guess right at most "
	after = " times in 100."
	if p.onlyPresence() && p.everybody {
		after = fmt.Sprintf(" times in 100, and at most %s times which of two answers a person gave.", p.guess(2*p.absent))
	}
	return before, p.Guess(), after
}

// GuessSentence is Guessing in one piece, with the band: "... times in 100 (strong).".
func (p Promise) GuessSentence() string {
	before, times, after := p.Guessing()
	return before + times + after[:len(after)-1] + " (" + string(p.Band()) + ")."
}

// reader says what somebody knows, and what they do not. Where facts tie people together, nobody can know
// all about everybody else and be in doubt, so that two files are what they are in doubt about.
func (p Promise) reader() string {
	switch {
	case p.tied && p.slotted:
		return "knows everything but which of two files is the real one: in them some people’s rows have other answers, kept secret from each other, and the known facts hold in both. They think the two equally likely"
	case p.tied:
		return "knows everything but which of two files is the real one: in them some people have other answers, kept secret from each other, and the known facts hold in both. They think the two equally likely"
	case p.onlyPresence():
		return "knows everything about everybody else, and thinks it equally likely that a person is in the file and that they are not"
	case p.slotted:
		return "knows everything about everybody else, and thinks two ways to fill a person’s rows, with answers that are kept secret from each other, equally likely"
	}
	return "knows everything about everybody else, and thinks two answers that are kept secret from each other equally likely"
}

// Shifting says by how much the odds shift, of the worst pair: "Whatever the odds between two such answers
// seemed before, the release shifts them by a factor of at most 1.65.".
func (p Promise) Shifting() string {
	worst := p.Worst()
	switch {
	case worst == 0:
		return "No answer is kept secret from another, so that nothing is promised."
	case p.onlyPresence() && !p.everybody:
		return fmt.Sprintf("Whatever the odds of someone being in the file seemed before, the release shifts them %s.", p.by("at most", worst)+p.law.Except())
	case p.onlyPresence():
		return fmt.Sprintf("Whatever the odds of someone being in the file seemed before, the release shifts them %s, and those between two answers %s.", p.by("at most", worst), p.by("at most", 2*p.absent)+p.law.Except())
	case p.tied:
		return fmt.Sprintf("Whatever the odds between two such files seemed before, the release shifts them %s.", p.by("at most", worst)+p.law.Except())
	}
	return fmt.Sprintf("Whatever the odds between two such answers seemed before, the release shifts them %s.", p.by("at most", worst)+p.law.Except())
}

// By says by which factor the odds between two answers at a distance can shift, at most, and what that
// leaves out: "by a factor of up to 2.72, except in a case whose chance is at most 1 in 1,000,000".
func (p Promise) By(distance policy.Weight) string { return p.by("up to", distance) + p.law.Except() }

func (p Promise) by(upTo string, distance policy.Weight) string {
	if odds := p.law.Odds(distance); odds > 1e6 {
		return "by a factor of more than a million, which protects nothing"
	}
	return fmt.Sprintf("by a factor of %s %s", upTo, account.FactorText(p.law.Odds(distance)))
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

// GuessingAfterAll is what Guessing says, in three parts too, of this release and all earlier ones about the
// same people, which come to so much (Joint); same says whether the earlier ones keep the same secret.
func (p Promise) GuessingAfterAll(loss, delta *big.Rat, same bool) (before, times, after string) {
	if same {
		before = "Releases add up: after all of them together that is at most "
	} else {
		before = "Releases add up: where the earlier ones kept the same answers secret, after all of them together that is at most "
	}
	return before, p.guessAfterAll(loss, delta), " times in 100."
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
