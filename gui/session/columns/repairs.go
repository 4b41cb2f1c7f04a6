package columns

import (
	"steward/core/guide"
	"steward/core/plan"
	"steward/core/repair"
	"steward/core/table"
	"steward/gui/words"
	"steward/io/records"
	"steward/io/sheet"
)

// repairOddity says of cells that rules read, or could read, how they stand.
func (s *Step) repairOddity(r sheet.Repair) Oddity {
	o := Oddity{Address: words.Say(r.Address), Column: r.Column, Words: words.Say(r.Said()), Chosen: -1, Repair: &r}
	if o.Address == "" {
		o.Address = r.Column
	} else if !s.of.File().TextTable {
		o.Address = o.Address + " (" + r.Column + ")"
	}
	if r.Cells > 1 {
		o.More = r.Cells - 1
	}
	examples := r.Choices[0].Examples
	stops, same := s.asDeclared(r.Column, examples)
	switch {
	case r.InForce:
		o.State, o.Now = Settled, words.T("read by rule")
		if len(examples) > 0 && examples[0].After != "" {
			o.Now = words.T("“%s” is read as “%s”", examples[0].Before, examples[0].After)
		} else if len(examples) > 0 {
			o.Now = words.T("“%s” is read as a blank", examples[0].Before)
		}
	case stops:
		o.State, o.Now = Open, words.T("a release would stop here")
	case same:
		o.State, o.Now = Settled, words.T("already read this way, as the column is declared")
	case r.Proposed >= 0:
		o.State, o.Now = Advised, words.T("read as it stands")
	default:
		o.Now = words.T("read as it stands")
	}
	return o
}

// asDeclared says of cells as they stand whether a release would stop at one, and whether all count as what a rule would make of
// them.
func (s *Step) asDeclared(column string, examples []sheet.RepairExample) (stops, same bool) {
	c, published := s.Published(column)
	attr, err := c.Attribute()
	if !published || err != nil {
		return false, false
	}
	same = len(examples) > 0
	for _, e := range examples {
		before, err := attr.ValueOf(table.Cell{Kind: table.Text, Text: e.Before})
		if err != nil {
			return true, false
		}
		after, err := attr.ValueOfText(e.After)
		same = same && err == nil && after == before
	}
	return false, same
}

// Proposals returns how many rules most cells of their columns speak for, and rows the numbers of the sheet speak for leaving out, that
// the plan does not have yet.
func (s *Step) Proposals() int {
	if s.of.File() == nil {
		return 0
	}
	return len(s.proposedRules()) + len(s.of.File().Found.ProposedRows())
}

// proposedRules returns the rules that are proposed, but for those that would change nothing that is read.
func (s *Step) proposedRules() (list []repair.Rule) {
	for _, r := range s.of.File().Found.Repairs {
		if _, same := s.asDeclared(r.Column, r.Choices[0].Examples); !same {
			list = append(list, r.Decided()...)
		}
	}
	return list
}

// AcceptProposals reads the file again as is proposed.
func (s *Step) AcceptProposals() {
	if s.Proposals() == 0 {
		return
	}
	d, err := records.Mended(records.Repaired(s.of.Plan().Data, s.proposedRules()...), sheet.Fix{Kind: sheet.LeaveOut, Rows: s.of.File().Found.ProposedRows()})
	if err != nil {
		s.of.Fail(guide.Data, err)
		return
	}
	s.reread(d)
}

// ByRule reads the file again, by further rules.
func (s *Step) ByRule(rules ...repair.Rule) { s.reread(records.Repaired(s.of.Plan().Data, rules...)) }

// NotByRule reads the file again, without some of the rules.
func (s *Step) NotByRule(rules ...repair.Rule) {
	s.reread(records.Unrepaired(s.of.Plan().Data, rules...))
}

func (s *Step) reread(d plan.Data) {
	if s.of.File() == nil {
		return
	}
	d.Reviewed = nil
	s.data.OpenFile(s.of.File().Path, d)
}
