//go:build evidence

package registry

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/internal/evidence"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/mechanism/trees"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
	"steward/core/workload"
)

// Rectangles on maps: adaptive grids as published, and the best of the methods for maps without public numbers and with a look-alike.
// Of every two people one is in the data and one in the look-alike, so that methods are chosen and tuned on others than they are
// measured on.
func TestEvidenceOfMaps(t *testing.T) {
	const releases, asked = 4, 300
	maps := []struct {
		name   string
		side   int
		people []int64
	}{{"clusters", 128, clustered(128, 600_000, 11)}, {"tweets", 100, mapIn(t, "twitter_approxT100.csv", 100)}}
	table := evidence.NewTable("map", "secret", "budget", "google's Go library", "adaptive grids, as published", "without public numbers", "", "with a look-alike", "", "to the published")
	for _, c := range maps {
		if c.people == nil {
			continue
		}
		r := seeded.New(2013, 25)
		data, like := split(r.Uint64, c.people)
		span := func() workload.Span {
			a, b := r.IntN(c.side), r.IntN(c.side)
			return workload.Span{From: fmt.Sprint(min(a, b)), To: fmt.Sprint(max(a, b))}
		}
		var boxes [][]workload.Span
		for range asked {
			boxes = append(boxes, []workload.Span{span(), span()})
		}
		column := func(name domain.AttributeName) *domain.Attribute {
			return mechanismtest.Column(t)(domain.NewWhole(name, 0, int64(c.side-1), mechanismtest.NoSpecial))
		}
		x, y := column("x"), column("y")
		scaled := []policy.Scaled{{Attribute: x, Scale: mechanismtest.RatOf(1)}, {Attribute: y, Scale: mechanismtest.RatOf(1)}}
		for _, s := range []struct {
			name  string
			parts []policy.Part
		}{
			{"everything", []policy.Part{policy.Complete(x), policy.Complete(y)}},
			{"within 8", []policy.Part{mechanismtest.Part(t)(policy.Within(scaled, mechanismtest.RatOf(8), distance.L1, policy.OwnGroup))}},
		} {
			for _, budget := range []string{"0.01", "0.1", "1"} {
				e := mechanismtest.Setup{Columns: []*domain.Attribute{x, y}, Parts: s.parts, Question: workload.Question{Kind: workload.Ranges, Boxes: boxes}, Epsilon: budget}.Make(t, c.name)
				p := e.Scene.Problem
				p.Quick = true
				measured := func(q mechanism.Prepared) float64 {
					if e := q.ExpectedError(); e.Kind == accuracy.Computed {
						return e.Summary().RMSE // exactly
					}
					truth, sum := make([]int64, p.Workload.Len()), 0.0
					p.Workload.Operator().Apply(truth, data)
					for seed := range uint64(releases) {
						a, err := q.Release(t.Context(), mechanismtest.VectorOf(t, p, data), seeded.New(seed, 8))
						if err != nil {
							t.Fatal(err)
						}
						for i, n := range truth {
							sum += mechanism.Square(a.Unadjusted[i] - float64(n))
						}
					}
					return math.Sqrt(sum / float64(releases*len(truth)))
				}
				e.Scene.Problem = p
				blind := prepareBest(t, e)
				var err error
				if p.StandIn, err = mechanism.Published(p.Workload.Domain(), like, message.Verbatim("a look-alike")); err != nil {
					t.Fatal(err)
				}
				prepare := func(m mechanism.Mechanism) mechanism.Prepared {
					q, err := m.Prepare(t.Context(), p)
					if err != nil {
						t.Fatal(err)
					}
					return q
				}
				best := blind
				for _, m := range []mechanism.Mechanism{trees.TreeDawa{}, trees.DyadicMean{}, trees.AdaptiveGrid{}} {
					if q := prepare(m); q.ExpectedError().Summary().MeanSquare < best.ExpectedError().Summary().MeanSquare {
						best = q
					}
				}
				published, ours := measured(prepare(trees.AdaptiveGrid{Published: true})), measured(best)
				table.Add(c.name, s.name, budget, math.Sqrt(cellsCounted(t, p.Workload)*evidence.Google(2, 1, p.Budget.Float())), published, blind.Info().ID, measured(blind), best.Info().ID, ours, fmt.Sprintf("%.2f", ours/published))
				t.Log(c.name, s.name, budget, published, best.Info().ID, ours)
			}
		}
	}
	writePart(t, "maps", table.String())
}

// split puts each person into one of two maps.
func split(draw func() uint64, people []int64) (a, b []int64) {
	a, b = make([]int64, len(people)), make([]int64, len(people))
	for u, n := range people {
		for range n {
			if draw()&1 == 0 {
				a[u]++
			} else {
				b[u]++
			}
		}
	}
	return a, b
}

// mapIn reads the counts of a square map, a cell a line; nil where there is no such file.
func mapIn(t *testing.T, name string, side int) (counts []int64) {
	t.Helper()
	f, err := os.Open(filepath.Join(sharedData(t), "hist2d", name))
	if err != nil {
		return nil
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records[1:] {
		n, err := strconv.ParseInt(r[0], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		counts = append(counts, n)
	}
	if len(counts) != side*side {
		t.Fatalf("%s has %d cells", name, len(counts))
	}
	return counts
}
