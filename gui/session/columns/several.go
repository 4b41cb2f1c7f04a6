package columns

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/repair"
	"steward/gui/words"
	"steward/io/sheet"
)

// severalOddities tell of columns whose cells hold several answers: those that are read so, and those that can be.
func severalOddities(found *sheet.Inspection) (list []Oddity) {
	for _, several := range found.Several {
		o := Oddity{Address: several.Column, Column: several.Column, State: Advised, Chosen: -1, Several: &several, Words: words.Say(several.Said()), Now: words.T("read as it stands")}
		if several.InForce {
			o.State, o.Now = Settled, ""
		}
		list = append(list, o)
	}
	return list
}

// ReadSplit reads the file again, with a column for each option of one whose cells hold several answers. Where that was published,
// the options are instead of it.
func (s *Step) ReadSplit(split repair.Split) {
	if s.of.File() == nil {
		return
	}
	d := s.of.Plan().Data
	d.Splits = append(slices.Clone(d.Splits), split)
	if c, published := s.Published(split.Column); published {
		s.Withdraw(split.Column)
		s.of.Edit(func(p *plan.Plan) {
			for _, name := range split.Names() {
				option := plan.OptionColumn(name, split.Column)
				option.Origin = c.Origin
				p.Columns = append(p.Columns, option)
			}
		})
	}
	s.reread(d)
}

// NotSplit reads the file again, with a column as it stands. Its options are published no more.
func (s *Step) NotSplit(split repair.Split) {
	d := s.of.Plan().Data
	d.Splits = slices.DeleteFunc(slices.Clone(d.Splits), func(other repair.Split) bool { return other.Column == split.Column })
	if len(d.Splits) == 0 {
		d.Splits = nil
	}
	s.Withdraw(slices.DeleteFunc(split.Names(), func(name string) bool {
		return !slices.ContainsFunc(s.of.Plan().Columns, func(c plan.Column) bool { return c.Name == domain.AttributeName(name) })
	})...)
	s.reread(d)
}
