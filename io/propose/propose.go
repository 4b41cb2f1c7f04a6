// Package propose proposes how columns are declared from what was found in a file: their kind, values, ranges and periods, and which of them
// are on one scale. What it proposes becomes part of a plan only when the steward confirms that it is public. Window and command line ask it. It
// imports core and io.
package propose

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"steward/core/account"
	"steward/core/cuts"
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
	"steward/io/sheet"
	"steward/io/sheet/mend"
)

// Column returns a declaration for a column from what was found in the data. It carries no
// origin: it becomes part of a plan only when the steward confirms that it is public. ok is
// false for columns of which nothing sensible can be published, such as names and numbers
// of persons.
func Column(found sheet.Column) (c plan.Column, ok bool) {
	c = plan.Column{Name: domain.AttributeName(found.Name), Kind: domain.List}
	if found.PartOf != "" {
		return plan.OptionColumn(found.Name, found.PartOf), true
	}
	if found.Key {
		return c, false
	}
	if Dated(found) {
		c.Kind = domain.Periods
		c.Dates, _ = proposeDates(c, found) // without, the plan says what is missing
		return c, true
	}
	switch found.Proposed {
	case sheet.ProposeIdentifier, sheet.ProposeNothing:
		return c, false
	case sheet.ProposeWhole:
		lo, hi := RoundOut(found.Min, found.Max)
		c.Kind, c.Lowest, c.Highest = domain.Whole, &lo, &hi
	case sheet.ProposeRanges:
		c.Kind = domain.Ranges
		c.Ranges, c.WholeNumbers = Ranges(found)
	default:
		addValues(&c, found)
	}
	return c, true
}

// As returns the declaration of a column with values of a kind taken from what was
// found in the data; its rules and readings stay. Bounds are rounded outwards, so that they
// are less likely to be one person's answer. The result carries no origin until the steward
// confirms that it is public. It errors, saying what to do, where the data do not suit the
// kind.
func As(c plan.Column, kind domain.Kind, found sheet.Column) (plan.Column, error) {
	out := plan.Column{Name: c.Name, Kind: kind, Label: c.Label, Blank: c.Blank, Other: c.Other, Readings: c.Readings}
	if found.Key {
		return c, message.Errorf("the entries of %s stand for people and are never proposed: if they do not, type the values or take them from a codebook", found.Name)
	}
	numbers := found.Kinds[table.Number] > 0
	switch kind {
	case domain.Periods:
		dates, err := proposeDates(c, found)
		if err != nil {
			return c, err
		}
		out.Dates = dates
		return out, nil
	case domain.Whole, domain.Ranges:
		switch {
		case !numbers:
			return c, message.Errorf("there are no numbers in %s: use a list of values", found.Name)
		case kind == domain.Ranges:
			out.Ranges, out.WholeNumbers = Ranges(found)
			return out, nil
		case !found.Whole:
			return c, message.Errorf("not all numbers in %s are whole: use numbers in ranges", found.Name)
		case math.Abs(found.Min) > 1<<53 || math.Abs(found.Max) > 1<<53:
			return c, message.Errorf("the numbers in %s are too large to be told apart: use numbers in ranges", found.Name)
		}
		lo, hi := RoundOut(found.Min, found.Max)
		out.Lowest, out.Highest = &lo, &hi
		return out, nil
	}
	switch {
	case found.Unlisted > 0:
		return c, message.Errorf("there are more than %s different answers in %s: type the list, or do not publish it", account.Commas(fmt.Sprint(limits.MaxProposedValues)), found.Name)
	case len(found.Values) == 0:
		return c, message.Errorf("there are no answers in %s yet: type the list", found.Name)
	}
	addValues(&out, found)
	if out.Other.Rule == domain.Nearest {
		out.Other = plan.Special{}
	}
	return out, nil
}

// Together returns a declaration for several columns from what was found in all of them, without a name or an origin. It errors as As does.
func Together(found []sheet.Column) (plan.Column, error) {
	if len(found) == 0 {
		return plan.Column{}, message.Errorf("no column is chosen that the open file has")
	}
	all := sheet.Together(found)
	all.Name = found[0].Name
	c, err := As(plan.Column{}, KindFor(all), all)
	c.Name = ""
	return c, err
}

// addValues gives a column the values met, but for texts with a reading, those that are the name of blanks or of other answers,
// which are read as these, and those that differ from a more frequent one by letter case or blanks alone, which are read as that.
func addValues(c *plan.Column, found sheet.Column) {
	readings := maps.Clone(c.Readings)
	spelled := make(map[string]string)
	for _, text := range found.Spelled {
		spelled[mend.Fold(text)] = text
	}
	for _, v := range found.Values {
		if _, read := readings[v]; read {
			continue
		}
		target, other := spelled[mend.Fold(v)]
		switch {
		case v == domain.BlankLabel || v == domain.OtherLabel:
			target = v
		case !other || target == v || !slices.Contains(found.Values, target):
			c.Values = append(c.Values, v)
			continue
		}
		if readings == nil {
			readings = make(map[string]string)
		}
		readings[v] = target
	}
	c.Readings = readings
}

// RoundOut widens bounds to multiples of a round step, about a tenth of what they span.
func RoundOut(low, high float64) (lo, hi int64) {
	step := max(1, cuts.Nice((high-low)/10))
	return int64(math.Floor(low/step) * step), int64(math.Ceil(high/step) * step)
}

// EvenRanges cuts lo..hi into at most a dozen ranges of a round width, the first open below
// and the last open above.
func EvenRanges(lo, hi float64) []plan.Range {
	span := max(hi-lo, 1)
	width := math.Pow(10, math.Floor(math.Log10(span)))
	for _, f := range []float64{0.1, 0.2, 0.5, 1} {
		if span/(width*f) <= 10 {
			width *= f
			break
		}
	}
	text := func(x float64) string {
		return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", x), "0"), ".")
	}
	at := (math.Floor(lo/width) + 1) * width
	out := []plan.Range{{To: text(at)}}
	for ; at < at+width && at+width < hi; at += width { // beyond 2^53 a sum may be no larger
		out = append(out, plan.Range{From: text(at), To: text(at + width)})
	}
	return append(out, plan.Range{From: text(at)})
}

// Identifies tells whether a column looks like the name or the number of a person: nearly
// every record has an entry of its own in it.
func Identifies(found sheet.Column) bool {
	return found.Key || found.Proposed == sheet.ProposeIdentifier && !Dated(found)
}

// KindFor returns the kind that a column of the file most likely is.
func KindFor(found sheet.Column) domain.Kind {
	switch found.Proposed {
	case sheet.ProposeWhole:
		return domain.Whole
	case sheet.ProposeRanges:
		return domain.Ranges
	}
	if Dated(found) {
		return domain.Periods
	}
	return domain.List
}

// Risk says what values of a kind tell when they are read off the data and published,
// with **stars** around what matters.
func Risk(kind domain.Kind) message.Text {
	switch kind {
	case domain.Periods:
		return message.Sprintf("The first and the last date are taken from the data: **either can point to one person**, and no noise hides that. Confirm them only if they are already public, for example because everyone knows when the survey was held.")
	case domain.Whole, domain.Ranges:
		return message.Sprintf("The smallest and the largest number are taken from the data: **either can point to one person**, and no noise hides that. Confirm them only if they are already public, for example because everyone knows what ages or prices occur.")
	}
	return message.Sprintf("A list taken from the data reveals that **someone gave each of these answers**, and no noise hides that. Confirm it only if the list is already public, for example from the questionnaire.")
}
