package misfits

import (
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
	"steward/io/sheet"
)

// Outside says which answers of the file are none of the values that a column declares, for
// the steward's eyes only.
type Outside struct {
	Count    int          // different answers, of those that the inspection listed
	Examples []string     // the first of them
	Becomes  message.Text // what they are counted as
	Stops    bool         // whether a release would stop at one of them
	Unread   bool         // whether it stops at one that no rule is for, such as a text among numbers
	Unlisted bool         // whether there are more answers than were listed
	Blanks   int          // blank cells
	// BlanksStop tells whether a release would stop at a blank cell.
	BlanksStop bool
}

// outsideExamples is how many answers are named.
const outsideExamples = 5

// OutsideOf compares a declared column with what was found in it. ok is false while there is nothing to compare.
func OutsideOf(c plan.Column, found sheet.Column) (o Outside, ok bool) {
	attr, err := c.Attribute()
	if err != nil {
		return Outside{}, false
	}
	inside, err := strict(c).Attribute()
	if err != nil {
		return Outside{}, false
	}
	o.Unlisted, o.Blanks = found.Unlisted > 0, found.Kinds[table.Blank]
	_, err = attr.ValueOf(table.Cell{})
	o.BlanksStop = o.Blanks > 0 && err != nil
	for _, cell := range found.Cells() {
		if _, err := inside.ValueOf(cell); err == nil {
			continue
		}
		if o.Count++; len(o.Examples) < outsideExamples {
			o.Examples = append(o.Examples, cell.Text)
		}
		i, err := attr.ValueOf(cell)
		switch {
		case err != nil:
			o.Stops = true
			o.Unread = o.Unread || c.Other.InForce() != domain.Refuse
		case o.Becomes.IsZero():
			o.Becomes = ReadAs(attr.Label(i))
		}
	}
	return o, true
}

// Said says what is outside and what becomes of it, nothing where nothing is.
func (o Outside) Said() message.Text {
	if o.Count == 0 {
		return message.Text{}
	}
	n, examples := commas(o.Count), quoted(o.Examples, o.Count)
	said := several(o.Count, "%s answer in the file is not declared here: %s.", "%s answers in the file are not declared here: %s.", n, examples)
	if o.Unlisted {
		said = several(o.Count, "at least %s answer in the file is not declared here: %s.", "at least %s answers in the file are not declared here: %s.", n, examples)
	}
	var becomes message.Text
	switch {
	case o.Unread:
		becomes = message.Sprintf("A release would stop there: say how such texts are to be read.")
	case o.Stops:
		becomes = message.Sprintf("A release would stop there: choose another rule, or add them if they are public.")
	default:
		becomes = several(o.Count, "It is %s.", "They are %s.", o.Becomes)
	}
	return message.Sprintf("%s %s", said, becomes).Sentence()
}

// BlanksSaid says that a release would stop at blank cells, nothing where it would not.
func (o Outside) BlanksSaid() message.Text {
	if !o.BlanksStop {
		return message.Text{}
	}
	return several(o.Blanks, "The file has %s blank cell, where a release would stop.", "The file has %s blank cells, where a release would stop.", commas(o.Blanks))
}

// quoted names some answers of several.
func quoted(examples []string, of int) message.Text {
	marked := make([]message.Text, len(examples))
	for i, e := range examples {
		marked[i] = message.Sprintf("“%s”", e)
	}
	out := message.List(marked, "%s, %s", "%s, %s")
	if of > len(examples) {
		return message.Sprintf("%s and %s more", out, commas(of-len(examples)))
	}
	return out
}

// ReadAs says what a text is read as: a label, a blank or another answer.
func ReadAs(label string) message.Text {
	switch label {
	case domain.BlankLabel:
		return message.Sprintf("read as a blank")
	case domain.OtherLabel:
		return message.Sprintf("counted as other")
	}
	return message.Sprintf("read as %s", label)
}

// strict returns a column whose other values are refused, to tell them from declared ones.
func strict(c plan.Column) plan.Column {
	c.Other = plan.Special{Rule: domain.Refuse}
	readings := make(map[string]string, len(c.Readings))
	for text, target := range c.Readings {
		if target != domain.OtherLabel {
			readings[text] = target
		}
	}
	c.Readings = readings
	return c
}
