package mechanismtest

import (
	"math"

	"steward/core/seeded"
)

// Traces draws counts as of connections by address: nearly all none, a few enormous (Pareto, of exponent 1), and those in runs.
func Traces(r *seeded.Source, cells int) []int64 {
	out := make([]int64, cells)
	for at := 0; at < cells; at += 1 + r.IntN(60) {
		for range 1 + r.IntN(3) {
			if at < cells {
				out[at] = int64(min(1/(1e-5+r.Float64()), 1e5))
				at++
			}
		}
	}
	return out
}

// Searches draws counts as of a word that is searched for, by hour: few, with the day's rhythm, and bursts that die away.
func Searches(r *seeded.Source, cells int) []int64 {
	out := make([]int64, cells)
	burst := 0.0
	for i := range out {
		if r.IntN(150) == 0 {
			burst = 3000 * math.Pow(r.Float64(), 3)
		}
		burst *= 0.8
		mean := burst + 1 + math.Sin(2*math.Pi*float64(i)/24)
		out[i] = int64(mean * -math.Log(1-r.Float64()))
	}
	return out
}
