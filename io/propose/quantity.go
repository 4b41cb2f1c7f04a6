package propose

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"steward/core/cuts"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/sheet"
)

// quantity is a quantity that everyone knows, by the words that columns with it are named by, and
// the ranges in which it is usually published.
type quantity struct {
	words                  []string
	low, high, width       string
	whole, openLow, openUp bool
}

// quantities are ranges that are no matter of the data: five-year groups up to 85 and over for
// ages (United Nations, Provisional Guidelines on Standard International Age Classifications,
// 1982), and tenths of percentages.
var quantities = []quantity{
	{words: []string{"age", "ages", "alter", "âge", "edad", "età", "leeftijd"}, low: "0", high: "84", width: "5", whole: true, openUp: true},
	{words: []string{"percent", "percentage", "prozent", "pourcentage"}, low: "0", high: "100", width: "10", openUp: true},
}

// quantityOf returns the quantity that a column is named by.
func quantityOf(name string) (quantity, bool) {
	for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" _-.()/[]", r) }) {
		for _, q := range quantities {
			if slices.Contains(q.words, word) {
				return q, true
			}
		}
	}
	return quantity{}, false
}

// Ranges returns ranges for the numbers that were found: those in which a quantity that
// everyone knows is published, where the column is named by it and holds no others; or else some
// that depend on the data as little as may be. Where the largest number is a thousand times the
// smallest, ends are 1, 2 and 5 times powers of ten: a single very large number then moves them by
// a power of ten, where it would stretch even ranges so that all others lie in one.
func Ranges(found sheet.Column) (ranges []plan.Range, whole bool) {
	if q, ok := quantityOf(found.Name); ok && found.Min >= 0 && (found.Whole || !q.whole) {
		if made, err := cuts.Even(q.low, q.high, q.width, q.whole); err == nil {
			made.Below, made.Above = q.openLow, q.openUp
			return made.Ranges(q.whole), q.whole
		}
	}
	if stretched(found) {
		return risingRanges(found.Max), false
	}
	return EvenRanges(found.Min, found.Max), false
}

// RangesFrom says of proposed ranges what of the data they depend on.
func RangesFrom(found sheet.Column) message.Text {
	if q, ok := quantityOf(found.Name); ok && found.Min >= 0 && (found.Whole || !q.whole) {
		return message.Sprintf("as they are usually published. None of them is taken from the data.")
	}
	if stretched(found) {
		return message.Sprintf("that rise in steps of 1, 2 and 5. Only the power of ten of the largest number is taken from the data.")
	}
	return message.Sprintf("of a round width, open at both ends.")
}

// stretched tells whether even ranges would say little of most numbers.
func stretched(found sheet.Column) bool {
	return found.Min >= 0 && found.Max >= leastRising*max(found.Min, 1)
}

const (
	leastRising  = 1000
	risingPowers = 3 // of ten, between the first end and the last
)

// risingRanges cuts the numbers from 0 on at 1, 2 and 5 times the powers of ten, three powers of
// them up to the one that the largest number is of.
func risingRanges(largest float64) []plan.Range {
	power := math.Floor(math.Log10(largest))
	var ends []string
	for p := power - risingPowers + 1; p <= power; p++ {
		for _, f := range []float64{1, 2, 5} {
			ends = append(ends, strconv.FormatFloat(f*math.Pow(10, p), 'f', -1, 64))
		}
	}
	out := []plan.Range{{From: "0", To: ends[0]}}
	for i := range len(ends) - 1 {
		out = append(out, plan.Range{From: ends[i], To: ends[i+1]})
	}
	return append(out, plan.Range{From: ends[len(ends)-1]})
}
