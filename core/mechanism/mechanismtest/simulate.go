package mechanismtest

import (
	"context"

	"steward/core/mechanism"
	"steward/core/noise"
)

// Simulate measures the error of a prepared mechanism by releasing on a stand-in again and
// again, and shows the same every time. It errors with ctx's error when cancelled.
func Simulate(ctx context.Context, p mechanism.Problem, prepared mechanism.Prepared, t mechanism.Trial) (mechanism.Simulation, error) {
	s, err := p.Simulator(prepared, t)
	if err != nil {
		return mechanism.Simulation{}, err
	}
	return s.Run(ctx, noise.NewTrial("the question "+p.Workload.Question().Title))
}
