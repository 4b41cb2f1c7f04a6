package sheet

import (
	"slices"

	"steward/core/repair"
	"steward/core/table"
)

// ofNumbers offers what makes numbers of texts, where most cells of the column are numbers.
func (s *study) ofNumbers() {
	share := s.share(s.numbers)
	if share < mixed {
		return
	}
	units := s.causes(repair.Units)
	for _, k := range s.causes(repair.Units, repair.DecimalComma, repair.Thousands, repair.ThreeDecimals, repair.Percent) {
		f := s.finds[k]
		likely := proposedIf(share >= mostly)
		switch k.kind {
		case repair.Units:
			if len(units) > 1 {
				likely = -1 // 5 km and 500 m are not 5 and 500
			}
			s.propose(k, f, likely, s.rule(repair.Units, k.text))
		case repair.ThreeDecimals:
			s.propose(k, f, -1, s.rule(repair.ThreeDecimals), s.rule(repair.ThreeThousands))
		case repair.Percent:
			s.percentages(k, f, likely)
		default:
			if s.grouped && k.kind == repair.DecimalComma { // 12,34 is a slip where 1,234 is a number
				likely = -1
			}
			s.propose(k, f, likely, s.rule(k.kind))
		}
	}
}

// percentages offers to read percentages as their hundredth part, or as the numbers that stand before the sign where others
// of the column, which have no sign, are no parts of one.
func (s *study) percentages(k cause, f *find, likely int) {
	switch {
	case s.plain == 0 && s.written:
		return // a text table reads them by itself
	case s.plain == 0:
	case s.most > 1 && likely == 0:
		likely = 1
	default:
		likely = -1
	}
	s.propose(k, f, likely, s.rule(repair.Percent), s.rule(repair.PercentSign))
}

// ofDates offers to read texts as days where most cells of the column are days, and the texts are not all alike: those that are
// have their order said with the column's periods.
func (s *study) ofDates() {
	if s.share(s.dates) < mixed {
		return
	}
	marks := make(map[string][3]*find) // day first, month first, either
	var order []string
	for _, k := range s.causes(repair.DayFirst, repair.MonthFirst) {
		of, known := marks[k.text]
		if !known {
			order = append(order, k.text)
		}
		of[map[bool]int{true: 2, false: int(k.kind - repair.DayFirst)}[k.either]] = s.finds[k]
		marks[k.text] = of
	}
	likely := proposedIf(s.share(s.dates) >= mostly)
	for _, mark := range order {
		of := marks[mark]
		if len(order) == 1 && s.Kinds[table.Date] == 0 && (of[0] == nil || of[1] == nil) {
			return
		}
		all := &find{}
		for _, f := range of {
			if f != nil {
				for i, text := range f.examples {
					all.add(f.row, map[bool]int{true: f.count}[i == 0], text)
				}
			}
		}
		day, month := s.rule(repair.DayFirst, mark), s.rule(repair.MonthFirst, mark)
		switch {
		case of[0] != nil && of[1] == nil:
			s.propose(cause{kind: repair.DayFirst, text: mark}, all, likely, day)
		case of[1] != nil && of[0] == nil:
			s.propose(cause{kind: repair.MonthFirst, text: mark}, all, likely, month)
		case of[0] == nil:
			s.propose(cause{kind: repair.DayFirst, text: mark}, all, -1, day, month)
		default:
			s.propose(cause{kind: repair.DayFirst, text: mark}, all, -1, day, month, slices.Concat(day, month))
		}
	}
}
