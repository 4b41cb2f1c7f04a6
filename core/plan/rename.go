package plan

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/repair"
)

// renaming is the other name of a column.
type renaming struct{ from, to domain.AttributeName }

// of changes a name that is that of the column.
func (r renaming) of(name *domain.AttributeName) {
	if *name == r.from {
		*name = r.to
	}
}

// text is of for a name that is kept as text.
func (r renaming) text(name *string) {
	if *name == string(r.from) {
		*name = string(r.to)
	}
}

func (r renaming) all(names []domain.AttributeName) {
	for i := range names {
		r.of(&names[i])
	}
}

// key changes the name under which a map has something.
func key[V any](r renaming, m map[domain.AttributeName]V) {
	if v, ok := m[r.from]; ok {
		delete(m, r.from)
		m[r.to] = v
	}
}

func (r renaming) secrets(list []secret.Secret) {
	for _, s := range list {
		r.all(s.Columns)
		key(r, s.Scales)
		r.secrets(s.Of)
	}
}

// RenameColumn gives a column another name wherever the plan names it, as when the header of a
// sheet was changed. What the plan refers to is copied. It does nothing when the plan has a column of
// the other name.
func (p *Plan) RenameColumn(from, to domain.AttributeName) {
	if slices.ContainsFunc(p.Columns, func(c Column) bool { return c.Name == to }) {
		return
	}
	stood := p.standing()
	*p = p.Clone()
	name := renaming{from, to}
	for i := range p.Data.Splits {
		s := &p.Data.Splits[i]
		if s.Column != string(from) {
			continue
		}
		for _, option := range s.Options { // whose columns have its name in theirs
			p.RenameColumn(domain.AttributeName(s.Name(option)), domain.AttributeName(repair.Split{Column: string(to)}.Name(option)))
			s = &p.Data.Splits[i]
		}
		s.Column = string(to)
	}
	for i := range p.Columns {
		name.of(&p.Columns[i].Name)
		name.text(&p.Columns[i].PartOf)
	}
	if p.Rows != nil {
		name.text(&p.Rows.Person)
		name.text(&p.Rows.Key)
	}
	if p.Weight != nil {
		name.text(&p.Weight.Column)
	}
	if typed, ok := p.Data.Types[string(from)]; ok {
		delete(p.Data.Types, string(from))
		p.Data.Types[string(to)] = typed
	}
	for i := range p.Data.Repairs {
		name.text(&p.Data.Repairs[i].Column)
	}
	if p.Group != nil {
		name.of(&p.Group.Column)
	}
	for _, c := range p.Impossible {
		key(name, c)
	}
	name.secrets(p.Secrets.Columns)
	for _, a := range p.Secrets.Absences {
		key(name, a.Where)
	}
	for _, o := range p.Outputs() {
		o.rename(name)
	}
	for _, f := range p.Facts.Stated {
		if f.Totals != nil {
			name.all(f.Totals.Columns)
		}
		for _, c := range f.Counts {
			for _, box := range c.Of {
				for i := range box {
					name.of(&box[i].Column)
				}
			}
		}
	}
	for i := range stood {
		t := &p.StandIn.Tables[i]
		name.all(t.Columns)
		if stood[i] {
			t.Of = p.CellsKey(t.Columns)
		}
	}
}

// standing says of each table of the stand-in whether it is of the columns as they are declared.
func (p *Plan) standing() []bool {
	if p.StandIn == nil {
		return nil
	}
	out := make([]bool, len(p.StandIn.Tables))
	for i, t := range p.StandIn.Tables {
		out[i] = t.Of == p.CellsKey(t.Columns)
	}
	return out
}
