package mechanism

import (
	"math"
	"slices"
	"testing"

	"steward/core/noise"
	"steward/core/seeded"
)

// manySizes are factors that the counts of a problem are multiplied with, so that whatever is done otherwise
// above some number of people shows. Audits count a handful of people, and see no such number.
var manySizes = []int64{0, 1, 20, 500, 20_000, 1 << 31}

func times(counts []int64, factor int64) []int64 {
	out := slices.Clone(counts)
	for cell := range out {
		out[cell] *= factor
	}
	return out
}

// counting is a source that counts what is taken of it.
type counting struct {
	noise.Source
	words int
}

func (c *counting) Uint64() uint64 {
	c.words++
	return c.Source.Uint64()
}

// With the same noise, answers to few people and to very many differ by the true answers exactly: no noise
// grows or shrinks with what is counted, and none is drawn otherwise.
func TestReleasesOfEverySize(t *testing.T) {
	looked := make(map[string]int)
	eachPrepared(t, 5, max(problems/2, 40), func(m maker, s scene, q Prepared) {
		if _, known := s.Facts.Total(); known {
			return // then there is one size
		}
		x, op, words := s.counts(m), s.Workload.Operator(), 0
		truth := make([]int64, op.Rows())
		op.Apply(truth, x)
		var none Answers
		for _, factor := range manySizes {
			src := &counting{Source: seeded.New(20260101, 7)}
			a, err := q.Release(t.Context(), vectorOf(t, s.Problem, times(x, factor)), src)
			if err != nil {
				t.Fatalf("%s, %s: %v", q.Info().ID, s.name, err)
			}
			if factor == 0 {
				none, words = a, src.words
			}
			if src.words != words {
				t.Fatalf("%s, %s: %d words of noise for %d times as many people, %d for none", q.Info().ID, s.name, src.words, factor, words)
			}
			off := 1e-6 + 1e-12*float64(sumOf(x))*float64(factor)
			for i, n := range truth {
				want := float64(n) * float64(factor)
				if got := a.Unadjusted[i] - none.Unadjusted[i]; math.Abs(got-want) > off+1e-12*math.Abs(want) {
					t.Fatalf("%s, %s: answer %d moved by %v, the truth by %v", q.Info().ID, s.name, i, got, want)
				}
			}
		}
		looked[q.Info().ID]++
	})
	for _, mech := range independent() {
		if looked[mech.Info().ID] == 0 {
			t.Errorf("%s was not looked at", mech.Info().ID)
		}
	}
}

// Where errors depend on the data no more is drawn for many people than for few, but where groups of cells
// are chosen by noisy counts.
func TestNoiseOfEverySize(t *testing.T) {
	looked := make(map[string]int)
	eachDependent(t, 96, seeded.Often(40, 200), func(m maker, s scene, q *preparedTree) {
		if _, known := s.Facts.Total(); known || slices.ContainsFunc(q.Noise(), func(n Noise) bool { return n.What == "choice of the groups" }) {
			return
		}
		x, words := s.counts(m), -1
		for _, factor := range manySizes {
			src := &counting{Source: seeded.New(20260101, 8)}
			if _, err := q.Release(t.Context(), vectorOf(t, s.Problem, times(x, factor)), src); err != nil {
				t.Fatalf("%s, %s: %v", q.Info().ID, s.name, err)
			}
			if words < 0 {
				words = src.words
			}
			if src.words != words {
				t.Fatalf("%s, %s: %d words of noise for %d times as many people, %d for none", q.Info().ID, s.name, src.words, factor, words)
			}
		}
		looked[q.Info().ID]++
	})
	for _, id := range []string{"evened", "tree-isotonic"} {
		if looked[id] < 4 {
			t.Errorf("%s: %d problems were looked at", id, looked[id])
		}
	}
}

// What evened cells come to is made of the sums that were prepared for, however many people there are: of
// one cell each, or of several.
func TestEvenedKeepsItsWidth(t *testing.T) {
	e := everyRange(t, 64, 0, "0.5")
	g, err := histogramGrove(e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	n, err := newSubtreeNoise(g, e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{1, 2, 4, 16, 64} {
		for _, factor := range manySizes {
			z, shared := make([]int64, 64), make([]int64, 64)
			for u := range z {
				z[u] = int64(u*7919%50) * factor
				shared[u/width*width] += z[u] // all of a run in its first cell
			}
			var out [2][]float64
			for i, x := range [][]int64{z, shared} {
				src := &counting{Source: seeded.New(20260101, 3)}
				if out[i], err = (evenedNoise{n, width}).estimate(g, measuring{z: x, src: src}); err != nil {
					t.Fatal(err)
				}
				if least := 64 / width; src.words < least || src.words > 8*least+8 {
					t.Errorf("runs of %d, times %d: %d words for %d sums", width, factor, src.words, least)
				}
			}
			if !slices.Equal(out[0], out[1]) {
				t.Errorf("runs of %d, times %d: what was in them shows", width, factor)
			}
			for u, v := range out[0] {
				if v != out[0][u/width*width] {
					t.Fatalf("runs of %d, times %d: cell %d has %v, and the first of its run %v", width, factor, u, v, out[0][u/width*width])
				}
			}
		}
	}
}
