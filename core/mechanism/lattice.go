package mechanism

// Lattice is how fine the whole numbers are that stand for real weights: so many binary digits, or as
// many as the noise allows for 0. With few digits a mechanism is the same, with other weights whose
// sensitivity is worked out in the same way, and its laws are small enough to be gone through one by
// one.
type Lattice int

// Digits returns the number of digits where the noise allows so many.
func (l Lattice) Digits(allowed int) int {
	if l > 0 {
		return int(l)
	}
	return allowed
}

// TooCoarse reports whether the noise allows fewer digits than are needed.
func (l Lattice) TooCoarse(allowed, needed int) bool { return l == 0 && allowed < needed }

// LargestSigma is 2 to this power at most, so that noise can be drawn.
const LargestSigma = 38
