package release_test

import (
	"fmt"
	"testing"

	"steward/core/mechanism"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/core/plan/plantest"
	"steward/core/reconcile"
	"steward/core/release"
	"steward/core/release/releasetest"
	"steward/core/result"
	"steward/core/seeded"
)

// TestPublishedNumbersHoldTogether releases random plans of several questions, of any methods, policies and facts, about files of few people:
// no published number contradicts what is known, another question or its own interval, unless that is said.
func TestPublishedNumbersHoldTogether(t *testing.T) {
	r := seeded.New(20261124, 7)
	met := make(map[string]int)
	for n := 0; n < seeded.Often(45, 2500) || n < 2500 && (met["averages"] == 0 || met["facts"] < 10 || met["several"] < met["released"]/4); n++ {
		c, file, err := askSeveral(r)
		if err != nil {
			met["refused"]++
			continue
		}
		shown, err := releasetest.Release(c, release.FromRows(file), noisetest.NewScript(fmt.Sprint("published ", n)), releasetest.NoLedger())
		if err != nil {
			met["not released"]++
			continue
		}
		met["released"]++
		if err := holdTogether(c, shown, met); err != nil {
			t.Errorf("plan %d: %v\n%+v\n%+v", n, err, c.Plan, shown.Questions)
		}
	}
	t.Log(met)
	if met["several"] < met["released"]/4 || met["averages"] == 0 || met["facts"] < 10 {
		t.Errorf("too little was tried: %v", met)
	}
}

// TestPublishedNumbersOfCrowdsHoldTogether is the same about files of nobody, of many people, and of many of whom nearly all are in few places.
func TestPublishedNumbersOfCrowdsHoldTogether(t *testing.T) {
	seeded.ForAudits(t)
	r := seeded.New(20261124, 8)
	for _, of := range []struct {
		name   string
		people int
		skewed bool
	}{{"nobody", 0, false}, {"many", 1500, false}, {"nearly all in few places", 1500, true}} {
		met := make(map[string]int)
		for n := range 150 {
			c, file, err := asked(r, plantest.DrawOf(r, of.people, of.skewed))
			if err != nil {
				met["refused"]++
				continue
			}
			shown, err := releasetest.Release(c, release.FromRows(file), noisetest.NewScript(fmt.Sprint(of.name, n)), releasetest.NoLedger())
			if err != nil {
				met["not released"]++
				continue
			}
			met["released"]++
			if err := holdTogether(c, shown, met); err != nil {
				t.Errorf("%s, plan %d: %v\n%+v\n%+v", of.name, n, err, c.Plan, shown.Questions)
			}
		}
		if t.Log(of.name, met); met["released"] < 20 {
			t.Errorf("%s: too little was tried: %v", of.name, met)
		}
	}
}

// askSeveral draws a plan with up to four questions and a file.
func askSeveral(r *seeded.Source) (*plan.Compiled, plantest.File, error) {
	return asked(r, plantest.Draw(r))
}

// asked asks up to four questions of a file.
func asked(r *seeded.Source, d *plantest.Drawn) (*plan.Compiled, plantest.File, error) {
	var questions []plan.Question
	for range 1 + r.IntN(2) {
		d.Ask(r, methods())
		questions = append(questions, d.Plan.Questions...)
	}
	for i := range questions {
		if questions[i].ID = fmt.Sprint("q", i); r.IntN(2) == 0 {
			questions[i].Mechanism = ""
		}
		questions[i].Title = questions[i].ID
	}
	d.Plan.Questions, d.Plan.Choices, d.Plan.Clusters, d.Plan.Synthetic = questions, nil, nil, nil
	c, err := plan.Compile(d.Plan)
	if err == nil && len(c.Disclosed) > 0 && r.IntN(2) == 0 {
		d.Plan.Agreed = c.Agree()
		c, err = plan.Compile(d.Plan)
	}
	return c, d.File, err
}

// holdTogether errors where published numbers contradict something.
func holdTogether(c *plan.Compiled, shown *result.Release, met map[string]int) error {
	var all []reconcile.Published
	for i := range shown.Questions {
		q := &shown.Questions[i]
		gave := release.GaveUp(q.GaveUp.String())
		all = append(all, reconcile.Published{Problem: c.Problems[i], Answers: q.Tidied, Gave: gave})
		if met[fmt.Sprint("gave ", gave)]++; gave == mechanism.GaveFacts {
			return fmt.Errorf("%s gave facts up", c.Plan.Questions[i].ID)
		}
		if s, ok := q.Workload.Sums(); ok && s.Averages {
			met["averages"]++
		}
		for k := range q.Tidied {
			at := q.Interval(k)
			if x, _ := q.Published(k); x < at.Low || x > at.High || gave < mechanism.GaveSigns && !q.Workload.Weighs() && x < 0 {
				return fmt.Errorf("%s: %v is published beside %v", c.Plan.Questions[i].ID, x, at)
			}
		}
		for _, t := range q.Derived {
			for _, v := range t.Values {
				if !v.Unreliable && (v.Value < v.Low || v.Value > v.High) {
					return fmt.Errorf("%s: %v from %v to %v", c.Plan.Questions[i].ID, v.Value, v.Low, v.High)
				}
			}
		}
	}
	if len(all) > 1 {
		met["several"]++
	}
	if len(c.Plan.Facts.Stated) > 0 || c.Plan.Facts.People != nil {
		met["facts"]++
	}
	if found := reconcile.Contradictions(all); len(found) > 0 {
		return fmt.Errorf("contradictions: %v", found)
	}
	return nil
}
