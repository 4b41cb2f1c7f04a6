package balance

import (
	"math/big"
	"testing"
)

// A limit that is proposed has two digits, and is enough.
func TestLimitsAreProposedAsPeopleSetThem(t *testing.T) {
	for _, c := range [][2]string{{"2.333333", "2.4"}, {"7/3", "2.4"}, {"2.05", "2.1"}, {"4", "4"}, {"0.000002", "0.000002"}, {"0.0012345", "0.0013"}, {"12.5", "13"}, {"100", "100"}, {"99.5", "100"}, {"1/3000000", "0.000001"}} {
		sum, _ := new(big.Rat).SetString(c[0])
		if got := raised(sum); got != c[1] {
			t.Errorf("for %s %s is proposed, want %s", c[0], got, c[1])
		}
	}
}
