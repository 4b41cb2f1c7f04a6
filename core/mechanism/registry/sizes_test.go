package registry

import (
	"math"
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

func times(counts []int64, factor int64) []int64 {
	out := slices.Clone(counts)
	for cell := range out {
		out[cell] *= factor
	}
	return out
}

// With the same noise, answers to few people and to very many differ by the true answers exactly: no noise
// grows or shrinks with what is counted, and none is drawn otherwise.
func TestReleasesOfEverySize(t *testing.T) {
	looked, all := make(map[string]int), len(independent())
	enough := func() bool { return len(looked) >= seeded.Often(all/2, all) }
	eachPreparedUntil(t, 5, max(mechanismtest.Problems/2, 20), enough, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		if _, known := s.Facts.Total(); known {
			return // then there is one size
		}
		x, op, words := s.Counts(m), s.Workload.Operator(), 0
		truth := make([]int64, op.Rows())
		op.Apply(truth, x)
		var none mechanism.Answers
		for _, factor := range mechanismtest.ManySizes {
			src := &mechanismtest.Counting{Source: seeded.New(20260101, 7)}
			a, err := q.Release(t.Context(), mechanismtest.VectorOf(t, s.Problem, times(x, factor)), src)
			if err != nil {
				t.Fatalf("%s, %s: %v", q.Info().ID, s.Name, err)
			}
			if factor == 0 {
				none, words = a, src.Words
			}
			if src.Words != words {
				t.Fatalf("%s, %s: %d words of noise for %d times as many people, %d for none", q.Info().ID, s.Name, src.Words, factor, words)
			}
			off := 1e-6 + 1e-12*float64(mechanismtest.SumOf(x))*float64(factor)
			for i, n := range truth {
				want := float64(n) * float64(factor)
				if got := a.Unadjusted[i] - none.Unadjusted[i]; math.Abs(got-want) > off+1e-12*math.Abs(want) {
					t.Fatalf("%s, %s: answer %d moved by %v, the truth by %v", q.Info().ID, s.Name, i, got, want)
				}
			}
		}
		looked[q.Info().ID]++
	})
	if !enough() {
		t.Errorf("of %d methods only %v were looked at", all, looked)
	}
}

// Where errors depend on the data no more is drawn for many people than for few, but where groups of cells
// are chosen by noisy counts.
func TestNoiseOfEverySize(t *testing.T) {
	looked := make(map[string]int)
	enough := func() bool { return looked["evened"] >= 4 && looked["tree-isotonic"] >= 4 }
	mechanismtest.EachDependent(t, dependent(), 96, seeded.Often(20, 200), enough, func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		if _, known := s.Facts.Total(); known || slices.ContainsFunc(q.Noise(), func(n mechanism.Noise) bool {
			return slices.Contains([]string{"choice of the groups", "smaller squares, at most"}, n.What.String())
		}) {
			return
		}
		x, words := s.Counts(m), -1
		for _, factor := range mechanismtest.ManySizes {
			src := &mechanismtest.Counting{Source: seeded.New(20260101, 8)}
			if _, err := q.Release(t.Context(), mechanismtest.VectorOf(t, s.Problem, times(x, factor)), src); err != nil {
				t.Fatalf("%s, %s: %v", q.Info().ID, s.Name, err)
			}
			if words < 0 {
				words = src.Words
			}
			if src.Words != words {
				t.Fatalf("%s, %s: %d words of noise for %d times as many people, %d for none", q.Info().ID, s.Name, src.Words, factor, words)
			}
		}
		looked[q.Info().ID]++
	})
}
