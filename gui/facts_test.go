package gui_test

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/core/plan/secret"
	"steward/gui/session/facts"

	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/accuracy"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/secrets"
)

func TestNumberOfPeopleIsTicked(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	d.quicker()
	d.frame.Show(factsStep)
	d = d.settled()
	d.sees(t, "Number of people: 4,812", "agrees with the data", "Free", "noise × 1", "If I untick “Number of people”", "Without it")
	test.Tap(d.check(t, ""))
	if d.session.Plan().Facts.People != nil {
		t.Fatal("the fact is still stated")
	}
	d.not(t, "agrees with the data")
	d.sees(t, "With no fact ticked", "If I tick “Number of people”", "With the fact")
	test.Tap(d.check(t, ""))
	d.sees(t, "Number of people: 4,812", "agrees with the data")
	d.writes(t, "4812", "4,000")
	d.sees(t, "Number of people: 4,000", "the file has 4,812 rows")
	d.writes(t, "4000", "a few")
	d.sees(t, "whole number such as 4812 is expected")
	if got := *d.session.Plan().Facts.People; got != 4000 {
		t.Errorf("stated %d", got)
	}
}

func TestFactsCostNoise(t *testing.T) {
	seeded.ForAudits(t)
	d := atStep(t, factsStep)
	d.session.Questions.Question(0).Change(func(q *plan.Question) { q.Columns = names("education") }) // many ages take longest
	if err := d.session.Secrets.Choose(secrets.CardPresence); err != nil {
		t.Fatal(err)
	}
	d.session.Edit(func(p *plan.Plan) { p.Secrets.Together = 1 }) // where all answers together are secret it costs nothing
	d.sees(t, "× 2", "noise × 2", "leaving out a true fact weakens the protection")
	effect, ok := d.session.Facts.Effect(facts.People)
	if !ok || !effect.Ready {
		t.Fatalf("the effect is %+v", effect)
	}
	for _, r := range effect.Rows {
		// The noise is twice as large. How far the answer in the middle is off grows by about that: the number of people that
		// is known then takes something off too, most of answers about nearly everybody or nobody.
		if ratio := r.With / r.Without; ratio < 1.8 || ratio > 2.2 {
			t.Errorf("%s: the noise is %v times as large", r.Question, ratio)
		}
		d.sees(t, accuracy.People(r.With), accuracy.People(r.Without))
	}
	test.Tap(d.check(t, ""))
	d.sees(t, "× 2", "noise × 1", "If I tick")
}

func TestFactWithoutAFile(t *testing.T) {
	d := newDesk(t, fynetheme.VariantDark, fyne.NewSize(1280, 800))
	d.frame.Show(factsStep)
	test.Tap(d.check(t, ""))
	d.sees(t, "Type the number of people that the public knows.")
	if d.check(t, "").Checked || d.session.Plan().Facts.People != nil {
		t.Error("an unknown number was stated")
	}
	test.Type(d.window.Canvas().Focused(), "120")
	d.keys(t, fyne.KeyReturn)
	d.sees(t, "Number of people: 120")
}

// Facts of which nobody could tell beforehand whether they can all be true are named where it says that facts are checked.
func TestFactsThatAreNotCheckedBeforehand(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1000))
	const size = 16
	low, high, refuse := int64(1), int64(size), plan.Special{Rule: domain.Refuse}
	names := []domain.AttributeName{"a", "b", "c"}
	d.session.Edit(func(p *plan.Plan) {
		p.Facts = plan.Facts{}
		for i, first := range names {
			second := names[(i+1)%len(names)]
			p.Columns = append(p.Columns, plan.Column{Name: first, Kind: domain.Whole, Lowest: &low, Highest: &high, Origin: domain.Typed, Blank: refuse, Other: refuse})
			p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: []domain.AttributeName{first}, Kind: secret.Public})
			f := constraint.Fact{ID: fmt.Sprint(first, second), Totals: &constraint.Totals{Columns: []domain.AttributeName{first, second}}}
			for x := range size {
				for y := range size {
					f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{fmt.Sprint(x + 1), fmt.Sprint(y + 1)}, Count: 1})
				}
			}
			p.Facts.Stated = append(p.Facts.Stated, f)
		}
	})
	d.frame.Show(factsStep)
	d.sees(t, "Facts are checked", "“totals by b × c”", "could not be worked out beforehand")
	d.session.Edit(func(p *plan.Plan) { p.Facts.Stated = p.Facts.Stated[:2] })
	d.sees(t, "Facts are checked")
	d.not(t, "could not be worked out beforehand")
}
