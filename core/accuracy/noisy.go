package accuracy

import "math"

// NoisyPart is the part of a number from which on it is too noisy to use, if it may be off by so much of itself 19 times in 20.
const NoisyPart = 0.5

// TooNoisy reports whether a number that is within half of the true one 19 times in 20 is too noisy to use. A number without
// noise never is.
func TooNoisy(x, half float64) bool { return half > 0 && half >= NoisyPart*math.Abs(x) }
