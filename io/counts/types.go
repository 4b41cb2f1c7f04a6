package counts

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"steward/core/domain"
	"steward/core/table"
)

// Texts cost an engine more than its own numbers and days. So a query that is told the types of a table's
// columns, by its description, compares those that it knows as such, and writes as text only what is left
// of them when equal ones are taken together. What a value means stays what its text means: a type is taken
// only where the two are known to agree, and the query tells of itself when a type was another one than
// it was told.

// kind is how the values of a type can be handled.
type kind int

// The kinds of types.
const (
	throughText kind = iota // as text only
	alike                   // equal values have equal texts, and only those
	wholes                  // alike, and a whole number that a double is the nearest to
	decimals                // alike, and a number with a point that a cast makes the nearest double of
	doubles                 // the number that the text is read as; minus zero equals zero, unlike their texts
	singles                 // the same, but the nearest double of the text is another number
	days                    // alike, and a day of the calendar
	moments                 // alike, and a day and time of day without a time zone
	clocks                  // alike, and a time of day
)

var (
	numericType    = regexp.MustCompile(`^numeric\(([0-9]+),[0-9]+\)$`)
	widthOfDecimal = regexp.MustCompile(`^DECIMAL\(([0-9]+),[0-9]+\)$`)
	precision      = regexp.MustCompile(`^(timestamp|time)\([0-6]\) `)
)

// exactDigits is up to how many digits a whole number is a double, so that one division makes the nearest
// double of a decimal.
const exactDigits = 15

func (postgres) kindOf(named string) kind {
	named = precision.ReplaceAllString(named, "$1 ")
	switch named {
	case "smallint", "integer", "bigint":
		return wholes
	case "double precision":
		return doubles
	case "real":
		return singles
	case "date":
		return days
	case "timestamp without time zone":
		return moments
	case "time without time zone":
		return clocks
	case "boolean", "uuid", "timestamp with time zone":
		return alike
	}
	// The cast of a numeric reads its text, which has at most so many characters.
	if m := numericType.FindStringSubmatch(named); m != nil && len(m[1]) <= 2 {
		return decimals
	}
	return throughText
}

func (duckDB) kindOf(named string) kind {
	switch named {
	case "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT":
		return wholes
	case "DOUBLE":
		return doubles
	case "FLOAT":
		return singles
	case "DATE":
		return days
	case "TIMESTAMP":
		return moments
	case "TIME":
		return clocks
	case "BOOLEAN", "UUID", "TIMESTAMP WITH TIME ZONE", "HUGEINT", "UHUGEINT":
		return alike
	}
	if m := widthOfDecimal.FindStringSubmatch(named); m != nil {
		if n, _ := strconv.Atoi(m[1]); n <= exactDigits {
			return decimals
		}
		return alike
	}
	return throughText
}

// kindOf takes everything through text: what Spark makes of its types was never compared.
func (spark) kindOf(string) kind { return throughText }

// compared reports whether the code of a row in the column is worked out from the value itself.
func (c column) compared() bool {
	if c.unread {
		return false // its texts are to be shown
	}
	switch c.kind {
	case wholes:
		return c.isNumeric()
	case decimals, doubles:
		return c.isNumeric() && len(c.attribute.ReadingTexts()) == 0
	case days:
		return c.isDays() && len(c.attribute.ReadingTexts()) == 0
	case moments:
		return c.isDates() && len(c.attribute.ReadingTexts()) == 0
	case clocks:
		return c.isDates() && !c.isDays() && len(c.attribute.ReadingTexts()) == 0
	}
	return false
}

// taken reports whether the column's equal values are taken together before they are written as text.
func (c column) taken() bool {
	switch c.kind {
	case throughText:
		return false
	case doubles, singles: // zeros are one number, and two texts
		return c.isNumeric() && len(c.attribute.ReadingTexts()) == 0
	}
	return true
}

// o names the value of a column that is compared.
func (c column) o() string { return "o" + strconv.Itoa(c.number) }

// value is what a column that is compared is compared by, of its value.
func (c column) value(of string) string {
	switch {
	case c.isNumeric():
		return "CAST(" + of + " AS " + c.doubleType() + ")"
	case c.isDays():
		return of
	}
	return "CAST(EXTRACT(hour FROM " + of + ") AS " + c.wholeType() + ")"
}

// The days that a text table can hold: others are written in another way.
const (
	firstDay = "0001-01-01"
	afterAll = "10000-01-01"
)

// comparedCode is the code of a row in a column that is compared.
func (c column) comparedCode() string {
	x := c.x()
	var b strings.Builder
	b.WriteString("CASE WHEN " + c.o() + " IS NULL THEN " + c.blank())
	switch {
	case c.isNumeric() && c.kind == wholes:
		for _, text := range c.attribute.ReadingTexts() {
			code, err := c.attribute.ValueOf(table.Cell{Kind: table.Text, Text: text})
			if err == nil && wholeText.MatchString(text) { // no other stands in a column of whole numbers
				b.WriteString(" WHEN " + c.o() + " = " + text + " THEN " + strconv.Itoa(code))
			}
		}
	case c.isNumeric():
		b.WriteString(" WHEN NOT " + finite(c, x) + " THEN NULL")
	case c.kind != clocks:
		b.WriteString(" WHEN " + c.o() + " < " + date(firstDay) + " OR " + c.o() + " >= " + date(afterAll) + " THEN NULL")
	}
	switch c.attribute.Kind() {
	case domain.Whole:
		b.WriteString(c.whole())
	case domain.Ranges:
		b.WriteString(c.ranges())
	default:
		if c.isDays() {
			b.WriteString(c.daysBefore())
		} else {
			b.WriteString(c.periods())
		}
	}
	return b.String() + " END"
}

// wholeText matches whole numbers as engines write them.
var wholeText = regexp.MustCompile(`^(0|-?[1-9][0-9]{0,19})$`)

// finite tells whether a double is a number. All engines put those that are none at the ends.
func finite(w writer, x string) string {
	infinite := func(sign string) string { return "CAST('" + sign + "Infinity' AS " + w.doubleType() + ")" }
	return "(" + x + " > " + infinite("-") + " AND " + x + " < " + infinite("") + ")"
}

// date writes a day.
func date(day string) string { return "CAST('" + day + "' AS date)" }

// after is the day after one.
func after(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic("counts: a period ends on no day: " + err.Error())
	}
	if day == "9999-12-31" {
		return date(afterAll)
	}
	return date(t.AddDate(0, 0, 1).Format(time.DateOnly))
}

// daysBefore codes days and moments.
func (c column) daysBefore() string {
	a, x := c.attribute, c.x()
	below, above := c.outside()
	first, _ := a.PeriodDays(0)
	_, last := a.PeriodDays(a.Regular() - 1)
	var b strings.Builder
	if first != "" {
		b.WriteString(" WHEN " + x + " < " + date(first) + " THEN " + below)
	}
	if last != "" {
		b.WriteString(" WHEN " + x + " >= " + after(last) + " THEN " + above)
	}
	var ends []string
	for i := range a.Regular() - 1 {
		_, end := a.PeriodDays(i)
		ends = append(ends, after(end))
	}
	b.WriteString(" ELSE " + tree(ends, 0, func(end string) string { return x + " < " + end }))
	return b.String()
}
