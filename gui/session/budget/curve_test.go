package budget

import (
	"math"
	"testing"

	"steward/core/account"
)

func TestCurveBudgets(t *testing.T) {
	for _, at := range []float64{1e-6, 0.00001, 0.01, 0.05, 0.2, 0.5, 0.51, 1, 2.5, 5, 40, 100} {
		list := curveBudgets(at)
		lo, hi, last := math.Inf(1), 0.0, 0.0
		for _, text := range list {
			e, err := account.ParseEpsilon(text)
			if err != nil || e.Float() <= last {
				t.Fatalf("around %v: %v (%v)", at, list, err)
			}
			lo, hi, last = min(lo, e.Float()), max(hi, e.Float()), e.Float()
		}
		if len(list) < 2 || len(list) > 10 || lo > at && at > 1e-5 || hi < at {
			t.Errorf("around %v: %v", at, list)
		}
	}
}
