package counts

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
)

// Most texts are written as engines themselves write numbers and days, or are a list's own. In an engine in which it takes
// longer to find the different texts of a column, read them and look each row's up, those are read at sight, row by row. A text
// is read at sight only as it would be among the others (read.go), and what is not goes there.

const (
	// sightNumber matches numbers without a sign.
	sightNumber = "^[0-9]+[.]?[0-9]*$"
	// sightDay matches days that every month has, with a time of day or without.
	sightDay = "^[0-9][0-9][0-9][0-9]-(0[1-9]|1[0-2])-([01][1-9]|10|2[0-8])([Tt ][0-9]{1,2}:" + minutes + ")?$"
	// sightTexts is up to how many texts of a list are compared with each row's.
	sightTexts = 64
)

var readAtSight = regexp.MustCompile(sightNumber)

// sight is what is read of a text, r, at sight: a number, a day, an hour, or of a list the code; NULL where nothing is. It is
// empty where no text of the column is read at sight.
func (c column) sight(r string, depended bool) (string, error) {
	switch {
	case !c.readsAtSight() || c.unread || c.taken():
		return "", nil
	case c.attribute.Kind() == domain.Whole:
		return wholeAtSight(c.writer, r, "0", numbersPlain), nil
	case c.isNumeric():
		return numberAtSight(c.writer, r), nil
	case c.isDays():
		return "CASE WHEN " + c.matches(r, sightDay) + " AND " + r + " > '0001' THEN substr(" + r + ", 1, 10) END", nil
	case c.isDates():
		if len(c.attribute.ReadingTexts()) > 0 {
			return "", nil
		}
		return c.hour(r), nil
	}
	listed, err := c.listed()
	if err != nil || len(listed) == 0 || len(listed) > sightTexts {
		return "", err
	}
	var b strings.Builder
	if !depended {
		texts := make([]string, len(listed))
		for i, l := range listed {
			texts[i] = l.literal
		}
		return "CASE WHEN " + r + " IN (" + strings.Join(texts, ", ") + ") THEN 0 END", nil
	}
	b.WriteString("CASE " + r)
	for _, l := range listed {
		fmt.Fprintf(&b, " WHEN %s THEN %d", l.literal, l.code)
	}
	return b.String() + " END", nil
}

// To look for one kind of sign in a text takes an engine longer than to compare its beginning and its length, and nearly as long as
// in several texts put together. So those of a row are looked through together; where that finds another sign, or one is NULL,
// each text by itself.
const (
	numbersPlain = "numbers_plain" // the texts of all columns of numbers are of digits and points
	ownersPlain  = "owners_plain"  // the texts that say whose row it is and order the rows of a person are of visible signs of ASCII
	noDigits     = "[^0-9.]"
	noVisible    = "[^!-~]"
)

// without tells whether a text has none of some signs: by itself, if it is not known of several together.
func without(w writer, text, signs, together string) string {
	alone := "NOT " + w.matches(text, signs)
	if together == "" {
		return alone
	}
	return "(" + together + " OR " + alone + ")"
}

// numberAtSight is the number in a text that is digits with a point at most, else NULL.
func numberAtSight(w writer, text string) string {
	return fmt.Sprintf("CASE WHEN %[1]s >= '0' AND octet_length(%[1]s) <= %[2]d AND %[3]s AND %[1]s NOT LIKE '%%.%%.%%' THEN %[4]s END",
		text, maxDecimal, without(w, text, noDigits, numbersPlain), w.short(text))
}

// wholeAtSight is the number in a text of no more digits than doubles hold, of which the first is one or a greater one, else
// NULL.
func wholeAtSight(w writer, text, first, together string) string {
	return fmt.Sprintf("CASE WHEN %[1]s >= '%[2]s' AND %[1]s < ':' AND octet_length(%[1]s) <= %[3]d AND %[4]s AND %[1]s NOT LIKE '%%.%%' THEN CAST(%[1]s AS %[5]s) END",
		text, first, exactDigits, without(w, text, noDigits, together), w.wholeType())
}

// noNumber matches texts that no way to write a number or an amount fits: with a word longer than those for currencies, or with a
// letter before a digit, but one of those words or an exponent.
const noNumber = "[A-Za-z]{4}|^[A-Za-z][-_.:/0-9]|[0-9][A-DF-Za-df-z][0-9]|_"

// No number begins with a letter and a hyphen, and none has three hyphens. To look for these takes least.
const (
	letterHyphen = "_-%"
	threeHyphens = "%-%-%-%"
)

// isWord tells whether a text of visible signs of ASCII is known at sight to be no number.
func isWord(w writer, text, together string) string {
	return fmt.Sprintf("(%[1]s LIKE '%[2]s' AND %[1]s >= 'A' AND %[1]s < '{' OR %[1]s LIKE '%[3]s' OR %[4]s) AND %[5]s",
		text, letterHyphen, threeHyphens, w.matches(text, noNumber), without(w, text, noVisible, together))
}

// wordAtSight is a text that is known to be no number, else NULL. Most numbers are short and begin with no letter.
func wordAtSight(w writer, text string) string {
	return fmt.Sprintf("CASE WHEN (%[1]s >= 'A' OR octet_length(%[1]s) > %[2]d) AND %[3]s THEN %[1]s END", text, exactDigits, isWord(w, text, ownersPlain))
}

// excepted are the numbers or days that are read at sight and that the plan says how to read otherwise.
func (c column) excepted() []string {
	var out []string
	for _, text := range c.attribute.ReadingTexts() {
		switch {
		case c.isNumeric() && readAtSight.MatchString(text):
			if x, err := strconv.ParseFloat(text, 64); err == nil {
				out = append(out, doubleOf(c.writer, x))
			}
		case c.isDays() && len(text) >= len("2024-03-14"):
			if day, err := c.text(text[:len("2024-03-14")]); err == nil {
				out = append(out, day)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// seen are the code of a row whose text, r, is read at sight or that is blank, and what holds where it is not. x is what
// sight returned.
func (c column) seen(r string) (code, not string) {
	x := c.x()
	not = x + " IS NULL"
	if texts := c.excepted(); len(texts) > 0 {
		not = "(" + not + " OR " + x + " IN (" + strings.Join(texts, ", ") + "))"
	}
	code = "CASE WHEN " + r + " IS NULL THEN " + c.blank()
	switch c.attribute.Kind() {
	case domain.Whole:
		lo, hi := c.attribute.Bounds()
		below, above := c.outside()
		code += fmt.Sprintf(" WHEN %s THEN NULL WHEN %[2]s < %[3]d THEN %[4]s WHEN %[2]s > %[5]d THEN %[6]s ELSE %[2]s - (%[3]d)", not, x, lo, below, hi, above)
	case domain.Ranges:
		code += " WHEN " + not + " THEN NULL" + c.ranges()
	case domain.Periods:
		code += " WHEN " + not + " THEN NULL" + c.known()
	default:
		code += " ELSE " + x
	}
	return code + " END", not
}

// harmless reports whether every row of the column can be read, whatever it says.
func (c column) harmless() bool {
	k := c.attribute.Kind()
	return !c.unread && k.OfNames() && c.blank() != "NULL" && c.other() != "NULL"
}

// depends reports whether a cell or an impossible combination depends on the code of a column. Of others it only matters
// whether they can be read.
func (s *statement) depends(c column) bool {
	name := c.attribute.Name()
	return slices.ContainsFunc(s.needed, func(n column) bool { return n.number == c.number }) ||
		slices.ContainsFunc(s.plan.Everybody().Impossible(), func(of domain.Combination) bool { return len(of[name]) > 0 })
}

// only is a code where something depends on it; else all that can be read have the same, so that more rows are alike.
func (s *statement) only(c column, code string) string {
	if s.depends(c) {
		return code
	}
	return "CASE WHEN " + code + " IS NOT NULL THEN 0 END"
}

// skipped reports whether it does not matter at all what rows say in a column.
func (s *statement) skipped(c column) bool { return c.harmless() && !s.depends(c) }
