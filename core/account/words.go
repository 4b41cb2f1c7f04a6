package account

import (
	"fmt"
	"math"
	"steward/core/message"
	"strconv"
	"strings"
)

// Guess returns how often, of 100 times, someone who thinks two situations equally likely guesses right
// which one a release is about, at most, where the release is (epsilon, delta) between them:
// 100 (e^epsilon + delta) / (1 + e^epsilon) (with a delta it is what the best test of
// the two achieves, Kairouz, Oh and Viswanath 2015).
func Guess(epsilon, delta float64) float64 {
	return min(100, 100*(1+delta*math.Exp(-epsilon))/(1+math.Exp(-epsilon)))
}

// GuessText writes a number of times in 100 as the screens do, never smaller than it is: in whole times,
// in halves where the whole would hide the difference from a mere guess, and with as many digits as are
// needed where it would look like certainty.
func GuessText(times float64) string {
	switch {
	case times == 50:
		return "50"
	case times < 54:
		return fmt.Sprintf("%.1f", math.Ceil(times*2)/2)
	case times <= 99:
		return fmt.Sprintf("%.0f", math.Ceil(times))
	}
	for places := 1; places <= 3; places++ {
		if up := ceil(times, places); up < 100 {
			return fmt.Sprintf("%.*f", places, up)
		}
	}
	return "100"
}

// FactorText writes a factor of odds with the digits that matter, never smaller than it is: "1.65",
// "20.1", "149", and "more than a million".
func FactorText(x float64) string {
	switch {
	case x > 1e6 || math.IsNaN(x):
		return "more than a million"
	case x >= 100:
		return Commas(fmt.Sprintf("%.0f", math.Ceil(x)))
	case x >= 10:
		return strconv.FormatFloat(ceil(x, 1), 'f', -1, 64)
	}
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", ceil(x, 2)), "0"), ".")
}

// ceil rounds up to so many decimal places.
func ceil(x float64, places int) float64 {
	unit := math.Pow10(places)
	return math.Ceil(x*unit) / unit
}

// Band says in a word how well a loss protects.
type Band int

// The bands, from the strongest.
const (
	Strong Band = iota
	Good
	Weak
	VeryWeak
)

var bands = [...]message.Text{
	message.Sprintf("strong"), message.Sprintf("good"), message.Sprintf("weak: people who guess will often be right"),
	message.Sprintf("very weak: do not use this for anything that could hurt someone"),
}

// Said returns the word, and what follows from it.
func (b Band) Said() message.Text { return bands[b] }

// String returns it in English.
func (b Band) String() string { return b.Said().String() }

// BandOf returns the band of a loss of (epsilon, delta): strong up to 0.5 and a chance of one in
// 100,000, good up to 1 and one in 10,000, weak up to 3 and one in 1,000. Whichever of the two is worse
// counts: where the chance comes true, nothing is promised at all.
func BandOf(epsilon, delta float64) Band {
	switch {
	case epsilon <= 0.5 && delta <= 1e-5:
		return Strong
	case epsilon <= 1 && delta <= 1e-4:
		return Good
	case epsilon <= 3 && delta <= 1e-3:
		return Weak
	}
	return VeryWeak
}

// Commas sets commas between the thousands of a whole number that is written in digits, with a sign or
// without: "-12,345".
func Commas(digits string) string {
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
