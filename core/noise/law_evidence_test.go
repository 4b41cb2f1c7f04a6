//go:build evidence

package noise

import (
	"math/big"
	"testing"
)

// TestLawsAtLength repeats the tests of the laws with fifty times the draws, over the generator
// that releases use. False alarm below 1e-6 for each law. A minute or two.
func TestLawsAtLength(t *testing.T) {
	const n = 50 * lawDraws
	src := NewSecure()
	defer src.Close()
	draws := make([]int64, n)
	check := func(name string, l law) {
		t.Helper()
		b := newBins(l, n)
		x2, limit := b.statistic(draws)
		t.Logf("%s: chi-square %.1f over %d bins, limit %.1f", name, x2, len(b.prob), limit)
		if x2 > limit {
			t.Errorf("%s: the chi-square is above its limit", name)
		}
	}
	for _, s := range []Scale{{1, 3}, {1, 1}, {7, 3}, {20, 1}, {1000003, 1048576}} {
		Fill(src, s, draws)
		check("DLap("+s.String()+")", laplaceLaw(s))
	}
	for _, s := range lawSigmas(t) {
		if s.Float() > 1e5 {
			continue // the law in the test is approximate there
		}
		FillGaussian(src, s, draws)
		check("DGauss("+s.String()+")", gaussLaw(s))
	}
	// A hair of a difference must show.
	Fill(src, Scale{2010, 100}, draws)
	if x2, limit := newBins(laplaceLaw(Scale{20, 1}), n).statistic(draws); x2 <= limit {
		t.Errorf("DLap(20.1) passes for DLap(20): chi-square %v, limit %v", x2, limit)
	}
	FillGaussian(src, sigmaSquared(t, "402"), draws)
	if x2, limit := newBins(gaussLaw(sigmaSquared(t, "400")), n).statistic(draws); x2 <= limit {
		t.Errorf("DGauss(402) passes for DGauss(400): chi-square %v, limit %v", x2, limit)
	}
}

// TestChoicesAtLength is the same for choices.
func TestChoicesAtLength(t *testing.T) {
	const n = 2_000_000
	for i, c := range choiceCases() {
		seen := c.draw(t, n, c.rate, uint64(9000+i))
		if x2, limit := pearson(gather(seen, choiceLaw(c.rate, c.scores, c.points), n)); x2 > limit {
			t.Errorf("%s: chi-square %v, want at most %v", c.name, x2, limit)
		}
		if c.rate.Sign() == 0 {
			continue
		}
		near := new(big.Rat).Mul(c.rate, big.NewRat(97, 100))
		seen = c.draw(t, n, near, uint64(9100+i))
		if x2, limit := pearson(gather(seen, choiceLaw(c.rate, c.scores, c.points), n)); x2 <= limit {
			t.Errorf("%s: 0.97 of the rate passes, chi-square %v", c.name, x2)
		}
	}
}
