package sheet

import (
	"slices"

	"steward/core/message"
	"steward/core/repair"
	"steward/io/sheet/grid"
	"steward/io/sheet/mend"
)

// Repair is cells of a column that rules read otherwise than they stand, for one cause. It is for the steward's eyes only.
type Repair struct {
	Column  string
	Kind    repair.Kind // the cause
	Text    string      // what the cause is about: the unit, or the mark of dates; "" for none
	Cells   int
	Address message.Text // of the first cell
	// Choices are the ways to read the cells: one, or several where nothing tells which is meant.
	Choices []RepairChoice
	// Proposed is the choice that most cells of the column speak for, -1 for none.
	Proposed int
	// InForce tells that the only choice is how the sheet is read.
	InForce bool

	row int
}

// RepairChoice is a way to read the cells of a repair.
type RepairChoice struct {
	Rules    []repair.Rule
	Examples []RepairExample
}

// RepairExample is what stands in a cell, and what a choice reads there.
type RepairExample struct{ Before, After string }

// Said says what was found.
func (r Repair) Said() message.Text {
	said := repairsFound[r.Kind]
	switch {
	case len(r.Choices) > 1 && (r.Kind == repair.DayFirst || r.Kind == repair.MonthFirst):
		said = eitherOrder
	case r.Kind == repair.Units && r.Text == "":
		said = severalUnits
	}
	format := said.many
	if r.Cells == 1 {
		format = said.one
	}
	switch {
	case r.Kind == repair.Missing:
		return message.Sprintf(format, r.Cells, r.words())
	case r.Text != "":
		return message.Sprintf(format, r.Cells, grid.Quote(r.Text))
	}
	return message.Sprintf(format, r.Cells)
}

// repairFound is what was found, for one cell and for many.
type repairFound struct{ one, many string }

// repairsFound say what was found of each kind. The kinds that name texts have a second verb for them.
var repairsFound = map[repair.Kind]repairFound{
	repair.Spaces:         {message.Key("%d cell has extra spaces or invisible characters"), message.Key("%d cells have extra spaces or invisible characters")},
	repair.Missing:        {message.Key("%d cell says %s, which seems to mean no answer"), message.Key("%d cells say %s, which seems to mean no answer")},
	repair.Notes:          {message.Key("%d cell has a note in brackets"), message.Key("%d cells have a note in brackets")},
	repair.Units:          {message.Key("%d cell has %s next to its number"), message.Key("%d cells have %s next to their number")},
	repair.Percent:        {message.Key("%d cell is a percentage"), message.Key("%d cells are percentages")},
	repair.PercentSign:    {message.Key("%d cell is a percentage"), message.Key("%d cells are percentages")},
	repair.DecimalComma:   {message.Key("%d cell has a decimal comma"), message.Key("%d cells have a decimal comma")},
	repair.Thousands:      {message.Key("%d cell has marks between thousands"), message.Key("%d cells have marks between thousands")},
	repair.ThreeDecimals:  threeDigits,
	repair.ThreeThousands: threeDigits,
	repair.DayFirst:       {message.Key("%d date is a text with %s between its numbers and the day first"), message.Key("%d dates are texts with %s between their numbers and the day first")},
	repair.MonthFirst:     {message.Key("%d date is a text with %s between its numbers and the month first"), message.Key("%d dates are texts with %s between their numbers and the month first")},
	repair.Case:           {message.Key("%d cell differs from others only by letter case or spaces"), message.Key("%d cells differ from others only by letter case or spaces")},
}

var (
	threeDigits  = repairFound{message.Key("%d number has three digits after its only mark, which may separate decimals or thousands"), message.Key("%d numbers have three digits after their only mark, which may separate decimals or thousands")}
	eitherOrder  = repairFound{message.Key("%d date is a text with %s between its numbers, and may begin with the day or the month"), message.Key("%d dates are texts with %s between their numbers, and may begin with the day or the month")}
	severalUnits = repairFound{message.Key("%d cell has a unit next to its number"), message.Key("%d cells have units next to their numbers")}
)

// words lists what stands for no answer.
func (r Repair) words() message.Text {
	var quoted []message.Text
	for _, rule := range r.Choices[0].Rules {
		for _, text := range rule.Texts {
			quoted = append(quoted, grid.Quote(text))
		}
	}
	return message.List(quoted, "%s or %s", "%s or %s")
}

// Said says what the choice does, in the words of a button.
func (c RepairChoice) Said() message.Text {
	if len(c.Rules) > 1 && c.Rules[0].Kind == repair.DayFirst {
		return message.Sprintf("Read only the unambiguous ones")
	}
	if len(c.Examples) == 0 || c.Examples[0].Before == c.Examples[0].After {
		return message.Sprintf("Read them this way")
	}
	e := c.Examples[0]
	if e.After == "" {
		return message.Sprintf("Read %s as blank", grid.Quote(e.Before))
	}
	return message.Sprintf("Read %s as %s", grid.Quote(e.Before), grid.Quote(e.After))
}

// Kinds returns the kinds of the rules of a choice.
func (r Repair) Kinds(choice int) (s repair.Set) {
	for _, rule := range r.Choices[choice].Rules {
		s |= repair.SetOf(rule.Kind)
	}
	return s
}

// Behind returns the rules of a choice, and those without which cells that it is about stay as they stand: the proposed ones of
// the same column.
func (in *Inspection) Behind(rules []repair.Rule) []repair.Rule {
	out := slices.Clone(rules)
	for _, r := range in.Repairs {
		if r.Column != rules[0].Column || r.InForce || r.Proposed < 0 {
			continue
		}
		for _, rule := range r.Choices[r.Proposed].Rules {
			excluded := slices.ContainsFunc(rules, func(own repair.Rule) bool { return mend.Excludes(own.Kind, rule.Kind) })
			if !excluded && !slices.ContainsFunc(out, rule.Equal) {
				out = append(out, rule)
			}
		}
	}
	return out
}

// isOfMarks reports whether the repair is about the marks within numbers.
func (r Repair) isOfMarks() bool {
	return r.Kind == repair.DecimalComma || r.Kind == repair.Thousands || r.Kind == repair.ThreeDecimals
}

// Decided returns the rules that are proposed, none where they are in force.
func (r Repair) Decided() []repair.Rule {
	if r.InForce || r.Proposed < 0 {
		return nil
	}
	return r.Choices[r.Proposed].Rules
}

// Decided returns the rules of every repair that is proposed and not in force.
func (in *Inspection) Decided() (list []repair.Rule) {
	for _, r := range in.Repairs {
		list = append(list, r.Decided()...)
	}
	return list
}
