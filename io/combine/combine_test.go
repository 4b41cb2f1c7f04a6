package combine

import (
	"math"
	"strings"
	"testing"

	"steward/io/export"
	"steward/io/publish/publishtest"
)

// Answers to several questions are added up: with the errors of noise that is drawn apart.
func TestCombineAcrossQuestions(t *testing.T) {
	record, _ := publishtest.EveryKind(t)
	r, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(publishtest.Remembering, record, "")
	if err != nil {
		t.Fatal(err)
	}
	find := func(key string) int {
		t.Helper()
		i, err := b.Find(key)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	north, rent := find("cross: North, yes"), find("Rents: 0 to under 500")
	one, err := b.Combine([]int{north}, nil)
	if err != nil || one.Value != r.Questions[0].Answers[0].Unadjusted || one.Question != "Smokers by town" {
		t.Fatalf("%+v, %v", one, err)
	}
	other, err := b.Combine([]int{rent}, nil)
	if err != nil || other.Value != r.Questions[1].Answers[0].Unadjusted {
		t.Fatalf("%+v, %v", other, err)
	}
	sum, err := b.Combine([]int{north}, []int{rent})
	if err != nil || math.Abs(sum.RMSE*sum.RMSE-one.RMSE*one.RMSE-other.RMSE*other.RMSE) > 1e-9*sum.RMSE*sum.RMSE || sum.Value != one.Value-other.Value || !strings.Contains(sum.Question, "Smokers by town and Rents") {
		t.Errorf("%+v of %+v and %+v (%v)", sum, one, other, err)
	}
	if sum.To-sum.From < 2*1.96*sum.RMSE || sum.To-sum.From > (one.To-one.From)+(other.To-other.From) {
		t.Errorf("an interval of %v for an error of %v", sum.To-sum.From, sum.RMSE)
	}
	if _, err := b.Combine([]int{north, find("mean: North, total of rent")}, nil); err == nil || !strings.Contains(err.Error(), "cannot be added up") {
		t.Errorf("people and EUR: %v", err)
	}
	if _, err := b.Combine([]int{find("evened: North")}, nil); err == nil || !strings.Contains(err.Error(), "not known") {
		t.Errorf("errors that depend on the data: %v", err)
	}
	for key, says := range map[string]string{"North, yes": "--question", "cross: West, yes": "is not among the answers", "rents: ": "is not among"} {
		if _, err := b.Find(key); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", key, err)
		}
	}
}
