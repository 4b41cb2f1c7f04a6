//go:build evidence

package registry

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/seeded"
	"steward/core/workload"
)

// pilotParts are the parts of the budget that a pilot is paid with, pilotTries how many pilots are
// bought for each, and pilotRuns how many releases follow each.
var pilotParts = []*big.Rat{big.NewRat(1, 10), big.NewRat(1, 4)}

const pilotTries, pilotRuns = 2, 4

// Where there is no earlier table, a part of the budget can buy a noisy one (a pilot), on which
// mechanisms whose error depends on the data are compared; the question has the rest. What that gains
// or loses is the error of Automatic with it over that of Automatic without any stand-in, on the
// true counts.
func TestEvidenceOfPilots(t *testing.T) {
	sets, spans, folder := evidenceData(t)
	names := sorted(sets)
	table := evidence.NewTable(append([]string{"secrets", "budget", "question", "pilot"}, names...)...)
	gains, losses, total := 0, 0, 0
	for _, s := range comparedPolicies {
		if s.theta != 0 && s.theta != 16 || s.parts > 0 {
			continue
		}
		for _, epsilon := range []string{"0.01", "0.1", "1"} {
			for _, kind := range []workload.Kind{workload.Table, workload.Ranges} {
				question := workload.Question{Kind: kind}
				if kind == workload.Ranges {
					question.Spans = spans
				}
				rows := make([][]any, len(pilotParts))
				for i, part := range pilotParts {
					rows[i] = []any{s.name, epsilon, asked(kind), part.RatString()}
				}
				known := make(map[string][]Candidate)
				for _, name := range names {
					v := versus{t: t, counts: sets[name], theta: s.theta, parts: s.parts, epsilon: epsilon, question: question}
					v.prepare()
					all := v.independent(v.problem, known)
					without := all[Best(all)].Summary.MeanSquare
					for i, part := range pilotParts {
						mean, chosen := v.piloted(part, known)
						ratio := mean / without
						total++
						switch {
						case ratio < 0.95:
							gains++
						case ratio > 1.05:
							losses++
						}
						rows[i] = append(rows[i], fmt.Sprintf("%.3g %s", ratio, chosen))
					}
				}
				for _, row := range rows {
					table.Add(row...)
					t.Log(row...)
				}
			}
		}
	}
	text := fmt.Sprintf("Of %d comparisons a pilot gains more than a twentieth in %d, and loses more than a twentieth in %d.\n\n%s", total, gains, losses, table)
	if folder != "" {
		writePart(t, "pilots", text)
	} else {
		t.Log(text)
	}
}

// independent returns the candidates whose error does not depend on the data; known ones, by budget, are
// the same for all data sets.
func (v *versus) independent(p mechanism.Problem, known map[string][]Candidate) []Candidate {
	v.t.Helper()
	key := p.Budget.String()
	if known[key] == nil {
		at := *v
		at.problem = p
		known[key] = at.candidates(nil)
	}
	return known[key]
}

// piloted buys pilots with a part of the budget, and returns the mean squared error of an answer of what
// Automatic takes with the rest, and what it took.
func (v *versus) piloted(part *big.Rat, known map[string][]Candidate) (mean float64, chosen string) {
	v.t.Helper()
	p := v.problem
	share := func(of *big.Rat) account.Epsilon {
		e, err := account.FromRat(new(big.Rat).Mul(v.problem.Budget.Rat(), of))
		if err != nil {
			v.t.Fatal(err)
		}
		return e
	}
	d := p.Workload.Domain()
	pilot := p
	pilot.StandIn, pilot.Budget = mechanism.StandIn{}, share(part)
	var err error
	if pilot.Workload, err = workload.New(workload.Question{ID: "pilot", Title: "pilot", Kind: workload.Table, Columns: p.Workload.Question().Columns}, d); err != nil {
		v.t.Fatal(err)
	}
	prepared, err := Pilot().Prepare(v.t.Context(), pilot)
	if err != nil {
		v.t.Fatal(err)
	}
	x, err := histogram.FromCounts(d, append([]int64(nil), v.counts...))
	if err != nil {
		v.t.Fatal(err)
	}
	p.Budget = share(new(big.Rat).Sub(big.NewRat(1, 1), part))
	src, names := seeded.New(20260101, 1931), make(map[string]bool)
	var list []string
	independent := v.independent(p, known)
	for range pilotTries {
		a, err := prepared.Release(v.t.Context(), x, src)
		if err != nil {
			v.t.Fatal(err)
		}
		if p.StandIn, err = PilotStandIn(d, a.Tidied); err != nil {
			v.t.Fatal(err)
		}
		at := *v
		at.problem = p
		all := at.candidates(independent)
		q := all[Best(all)].Prepared
		if !names[q.Info().ID] {
			names[q.Info().ID] = true
			list = append(list, q.Info().ID)
		}
		if !q.Info().DataDependent {
			mean += q.ExpectedError().Summary().MeanSquare / pilotTries
			continue
		}
		m, _ := meanAndError(errorsOf(v.t, q, p, v.counts, pilotRuns))
		mean += m / pilotTries
	}
	return mean, strings.Join(list, ", ")
}
