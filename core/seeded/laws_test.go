package seeded

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Over all counts of classes that may come, false alarms come hardly more often than they should.
func TestFollowsEnumerated(t *testing.T) {
	for _, c := range []struct {
		n   int
		law []float64
	}{
		{150, []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}}, {500, []float64{0.1, 0.3, 0.6}}, {1000, []float64{0.05, 0.05, 0.9}},
		{5000, []float64{0.01, 0.01, 0.98}}, {250, []float64{0.2, 0.2, 0.2, 0.4}},
	} {
		if !Audit && c.n*len(c.law) > 1500*len(c.law) || !Audit && len(c.law) > 3 {
			continue // millions of counts
		}
		alphas := []float64{0.1, 1e-3, 1e-6, 1e-9, 1e-12}
		alarms := make([]float64, len(alphas))
		seen := make([]int, len(c.law))
		// walk goes through all counts of the classes from i on that add up to left; chance is that of those before.
		var walk func(i, left int, share, chance float64)
		walk = func(i, left int, share, chance float64) {
			if chance < 1e-25 {
				return
			}
			if i == len(seen)-1 {
				seen[i] = left
				_, tail := likelihoodRatio(seen, c.law, c.n)
				for j, alpha := range alphas {
					if tail < alpha {
						alarms[j] += chance
					}
				}
				return
			}
			for k := range left + 1 {
				seen[i] = k
				walk(i+1, left-k, share-c.law[i], chance*chanceOf(k, left, c.law[i]/share))
			}
		}
		walk(0, c.n, 1, 1)
		for j, alpha := range alphas {
			if ratio := alarms[j] / alpha; ratio > 1.5 || ratio < 0.5 {
				t.Errorf("%d draws of %v: false alarms come with %.3g times the chance of %v", c.n, c.law, ratio, alpha)
			}
		}
	}
}

// classesOf draws classes of a law.
func classesOf(src *Source, n int, law []float64) []int {
	seen := make([]int, len(law))
	for range n {
		u, i := src.Float64(), 0
		for u -= law[0]; u >= 0 && i < len(law)-1; u -= law[i] {
			i++
		}
		seen[i]++
	}
	return seen
}

// geometric is the law of how often a coin of chance 1-r fails first, cut at a number of classes.
func geometric(r float64, classes int) []float64 {
	law := make([]float64, classes)
	for i := range law {
		law[i] = math.Pow(r, float64(i)) * (1 - r)
	}
	law[classes-1] /= 1 - r
	return law
}

// False alarms at an inflated alpha come as often as stated for laws of many classes, with rare ones and
// without; laws that are off by little are found out.
func TestFollowsLaws(t *testing.T) {
	even := make([]float64, 60)
	for i := range even {
		even[i] = 1 / float64(len(even))
	}
	src := New(20261124, 1)
	for name, law := range map[string][]float64{"even": even, "geometric": geometric(0.7, 40), "one rare class": {0.4, 0.59, 0.01}, "two classes": {0.3, 0.7}, "almost certain": {0.999, 0.001}} {
		const alpha, draws = 0.05, 4000
		alarms, runs := 0, Often(400, 8000)
		for range runs {
			if Follows(classesOf(src, draws, law), law, alpha) != nil {
				alarms++
			}
		}
		if err := AtMost(alarms, runs, alpha*1.1, Among(5)); err != nil {
			t.Errorf("%s: false alarms: %v", name, err)
		}
		if err := AtLeast(alarms, runs, alpha/8, Among(5)); err != nil && name != "almost certain" {
			t.Errorf("%s: hardly any false alarm: %v", name, err)
		}
	}
	for _, r := range []float64{0.65, 0.75} {
		if Follows(classesOf(src, 10_000, geometric(r, 40)), geometric(0.7, 40), FalseAlarm) == nil {
			t.Errorf("a rate of %v passes for 0.7", r)
		}
	}
	if Follows(classesOf(src, 4000, []float64{0.4, 0.57, 0.03}), []float64{0.4, 0.59, 0.01}, FalseAlarm) == nil {
		t.Error("a rare class that comes three times too often passes")
	}
}

func TestFollowsRefuses(t *testing.T) {
	half := []float64{0.5, 0.5}
	if err := Follows([]int{0, 500}, []float64{0, 1}, FalseAlarm); err != nil {
		t.Errorf("what is certain: %v", err)
	}
	for name, c := range map[string]struct {
		seen []int
		law  []float64
		says string
	}{
		"another number of classes": {[]int{10}, half, "classes"},
		"what cannot come":          {[]int{500, 500, 1}, []float64{0.5, 0.5, 0}, "class 2 came 1 times"},
		"a chance below zero":       {[]int{500, 500, 0}, []float64{0.5, 0.6, -0.1}, "chance of -0.1"},
		"no chance":                 {[]int{500, 500}, []float64{0.5, math.NaN()}, "NaN"},
		"chances of more than 1":    {[]int{500, 500}, []float64{0.5, 0.6}, "add up"},
		"few draws":                 {[]int{5, 5}, half, "too few"},
		"one class":                 {[]int{500}, []float64{1}, "too few"},
		"only rare ones":            {[]int{1000, 0, 0}, []float64{0.97, 0.02, 0.01}, "rare"},
		"far off":                   {[]int{500, 300, 200}, []float64{0.4, 0.3, 0.3}, "likelihood ratio"},
	} {
		if err := Follows(c.seen, c.law, FalseAlarm); err == nil || !strings.Contains(fmt.Sprint(err), c.says) {
			t.Errorf("%s: %v, should say %q", name, err, c.says)
		}
	}
}
