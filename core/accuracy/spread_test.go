package accuracy

import (
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/workload"
)

func listOf(t *testing.T, name domain.AttributeName, values ...string) *domain.Attribute {
	t.Helper()
	a, err := domain.NewList(name, values, domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Cells and each kind of totals are told apart where their errors are other ones, and together where they are written
// alike: never a number that no answer has.
func TestHowFarOff(t *testing.T) {
	d, err := domain.New([]*domain.Attribute{listOf(t, "district", "N", "S", "E"), listOf(t, "smoker", "yes", "no")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(workload.Question{ID: "q", Title: "q", Kind: workload.Table, Columns: []domain.AttributeName{"district", "smoker"}, Totals: true}, d)
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]Answer, w.Len())
	for i := range answers {
		key := w.Key(i)
		switch overDistrict, overSmoker := key[0] == domain.TotalLabel, key[1] == domain.TotalLabel; {
		case overDistrict && !overSmoker:
			answers[i] = Answer{Variance: 80 * 80, HalfWidth: 195}
		case overSmoker && !overDistrict:
			answers[i] = Answer{Variance: 60 * 60, HalfWidth: 153}
		default:
			answers[i] = Answer{Variance: 34 * 34, HalfWidth: 73}
		}
	}
	say := func() string {
		return strings.Join(message.English(HowFarOff(w, answers, message.Verbatim("people"))), "\n")
	}
	want := "Half of the cells and the total of all are off by less than 23 people, 19 in 20 by less than 73.\n" +
		"Half of the totals over district are off by less than 54 people, 19 in 20 by less than 195.\n" +
		"Half of the totals over smoker are off by less than 41 people, 19 in 20 by less than 153."
	if got := say(); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	if s := (Estimate{Answers: answers}).Summary(); s.HalfWidth != 153 && s.HalfWidth != 73 || s.Within().String() != "73 to 195" || s.Typically().String() != "23 to 54" {
		t.Errorf("in short: %+v", s)
	}
	for i := range answers {
		answers[i] = Answer{Variance: 100, HalfWidth: 21}
	}
	answers[0], answers[1] = Answer{}, Answer{Variance: 81, HalfWidth: 19}
	if got, want := say(), "Half of the cells are off by less than 6.1 to 6.8 people, 19 in 20 by less than 19 to 21."; !strings.HasPrefix(got, want) {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	clear(answers)
	if got := say(); got != "" {
		t.Errorf("of exact numbers it says %q", got)
	}
	answers[3] = Answer{Variance: 4, HalfWidth: 6}
	if got, want := say(), "One of the cells carries noise: half of the time it is off by less than 1.4 people, 19 times in 20 by less than 6.0."; !strings.HasPrefix(got, want) {
		t.Errorf("of one number it says %q", got)
	}
}
