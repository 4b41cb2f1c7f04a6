package mend

import (
	"strings"

	"steward/core/repair"
	"steward/core/table"
	"steward/io/sheet/number"
)

// candidate is what a text may be meant as, by rules of some kinds together.
type candidate struct {
	cell  table.Cell
	needs repair.Set
}

// written is a number as it stands in a text.
type written struct {
	digits  string // with its sign, marks and point
	unit    string // "" for none
	percent bool
}

const numberBlanks = number.AmountBlanks

// partsOf parts a text into digits and what stands beside them; false where it cannot be a number.
func partsOf(text string) (written, bool) {
	first, last := strings.IndexAny(text, "0123456789"), strings.LastIndexAny(text, "0123456789")
	if first < 0 {
		return written{}, false
	}
	if first > 0 && (text[first-1] == '.' || text[first-1] == ',') {
		first--
	}
	before, after := strings.ReplaceAll(text[:first], "−", "-"), strings.Trim(text[last+1:], numberBlanks)
	sign := ""
	switch {
	case strings.HasPrefix(before, "-"), strings.HasPrefix(before, "+"):
		sign, before = before[:1], before[1:]
	case strings.HasSuffix(before, "-"), strings.HasSuffix(before, "+"):
		sign, before = before[len(before)-1:], before[:len(before)-1]
	}
	before = strings.Trim(before, numberBlanks)
	if strings.ContainsAny(before, "+-") || before != "" && (after != "" || !number.IsCurrency(before)) {
		return written{}, false
	}
	w := written{digits: sign + text[first:last+1], unit: before + after}
	if w.unit == "%" {
		w.unit, w.percent = "", true
	}
	return w, w.unit == "" || isUnit(w.unit)
}

// styles are how numbers are written that are not plain, and what it takes to read them.
var styles = []struct {
	number.Style
	needs repair.Kind
}{
	{number.Style{Point: ','}, repair.DecimalComma},
	{number.Style{Point: '.', Thousands: number.Grouping(',')}, repair.Thousands},
	{number.Style{Point: ',', Thousands: number.Grouping('.')}, repair.Thousands},
	{number.Style{Point: '.', Thousands: number.Grouping(' ')}, repair.Thousands},
	{number.Style{Point: ',', Thousands: number.Grouping(' ')}, repair.Thousands},
	{number.Style{Point: '.', Thousands: number.Grouping('\'')}, repair.Thousands},
	{number.Style{Point: ',', Thousands: number.Grouping('\'')}, repair.Thousands},
}

var plain = number.Style{Point: '.'}

// IsThree reports whether digits have one mark, with three others after it, so that it may be one between thousands or the one
// before decimals.
func IsThree(digits string) bool {
	at := len(digits) - 4
	if at < 1 || digits[at] != ',' && digits[at] != '.' || strings.Trim(digits[at+1:], "0123456789") != "" {
		return false
	}
	whole := strings.TrimLeft(digits[:at], "+-")
	return len(whole) >= 1 && len(whole) <= 3 && whole[0] != '0' && strings.Trim(whole, "0123456789") == ""
}

// value is a number and what it takes to read it.
type value struct {
	x     float64
	needs repair.Set
}

// valuesOf returns the possible readings of some digits. Where other cells of the column have a comma before decimals (commas), a point
// may be something else.
func valuesOf(digits string, commas bool) []value {
	if strings.ContainsAny(digits, "eE") {
		return nil
	}
	if IsThree(digits) && (commas || strings.Contains(digits, ",")) {
		at := len(digits) - 4
		decimals, _ := plain.Number(digits[:at] + "." + digits[at+1:])
		thousands, _ := plain.Number(digits[:at] + digits[at+1:])
		return []value{{decimals, repair.SetOf(repair.ThreeDecimals)}, {thousands, repair.SetOf(repair.ThreeThousands)}}
	}
	if x, ok := plain.Number(digits); ok {
		return []value{{x, 0}}
	}
	for i := range styles {
		if x, ok := styles[i].Number(digits); ok {
			return []value{{x, repair.SetOf(styles[i].needs)}}
		}
	}
	return nil
}

// numbersOf returns the numbers that a text may be meant as, and the unit that one of them needs.
func numbersOf(text string, commas bool) (list []candidate, unit string) {
	w, ok := partsOf(text)
	if !ok {
		return nil, ""
	}
	for _, v := range valuesOf(w.digits, commas) {
		switch {
		case w.percent:
			hundredth, _ := number.Stored(number.Cell(v.x).Text + "e-2")
			list = append(list, candidate{number.Cell(hundredth), v.needs | repair.SetOf(repair.Percent)}, candidate{number.Cell(v.x), v.needs | repair.SetOf(repair.PercentSign)})
		case w.unit != "":
			list = append(list, candidate{number.Cell(v.x), v.needs | repair.SetOf(repair.Units)})
		default:
			list = append(list, candidate{number.Cell(v.x), v.needs})
		}
	}
	return list, w.unit
}

// IsPercentage reports whether a number has the sign of a percentage.
func IsPercentage(text string) bool { return strings.HasSuffix(text, "%") }

// Plain reads a number that is written with a point, if any, and nothing else.
func Plain(text string) (float64, bool) {
	if text == "" {
		return 0, false
	}
	return plain.Number(text)
}
