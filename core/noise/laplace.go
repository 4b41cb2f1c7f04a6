package noise

import "math"

// maxWhole is where the count of whole multiples of t in a draw is cut off. A draw gets there
// with probability e^-1024 < 2^-1477. Below the cut maxWhole * num + num <= 1025 * 2^53 < 2^64
// and |z| <= 1025 * MaxScale < 2^51, so that nothing in a draw can overflow.
const maxWhole = 1024

// The largest value of v num + u in magnitude fits in a word: this line compiles.
const _ uint64 = maxWhole*maxTerm + maxTerm - 1

// Largest returns a bound on the size of every draw, about 1025 t: with it the range of what is
// made of draws can be checked before any is taken. It is below 2^51.
func (s Scale) Largest() int64 {
	s.must()
	return int64((maxWhole*s.num + s.num - 1) / s.den)
}

// Fill sets every entry of dst to its own draw z from DLap(s):
//
//	P(z) = (1-a)/(1+a) a^|z|,  a = e^(-1/t),
//
// exactly, from uniform bits and integer arithmetic alone; the only departure is a cut of the
// tail of total probability below 2^-1477, at |z| about 1024 t. |z| is below 2^51. The expected
// work is bounded for all t: two or three words of src a draw in bulk, four if num exceeds 2^32.
//
// Canonne, Kamath and Steinke (2020), algorithm 2. It does not allocate, and
// panics for the zero Scale.
func (s Scale) Fill(src Source, dst []int64) {
	s.must()
	if scripted(src, s, nil, dst) {
		return
	}
	r := stream{src: src}
	for i := range dst {
		dst[i] = r.laplace(s)
	}
}

// Add sets dst[i] = counts[i] + z_i with independent z_i from DLap(s). dst may be counts
// itself, and must be as long. A sum outside the int64 range becomes the nearest end of it, which
// costs no privacy: it is a function of the exact sum. It does not allocate. It panics for the
// zero Scale or unequal lengths.
func (s Scale) Add(src Source, counts, dst []int64) {
	mustMatch(counts, dst)
	s.must()
	if scripted(src, s, counts, dst) {
		return
	}
	r := stream{src: src}
	for i, c := range counts {
		dst[i] = addSaturating(c, r.laplace(s))
	}
}

func addSaturating(c, z int64) int64 {
	sum := c + z
	switch {
	case z > 0 && sum < c:
		return math.MaxInt64
	case z < 0 && sum > c:
		return math.MinInt64
	}
	return sum
}

// laplace gives a magnitude a random sign. Zero would come up with both signs, twice as often as
// it should; minus zero is therefore drawn again.
func (r *stream) laplace(s Scale) int64 {
	for {
		negative := r.take(1) == 1
		m := r.magnitude(s)
		switch {
		case !negative:
			return m
		case m > 0:
			return -m
		}
	}
}

// magnitude returns m >= 0 with P(m) = (1-a) a^m. The number v num + u, with v whole multiples of
// num and a rest u below it, is geometric with ratio e^(-1/num): v falls off by e^-1 a step, u is
// uniform and kept with probability e^(-u/num). Every den consecutive values make one m.
func (r *stream) magnitude(s Scale) int64 {
	u := r.below(s.num)
	for !r.expFraction(u, s.num) {
		u = r.below(s.num)
	}
	v := uint64(0)
	for v < maxWhole && r.expOne() {
		v++
	}
	return int64((v*s.num + u) / s.den)
}
