package session

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/io/propose"
	"steward/io/publish/publishtest"
)

// A mechanism that the steward chose is used, though another would be better.
func TestPreviewOfAChosenMechanism(t *testing.T) {
	p := publishtest.TownPlan()
	p.Questions = append(p.Questions, plan.Question{ID: "a", Title: "Ages", Kind: "cumulative", Columns: []domain.AttributeName{"age"}, Mechanism: "laplace"})
	var told []int
	shown, err := preview.New(publishtest.Remembering, publishtest.Compiled(t, p), func(done, of int) { told = append(told, done, of) })
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(told) != "[0 2 1 2]" {
		t.Errorf("progress %v", told)
	}
	for i, q := range shown.Questions {
		if q.Question.ID != p.Questions[i].ID || q.Problem.Workload.Question().ID != q.Question.ID {
			t.Errorf("question %d is %q", i, q.Question.ID)
		}
	}
	q := shown.Questions[1]
	if q.Candidates[q.Chosen].Info.ID != "laplace" {
		t.Errorf("chosen is %s, want laplace", q.Candidates[q.Chosen].Info.ID)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := preview.New(ctx, publishtest.Compiled(t, p), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Ranges end also where adding a width changes a number no more.
func TestEvenRangesOfHugeNumbers(t *testing.T) {
	for _, c := range [][2]float64{{1e18, 1e18 + 384}, {1e17, 1e17 + 32}, {-9e18, 9e18}, {-1e300, 1e300}, {0, 0}, {1e-9, 2e-9}, {5, 5}} {
		if n := len(propose.EvenRanges(c[0], c[1])); n < 2 || n > 13 {
			t.Errorf("%v to %v is cut into %d ranges", c[0], c[1], n)
		}
	}
}
