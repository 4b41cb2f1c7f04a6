package sheet

import (
	"context"
	"slices"

	"steward/core/message"
	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
)

// repair takes over the rules by which cells are read. It errors on one that cannot be meant, and on one of a column that the
// sheet does not have.
func (s *Sheet) repair(rules []repair.Rule) error {
	if len(rules)+len(s.splits) == 0 {
		return nil
	}
	s.rules, s.menders = rules, make([]*mend.Mender, len(s.heading.names))
	of := make(map[int][]repair.Rule)
	for _, r := range rules {
		i := slices.Index(s.heading.names[:s.own()], r.Column)
		if i < 0 {
			return grid.NewFault(s.Name(), "the rule %s is for a column %s, but there is no such column", r.Kind, grid.Quote(r.Column)).WithRemedy("name the column as the header does, or undo the rule")
		}
		if err := r.Check(); err != nil {
			return err
		}
		of[i] = append(of[i], r)
	}
	for i, list := range of {
		s.menders[i] = mend.New(list, s.isText())
	}
	for i, o := range s.splits {
		s.menders[s.own()+i] = mend.New(of[o.of], s.isText()).Option(o.split, o.text)
	}
	return nil
}

func (s *Sheet) isText() bool {
	_, ok := s.base.(*delimited.Grid)
	return ok
}

// mender returns what reads a column by rules, nil where it is read as it stands.
func (s *Sheet) mender(column int) *mend.Mender {
	if s.menders == nil {
		return nil
	}
	return s.menders[column]
}

// mend reads the cells of a row by the rules of their columns.
func (s *Sheet) mend(r table.Row) {
	if s.menders == nil {
		return
	}
	for i := range r.Cells {
		if m := s.menders[i]; m != nil {
			var took repair.Set
			if r.Cells[i], took = m.Cell(r.Cells[i]); took&^repair.Options != 0 && s.seen != nil {
				s.seen.Mended[i]++
			}
		}
	}
}

// Mended is a cell that a rule reads otherwise than it stands.
type Mended struct {
	Address message.Text
	Row     int
	Before  table.Cell
	After   table.Cell
}

// Shown is what a person sees in a cell.
func Shown(c table.Cell) string {
	if c.Text == "" && c.Kind == table.Number {
		return table.ShortNumber(c.Number).Text
	}
	return c.Text
}

// Behind visits the cells that rules read otherwise than they stand, by rules of some kinds among them, in the order of the
// sheet, until visit returns false. The sheet's own repairs apply beside them. It errors as Rows does.
func (s *Sheet) Behind(ctx context.Context, rules []repair.Rule, kinds repair.Set, visit func(Mended) bool) error {
	with := *s
	all := slices.Clone(s.rules)
	for _, r := range rules {
		if !slices.ContainsFunc(all, r.Equal) {
			all = append(all, r)
		}
	}
	if err := with.repair(all); err != nil {
		return err
	}
	var of []int // the columns of the rules
	for _, r := range rules {
		if i := slices.Index(s.heading.names, r.Column); !slices.Contains(of, i) {
			of = append(of, i)
		}
	}
	slices.Sort(of)
	if err := s.complete(ctx); err != nil {
		return err
	}
	for row, err := range with.rows(ctx, s.grid, new(tally)) {
		if err != nil {
			return err
		}
		for _, i := range of {
			after, took := with.menders[i].Cell(row.Cells[i])
			if took&kinds != 0 && !visit(Mended{s.Address(row.Number, i), row.Number, row.Cells[i], after}) {
				return nil
			}
		}
	}
	return nil
}
