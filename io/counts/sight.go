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

// p names what a column's text is read as at sight: its code.
func (c column) p() string { return "p" + strconv.Itoa(c.number) }

// sight is what is read of a text, r, at sight: a number, a day, an hour, or of a list the code; NULL where nothing is. It is
// empty where no text of the column is read at sight.
func (c column) sight(r string, depended bool) (string, error) {
	switch {
	case !c.readsAtSight() || c.unread || c.compared() || c.taken():
		return "", nil
	case c.attribute.Kind() == domain.Whole:
		return wholeAtSight(c.writer, r, "0", maxDecimal), nil
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

// numberAtSight is the number in a text that is digits with a point at most, else NULL.
func numberAtSight(w writer, text string) string {
	return fmt.Sprintf("CASE WHEN %s AND length(%s) <= %d THEN %s END", w.matches(text, sightNumber), text, maxDecimal, w.short(text))
}

// wholeAtSight is the number in a text of no more than so many digits alone, of which the first is one or a greater one, else
// NULL. To look for what is no digit takes two thirds of the time of a whole form.
func wholeAtSight(w writer, text, first string, longest int) string {
	return fmt.Sprintf("CASE WHEN NOT %s AND %s >= '%s' AND length(%s) <= %d THEN %s END", w.matches(text, "[^0-9]"), text, first, text, longest, w.short(text))
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

// seen are the code of a row whose text, r, is read at sight or that is blank, and the text where it is not. x is what
// sight returned.
func (c column) seen(r string) (code, rest string) {
	x, not := c.x(), c.x()+" IS NULL"
	if texts := c.excepted(); len(texts) > 0 {
		not = "(" + not + " OR " + x + " IN (" + strings.Join(texts, ", ") + "))"
	}
	rest = "CASE WHEN " + not + " THEN " + r + " END"
	code = "CASE WHEN " + r + " IS NULL THEN " + c.blank()
	switch c.attribute.Kind() {
	case domain.Whole:
		code += " WHEN " + not + " THEN NULL" + c.whole()
	case domain.Ranges:
		code += " WHEN " + not + " THEN NULL" + c.ranges()
	case domain.Periods:
		code += " WHEN " + not + " THEN NULL" + c.known()
	default:
		code += " ELSE " + x
	}
	return code + " END", rest
}

// harmless reports whether every row of the column can be read, whatever it says.
func (c column) harmless() bool {
	k := c.attribute.Kind()
	return !c.unread && (k == domain.List || k == domain.Ordered) && c.blank() != "NULL" && c.other() != "NULL"
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
