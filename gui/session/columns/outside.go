package columns

import (
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/sheet"
)

// Outside says which answers of the file are none of the values that a column declares, for
// the steward's eyes only.
type Outside struct {
	Count    int      // different answers, of those that the inspection listed
	Examples []string // the first of them
	Becomes  string   // what they are counted as
	Stops    bool     // whether a release would stop at one of them
	Unread   bool     // whether it stops at one that no rule is for, such as a text among numbers
	Unlisted bool     // whether there are more answers than were listed
	Blanks   int      // blank cells
	// BlanksStop tells whether a release would stop at a blank cell.
	BlanksStop bool
}

// outsideExamples is how many answers are named.
const outsideExamples = 5

// Outside compares a declared column with the open file. ok is false while there is nothing
// to compare.
func (s *Step) Outside(c plan.Column) (o Outside, ok bool) {
	found, has := s.of.File().Column(string(c.Name))
	if !has {
		return Outside{}, false
	}
	return outside(c, found)
}

// outside compares a declared column with what was found in it.
func outside(c plan.Column, found sheet.Column) (o Outside, ok bool) {
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
			o.Unread = o.Unread || RuleOf(c.Other) != domain.Refuse
		case o.Becomes == "":
			o.Becomes = ReadAs(attr.Label(i))
		}
	}
	return o, true
}

// Words says what is outside and what becomes of it, "" for nothing.
func (o Outside) Words() string {
	if o.Count == 0 {
		return ""
	}
	n, examples := amounts.Commas(o.Count), quoted(o.Examples, o.Count)
	wording := words.N(o.Count, "%s answer in the file is not declared here: %s.", "%s answers in the file are not declared here: %s.", n, examples)
	if o.Unlisted {
		wording = words.N(o.Count, "at least %s answer in the file is not declared here: %s.", "at least %s answers in the file are not declared here: %s.", n, examples)
	}
	wording += " "
	switch {
	case o.Unread:
		wording += words.T("A release would stop there: say how such texts are to be read.")
	case o.Stops:
		wording += words.T("A release would stop there: choose another rule, or add them if they are public.")
	default:
		wording += words.N(o.Count, "It is %s.", "They are %s.", o.Becomes)
	}
	return words.Sentence(wording)
}

// BlankWords says that a release would stop at blank cells, "" where it would not.
func (o Outside) BlankWords() string {
	if !o.BlanksStop {
		return ""
	}
	return words.N(o.Blanks, "The file has %s blank cell, where a release would stop.", "The file has %s blank cells, where a release would stop.", amounts.Commas(o.Blanks))
}

// quoted names some answers of several.
func quoted(examples []string, of int) string {
	marked := make([]string, len(examples))
	for i, e := range examples {
		marked[i] = words.T("“%s”", e)
	}
	out := strings.Join(marked, ", ")
	if of > len(examples) {
		return words.T("%s and %s more", out, amounts.Commas(of-len(examples)))
	}
	return out
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

// FoundWords says what a column of the file holds, without a bound or a value that one would
// be tempted to copy.
func FoundWords(found sheet.Column) string {
	wording := amounts.Several(found.Distinct, "different answer", "different answers")
	if found.Distinct > DistinctExact {
		wording = words.T("about %s", wording)
	}
	if n := found.Kinds[table.Blank]; n > 0 {
		wording += ", " + amounts.Several(n, "blank cell", "blank cells")
	}
	return wording
}
