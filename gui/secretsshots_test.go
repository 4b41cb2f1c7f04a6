package gui_test

import (
	"fmt"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// names are columns.
func names(list ...domain.AttributeName) []domain.AttributeName { return list }

// degrees adds a latitude and a longitude to the plan's columns.
func degrees(p *plan.Plan) {
	ranges := func(from, step float64, n int) []plan.Range {
		var out []plan.Range
		for i := range n {
			out = append(out, plan.Range{From: fmt.Sprintf("%.1f", from+float64(i)*step), To: fmt.Sprintf("%.1f", from+float64(i+1)*step)})
		}
		return out
	}
	none := plan.Special{Rule: domain.Refuse}
	p.Columns = append(p.Columns,
		plan.Column{Name: "lat", Kind: domain.Ranges, Ranges: ranges(52, 0.2, 8), Origin: domain.Typed, Blank: none, Other: none},
		plan.Column{Name: "lon", Kind: domain.Ranges, Ranges: ranges(4, 0.3, 9), Origin: domain.Typed, Blank: none, Other: none})
}

// educationTable is a table of distances that is no metric: one way around is shorter.
var educationTable = []secret.Distance{
	{U: "none", V: "primary", Distance: "1"}, {U: "none", V: "secondary", Distance: "5"}, {U: "none", V: "vocational", Distance: "3"}, {U: "none", V: "degree", Distance: "4"},
	{U: "primary", V: "secondary", Distance: "1"}, {U: "primary", V: "vocational", Distance: "2"}, {U: "primary", V: "degree", Distance: "3"},
	{U: "secondary", V: "vocational", Distance: "1"}, {U: "secondary", V: "degree", Distance: "2"}, {U: "vocational", V: "degree", Distance: "0.5"},
}

// ruleStates are plans with every kind of rule, and the column that is looked at.
func ruleStates() []struct {
	name, column string
	set          func(p *plan.Plan)
} {
	rule := func(r secret.Secret) func(*plan.Plan) {
		return func(p *plan.Plan) { p.Secrets = secret.Secrets{Columns: []secret.Secret{r}} }
	}
	type state = struct {
		name, column string
		set          func(p *plan.Plan)
	}
	return []state{
		{"matrix", "education", rule(secret.Secret{Columns: names("education"), Kind: secret.Matrix, Distances: educationTable})},
		{"values", "district", rule(secret.Secret{Columns: names("district"), Kind: secret.PerValue, Weights: map[string]string{"Alderton": "0.25", "Harbour": "0.5"}, Otherwise: "1"})},
		{"coarser", "smoker", rule(secret.Secret{Columns: names("smoker"), Kind: secret.Coarser, Coarser: map[string]string{"yes": "said", "no": "said", "not stated": "silent"}})},
		{"grid", "age", rule(secret.Secret{Columns: names("age", "visits"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"age": "5", "visits": "4"}})},
		{"grid-one", "visits", rule(secret.Secret{Columns: names("visits"), Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "8"}})},
		{"near-l2", "age", rule(secret.Secret{Columns: names("age", "visits"), Kind: secret.Near, Within: "3", Norm: "L2", Scales: map[domain.AttributeName]string{"visits": "1.5"}})},
		{"graded-two", "age", rule(secret.Secret{Columns: names("age", "visits"), Kind: secret.Graded, Unit: "4", AtLeast: "2", Norm: "Linf"})},
		{"place", "lat", func(p *plan.Plan) {
			degrees(p)
			rule(secret.Secret{Columns: names("lat", "lon"), Kind: secret.Place, Within: "12"})(p)
		}},
		{"places", "lat", func(p *plan.Plan) {
			degrees(p)
			rule(secret.Secret{Columns: names("lat", "lon"), Kind: secret.Places, Unit: "25", AtLeast: "5"})(p)
		}},
		{"pairs-weighted", "district", rule(secret.Secret{Columns: names("district"), Kind: secret.Pairs, Pairs: []secret.Pair{
			{U: []string{"Alderton"}, V: []string{"Brookside"}}, {U: []string{"Brookside"}, V: []string{"Eastgate"}, Weight: "2"}, {U: []string{"Alderton"}, V: []string{"Eastgate"}, Weight: "5"}, {U: []string{"Harbour"}, V: []string{"Kingsmead"}, Weight: "0.5"}}})},
		{"pairs-two", "smoker", rule(secret.Secret{Columns: names("smoker", "education"), Kind: secret.Pairs, Pairs: []secret.Pair{
			{U: []string{"yes", "none"}, V: []string{"no", "none"}}, {U: []string{"yes", "primary"}, V: []string{"no", "degree"}}}})},
		{"any", "visits", rule(secret.Secret{Columns: names("visits"), Kind: secret.Any, Of: []secret.Secret{{Kind: secret.Near, Within: "2"}, {Kind: secret.Grid, Scales: map[domain.AttributeName]string{"visits": "10"}}}})},
		{"all-two", "age", rule(secret.Secret{Columns: names("age", "visits"), Kind: secret.All, Of: []secret.Secret{{Kind: secret.Near, Within: "4"}, {Kind: secret.Grid, Scales: map[domain.AttributeName]string{"age": "10", "visits": "8"}}}})},
		{"weight", "smoker", rule(secret.Secret{Columns: names("smoker"), Kind: secret.Everything, Weight: "0.5"})},
		{"absences", "age", func(p *plan.Plan) {
			p.Secrets.Together = 2
			p.Secrets.Absences = []secret.Absence{{Where: domain.Combination{"smoker": {"yes"}, "age": {"0", "1", "2", "3"}}, Weight: "2"}, {}}
		}},
		{"absences-some", "district", func(p *plan.Plan) {
			p.Secrets = secret.Secrets{Absences: []secret.Absence{{Where: domain.Combination{"district": {"Alderton", "Harbour"}}}}}
		}},
		{"rows", "age", func(p *plan.Plan) { p.Rows = &plan.Rows{Person: "who", AtMost: 3} }},
		{"broken", "age", func(p *plan.Plan) {
			p.Secrets.Columns = append(p.Secrets.Columns, secret.Secret{Columns: names("district"), Kind: secret.PerValue, Weights: map[string]string{"Nowhere": "1"}})
			p.Secrets.Together = 40
			p.Secrets.Absences = []secret.Absence{{Where: domain.Combination{"shoe": {"big"}}}}
		}},
	}
}

// TestSecretsPictures takes pictures of every kind of rule into the folder that STEWARD_SHOTS
// names, in light and dark, large and small, for people to look at.
func TestSecretsPictures(t *testing.T) {
	if os.Getenv("STEWARD_SHOTS") == "" {
		t.Skip("set STEWARD_SHOTS to a folder to take pictures")
	}
	for _, look := range []struct {
		name    string
		variant fyne.ThemeVariant
		size    fyne.Size
	}{
		{"light-1280", fynetheme.VariantLight, fyne.NewSize(1280, 1500)},
		{"dark-1024", fynetheme.VariantDark, fyne.NewSize(1024, 1500)},
		{"dark-640", fynetheme.VariantDark, fyne.NewSize(640, 2200)},
	} {
		t.Run(look.name, func(t *testing.T) {
			for _, state := range ruleStates() {
				d := newDesk(t, look.variant, look.size)
				d.session.OpenSample()
				d.session.Edit(state.set)
				d.frame.Show(secretsStep)
				if d.session.Secrets.Card().Ruled() && state.name != "broken" {
					d.pick(t, "Column", state.column)
				}
				d.settled().picture(t, "k-"+look.name+"-"+state.name)
				if state.name == "any" {
					d.tap(t, "Edit rule 2")
					d.settled().picture(t, "k-"+look.name+"-any-inside")
				}
			}
		})
	}
}
