package audit

import (
	"context"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"steward/core/noise"
	"steward/core/seeded"
)

func source(seed uint64) func(stream uint64) noise.Source {
	return func(stream uint64) noise.Source { return seeded.New(seed, stream) }
}

// noisy publishes every count with Laplace noise of the scale 1/epsilon.
func noisy(t *testing.T, epsilon float64) func(context.Context, []int64, noise.Source) (Output, error) {
	s, err := noise.NewScale(new(big.Rat).Inv(new(big.Rat).SetFloat64(epsilon)))
	check(t, err)
	return func(_ context.Context, counts []int64, src noise.Source) (Output, error) {
		y := make([]int64, len(counts))
		s.Add(src, counts, y)
		return Output{floats(y)}, nil
	}
}

// gaussian publishes every count with discrete Gaussian noise, drawn by its definition: the
// first z whose chances add up to a uniform number.
func gaussianNoise(variance float64) func(context.Context, []int64, noise.Source) (Output, error) {
	law := Gaussian(variance)
	reach := law.Reach(1e-15)
	return func(_ context.Context, counts []int64, src noise.Source) (Output, error) {
		out := make([]float64, len(counts))
		for i, c := range counts {
			u, z := float64(src.Uint64()>>11)/(1<<53), -reach
			for u -= law.Chance(z); u > 0 && z < reach; u -= law.Chance(z) {
				z++
			}
			out[i] = float64(c + z)
		}
		return Output{out}, nil
	}
}

func mustRun(t *testing.T, s Sampled, subject Subject, pairs ...Pair) []Finding {
	t.Helper()
	found, err := s.Run(t.Context(), subject, pairs)
	check(t, err)
	return found
}

var (
	one    = pair([]int64{3}, []int64{2})
	two    = pair([]int64{3, 0}, []int64{2, 1})
	audits = Sampled{Runs: 60_000}
)

// A mechanism that keeps its claim passes, and the audit comes close to what it claims; with
// less noise than it claims, it is caught.
func TestAuditOfNoise(t *testing.T) {
	delta := mustEnumerate(t, asIs(Gaussian(1)), one).HockeyStick(1)
	for i, c := range []struct {
		name    string
		release func(context.Context, []int64, noise.Source) (Output, error)
		claim   Claim
		p       Pair
		broken  bool
		reached float64 // of the claim, at least
	}{
		{"Laplace on one count", noisy(t, 1), Pure{1}, one, false, 0.85},
		{"Laplace on two counts", noisy(t, 1), Pure{2}, two, false, 0.8},
		{"noise of scale 0.8", noisy(t, 1.25), Pure{1}, one, true, 1},
		{"noise of scale 0.8 on two counts", noisy(t, 1.25), Pure{2}, two, true, 1},
		{"sensitivity of one count for two", noisy(t, 2), Pure{2}, two, true, 1},
		{"half an edge", noisy(t, 1), Pure{1}, Pair{"half", []int64{3}, []int64{2}, big.NewRat(1, 2)}, true, 1},
		{"Gaussian, delta", gaussianNoise(1), Approximate{1, delta}, one, false, 0.75},
		{"Gaussian of variance 0.64, delta", gaussianNoise(0.64), Approximate{1, delta}, one, true, 1},
		{"Gaussian, rho", gaussianNoise(0.5), Concentrated{1}, one, false, 0.6},
		{"Gaussian of variance 0.32, rho", gaussianNoise(0.32), Concentrated{1}, one, true, 1},
		{"no noise", func(_ context.Context, x []int64, _ noise.Source) (Output, error) { return Output{floats(x)}, nil }, Pure{1}, one, true, 1},
	} {
		if i%seeded.Often(3, 1) > 0 {
			continue
		}
		found := mustRun(t, audits, Subject{c.release, c.claim, source(1)}, c.p)
		if found[0].Broken() != c.broken {
			t.Errorf("%s: broken is %v: %s", c.name, found[0].Broken(), found[0])
		}
		if found[0].multiple() < c.reached {
			t.Errorf("%s: the audit reaches %.3f of the claim: %s", c.name, found[0].multiple(), found[0])
		}
	}
}

// A choice of the amount of noise by the data is caught, though either amount would do.
func TestAuditOfAChoiceByTheData(t *testing.T) {
	much, little := noisy(t, 0.2), noisy(t, 1)
	release := func(ctx context.Context, x []int64, src noise.Source) (Output, error) {
		if x[0] > 2 {
			return little(ctx, x, src)
		}
		return much(ctx, x, src)
	}
	if found := mustRun(t, audits, Subject{release, Pure{1}, source(2)}, one); !found[0].Broken() {
		t.Errorf("it went unnoticed: %s", found[0])
	}
}

// What only a second part of the output gives away is seen.
func TestAuditSeesEveryPart(t *testing.T) {
	hidden := noisy(t, 1)
	release := func(ctx context.Context, x []int64, src noise.Source) (Output, error) {
		o, err := hidden(ctx, x, src)
		return append(o, []float64{math.Max(0, float64(x[0]-2))}), err
	}
	found := mustRun(t, audits, Subject{release, Pure{1}, source(3)}, one)
	if !found[0].Broken() {
		t.Errorf("it went unnoticed: %s", found[0])
	}
}

// Events are counted on other releases than those they were chosen on: a subject that breaks
// its claim in the releases that events are chosen on only is not caught.
func TestNothingIsCountedTwice(t *testing.T) {
	audit := Sampled{Runs: 20_000}
	quiet, loud := noisy(t, 1), noisy(t, 5)
	at := make(map[noise.Source]int)
	release := func(ctx context.Context, x []int64, src noise.Source) (Output, error) {
		if at[src]++; at[src] <= audit.choosing() {
			return loud(ctx, x, src)
		}
		return quiet(ctx, x, src)
	}
	found := mustRun(t, audit, Subject{release, Pure{1}, source(4)}, one)
	if found[0].Broken() {
		t.Errorf("releases that events are chosen on were counted: %s", found[0])
	}
	if found[0].Runs != 16_000 {
		t.Errorf("%d releases of 20000 were counted", found[0].Runs)
	}
}

// At a rate of false alarms of one half, at most half of all audits of a mechanism that
// spends its claim to the last raise one.
func TestFalseAlarms(t *testing.T) {
	audits := seeded.Often(80, 200)
	for _, c := range []struct {
		name    string
		release func(context.Context, []int64, noise.Source) (Output, error)
		claim   Claim
	}{
		{"Laplace", noisy(t, 2), Pure{2}},
		{"Gaussian, rho", gaussianNoise(1), Concentrated{0.5}},
	} {
		alarms := 0
		for seed := range uint64(audits) {
			if mustRun(t, Sampled{Runs: 300, FalseAlarm: 0.5}, Subject{c.release, c.claim, source(100 + seed)}, one)[0].Broken() {
				alarms++
			}
		}
		if err := seeded.AtMost(alarms, audits, 0.5, seeded.Among(2)); err != nil {
			t.Errorf("%s: alarms: %v", c.name, err)
		}
	}
}

// The same sources give the same findings.
func TestAuditIsRepeatable(t *testing.T) {
	run := func(seed uint64) string {
		return mustRun(t, Sampled{Runs: 1000}, Subject{noisy(t, 1), Pure{1}, source(seed)}, one, two)[0].String()
	}
	first, again, other := run(5), run(5), run(6)
	if first != again || first == other {
		t.Errorf("%s; %s; %s", first, again, other)
	}
}

func TestAuditErrors(t *testing.T) {
	broken := errors.New("the printer is on fire")
	for _, c := range []struct {
		name    string
		s       Sampled
		release func(context.Context, []int64, noise.Source) (Output, error)
		pairs   []Pair
		want    string
	}{
		{"no pairs", Sampled{Runs: 1000}, noisy(t, 1), nil, "0 pairs"},
		{"no runs", Sampled{}, noisy(t, 1), []Pair{one}, "0 runs"},
		{"an error", Sampled{Runs: 1000}, func(context.Context, []int64, noise.Source) (Output, error) { return nil, broken }, []Pair{one}, "fire"},
		{"another number of numbers", Sampled{Runs: 1000}, func(_ context.Context, _ []int64, src noise.Source) (Output, error) {
			return Output{make([]float64, src.Uint64()%3)}, nil
		}, []Pair{one}, "pad"},
	} {
		if _, err := c.s.Run(t.Context(), Subject{c.release, Pure{1}, source(7)}, c.pairs); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
