package sheet

import (
	"fmt"

	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/serial"
)

// Proposal is what a column could be declared as.
type Proposal uint8

// The proposals. The zero value is that of a column without any value.
const (
	ProposeNothing Proposal = iota
	ProposeList
	ProposeWhole
	ProposeRanges
	ProposeDates
	ProposeIdentifier
)

// String returns the proposal in words.
func (p Proposal) String() string {
	switch p {
	case ProposeNothing:
		return message.Key("no values")
	case ProposeList:
		return message.Key("a list of values")
	case ProposeWhole:
		return message.Key("whole numbers")
	case ProposeRanges:
		return message.Key("numbers in ranges")
	case ProposeDates:
		return message.Key("dates in periods")
	case ProposeIdentifier:
		return message.Key("an identifier")
	}
	return fmt.Sprintf("proposal %d", uint8(p))
}

const (
	identifierRows  = 30   // with fewer records, different values mean nothing
	identifierShare = 0.95 // of the records have a value of their own
	serialSlack     = 2    // a serial number counts to no more than this times the records
	longNumber      = 6    // digits from which whole numbers of one length look like codes
	wholeSpan       = 256  // whole numbers are told one by one up to this many
	codeValues      = 20   // numbers with gaps are codes: up to this many values,
	codeRepeats     = 10   // each met this often on average,
	codeGaps        = 4    // and this many times as many numbers between them
)

// propose judges by the values met. It only orders what the steward is shown first.
func (c *collector) propose() Proposal {
	filled := c.filled()
	switch {
	case filled == 0:
		return ProposeNothing
	case c.isKey(filled):
		return ProposeIdentifier
	case c.mostlyNumbers():
		return c.proposeNumbers(filled)
	case float64(c.Kinds[table.Date]) >= mostly*float64(filled), c.mostlyDateTexts():
		return ProposeDates
	case filled >= identifierRows && float64(c.Distinct) >= identifierShare*float64(filled):
		return ProposeIdentifier
	}
	return ProposeList
}

// mostlyDateTexts tells whether nearly all the values that are listed are dates with the year first, which text tables
// have as texts.
func (c *collector) mostlyDateTexts() bool {
	dates, all := 0, 0
	for _, v := range c.values {
		if _, ok := serial.ISO(v.text); ok && v.kind == table.Text {
			dates += v.count
		}
		all += v.count
	}
	return dates > 0 && float64(dates) >= mostly*float64(all)
}

func (c *collector) proposeNumbers(filled int) Proposal {
	if !c.Whole {
		return ProposeRanges
	}
	span := c.Max - c.Min + 1
	if filled >= identifierRows && float64(c.Distinct) >= identifierShare*float64(filled) {
		if span <= serialSlack*float64(filled) || c.digits[0] == c.digits[1] && c.digits[0] >= longNumber {
			return ProposeIdentifier
		}
	}
	if c.Distinct <= codeValues && filled >= codeRepeats*c.Distinct && span >= codeGaps*float64(c.Distinct) {
		return ProposeList
	}
	if span <= wholeSpan {
		return ProposeWhole
	}
	return ProposeRanges
}
