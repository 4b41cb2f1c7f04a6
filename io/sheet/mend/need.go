package mend

import (
	"slices"
	"strings"
	"unicode"

	"steward/core/repair"
	"steward/core/spelling"
)

// Need is what it takes to read a text that is written otherwise than plainly: rules of which kinds.
type Need struct {
	// Ways are the kinds of which each can be meant, where they differ: both orders of a date, a percentage and its number.
	Ways []repair.Set
	Unit string // that a number has
	Mark string // between the numbers of a date
	// Number and Date tell that the text is one then.
	Number, Date bool
}

// None reports whether a text is what it is.
func (n Need) None() bool { return len(n.Ways) == 0 }

// longestWord is from how many bytes no text stands for nothing, and longestCurrency from how many no currency stands before a
// number.
const longestWord, longestCurrency = 16, 6

// Plainly is a quick look that finds most texts plain for which Of returns nothing, and none for which it returns something or that
// mean nothing.
func Plainly(text string) bool {
	n := len(text)
	if n == 0 || !spelling.IsClean(text) || text[n-1] == ')' || text[n-1] == ']' {
		return false
	}
	letter := strings.IndexFunc(text, unicode.IsLetter)
	digit := strings.IndexAny(text, "0123456789")
	switch {
	case letter < 0:
		return digit == 0 && strings.Trim(text, "0123456789") == ""
	case digit < 0:
		return n > longestWord
	case letter < digit:
		return digit > longestCurrency
	}
	return strings.ContainsAny(text[letter:], "0123456789") // a unit has none
}

// Of returns what it takes to read a text as a number, a day or a text without blanks too many; nothing where it is one. Commas
// says that others of the column have a comma before their decimals.
func Of(text string, commas bool) Need {
	need := wayTo(text, 0, commas)
	if need.Number || need.Date {
		return need
	}
	clean, extra := spelling.Clean(text), repair.Set(0)
	if clean != text {
		extra = repair.SetOf(repair.Spaces)
		if need = wayTo(clean, extra, commas); need.Number || need.Date {
			return need
		}
	}
	if value, ok := WithoutNote(clean); ok {
		if need = wayTo(value, extra|repair.SetOf(repair.Notes), commas); need.Number || need.Date {
			return need
		}
		return Need{Ways: []repair.Set{extra | repair.SetOf(repair.Notes)}}
	}
	if extra != 0 {
		return Need{Ways: []repair.Set{extra}}
	}
	return Need{}
}

// wayTo returns what it takes to read a clean text as a number or a day, beside what it took so far.
func wayTo(text string, took repair.Set, commas bool) Need {
	n := Need{}
	list, unit := numbersOf(text, commas)
	if n.Number, n.Unit = len(list) > 0, unit; !n.Number {
		list, n.Mark = datesOf(text)
		n.Unit, n.Date = "", len(list) > 0
	}
	for _, c := range list {
		if ways := took | c.needs; ways != 0 {
			n.Ways = append(n.Ways, ways)
		}
	}
	return n
}

// Pairs are the kinds of which one is meant where both can be.
var Pairs = [][2]repair.Kind{{repair.ThreeDecimals, repair.ThreeThousands}, {repair.Percent, repair.PercentSign}, {repair.DayFirst, repair.MonthFirst}}

// Excludes reports whether cells that rules of both kinds can read are left as they stand where both are in force.
func Excludes(a, b repair.Kind) bool {
	return slices.ContainsFunc(Pairs, func(p [2]repair.Kind) bool { return p == [2]repair.Kind{a, b} || p == [2]repair.Kind{b, a} })
}
