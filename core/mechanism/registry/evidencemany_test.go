//go:build evidence

package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/account"
	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// googleGaussian returns the variance of the noise that google's Go library draws for a chance of 10^-6 at a budget of 1, where a change has the
// length one, times the square of the budget r that Steward has then.
func googleGaussian(t *testing.T) float64 {
	t.Helper()
	epsilon, err := account.ParseEpsilon("1")
	if err != nil {
		t.Fatal(err)
	}
	delta, err := account.ParseDelta("0.000001")
	if err != nil {
		t.Fatal(err)
	}
	promise, err := account.NewPromise(epsilon, delta)
	if err != nil {
		t.Fatal(err)
	}
	return evidence.Gaussian(1, 1e-6) * mechanism.Square(promise.Budget().Float())
}

// Tables over two of a hundred columns with Gaussian noise, beside noise on each table and the closed form of Xiao, He, Zhang and Kifer (2023), with
// what the error is within of the least and the processor time to prepare and to release them.
func TestEvidenceOfManyTables(t *testing.T) {
	table := evidence.NewTable("tables", "secrets", "each with its share", "google's Go library", "**contrasts**", "ResidualPlanner's closed form", "within of the least", "the largest of a table over its share", "seconds to prepare", "to release")
	var columns []*domain.Attribute
	var sizes []int
	for j := range 100 {
		sizes = append(sizes, 2+j*7%9)
		columns = append(columns, mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(fmt.Sprint("c", j)), 0, int64(sizes[j]-1), mechanismtest.NoSpecial)))
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := seeded.New(20261128, 50)
	google := googleGaussian(t)
	for _, tables := range []int{4950, 300} {
		var asked []*workload.Workload
		for j := range columns {
			for i := range j {
				if r.IntN(4950) >= tables {
					continue
				}
				w, err := workload.New(workload.Question{Kind: workload.Table, Columns: []domain.AttributeName{columns[i].Name(), columns[j].Name()}}, d)
				if err != nil {
					t.Fatal(err)
				}
				asked = append(asked, w)
			}
		}
		joined, err := workload.Join(asked, d)
		if err != nil {
			t.Fatal(err)
		}
		for _, secrets := range []string{"presence", "one column changes", "any change"} {
			spec := policy.Spec{Domain: d, Parts: mechanismtest.EachComplete(columns)}
			if secrets == "one column changes" {
				spec.Together = 1
			}
			published, err := policy.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			if secrets == "presence" {
				published = policy.PresenceOnly(d)
			}
			p := mechanism.Problem{Workload: joined, Budget: mechanismtest.Examples(t)[0].Scene.Budget, Gaussian: true}
			if p.Policy, err = published.Project(joined.Question().Columns); err != nil {
				t.Fatal(err)
			}
			begun := processorTime(t)
			q, err := box.GaussianMarginals{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			prepared := processorTime(t) - begun
			nobody, err := p.NoCounts()
			if err != nil {
				t.Fatal(err)
			}
			begun = processorTime(t)
			if _, err := q.Release(t.Context(), nobody, r); err != nil {
				t.Fatal(err)
			}
			released := processorTime(t) - begun
			share := 2 * float64(len(asked))
			if secrets == "presence" {
				share = float64(len(asked))
			}
			unit, mean, most, at := mechanism.Square(p.Effective().Float()), 0.0, 0.0, 0
			for _, w := range asked {
				v := q.ExpectedError().Answers[at].Variance * unit
				at += w.Len()
				mean += v / float64(len(asked))
				most = max(most, v/share)
			}
			closed := math.NaN()
			if secrets == "presence" && len(asked) == 4950 {
				closed = residualPlanner(sizes) / float64(len(asked))
				if math.Abs(mean/closed-1) > 0.01 {
					t.Errorf("contrasts have %v, the closed form says %v", mean, closed)
				}
			}
			row := []any{fmt.Sprintf("%d tables of 100 columns of 2 to 10 values", len(asked)), secrets, orNone(share), orNone(share * google), fmt.Sprintf("**%s**", orNone(mean)), orNone(closed),
				fmt.Sprintf("%.4f", q.(interface{ Gap() float64 }).Gap()), fmt.Sprintf("%.2f", most), fmt.Sprintf("%.2f", prepared/1000), fmt.Sprintf("%.2f", released/1000)}
			table.Add(row...)
			t.Log(row...)
		}
	}
	writePart(t, "many tables", table.String())
}
