package verify

import (
	"maps"
	"math"
	"math/big"
	"reflect"
	"slices"

	"steward/core/accuracy"
	"steward/core/mechanism/registry"
	"steward/core/noise"
	"steward/core/release"
	"steward/core/result"
	"steward/io/export"
)

// agreeOnErrors compares the stated errors with those that the plan gives, up to a part of them.
func agreeOnErrors(q export.Question, e accuracy.Estimate, upTo float64) bool {
	answers := e.Answers
	if len(answers) != len(q.Answers) || q.MeasuredOn != e.StandIn.String() {
		return false
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= upTo*math.Max(1, math.Abs(b)) }
	for i, a := range answers {
		if !near(q.Answers[i].RMSE, a.RMSE()) || !near(q.Answers[i].HalfWidth, a.HalfWidth) || q.Answers[i].Exact != (a.Variance == 0) {
			return false
		}
	}
	stated, fresh := q.Ranges, result.RangesOf(e)
	if stated == nil || fresh == nil {
		return stated == fresh
	}
	return stated.Count == fresh.Count && near(stated.RMSE, fresh.RMSE) && near(stated.LeastTypical, fresh.LeastTypical) && near(stated.MostTypical, fresh.MostTypical) &&
		near(stated.LeastHalfWidth, fresh.LeastHalfWidth) && near(stated.MostHalfWidth, fresh.MostHalfWidth)
}

// noiseOf returns the noise of what answers question n of a group as a record states it.
func noiseOf(g registry.Group, n int) []export.NoiseOfRows {
	var out []result.Noise
	for _, n := range g.Noise(n) {
		out = append(out, result.NoiseOf(n))
	}
	return export.NoiseOf(nil, out)
}

// agreeOnNoise compares stated noise with that of the plan, but for its words: number by number, up to a
// part of each.
func agreeOnNoise(stated, fresh []export.NoiseOfRows, upTo float64) bool {
	near := func(a, b string) bool {
		if a == b || upTo == 0 || a == "" || b == "" {
			return a == b
		}
		x, ok := new(big.Rat).SetString(a)
		y, too := new(big.Rat).SetString(b)
		if !ok || !too {
			return false
		}
		most := new(big.Rat).SetFloat64(upTo)
		return x.Sub(x, y).Abs(x).Cmp(most.Mul(most, y.Abs(y))) <= 0
	}
	return slices.EqualFunc(stated, fresh, func(a, b export.NoiseOfRows) bool {
		return a.Rows == b.Rows && near(a.Sensitivity, b.Sensitivity) && a.Stated.Agrees(b.Stated, near) && near(a.Spent, b.Spent)
	})
}

// agreeOnRows compares the stated rows with those of the plan: all of them, or, where what was searched for
// can have ended elsewhere, their columns, laws and numbers. Records that were written before there were any
// state none.
func (v *verifier) agreeOnRows(stated *export.Measured, g registry.Group, n int, all bool) bool {
	if stated == nil && v.record.Version < statesRows || n > 0 {
		return stated == nil
	}
	fresh := export.MeasuredOf(release.Measured(g))
	if all || stated == nil || fresh == nil {
		return reflect.DeepEqual(stated, fresh)
	}
	return slices.Equal(stated.Columns, fresh.Columns) && slices.Equal(stated.Pairs, fresh.Pairs) && stated.LeftOut == fresh.LeftOut &&
		slices.EqualFunc(stated.Rows, fresh.Rows, func(a, b result.MeasuredRows) bool {
			return a.Stated.IsZero() == b.Stated.IsZero() && a.Family() == b.Family() && len(a.Of) == len(b.Of)
		}) &&
		slices.EqualFunc(stated.Tables, fresh.Tables, func(a, b result.MeasuredTable) bool {
			return a.Stated.IsZero() == b.Stated.IsZero() && a.Family() == b.Family() && slices.Equal(a.Columns, b.Columns) && a.Contrasts == b.Contrasts
		})
}

// statesRows is the first version of records that states columns and measured rows.
const statesRows = 3

// lawsAgree reports whether the stated rows have the noise that is listed: as many of each law. Where there are tables, which
// are not counted in rows, no law of theirs may be missing from the list.
func lawsAgree(stated *export.Measured, listed []export.NoiseOfRows) bool {
	if stated == nil || stated.LeftOut != "" {
		return true
	}
	rows, is := make(map[noise.Stated]int), make(map[noise.Stated]bool)
	for _, n := range listed {
		if n.Scale == "0" { // as records say where there is no noise, or noise of another law
			n.Scale = ""
		}
		is[n.Stated] = true
		rows[n.Stated] += n.Rows
	}
	for _, r := range stated.Rows {
		if rows[r.Stated] -= len(r.Of); !r.Stated.IsZero() && !is[r.Stated] {
			return false
		}
	}
	for _, t := range stated.Tables {
		if !t.Stated.IsZero() && !is[t.Stated] {
			return false
		}
	}
	delete(rows, noise.Stated{})
	return len(stated.Tables) > 0 || !slices.ContainsFunc(slices.Collect(maps.Values(rows)), func(n int) bool { return n != 0 })
}

// How far figures may be apart, as parts of them. Errors are worked out in floating point, whose last
// digits processors round differently. Where a strategy is searched for, such a digit can end the search
// elsewhere: its noise is then apart by a few parts in a million and its errors by two in a thousand at most,
// in what was tried (the corpus of cmd/steward without fused multiply-add).
const (
	lastDigits = 1e-9
	nearNoise  = 1e-4
	nearErrors = 1e-2
)

// spendsAsItSays reports whether every group of noise spends what its sensitivity and its scale make.
func spendsAsItSays(noise []export.NoiseOfRows) bool {
	for _, n := range noise {
		sensitivity, ok := new(big.Rat).SetString(n.Sensitivity)
		spent, too := new(big.Rat).SetString(n.Spent)
		of, three := new(big.Rat).SetString(n.Parameter())
		if !ok || !too || !three || sensitivity.Sign() < 0 || of.Sign() < 0 {
			return false
		}
		if of.Sign() == 0 { // no noise, which only what no secret pair changes may have
			if sensitivity.Sign() != 0 {
				return false
			}
			continue
		}
		if sensitivity.Quo(sensitivity, of).Cmp(spent) != 0 {
			return false
		}
	}
	return true
}
