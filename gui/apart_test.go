package gui_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// Whom a release is about is chosen among the groups that no secret joins to others, shown in words, and undone in one step.
func TestGroupOfARelease(t *testing.T) {
	d := newSampleDesk(t, surroundings(t), fyne.NewSize(1280, 1600))
	d.quicker()
	d.frame.Show(factsStep)
	d = d.settled()
	d.session.Edit(func(p *plan.Plan) {
		p.Facts = plan.Facts{}
		p.Secrets = secret.Secrets{Columns: []secret.Secret{{Columns: []domain.AttributeName{"district"}, Kind: secret.Public}}}
	})
	d.settled()
	d.pick(t, "Column of the groups", "district")
	d.frame.Wait()
	d.settled()
	first := ""
	for _, c := range d.session.Plan().Columns {
		if c.Name == "district" {
			first = c.Values[0]
		}
	}
	d.pick(t, "This release is about", "people with "+first+" in “district”")
	d.settled()
	if column, values := d.session.Facts.Group(); column != "district" || !slices.Equal(values, []string{first}) {
		t.Fatalf("the group is %q of %q", values, column)
	}
	d.picture(t, "group-of-a-release")
	d.frame.Show(atRelease)
	d.settled()
	d.sees(t, "It is about people with "+first+" in “district” alone.")
	d.frame.Show(factsStep)
	d.settled()
	d.session.Undo()
	d.settled()
	if column, _ := d.session.Facts.Group(); column != "" {
		t.Errorf("undone, it is about %q", column)
	}
	d.session.Redo()
	d.settled()
	d.pick(t, "This release is about", "everybody in the file")
	if g := d.session.Plan().Group; g != nil {
		t.Errorf("everybody is %+v", g)
	}
}
