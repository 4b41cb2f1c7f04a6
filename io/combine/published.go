package combine

import (
	"math"

	"steward/core/message"
	"steward/io/export"
)

// Published is the sum that published numbers make, beside that of unadjusted ones.
type Published struct {
	Value float64 `json:"value"`
	// Near is how many of the numbers may be zero, and Lift about how much too high tidying has made them in all; Altered how many
	// were rounded further or left out. Serves says that it is no worse than the sum of unadjusted numbers.
	Near    int     `json:"nearZero,omitempty"`
	Lift    float64 `json:"lift,omitempty"`
	Altered int     `json:"altered,omitempty"`
	Serves  bool    `json:"serves"`
}

const (
	// roundingCounts is what part of the error rounding to whole numbers may be, liftCounts what part tidying may be.
	roundingCounts, liftCounts = 0.25, 0.5
	// liftOfZero is by how much tidying makes numbers of nobody too high on average, in their own errors: the mean of the positive
	// part of noise around zero (0.35 of Laplace noise, 0.4 of a normal one).
	liftOfZero = 0.4
)

// publishedOf adds published numbers up. What tidying does to them is no harm where it moves few from below zero: they agree with
// the other tables and with known facts, which unadjusted ones do not.
func publishedOf(answers []export.Answer, weights []float64, rmse float64) (p Published) {
	rounding := 0.0
	for i, a := range answers {
		p.Value += weights[i] * a.Published
		switch {
		case a.Exact:
			continue
		case a.Hidden || a.Shown != nil:
			p.Altered++
		case a.From == nil || *a.From <= 0:
			p.Near, p.Lift = p.Near+1, p.Lift+liftOfZero*weights[i]*a.RMSE
		}
		rounding += weights[i] * weights[i] / 12 // the variance of rounding to whole numbers
	}
	p.Serves = p.Altered == 0 && math.Abs(p.Lift) <= liftCounts*rmse && math.Sqrt(rounding) <= roundingCounts*rmse
	return p
}

// Advice says whether the sum of published numbers serves as well, and why not where it does not; nothing of what is exact.
func (c Combination) Advice() message.Text {
	p := c.Published
	sum := number(p.Value)
	switch {
	case c.Exact:
		return message.Text{}
	case p.Serves:
		return message.Sprintf("Their published numbers come to %s, which is at least as good here: hardly any of them may be zero, and they agree with the other tables of the release and with what is known.", sum)
	case p.Altered > 0:
		return message.Sprintf("Do not add up their published numbers, which come to %s: %d of them had to be rounded further or left out.", sum, p.Altered)
	case p.Near > 0:
		return message.Sprintf("Do not add up their published numbers, which come to %s: %d of them may be zero, and tidying moves such numbers up on average, together by about %s. Their total is better only where a table of the release has it.", sum, p.Near, number(math.Round(math.Abs(p.Lift))))
	}
	return message.Sprintf("Do not add up their published numbers, which come to %s: the rounding of so many numbers shows in the sum.", sum)
}
