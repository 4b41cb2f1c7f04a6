package session

import (
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/table"
	"steward/io/sheet"
)

// Outside says which answers of the file are none of the values that a column declares, for
// the steward's eyes only.
type Outside struct {
	Count    int      // different answers, of those that the inspection listed
	Examples []string // the first of them
	Becomes  string   // what they are counted as
	Stops    bool     // whether a release would stop at one of them
	Unlisted bool     // whether there are more answers than were listed
	Blanks   int      // blank cells
	// BlanksStop tells whether a release would stop at a blank cell.
	BlanksStop bool
}

// outsideExamples is how many answers are named.
const outsideExamples = 5

// Outside compares a declared column with the open file. ok is false while there is nothing
// to compare.
func (s *Session) Outside(c plan.Column) (o Outside, ok bool) {
	found, has := s.file.Column(string(c.Name))
	attr, err := c.Attribute()
	if !has || err != nil {
		return Outside{}, false
	}
	inside, err := strict(c).Attribute()
	if err != nil {
		return Outside{}, false
	}
	o.Unlisted, o.Blanks = found.Unlisted > 0, found.Kinds[table.Blank]
	_, err = attr.ValueOf(table.Cell{})
	o.BlanksStop = o.Blanks > 0 && err != nil
	for _, v := range found.Values {
		cell := s.cellOf(v, found.Kinds[table.Number] > 0)
		if _, err := inside.ValueOf(cell); err == nil {
			continue
		}
		if o.Count++; len(o.Examples) < outsideExamples {
			o.Examples = append(o.Examples, v)
		}
		i, err := attr.ValueOf(cell)
		switch {
		case err != nil:
			o.Stops = true
		case o.Becomes == "":
			o.Becomes = ReadAs(attr.Label(i))
		}
	}
	return o, true
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

// cellOf returns the cell that an inspection listed as a text; numbers says whether the
// column has numbers at all.
func (s *Session) cellOf(text string, numbers bool) table.Cell {
	if numbers {
		digits := text
		if s.plan.Data.DecimalComma {
			digits = strings.Replace(text, ",", ".", 1)
		}
		if x, err := strconv.ParseFloat(digits, 64); err == nil {
			return table.Cell{Kind: table.Number, Text: text, Number: x}
		}
	}
	return table.Cell{Kind: table.Text, Text: text}
}

// FoundWords says what a column of the file holds, without a bound or a value that one would
// be tempted to copy.
func FoundWords(found sheet.Column) string {
	words := Several(found.Distinct, "different answer", "different answers")
	if found.Distinct > DistinctExact {
		words = "about " + words
	}
	if n := found.Kinds[table.Blank]; n > 0 {
		words += ", " + Several(n, "blank cell", "blank cells")
	}
	return words
}
