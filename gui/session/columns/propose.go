package columns

import (
	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/propose"
	"steward/io/sheet"
)

// Block are columns of the file whose answers are on one scale.
type Block = propose.Block

// ProposeFor returns a declaration of a column of the open file, with values of its kind that are taken from the data; its rules and readings
// stay. It errors as propose.As does.
func (s *Step) ProposeFor(c plan.Column) (plan.Column, error) {
	found, ok := s.of.File().Column(string(c.Name))
	if !ok {
		return c, words.Errorf("the open file has no column %s", c.Name)
	}
	return propose.As(c, c.Kind, found)
}

// Identifies tells whether a column looks like the name or the number of a person.
func Identifies(found sheet.Column) bool { return propose.Identifies(found) }

// Starting returns the kind that a column of the file most likely is, and the periods with which one of dates begins.
func Starting(found sheet.Column) (domain.Kind, *plan.Dates) {
	kind := propose.KindFor(found)
	return kind, propose.StartingDates(kind, found)
}

// ProposalRisk says what values of a kind tell when they are read off the data and published, with **stars** around what matters.
func ProposalRisk(kind domain.Kind) string { return words.Say(propose.Risk(kind)) }

// RangesFrom says of proposed ranges what of the data they depend on.
func RangesFrom(found sheet.Column) string { return words.Say(propose.RangesFrom(found)) }
