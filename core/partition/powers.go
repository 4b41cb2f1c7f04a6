package partition

import (
	"math/big"
	"math/bits"

	"steward/core/noise"
)

// powers encloses (3/10) e^(-rate d) for whole d: the product of one power for each binary
// digit of d.
type powers struct {
	prior enclosure
	digit [64]enclosure
}

// direct is the largest exponent whose power is enclosed by itself; those beyond are squares.
const direct = 32

func newPowers(rate *big.Rat) powers {
	p := powers{prior: enclose(big.NewInt(priorNum), big.NewInt(priorNum), big.NewInt(priorDen))}
	x, limit := new(big.Rat).Set(rate), big.NewRat(direct, 1)
	two := big.NewRat(2, 1)
	for i := range p.digit {
		if i > 0 && x.Cmp(limit) > 0 {
			p.digit[i] = p.digit[i-1].times(p.digit[i-1])
			continue
		}
		const digits = 192 // 128 of them matter for a power of e^-32 or more; the first may be less
		lo, hi := noise.EncloseExp(x, digits)
		p.digit[i] = enclose(lo, hi, new(big.Int).Lsh(big.NewInt(1), digits))
		x.Mul(x, two)
	}
	return p
}

// enclose encloses the fractions lo/den to hi/den.
func enclose(lo, hi, den *big.Int) enclosure {
	return enclosure{quotient(lo, den, false), quotient(hi, den, true)}
}

// quotient returns num/den to 64 digits, rounded down or up.
func quotient(num, den *big.Int, up bool) scaled {
	if num.Sign() == 0 {
		return scaled{}
	}
	shift := 66 + den.BitLen() - num.BitLen()
	n := new(big.Int).Set(num)
	d := new(big.Int).Set(den)
	if shift > 0 {
		n.Lsh(n, uint(shift))
	} else {
		d.Lsh(d, uint(-shift))
	}
	q, rest := n.QuoRem(n, d, new(big.Int))
	over := uint(q.BitLen() - 64) // 65 to 67 digits came out
	m := new(big.Int).Rsh(q, over)
	more := rest.Sign() != 0 || new(big.Int).Lsh(m, over).Cmp(q) != 0
	return scaled{m.Uint64(), int64(over) - int64(shift)}.raised(up && more)
}

// of encloses the weight of an interval of deviation d.
func (p *powers) of(d uint64) enclosure {
	e := p.prior
	for ; d != 0; d &= d - 1 {
		e = e.times(p.digit[bits.TrailingZeros64(d)])
	}
	return e
}
