package noise

import "math/big"

// Scripted is a Source that says itself what comes of every draw. The only one is in core/noise/noisetest: a test
// that hands it to two releases, of neighbouring data, makes both show the same, and knows by what laws each of them
// could have done so. That a release is private is thus tried draw by draw, without knowing what its mechanism does.
type Scripted interface {
	Source
	// Noisy returns what a value becomes with noise of a law.
	Noisy(value int64, l Law) int64
	// Pick returns the number of the option chosen by its scores at a rate: by PermuteAndFlip, or by Choose
	// where each stands for points, nil for one each.
	Pick(rate *big.Rat, scores, points []int64, flip bool) int
	// Coin returns what comes of a trial that succeeds with a chance, up to rounding, which depends on data.
	Coin(chance float64) bool
}

// scripted sets dst to counts with noise where the source is Scripted, and reports whether it is; counts are
// zeros where they are nil.
func scripted[D distribution](src Source, of D, counts, dst []int64) bool {
	script, ok := src.(Scripted)
	if !ok {
		return false
	}
	for i := range dst {
		value := int64(0)
		if counts != nil {
			value = counts[i]
		}
		dst[i] = script.Noisy(value, Law{of})
	}
	return true
}
