package plan

import (
	"maps"
	"slices"

	"steward/core/domain"
)

// RenameColumn gives a column another name wherever the plan names it, as when the header of a
// sheet was changed. What the plan refers to is copied where it changes. It does nothing when
// the plan has a column of the other name.
func (p *Plan) RenameColumn(from, to domain.AttributeName) {
	if slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Name == to }) {
		return
	}
	name := func(n domain.AttributeName) domain.AttributeName {
		if n == from {
			return to
		}
		return n
	}
	stood := p.standing()
	p.Columns = slices.Clone(p.Columns)
	for i := range p.Columns {
		p.Columns[i].Name = name(p.Columns[i].Name)
	}
	if p.Rows != nil {
		r := *p.Rows
		r.Person, r.Key = string(name(domain.AttributeName(r.Person))), string(name(domain.AttributeName(r.Key)))
		p.Rows = &r
	}
	if p.Weight != nil && p.Weight.Column == string(from) {
		w := *p.Weight
		w.Column = string(to)
		p.Weight = &w
	}
	p.Impossible = slices.Clone(p.Impossible)
	for i, c := range p.Impossible {
		p.Impossible[i] = renamed(c, name)
	}
	p.Secrets.Columns = renameSecrets(p.Secrets.Columns, name)
	p.Secrets.Absences = slices.Clone(p.Secrets.Absences)
	for i, a := range p.Secrets.Absences {
		p.Secrets.Absences[i].Where = renamed(a.Where, name)
	}
	p.Questions = slices.Clone(p.Questions)
	for i := range p.Questions {
		p.Questions[i].Columns = renameAll(p.Questions[i].Columns, name)
		p.Questions[i].renameDerived(name)
		p.Questions[i].renameSum(name)
	}
	p.Choices = slices.Clone(p.Choices)
	for i, q := range p.Choices {
		p.Choices[i].Column, p.Choices[i].By = name(q.Column), renameAll(q.By, name)
	}
	p.Clusters = slices.Clone(p.Clusters)
	for i, q := range p.Clusters {
		p.Clusters[i].Columns = slices.Clone(q.Columns)
		for j, c := range q.Columns {
			p.Clusters[i].Columns[j].Name = name(c.Name)
		}
	}
	p.Synthetic = slices.Clone(p.Synthetic)
	for i, q := range p.Synthetic {
		p.Synthetic[i].Columns, p.Synthetic[i].Tables = renameAll(q.Columns, name), slices.Clone(q.Tables)
		for j, t := range q.Tables {
			p.Synthetic[i].Tables[j] = renameAll(t, name)
		}
	}
	p.Facts.Stated = slices.Clone(p.Facts.Stated)
	for i, f := range p.Facts.Stated {
		if f.Totals != nil {
			totals := *f.Totals
			totals.Columns = renameAll(totals.Columns, name)
			p.Facts.Stated[i].Totals = &totals
		}
		f.Counts = slices.Clone(f.Counts)
		for j, c := range f.Counts {
			boxes := slices.Clone(c.Of)
			for k, b := range boxes {
				boxes[k] = slices.Clone(b)
				for l := range boxes[k] {
					boxes[k][l].Column = name(boxes[k][l].Column)
				}
			}
			f.Counts[j].Of = boxes
		}
		p.Facts.Stated[i].Counts = f.Counts
	}
	p.renameStandIn(stood, name)
}

// standing returns which tables of the stand-in are of the columns as they are declared.
func (p *Plan) standing() map[int]bool {
	out := make(map[int]bool)
	if p.StandIn != nil {
		for i, t := range p.StandIn.Tables {
			out[i] = t.Of == p.CellsKey(t.Columns)
		}
	}
	return out
}

// renameStandIn renames the columns of a stand-in's tables; those that stood stand as before.
func (p *Plan) renameStandIn(stood map[int]bool, name func(domain.AttributeName) domain.AttributeName) {
	if p.StandIn == nil {
		return
	}
	s := *p.StandIn
	s.Tables = slices.Clone(s.Tables)
	for i := range s.Tables {
		t := &s.Tables[i]
		if t.Columns = renameAll(t.Columns, name); stood[i] {
			t.Of = p.CellsKey(t.Columns)
		}
	}
	p.StandIn = &s
}

func renameAll(names []domain.AttributeName, name func(domain.AttributeName) domain.AttributeName) []domain.AttributeName {
	out := slices.Clone(names)
	for i, n := range out {
		out[i] = name(n)
	}
	return out
}

// renamed returns a map with other keys; nil stays nil.
func renamed[M ~map[domain.AttributeName]V, V any](m M, name func(domain.AttributeName) domain.AttributeName) M {
	if m == nil {
		return nil
	}
	out := make(M, len(m))
	for n := range maps.Keys(m) {
		out[name(n)] = m[n]
	}
	return out
}

func renameSecrets(list []Secret, name func(domain.AttributeName) domain.AttributeName) []Secret {
	out := slices.Clone(list)
	for i, s := range out {
		out[i].Columns = renameAll(s.Columns, name)
		out[i].Scales = renamed(s.Scales, name)
		out[i].Of = renameSecrets(s.Of, name)
	}
	return out
}
