package result

import "steward/core/message"

// Adding says how the errors of the answers to one question go together when answers are added up or
// taken from one another. It follows from the plan and the mechanism alone, but for the values.
type Adding struct {
	// Independent says that the errors of different answers have nothing to do with one another, so
	// that their squares add up; it is known to hold, and false where that is not known.
	Independent bool
	// Factor is what the root mean square error of a sum is multiplied by for the half-width of an
	// interval that holds the true sum 19 times in 20, or more often, and Step what is added to that
	// where each answer counts once.
	Factor, Step float64
	// Examples are sums of answers with their errors, correlations included; there are none where the
	// mechanism's error depends on the data.
	Examples []Sum
}

// Sum is a sum of unadjusted answers, some of them taken away. Answers are numbered from 0.
type Sum struct {
	// Of says what it is the sum of, empty where its answers are few enough to name.
	Of            message.Text
	Add, Subtract []int
	Value         float64
	// Error is the root of the expected squared error, HalfWidth that of an interval around Value that
	// holds the true sum 19 times in 20, or more often; both are 0 where it carries no noise.
	Error, HalfWidth float64
}
