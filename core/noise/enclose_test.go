package noise

import (
	"math"
	"math/big"
	"testing"
)

// The enclosures hold the powers that math.Exp gives, are narrow, and begin at nothing where the
// power is below their unit.
func TestEncloseExp(t *testing.T) {
	for _, x := range []float64{0, 1e-9, 0.3, 1, 7.25, 40, 300} {
		for _, bits := range []uint{8, 64, 600} {
			lo, hi := EncloseExp(new(big.Rat).SetFloat64(x), bits)
			unit := math.Ldexp(1, -int(bits))
			l, _ := new(big.Float).SetInt(lo).Float64()
			h, _ := new(big.Float).SetInt(hi).Float64()
			if e := math.Exp(-x); l*unit > e*(1+1e-14) || h*unit < e*(1-1e-14) {
				t.Errorf("e^-%v with %d bits: %v to %v", x, bits, l*unit, h*unit)
			}
			if d := new(big.Int).Sub(hi, lo); d.Sign() < 0 || d.Cmp(big.NewInt(64)) > 0 {
				t.Errorf("e^-%v with %d bits: the enclosure is %s units wide", x, bits, d)
			}
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("x below zero was taken")
		}
	}()
	EncloseExp(big.NewRat(-1, 2), 64)
}
