package cluster

import (
	"context"
	"reflect"
	"testing"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/seeded"
)

// TestWaysAreComparedOnPublicData tries ways on a given stand-in in proportion to the known number of
// people, names it, and chooses and measures alike every time.
func TestWaysAreComparedOnPublicData(t *testing.T) {
	n := seeded.Often(6, 20)
	d := grid(t, []int{n, n})
	c := asks(t, d, 3)
	p := problemOn(t, c, thresholdOn(t, d, 2), "0.5", 600)
	counts := c.planted(seeded.New(3, 3), 2500)
	var err error
	if p.Cells.StandIn, err = mechanism.Published(d, counts, message.Verbatim("survey of 2019")); err != nil {
		t.Fatal(err)
	}
	first, err := Prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Prepare(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	q := first.Quality()
	if q.MeasuredOn.String() != "survey of 2019" || q.MadeUp || q.Within < q.Best || q.Best <= 0 || q.Centre <= 0 || first.Why().String() != "people are closest to the centres it finds, on survey of 2019" {
		t.Errorf("measured %+v; %s", q, first.Why())
	}
	if !reflect.DeepEqual(q, again.Quality()) || !reflect.DeepEqual(first.Info(), again.Info()) || first.Table().String() != again.Table().String() || first.Rounds() != again.Rounds() {
		t.Errorf("once %+v by %s, once %+v by %s", q, first.Info().ID, again.Quality(), again.Info().ID)
	}
	if p.Cells.StandIn, err = mechanism.Published(d, make([]int64, c.cells), message.Verbatim("an empty survey")); err != nil {
		t.Fatal(err)
	}
	if nobody, err := Prepare(context.Background(), problemOn(t, c, thresholdOn(t, d, 2), "0.5", 0)); err != nil || !nobody.Quality().MadeUp {
		t.Errorf("without a stand-in: %v", err)
	}
	p.Cells.Facts = problemOn(t, c, thresholdOn(t, d, 2), "0.5", 0).Cells.Facts
	if nobody, err := Prepare(context.Background(), p); err != nil || !nobody.Quality().IsZero() {
		t.Errorf("on a stand-in of nobody: %v", err)
	}
}

// TestNobody finds groups in a file without anybody: what is spent is answered.
func TestNobody(t *testing.T) {
	d := grid(t, []int{6, 6})
	c := asks(t, d, 3)
	v, err := histogram.New(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, gaussian := range []bool{false, true} {
		p := problemOn(t, c, thresholdOn(t, d, 1), "50", 0)
		p.Cells.Gaussian = gaussian
		list, err := Alternatives(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		src := seeded.New(20261123, 4)
		for _, a := range list {
			found, err := a.Release(context.Background(), v, src)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range found.Groups {
				// Laplace noise is beyond 18 SizeErrors with a chance of exp(-18 √2), 9e-12. Errors that are measured may be
				// said to be zero where noise is nearly always zero.
				if g.Tidied > 5+18*g.SizeError || !finite(append(append(g.Centre, g.Error...), g.Size, g.SizeError)...) {
					t.Errorf("%s %s: %+v", a.Info().ID, a.Table(), g)
				}
			}
		}
	}
}

// inSoManyRounds returns the problem in so many rounds, as Prepare may choose it, without trials.
func inSoManyRounds(ctx context.Context, p Problem, rounds int) (*Prepared, error) {
	walked, _, _ := p.edgesAndBudget()
	e, err := newEdges(ctx, p.Clustering, walked)
	if err != nil {
		return nil, err
	}
	r, err := p.prepareRounds(ctx, e, rounds)
	if err != nil {
		return nil, err
	}
	return &Prepared{problem: p, rounds: r}, nil
}
