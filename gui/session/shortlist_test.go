package session

import (
	"slices"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/preview"
)

// readied is a mechanism that is ready; only that it is there counts.
type readied struct{ mechanism.Prepared }

// Of many methods, the best, the chosen and the next best are listed.
func TestShortlist(t *testing.T) {
	const most = 6
	q := preview.Question{Best: 9, Chosen: 2}
	for i := range 12 {
		c := registry.Candidate{Summary: accuracy.Summary{MeanSquare: float64(100 - i)}}
		if i%4 != 3 {
			c.Prepared = readied{}
		}
		q.Candidates = append(q.Candidates, c)
	}
	if got, want := q.Shortlist(most), []int{9, 10, 8, 6, 5, 2}; !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	q.Chosen = 8
	if got, want := q.Shortlist(most), []int{9, 10, 8, 6, 5, 4}; !slices.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	if got := q.Ranked(); len(got) != 12 || !slices.Equal(got[9:], []int{3, 7, 11}) {
		t.Errorf("all of them are %v", got)
	}
	q.Candidates, q.Best, q.Chosen = q.Candidates[:5], 1, 1
	if got := q.Shortlist(most); !slices.Equal(got, []int{1, 4, 2, 0}) {
		t.Errorf("of five, one of which does not apply, %v are listed", got)
	}
	q.Chosen = 3
	if got := q.Shortlist(most); !slices.Equal(got, []int{1, 4, 2, 0, 3}) {
		t.Errorf("the chosen one does not apply, and %v are listed", got)
	}
	for i := range q.Candidates {
		q.Candidates[i].Prepared = nil
	}
	q.Best, q.Chosen = -1, -1
	if got := q.Shortlist(most); len(got) != 0 {
		t.Errorf("none applies, and %v are listed", got)
	}
}
