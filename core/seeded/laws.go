package seeded

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// rare is how often a class must be expected to come for [Follows] to look at it alone.
const rare = 50

// Follows checks that classes which came so many times each have the chances of a law. What cannot
// come must not have come. Rare classes are taken together; if even they are rare, how often one of
// them came is checked by [Came], at alpha/2, and the rest by itself. Two classes are checked by Came
// alone, which is exact.
//
// More are compared by the likelihood ratio (G) with Williams' correction, at the chi-square law's
// quantile. That is an approximation: where each class is expected [rare] times, a false alarm comes
// with less than 1.5 times the chance alpha down to alpha = 1e-12, as enumerating all counts of laws of
// three and four classes shows (TestFollowsEnumerated). Pearson's X² does not do: at 1e-9 it raises 20 times
// as many false alarms as it says.
func Follows(seen []int, law []float64, alpha float64) error {
	if len(seen) != len(law) {
		return fmt.Errorf("counts of %d classes and chances of %d", len(seen), len(law))
	}
	n, sum := 0, 0.0
	for i, p := range law {
		if !(p >= 0) || seen[i] < 0 || p == 0 && seen[i] > 0 {
			return fmt.Errorf("class %d came %d times and has a chance of %v", i, seen[i], p)
		}
		n, sum = n+seen[i], sum+p
	}
	if math.Abs(sum-1) > 1e-6 {
		return fmt.Errorf("the chances add up to %v", sum)
	}
	var counts []int
	var chances []float64
	few, fewChance := 0, 0.0
	for i, p := range law {
		if p /= sum; p*float64(n) < rare {
			few, fewChance = few+seen[i], fewChance+p
		} else {
			counts, chances = append(counts, seen[i]), append(chances, p)
		}
	}
	switch {
	case len(law) > 1 && len(counts) == 1 && fewChance == 0:
		return nil // it is certain, and nothing else came
	case len(counts) == 0 || len(law) < 2:
		return errors.New("too few draws or classes to compare anything")
	case fewChance*float64(n) >= rare:
		counts, chances = append(counts, few), append(chances, fewChance)
	case fewChance > 0:
		if err := Came(few, n, fewChance, alpha/2); err != nil {
			return fmt.Errorf("all that is rare: %w", err)
		}
		alpha /= 2
		n -= few
		for i := range chances {
			chances[i] /= 1 - fewChance
		}
	}
	switch len(counts) {
	case 1:
		return nil // by the check of what is rare
	case 2:
		return Came(counts[0], n, chances[0], alpha)
	}
	if g, tail := likelihoodRatio(counts, chances, n); tail < alpha {
		return fmt.Errorf("%d draws in %d classes are off by a likelihood ratio of %.1f: with a chance of %.2g, the limit is %.2g", n, len(counts), g, tail, alpha)
	}
	return nil
}

// likelihoodRatio returns twice the logarithm of how much likelier the counts of n draws are under the best
// law than under this one, corrected, and the chance of as much.
func likelihoodRatio(counts []int, chances []float64, n int) (g, tail float64) {
	inverse := 0.0
	for i, k := range counts {
		if k > 0 {
			g += 2 * float64(k) * math.Log(float64(k)/(float64(n)*chances[i]))
		}
		inverse += 1 / chances[i]
	}
	free := float64(len(counts) - 1)
	g = max(g/(1+(inverse-1)/(6*float64(n)*free)), 0)
	return g, distuv.ChiSquared{K: free}.Survival(g)
}
