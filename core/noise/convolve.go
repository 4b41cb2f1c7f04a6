package noise

import (
	"fmt"
	"math"

	"steward/core/message"
)

// Convolve sets dst[i] to the sum over j of taps[j] z[i+len(taps)-1-j]: whole noise that is
// correlated between neighbours, in the same way everywhere, made of independent draws z. There
// must be len(dst) + len(taps) - 1 draws, and at least one tap, else it panics.
//
// If one record can move the answers by a vector d, what hides it is a vector s of whole numbers
// whose convolution with taps is d: then answers and answers moved by d are the same function of
// z and of z + s (MECHANISMS 5.1), at the cost of s under the law of z. Where no such whole s
// exists there is no guarantee, even if one exists in fractions. A tap of 1 or -1 at either end is
// enough for one to exist; the cost is that of the shortest.
//
// It is an error if the largest draw times the sum of the sizes of the taps is 2^63 or more. To
// rule that out before anything is drawn, compare with Largest of the scale. The caller should
// clear z afterwards. The time is proportional to len(dst) len(taps).
func Convolve(taps, z, dst []int64) error {
	if len(taps) == 0 || len(z) != len(dst)+len(taps)-1 {
		panic(fmt.Sprintf("noise: %d taps, %d draws and room for %d sums; there must be a tap, and as many draws as sums and further taps",
			len(taps), len(z), len(dst)))
	}
	largest := uint64(0)
	for _, v := range z {
		largest = max(largest, size(v))
	}
	for left, j := uint64(math.MaxInt64), 0; largest > 0 && j < len(taps); j++ {
		if size(taps[j]) > left/largest {
			return message.Errorf("convolution: taps times draws of up to %d can leave the whole numbers below 2^63, "+
				"take a coarser lattice or a smaller scale", largest)
		}
		left -= size(taps[j]) * largest
	}
	for i := range dst {
		sum := int64(0)
		for j, tap := range taps {
			sum += tap * z[i+len(taps)-1-j]
		}
		dst[i] = sum
	}
	return nil
}

// size returns |v|, which an int64 need not hold.
func size(v int64) uint64 {
	if v < 0 {
		return -uint64(v)
	}
	return uint64(v)
}
