package synthetic

import (
	"context"
	"math"
)

// measured is a noisy table: the average of all that were measured over the same columns, weighed by
// their precision.
type measured struct {
	param     *param
	values    []float64
	precision float64 // one over the variance
}

// add averages another table in.
func (t *measured) add(values []float64, variance float64) {
	p := 1 / variance
	for i, v := range values {
		t.values[i] = (t.values[i]*t.precision + v*p) / (t.precision + p)
	}
	t.precision += p
}

// fitting is the state of mirror descent between calls.
type fitting struct{ step float64 }

// fit moves the parameters of a model towards the distribution whose tables are nearest to the measured
// ones, in squares over their variances: entropic mirror descent, which is a step along the gradient in
// the logarithms (Beck and Teboulle 2003; McKenna, Sheldon and Miklau 2019, algorithm 2). The length of
// the step doubles as long as that is good.
func (f *fitting) fit(ctx context.Context, m *model, tables []*measured, rounds int) error {
	loss, off := f.misfit(m, tables)
	if f.step == 0 {
		f.step = 1 / (m.people*m.people + 1)
	}
	old := make([][]float64, len(tables))
	last := loss
	for round := range rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := make([][]float64, len(tables)) // the tables as they were
		for i, t := range tables {
			old[i] = append(old[i][:0], t.param.log...)
			before[i] = make([]float64, len(t.values))
			for k, d := range off[i] {
				before[i][k] = d + t.values[k]
			}
		}
		good := false
		for try := 0; try < 30 && !good; try++ {
			for i, t := range tables {
				for k, d := range off[i] {
					t.param.log[k] = old[i][k] - f.step*t.precision*d
				}
			}
			m.calibrate()
			now, after := f.misfit(m, tables)
			gain := 0.0
			for i, t := range tables {
				for k, d := range off[i] {
					gain += t.precision * d * (before[i][k] - after[i][k] - t.values[k])
				}
			}
			if good = loss-now >= gain/2 && !math.IsNaN(now); good {
				loss, off = now, after
				f.step *= 2
			} else {
				f.step /= 2
			}
		}
		if !good { // as near as it gets
			for i, t := range tables {
				copy(t.param.log, old[i])
			}
			m.calibrate()
			return nil
		}
		if round%10 == 9 {
			if last-loss <= 1e-4*last {
				return nil
			}
			last = loss
		}
	}
	return nil
}

// misfit returns half the squares of what the model's tables are off by, over their variances, and by
// how much they are.
func (f *fitting) misfit(m *model, tables []*measured) (float64, [][]float64) {
	sum := 0.0
	out := make([][]float64, len(tables))
	for i, t := range tables {
		out[i] = make([]float64, len(t.values))
		b := m.beliefs[t.param.clique]
		b.addOnto(out[i], t.param.place)
		for k := range out[i] {
			out[i][k] -= t.values[k]
			sum += t.precision * out[i][k] * out[i][k] / 2
		}
	}
	return sum, out
}

// meet scales the model so that it agrees with known sums of cells: iterative proportional fitting
// (Deming and Stephan 1940), until nothing is off by more than a hundredth of a person.
func (m *model) meet(ctx context.Context, known []*sums) error {
	for range meetRounds {
		worst := 0.0
		for _, k := range known {
			if k.param == nil {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			worst = max(worst, m.scale(k))
		}
		if worst < 0.01 {
			break
		}
	}
	return nil
}

// meetRounds is how often all known sums are gone through.
const meetRounds = 60

// scale makes the model agree with known sums, and returns by how much it was off.
func (m *model) scale(k *sums) float64 {
	table := make([]float64, len(k.param.log))
	m.beliefs[k.param.clique].addOnto(table, k.param.place)
	now := make([]float64, len(k.totals)+1)
	for cell, n := range table {
		now[k.class[cell]+1] += n
	}
	want := make([]float64, len(now))
	want[0] = m.people
	for i, n := range k.totals {
		want[i+1] = float64(n)
		want[0] -= float64(n)
	}
	worst := 0.0
	for i := range now {
		worst = max(worst, math.Abs(now[i]-max(want[i], 0)))
	}
	if worst < 0.01 {
		return worst
	}
	for cell, c := range k.class {
		switch w := want[c+1]; {
		case w <= 0:
			k.param.log[cell] = math.Inf(-1)
		case now[c+1] > 0:
			k.param.log[cell] += math.Log(w / now[c+1])
		}
	}
	m.calibrate()
	return worst
}
