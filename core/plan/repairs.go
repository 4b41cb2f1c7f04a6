package plan

import (
	"slices"

	"steward/core/domain"
	"steward/core/repair"
)

// PublicRepairs returns the rules that a release tells: those of the columns that it publishes, that say whose a row is and in which
// order they come, or that hold weights. Of spellings it tells those that are declared values, which are public; others count as
// any value that is not declared.
func (p Plan) PublicRepairs() []repair.Rule {
	var out []repair.Rule
	for _, r := range p.Data.Repairs {
		if r.Kind == repair.Case {
			r.Texts = p.declared(r)
			if len(r.Texts) == 0 {
				continue
			}
		}
		if p.reads(r.Column) {
			out = append(out, r)
		}
	}
	return out
}

// declared returns those of a repair's texts that its column declares as values.
func (p Plan) declared(r repair.Rule) []string {
	i := slices.IndexFunc(p.Columns, func(c Column) bool { return c.Name == domain.AttributeName(r.Column) })
	if i < 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(r.Texts), func(text string) bool { return !slices.Contains(p.Columns[i].Values, text) })
}

// reads reports whether a release reads a column of the file.
func (p Plan) reads(column string) bool {
	switch {
	case p.Rows != nil && (p.Rows.Person == column || p.Rows.Key == column), p.Weight != nil && p.Weight.Column == column:
		return true
	}
	return slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Name == domain.AttributeName(column) || c.PartOf == column })
}
