package reconcile

import (
	"context"
	"slices"
	"testing"

	"steward/core/mechanism"
	"steward/core/seeded"
	"steward/core/workload"
)

// published is what is published of all questions of a setting.
func (s setting) published(answers []mechanism.Answers) (out []Published) {
	for q := range s.asked {
		g, a := s.groups[s.asked[q].group], s.answers(q, answers)
		p := Published{Problem: g.Problem, Gave: a.Gave}
		p.Problem.Workload = s.workload(q)
		for i := range a.Tidied {
			p.Answers = append(p.Answers, p.Problem.UnitOf(i).Of(a.TidiedAt(i)))
		}
		out = append(out, p)
	}
	return out
}

// Published numbers contradict neither one another nor what is known, the people behind averages among them, and no question's
// people pay for it.
func TestNothingPublishedContradicts(t *testing.T) {
	contradicted, gaveUp, all := 0, 0, 0
	for _, name := range names() {
		for seed := range uint64(seeded.Often(12, 150)) {
			s := newSetting(t, name, seeded.New(seed, 44))
			drawn := s.draw(t, seed)
			agreed, err := Answers(context.Background(), s.groups, drawn)
			if err != nil {
				t.Fatal(err)
			}
			if len(Contradictions(s.published(drawn))) > 0 {
				contradicted++
			}
			for _, p := range s.published(agreed) {
				if all++; p.Gave >= mechanism.GaveAgreement {
					gaveUp++
				}
			}
			for _, c := range Contradictions(s.published(agreed)) {
				t.Errorf("%s, seed %d: question %d contradicts %d (-1 is what is known)", name, seed, c.Question, c.Other)
			}
		}
	}
	if contradicted == 0 || gaveUp > all*2/100 {
		t.Errorf("%d releases contradicted themselves before; of %d questions %d do not agree with others", contradicted, all, gaveUp)
	}
}

// A published number that is moved by one contradicts others wherever they tell it.
func TestContradictionsAreFound(t *testing.T) {
	found, tried := 0, 0
	for seed := range uint64(seeded.Often(20, 100)) {
		r := seeded.New(seed, 45)
		s := newSetting(t, "sums within a table", r)
		agreed, err := Answers(context.Background(), s.groups, s.draw(t, seed))
		if err != nil {
			t.Fatal(err)
		}
		all := s.published(agreed)
		if all[0].Gave != mechanism.GaveNothing || all[1].Gave != mechanism.GaveNothing {
			continue
		}
		q := r.IntN(2)
		i := r.IntN(len(all[q].Answers))
		all[q].Answers[i]++
		if tried++; len(Contradictions(all)) > 0 {
			found++
		}
	}
	if found < tried || tried < 10 {
		t.Errorf("of %d changes %d were found", tried, found)
	}
}

// TestWhatIsTooLargeIsSaidBefore asks for tables that share a column of ever more values, of which the totals are known or not: their published
// numbers agree, or it is known from the plan alone that they may not.
func TestWhatIsTooLargeIsSaidBefore(t *testing.T) {
	for _, of := range []struct {
		size         int
		known, large bool
	}{{size: maxSettled / 2}, {size: maxSettled / 2, known: true}, {size: maxSettled + 100}, {size: maxRows / 3, known: true, large: true}, {size: maxShared + 1, large: true}} {
		size := of.size
		if !seeded.Audit && !of.known && size > maxSettled/2 {
			continue // it takes long
		}
		s := tables(t, []int{2, size, 2}, of.known, workload.Question{Kind: workload.Table, Columns: byAB}, workload.Question{Kind: workload.Table, Columns: byBC})
		told := TooLarge(s.groups)
		if of.large != slices.Equal(told, []int{0, 1}) || !of.large && len(told) > 0 {
			t.Errorf("%d values: %v are said to be too large", size, told)
		}
		agreed, err := Answers(context.Background(), s.groups, s.draw(t, 1))
		if err != nil {
			t.Fatal(err)
		}
		for q, a := range agreed {
			if gave := a.Gave >= mechanism.GaveAgreement; gave != slices.Contains(told, q) {
				t.Errorf("%d values: question %d gave up %v, and %v were said to be too large", size, q, a.Gave, told)
			}
		}
		if found := Contradictions(s.published(agreed)); len(found) > 0 {
			t.Errorf("%d values: %v", size, found)
		}
	}
}
