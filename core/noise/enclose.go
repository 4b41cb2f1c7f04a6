package noise

import (
	"fmt"
	"math/big"
)

// EncloseExp returns whole numbers lo and hi with lo <= e^(-x) 2^bits <= hi, a few units apart:
// for mechanisms of choice whose options are too many to list, so that they cannot use Choose.
// What they compare random digits with has to be enclosed like this, and taken more exactly where
// the enclosure leaves open what to choose. It panics for x that is nil or below zero.
func EncloseExp(x *big.Rat, bits uint) (lo, hi *big.Int) {
	if x == nil || x.Sign() < 0 {
		panic(fmt.Sprintf("noise: an enclosure of e^-x was asked for, x = %v; x must be zero or more", x))
	}
	e := expInterval(x, bits)
	return e.lo, e.hi
}
