//go:build evidence

package noise

import (
	"math/big"
	"testing"

	"steward/core/seeded"
)

// TestLawsAtLength repeats the tests of the laws with fifty times the draws, over the generator
// that releases use. A minute or two.
func TestLawsAtLength(t *testing.T) {
	n := 50 * lawDraws
	src := NewSecure()
	defer src.Close()
	draws := make([]int64, n)
	check := func(name string, l law) {
		t.Helper()
		b := newBins(l, n)
		if err := b.follow(draws, seeded.Among(5+len(lawSigmas(t)))); err != nil {
			t.Errorf("%s, %d bins: %v", name, len(b.prob), err)
		}
	}
	for _, s := range []Scale{{1, 3}, {1, 1}, {7, 3}, {20, 1}, {1000003, 1048576}} {
		s.Fill(src, draws)
		check("DLap("+s.String()+")", laplaceLaw(s))
	}
	for _, s := range lawSigmas(t) {
		if s.Float() > 1e5 {
			continue // the law in the test is approximate there
		}
		s.Fill(src, draws)
		check("DGauss("+s.String()+")", gaussLaw(s))
	}
	// A hair of a difference must show.
	Scale{2010, 100}.Fill(src, draws)
	if newBins(laplaceLaw(Scale{20, 1}), n).follow(draws, seeded.FalseAlarm) == nil {
		t.Error("DLap(20.1) passes for DLap(20)")
	}
	sigmaSquared(t, "402").Fill(src, draws)
	if newBins(gaussLaw(sigmaSquared(t, "400")), n).follow(draws, seeded.FalseAlarm) == nil {
		t.Error("DGauss(402) passes for DGauss(400)")
	}
}

// TestChoicesAtLength is the same for choices.
func TestChoicesAtLength(t *testing.T) {
	const n = 2_000_000
	for i, c := range choiceCases() {
		law, alpha := choiceLaw(c.rate, c.scores, c.points), seeded.Among(len(choiceCases()))
		if err := seeded.Follows(c.draw(t, n, c.rate, uint64(9000+i)), law, alpha); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.rate.Sign() == 0 {
			continue
		}
		near := new(big.Rat).Mul(c.rate, big.NewRat(97, 100))
		if seeded.Follows(c.draw(t, n, near, uint64(9100+i)), law, alpha) == nil {
			t.Errorf("%s: 0.97 of the rate passes", c.name)
		}
	}
}
