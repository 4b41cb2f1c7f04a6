package plan

import (
	"slices"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/policy"
	"steward/core/repair"
)

// OptionColumn returns the column of an option as plans declare it: yes or no, as a part of the whole answer. What is no option stops a
// release, so that nothing is lost.
func OptionColumn(name, answer string) Column {
	return Column{Name: domain.AttributeName(name), Kind: domain.List, PartOf: answer, Values: []string{repair.Chosen, repair.NotChosen}, Other: Special{Rule: domain.Refuse}}
}

// parted returns the plan with what its columns are parts of where it is said how they are read only.
func (p Plan) parted() Plan {
	for _, s := range p.Data.Splits {
		names := s.Names()
		for i, c := range p.Columns {
			if c.PartOf == "" && slices.Contains(names, string(c.Name)) {
				p.Columns = slices.Clone(p.Columns)
				p.Columns[i].PartOf = s.Column
			}
		}
	}
	return p
}

// splits checks that columns that are read from one cell are published as one answer, and the cell not beside them.
func (c *compiler) splits(p Plan) {
	for _, s := range p.Data.Splits {
		if err := s.Check(); err != nil {
			c.report(guide.Data, s.Column, err)
		}
		names := s.Names()
		for _, col := range p.Columns {
			switch name := string(col.Name); {
			case name == s.Column:
				c.report(guide.Columns, name, message.Errorf("column %q is read as one column for each option, which together are one answer: take it out, or read it as it is", name))
			case slices.Contains(names, name) && col.PartOf != s.Column:
				c.report(guide.Columns, name, message.Errorf("column %q is a part of the answer %q: say so in the plan (partOf)", name, s.Column))
			}
		}
	}
}

// answers puts parts of columns that are one answer of a person together: any of them, or all, can change at once.
func (c *compiler) answers(p Plan, parts []policy.Part) []policy.Part {
	of := make(map[domain.AttributeName]string)
	for _, col := range p.Columns {
		of[col.Name] = col.PartOf
	}
	var out []policy.Part
	together := make(map[string][]policy.Part)
	for _, part := range parts {
		answer := of[part.Attributes()[0].Name()]
		for _, a := range part.Attributes() {
			if of[a.Name()] != answer {
				c.report(guide.Secrets, string(a.Name()), message.Errorf("column %q is not part of the same answer as column %q, with which it has a secret: give each answer its own", a.Name(), part.Attributes()[0].Name()))
				return parts
			}
		}
		if answer == "" {
			out = append(out, part)
			continue
		}
		together[answer] = append(together[answer], part)
	}
	for _, col := range p.Columns { // in this order, so that a plan always has the same policy
		list := together[col.PartOf]
		if delete(together, col.PartOf); len(list) == 0 {
			continue
		}
		whole, err := policy.Product(list, 0)
		if err != nil {
			c.report(guide.Secrets, col.PartOf, err)
			return parts
		}
		out = append(out, whole)
	}
	return out
}
