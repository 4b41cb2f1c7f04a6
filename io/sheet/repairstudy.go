package sheet

import (
	"cmp"
	"slices"

	"steward/core/repair"
	"steward/core/spelling"
	"steward/core/table"
	"steward/io/sheet/mend"
	"steward/io/sheet/number"
)

// study is what a column's texts come to.
type study struct {
	*collector
	finds
	odd            []*value // that may not be what they mean, in the order of the sheet
	commas         bool     // stand before decimals, or marks between thousands
	numbers, dates int      // cells that are such, or can be read so
	filled         int      // that do not say that there is nothing
	nothing        find
	words          []string // for nothing
	plain          int      // numbers without a sign beside them
	repairs        []Repair
}

// need returns what it takes to read a value that is not what it means.
func (s *study) need(v *value) mend.Need {
	if v.kind == table.Text {
		return mend.Of(v.text, s.commas)
	}
	// A text table reads amounts and percentages by itself.
	if x, ok := mend.Plain(v.text); mend.IsPercentage(v.text) {
		return mend.Need{Ways: []repair.Set{repair.SetOf(repair.Percent), repair.SetOf(repair.PercentSign)}, Number: true}
	} else if s.commas && ok && x == v.number && mend.IsThree(v.text) {
		return mend.Of(v.text, true)
	}
	return mend.Need{}
}

// findRepairs returns what rules could do for the column.
func (c *collector) findRepairs() []Repair {
	if c.isKey(c.filled()) {
		return nil
	}
	s := &study{collector: c, finds: make(finds), numbers: c.Kinds[table.Number], dates: c.Kinds[table.Date] + c.plainDays, filled: c.filled()}
	c.oddTexts(func(v *value) {
		for _, k := range causesOf(mend.Of(v.text, false)) {
			s.commas = s.commas || v.kind == table.Text && (k.kind == repair.DecimalComma || k.kind == repair.Thousands)
		}
	})
	if c.mender != nil {
		s.commas = s.commas || c.mender.Commas()
	}
	c.oddTexts(func(v *value) { s.odd = append(s.odd, v) })
	slices.SortFunc(s.odd, func(a, b *value) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.text, b.text)) })
	for _, v := range s.odd {
		s.look(v)
	}
	s.plain = s.numbers
	for k, f := range s.finds {
		if k.kind == repair.Percent {
			s.plain -= f.count
		}
	}
	s.spaces()
	s.missing()
	s.notes()
	s.ofNumbers()
	s.ofDates()
	s.spellings()
	s.examples()
	return s.repairs
}

// look notes what a value takes.
func (s *study) look(v *value) {
	if v.kind == table.Text && mend.MeansNothing(v.text) {
		s.nothing.add(v.row, v.count, v.text)
		s.words = append(s.words, spelling.Clean(v.text))
		s.filled -= v.count
		return
	}
	n := s.need(v)
	for _, k := range causesOf(n) {
		s.finds.add(k, v.row, v.count, v.text)
	}
	switch {
	case v.kind != table.Text:
	case n.Number:
		s.numbers += v.count
	case n.Date:
		s.dates += v.count
	case n.None() && number.Is(v.text):
		s.numbers += v.count
	case n.None() && isPlainDay(v.text):
		s.dates += v.count
	}
}

// share returns which part of the cells are such.
func (s *study) share(n int) float64 { return float64(n) / float64(max(s.filled, 1)) }

// propose adds a repair. It is proposed where nearly all cells of the column are, or can be read as, what the repair makes of them.
func (s *study) propose(k cause, f *find, proposed int, choices ...[]repair.Rule) {
	r := Repair{Column: s.Name, Kind: k.kind, Text: k.text, Cells: f.count, Proposed: proposed, row: f.row}
	for _, rules := range choices {
		r.Choices = append(r.Choices, RepairChoice{Rules: rules})
	}
	for i := range r.Choices { // what they come to is worked out when all are known
		for _, text := range f.examples {
			r.Choices[i].Examples = append(r.Choices[i].Examples, RepairExample{Before: text})
		}
	}
	s.repairs = append(s.repairs, r)
}

func (s *study) rule(k repair.Kind, texts ...string) []repair.Rule {
	return []repair.Rule{{Column: s.Name, Kind: k, Texts: texts}}
}

// causes lists those that were met of some kinds, in the order of the sheet.
func (s *study) causes(of ...repair.Kind) (list []cause) {
	for k := range s.finds {
		if slices.Contains(of, k.kind) {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b cause) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(s.finds[a].row, s.finds[b].row), cmp.Compare(a.text, b.text))
	})
	return list
}

// examples works out what the choices read, beside all that is proposed.
func (s *study) examples() {
	var proposed []repair.Rule
	for _, r := range s.repairs {
		if r.Proposed >= 0 {
			proposed = append(proposed, r.Choices[r.Proposed].Rules...)
		}
	}
	for i := range s.repairs {
		r := &s.repairs[i]
		for k := range r.Choices {
			c := &r.Choices[k]
			rules := slices.Clone(c.Rules)
			for _, p := range proposed {
				if r.Proposed < 0 || !slices.ContainsFunc(r.Choices[r.Proposed].Rules, p.Equal) {
					rules = append(rules, p)
				}
			}
			c.Examples = mendedExamples(mend.New(append(rules, s.unsaid(c)...), s.written), c.Examples)
		}
	}
}

// unsaid returns the rules without which the examples of a choice stay as they are, such as that of a unit beside a number with
// a decimal comma.
func (s *study) unsaid(c *RepairChoice) (rules []repair.Rule) {
	for _, e := range c.Examples {
		n := mend.Of(e.Before, s.commas)
		for _, k := range causesOf(n) {
			if k.kind == repair.Units {
				rules = append(rules, s.rule(repair.Units, k.text)...)
			} else if !k.either && !k.kind.HasTexts() {
				rules = append(rules, s.rule(k.kind)...)
			}
		}
	}
	return rules
}

// mendedExamples returns those that a mender reads otherwise, or all where there are none, the plainest first.
func mendedExamples(m *mend.Mender, list []RepairExample) []RepairExample {
	out := slices.Clone(list)
	for i := range out {
		after, took := m.Cell(table.Cell{Kind: table.Text, Text: out[i].Before})
		if x, ok := mend.Plain(out[i].Before); ok && took == 0 {
			after, _ = m.Cell(table.Cell{Kind: table.Number, Text: out[i].Before, Number: x})
		}
		out[i].After = after.Text
	}
	changed := slices.DeleteFunc(slices.Clone(out), func(e RepairExample) bool { return e.Before == e.After })
	if len(changed) == 0 {
		return out
	}
	return changed
}

// inForce returns the repairs by which the column is read.
func (c *collector) inForce(src table.Source, column int, rules []repair.Rule) (list []Repair) {
	for _, rule := range rules {
		if rule.Column != c.Name {
			continue
		}
		if i := slices.IndexFunc(list, func(r Repair) bool { return r.Kind == rule.Kind }); i >= 0 {
			list[i].Choices[0].Rules, list[i].Text = append(list[i].Choices[0].Rules, rule), ""
			continue
		}
		r := Repair{Column: c.Name, Kind: rule.Kind, InForce: true, Choices: []RepairChoice{{Rules: []repair.Rule{rule}}}}
		if len(rule.Texts) == 1 && rule.Kind != repair.Missing && rule.Kind != repair.Case {
			r.Text = rule.Texts[0]
		}
		if f := c.took[rule.Kind]; f != nil {
			r.Cells, r.row, r.Address = f.count, f.row, src.Address(f.row, column)
			for _, text := range f.examples {
				r.Choices[0].Examples = append(r.Choices[0].Examples, RepairExample{Before: text})
			}
			r.Choices[0].Examples = mendedExamples(c.mender, r.Choices[0].Examples)
		}
		list = append(list, r)
	}
	return list
}
