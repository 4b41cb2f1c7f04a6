package account

import (
	"fmt"
	"math"
)

// Guess returns how often, of 100 times, someone who knows everything about everybody else
// and thinks two joined answers equally likely guesses right after a release of epsilon, at
// most: 100 e^eps / (1 + e^eps) (MECHANISMS 11.4).
func Guess(epsilon float64) float64 { return 100 / (1 + math.Exp(-epsilon)) }

// GuessText writes Guess as the screens do: in whole times of 100, and in halves where the
// whole would hide the difference from a mere guess.
func GuessText(epsilon float64) string {
	g := Guess(epsilon)
	if g < 54 {
		return fmt.Sprintf("%.1f", math.Round(g*2)/2)
	}
	return fmt.Sprintf("%.0f", g)
}

// Band says in a word how well a budget protects.
type Band string

// The bands, from the strongest.
const (
	Strong   Band = "strong"
	Good     Band = "good"
	Weak     Band = "weak: people who guess will often be right"
	VeryWeak Band = "very weak: do not use this for anything that could hurt someone"
)

// BandOf returns the band of a budget: up to 0.5 strong, to 1 good, to 3 weak.
func BandOf(epsilon float64) Band {
	switch {
	case epsilon <= 0.5:
		return Strong
	case epsilon <= 1:
		return Good
	case epsilon <= 3:
		return Weak
	}
	return VeryWeak
}

// GuessWithin is GuessText for a loss of (epsilon, delta), with what has to be said beside
// it: "73 in 100, except in a case whose chance is below 1 in 1,000,000".
func GuessWithin(epsilon, delta float64) string {
	if delta <= 0 {
		return GuessText(epsilon) + " in 100"
	}
	return GuessText(epsilon) + " in 100, except in a case whose chance is at most 1 in " + oneIn(delta)
}

// Commas sets commas between the thousands of a whole number that is written in digits, with a sign or
// without: "-12,345".
func Commas(digits string) string {
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
