package plantest

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/seeded"
)

// Part draws a plan about the same people that states some of the facts only, and may publish fewer columns: what it
// keeps secret is the same.
func (d *Drawn) Part(r *seeded.Source) *Drawn {
	out := *d
	out.Plan.Budget = plan.Budget{Epsilon: pick(r, "0.25", "1"), Delta: d.Plan.Budget.Delta}
	out.Plan.StandIn, out.Plan.Agreed = nil, nil
	dropped := r.IntN(2) == 0 && len(d.columns) > 1 && len(d.Plan.Impossible)+len(d.Plan.Secrets.Absences) == 0 && d.Plan.Secrets.Together == 0 &&
		!slices.ContainsFunc(d.Plan.Secrets.Columns, func(s secret.Secret) bool { return len(s.Columns) > 1 })
	if dropped {
		at := r.IntN(len(d.columns))
		gone := d.columns[at].Name
		out.columns = slices.Delete(slices.Clone(d.columns), at, at+1)
		out.Plan.Columns = slices.Delete(slices.Clone(d.Plan.Columns), at, at+1)
		out.Plan.Secrets.Columns = slices.DeleteFunc(slices.Clone(d.Plan.Secrets.Columns), func(s secret.Secret) bool { return s.Columns[0] == gone })
	}
	out.Plan.Facts.Stated = nil
	for _, f := range d.Plan.Facts.Stated {
		var about []domain.AttributeName
		if f.Totals != nil {
			about = f.Totals.Columns
		} else {
			about = d.names()
		}
		if r.IntN(2) == 0 && !slices.ContainsFunc(about, func(name domain.AttributeName) bool { return !slices.Contains(out.names(), name) }) {
			out.Plan.Facts.Stated = append(out.Plan.Facts.Stated, f)
		}
	}
	if r.IntN(2) == 0 {
		out.Plan.Facts.People = nil
	}
	return &out
}
