package reconcile

import (
	"context"
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/noise"
)

// Simulate measures the errors of all groups of a release by trial releases of the same people, spread evenly, whose published answers agree
// as those of a release do. It spends no budget, since the people are made up, and shows the same every time.
func Simulate(ctx context.Context, groups []registry.Group, people int64, runs int) ([]mechanism.Simulation, error) {
	type trials interface {
		Release(context.Context, noise.Source) (mechanism.Answers, error)
		Off(a mechanism.Answers, raw, tidy []float64)
		Simulation(raw, tidy []float64) mechanism.Simulation
	}
	on, err := madeUp(groups, people)
	if err != nil {
		return nil, err
	}
	all := make([]trials, len(groups))
	raw, tidy := make([][]float64, len(groups)), make([][]float64, len(groups))
	for i, g := range groups {
		on[i].Runs = runs
		if all[i], err = g.Problem.Simulator(g.Prepared, on[i]); err != nil {
			return nil, err
		}
		raw[i], tidy[i] = make([]float64, g.Problem.Workload.Len()), make([]float64, g.Problem.Workload.Len())
	}
	src := noise.NewTrial("published numbers")
	answers := make([]mechanism.Answers, len(groups))
	for range runs {
		for i := range all {
			if answers[i], err = all[i].Release(ctx, src); err != nil {
				return nil, err
			}
		}
		agreed, err := Answers(ctx, groups, answers)
		if err != nil {
			return nil, err
		}
		for i := range all {
			all[i].Off(agreed[i], raw[i], tidy[i])
		}
	}
	out := make([]mechanism.Simulation, len(groups))
	for i := range all {
		out[i] = all[i].Simulation(raw[i], tidy[i])
	}
	return out, nil
}

// Bounds on the work of making people up.
const (
	mostMadeUp = 1 << 20 // beyond it each stands for several
	mostTries  = 100     // for each of them: some combinations are impossible
)

// madeUp returns the counts that groups of questions have of the same made-up people, whose answers are spread evenly, and so
// independent of one another.
func madeUp(groups []registry.Group, people int64) ([]mechanism.Trial, error) {
	counts := make([]*histogram.Vector, len(groups))
	columns := make(map[domain.AttributeName]float64) // how far the next person is along each, a part of it
	for i, g := range groups {
		var err error
		if counts[i], err = g.Problem.NoCounts(); err != nil {
			return nil, err
		}
		for _, a := range g.Problem.Workload.Domain().Attributes() {
			if _, met := columns[a.Name()]; !met {
				columns[a.Name()] = rootOfPrime(len(columns))
			}
		}
	}
	many := min(people, mostMadeUp)
	var tables []*histogram.Vector // of all groups
	for _, v := range counts {
		tables = append(tables, v.Each()...)
	}
	cells := make([]int, len(tables))
	placed := int64(0)
	for n := int64(1); placed < many; n++ {
		if n > mostTries*(many+1) {
			return nil, message.Errorf("hardly any combination of answers is possible: there is nobody to try the questions on")
		}
		for i, table := range tables {
			d := table.Domain()
			var values []int
			for _, a := range d.Attributes() {
				_, part := math.Modf(float64(n) * columns[a.Name()])
				values = append(values, min(int(part*float64(a.Size())), a.Size()-1))
			}
			if cells[i] = d.Index(values); !d.Possible(cells[i]) {
				cells[i] = -1
			}
		}
		if slices.Contains(cells, -1) {
			continue
		}
		stands := (placed+1)*people/many - placed*people/many
		for i, table := range tables {
			table.AddMany(cells[i], stands)
		}
		placed++
	}
	out := make([]mechanism.Trial, len(groups))
	for i, v := range counts {
		if groups[i].Problem.Workload.Tables() != nil {
			out[i].Tables = v
			continue
		}
		var err error
		if out[i].StandIn, err = mechanism.Published(v.Domain(), v.Counts(), message.Sprintf("made-up data spread evenly")); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// rootOfPrime returns the root of the prime number after so many others: multiples of such roots, without their whole parts, are spread
// evenly, and those of several independently.
func rootOfPrime(after int) float64 {
	for n := 2; ; n++ {
		prime := true
		for d := 2; d*d <= n; d++ {
			prime = prime && n%d > 0
		}
		if !prime {
			continue
		}
		if after == 0 {
			return math.Sqrt(float64(n))
		}
		after--
	}
}
