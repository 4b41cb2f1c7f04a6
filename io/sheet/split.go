package sheet

import (
	"slices"

	"steward/core/repair"
	"steward/io/sheet/grid"
)

// option is a column of an option that could be chosen in another one.
type option struct {
	of    int // the column whose cells hold the answers
	split repair.Split
	text  string
}

// own is how many columns the file itself has.
func (s *Sheet) own() int { return len(s.heading.names) - len(s.splits) }

// split adds a column for each option of the columns whose cells hold several answers. It errors on a split that cannot be meant,
// and where the sheet has no such column, or has columns of these names already.
func (s *Sheet) split(splits []repair.Split) error {
	names, at := slices.Clone(s.heading.names), slices.Clone(s.heading.at)
	for _, of := range splits {
		i := slices.Index(s.heading.names, of.Column)
		if i < 0 {
			return grid.NewFault(s.Name(), "a column %s is to be read as one for each option, but there is no such column", grid.Quote(of.Column)).WithRemedy("name the column as the header does, or undo this")
		}
		if err := of.Check(); err != nil {
			return err
		}
		for _, text := range of.Options {
			if slices.Contains(names, of.Name(text)) {
				return grid.NewFault(s.Name(), "there is already a column %s, and one read from %s would have the same name", grid.Quote(of.Name(text)), grid.Quote(of.Column)).WithRemedy("rename one of them in the file")
			}
			names, at = append(names, of.Name(text)), append(at, s.heading.at[i])
			s.splits = append(s.splits, option{i, of, text})
		}
	}
	s.heading.names, s.heading.at, s.several = names, at, splits
	return nil
}
