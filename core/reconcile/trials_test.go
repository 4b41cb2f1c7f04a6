package reconcile

import (
	"testing"

	"steward/core/seeded"
)

// The people of trial releases are the same for all questions, and none of them impossible; and what agrees in trials is no farther from their
// numbers in the mean, each question by its own expected errors, than what was released, but for rounding and the luck of few trials.
func TestTrialsAgree(t *testing.T) {
	for seed, name := range names() {
		s := newSetting(t, name, seeded.New(uint64(seed), 44))
		people, known := s.groups[0].Problem.Facts.Total()
		if !known {
			people = 700
		}
		made, err := madeUp(s.groups, people)
		if err != nil {
			t.Fatal(err)
		}
		shared := make(map[string]int64) // how many have a value of a column
		for i, g := range s.groups {
			d := g.Problem.Workload.Domain()
			own := make(map[string]int64)
			all := int64(0)
			for cell, n := range made[i].StandIn.Counts() {
				if all += n; n > 0 && !d.Possible(cell) {
					t.Errorf("%s: %d people in cell %d, which is impossible", name, n, cell)
				}
				for j, a := range d.Attributes() {
					own[string(a.Name())+"="+a.Label(d.Value(cell, j))] += n
				}
			}
			if all != people {
				t.Errorf("%s: %d people of %d", name, all, people)
			}
			for value, n := range own {
				if other, met := shared[value]; met && other != n {
					t.Errorf("%s: %d people with %s, and %d for another question", name, n, value, other)
				}
				shared[value] = n
			}
		}
		const runs = 40
		trials, err := Simulate(t.Context(), s.groups, people, runs)
		if err != nil {
			t.Fatal(err)
		}
		before, after, slack := 0.0, 0.0, 0.0
		for i, g := range s.groups {
			for n := range g.Questions {
				expected := g.Error(n).Summary().MeanSquare
				if expected == 0 {
					continue
				}
				raw, published := g.Within(n, trials[i].Unadjusted).Summary(), g.Within(n, trials[i].Tidied).Summary()
				before += raw.MeanSquare / expected
				after += published.MeanSquare / expected
				slack += rounded / expected
			}
		}
		if after > before*1.1+2*slack {
			t.Errorf("%s: published numbers are %v off in trials, unadjusted ones %v", name, after, before)
		}
	}
}

// Trials of several questions show other errors of published numbers than those of each by itself.
func TestTrialsAreOfAllQuestions(t *testing.T) {
	var s setting
	people := int64(0)
	for seed := uint64(0); len(s.groups) < 2 || people == 0; seed++ { // some are answered by one mechanism, and some are about nobody
		s = newSetting(t, "a column in common", seeded.New(seed, 45))
		known := false
		if people, known = s.groups[0].Problem.Facts.Total(); !known {
			people = 700
		}
	}
	together, err := Simulate(t.Context(), s.groups, people, 20)
	if err != nil {
		t.Fatal(err)
	}
	agreed, answers := 0, 0
	for i := range s.groups {
		alone, err := Simulate(t.Context(), s.groups[i:i+1], people, 20)
		if err != nil {
			t.Fatal(err)
		}
		for k := range alone[0].Tidied.Answers {
			if answers++; alone[0].Tidied.Answers[k] != together[i].Tidied.Answers[k] {
				agreed++
			}
		}
	}
	if agreed < answers/2 {
		t.Errorf("%d of %d errors are as if a question were asked alone", agreed, answers)
	}
}
