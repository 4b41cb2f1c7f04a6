package counts

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"steward/core/domain"
	"steward/io/sheet/number"
)

// What people write in many ways, amounts of money, percentages and dates, a query first writes in
// one: as a number with a point, and as a day that begins with the year. Texts that it does not
// know stay as they are.

// n names the column's text written plainly, u its text with other signs and letters alike.
func (c column) n() string { return "n" + fmt.Sprint(c.number) }
func (c column) u() string { return "u" + fmt.Sprint(c.number) }

// isDays tells whether the column's texts are read as days.
func (c column) isDays() bool { return c.isDates() && c.attribute.Calendar().Period != domain.Hours }

// The signs that stand in a query for those that are not of ASCII, so that its regular expressions
// are: for currencies, and for a letter of Kč and of zł. A text that has one of them is no amount.
const (
	anyCurrency = "#"
	letterOfKc  = "~"
	letterOfZl  = "&"
	stoodFor    = "[#~&]"
)

// amountLetters are the letters and signs in amounts that stand for themselves.
var amountPattern, amountMarks = func() (pattern, marks string) {
	var dollars, words []string
	for _, w := range number.CurrencyWords() {
		w = strings.NewReplacer("č", letterOfKc, "ł", letterOfZl).Replace(w)
		if before, ok := strings.CutSuffix(w, "$"); ok {
			dollars = append(dollars, before)
		} else {
			words = append(words, w)
		}
		marks += w
	}
	sign := "([" + anyCurrency + "$]|(" + strings.Join(dollars, "|") + ")[$])"
	word := "(" + strings.Join(words, "|") + ")"
	digits := "(0|[1-9][0-9]{0,14}|(0|[1-9][0-9]*)[.][0-9]*)"
	number := "(" + digits + "|[.][0-9]+)"
	before := func(minus string) string { // an abbreviation may have the point
		return "(" + sign + " *" + minus + number + "|" + word + " *" + minus + digits + ")"
	}
	after := number + " *(" + sign + "|" + word + "|%)"
	pattern = "^([+-]? *(" + before("") + "|" + after + ")|" + before("[+-]") + "|[(] *(" + before("") + "|" + after + "|" + number + ") *[)])$"
	return pattern, marks + anyCurrency + "$%()+- "
}()

// likeAmount has a match in every amount of money and percentage: a sign, or two letters. It has none
// in most numbers, days and codes, which spares them what costs an engine more than all else.
const likeAmount = "[^-+.0-9A-Za-z ]|[A-Za-z]{2}"

// amountSigns writes a text with one sign for all currencies and one blank for all blanks, NULL where it
// can be no amount.
func amountSigns(w writer, t string) (string, error) {
	from, to := "čł", letterOfKc+letterOfZl
	for _, r := range number.AmountBlanks {
		if r != ' ' {
			from, to = from+string(r), to+" "
		}
	}
	for _, span := range unicode.Sc.R16 {
		for r := rune(span.Lo); r <= rune(span.Hi); r += rune(span.Stride) {
			if r != '$' {
				from, to = from+string(r), to+anyCurrency
			}
		}
	}
	signs, err := translated(w, t, from, to)
	return "CASE WHEN " + w.matches(t, likeAmount) + " THEN " + signs + " END", err
}

func translated(w writer, t, from, to string) (string, error) {
	froms, err := w.text(from)
	if err != nil {
		return "", err
	}
	tos, err := w.text(to)
	return "translate(" + t + ", " + froms + ", " + tos + ")", err
}

// plainAmount is a text, of which u is written by amountSigns, as a number without signs where it
// is a percentage or an amount of money.
func plainAmount(w writer, t, u string) (string, error) {
	digits, err := translated(w, u, amountMarks, "")
	return "CASE WHEN " + w.matches(u, amountPattern) + " AND NOT " + w.matches(t, stoodFor) +
		" THEN concat(CASE WHEN " + w.matches(u, "[(-]") + " THEN '-' ELSE '' END, " + digits + ", CASE WHEN " + w.matches(u, "%") + " THEN 'e-2' ELSE '' END) ELSE " + t + " END", err
}

// dateParts writes the numbers and words of a date with one blank between them, in small letters
// without accents.
func dateParts(w writer, t string) (string, error) {
	_, accented, plain := domain.MonthWords()
	parts, err := translated(w, "lower("+t+")", "-/.,"+accented, "    "+plain)
	for _, of := range []string{"  ", "  ", " of ", " de ", " del "} {
		parts = "replace(" + parts + ", '" + of + "', ' ')"
	}
	return parts, err
}

// monthTable is the table of words for months.
func monthTable() string {
	words, _, _ := domain.MonthWords()
	var rows []string
	for _, w := range slices.Sorted(maps.Keys(words)) {
		rows = append(rows, fmt.Sprintf("('%s', '%02d')", w, words[w]))
	}
	return "  VALUES\n    " + strings.Join(rows, ", ")
}

// named is the table of months as it is joined to a column's texts, and how.
func (c column) named() string { return "months" + fmt.Sprint(c.number) }

func (c column) join() string {
	return fmt.Sprintf("\n  LEFT JOIN months AS %[1]s ON %[1]s.name = CASE WHEN %[2]s THEN split_part(%[3]s, ' ', 1) ELSE split_part(%[3]s, ' ', 2) END",
		c.named(), c.matches(c.u(), "^[a-z]"), c.u())
}

// plainDay is the text of a column of dates as 2024-03-14 or 2024-03, where it says a day or a month
// in another way.
func (c column) plainDay() string {
	const short, long, nth = "[0-9]{1,2}", "[0-9]{4}", "[0-9]{1,2}(st|nd|rd|th|er)?"
	k, t, u := c.attribute.Calendar(), c.t(), c.u()
	part := func(i int) string { return fmt.Sprintf("split_part(%s, ' ', %d)", u, i) }
	two := func(i int) string { return "lpad(" + part(i) + ", 2, '0')" }
	day := func(i int) string { return "lpad(translate(" + part(i) + ", 'stndrhe', ''), 2, '0')" }
	month := c.named() + ".number"
	hundred := func(i int) string {
		first, from := k.YearsFrom/100, k.YearsFrom%100
		return fmt.Sprintf("concat(CASE WHEN %[1]s >= '%02[2]d' THEN '%02[3]d' ELSE '%02[4]d' END, %[1]s)", part(i), from, first, first+1)
	}
	var b strings.Builder
	b.WriteString("CASE")
	when := func(of, pattern string, parts ...string) {
		b.WriteString(" WHEN " + c.matches(of, pattern) + " THEN concat(" + strings.Join(parts, ", '-', ") + ")")
	}
	// Digits alone, with one and the same mark between them, and perhaps a time of day.
	digits := func(x, y, z, rest string, parts ...string) {
		when(t, "^("+x+"[.]"+y+"[.]"+z+"|"+x+"/"+y+"/"+z+"|"+x+"-"+y+"-"+z+")"+rest, parts...)
	}
	timed := "$"
	if rest, ok := strings.CutPrefix(dayClock, dayOnly[:len(dayOnly)-1]); ok {
		timed = "(" + strings.Replace(strings.TrimSuffix(rest, "$"), "[Tt ]", " ", 1) + ")?$"
	}
	digits(long, short, short, timed, part(1), two(2), two(3))
	when(t, "^"+long+"[./-]"+short+"$", part(1), two(2))
	switch k.Order {
	case domain.DayFirst:
		digits(short, short, long, timed, part(3), two(2), two(1))
	case domain.MonthFirst:
		digits(short, short, long, timed, part(3), two(1), two(2))
	}
	if k.YearsFrom != 0 {
		switch k.Order {
		case domain.DayFirst:
			digits(short, short, "[0-9]{2}", "$", hundred(3), two(2), two(1))
		case domain.MonthFirst:
			digits(short, short, "[0-9]{2}", "$", hundred(3), two(1), two(2))
		default:
			digits("[0-9]{2}", short, short, "$", hundred(1), two(2), two(3))
		}
	}
	// The name of the month, with a day and a year or with a year alone.
	b.WriteString(" WHEN " + month + " IS NULL THEN " + t)
	when(u, "^"+nth+" [a-z]+ "+long+"$", part(3), month, day(1))
	when(u, "^[a-z]+ "+nth+" "+long+"$", part(3), month, day(2))
	when(u, "^"+long+" [a-z]+ "+short+"$", part(1), month, two(3))
	if k.YearsFrom != 0 {
		if k.Order == domain.YearFirst {
			when(u, "^[0-9]{2} [a-z]+ "+short+"$", hundred(1), month, two(3))
			when(u, "^[a-z]+ [0-9]{2} "+short+"$", hundred(2), month, two(3))
		} else {
			when(u, "^"+nth+" [a-z]+ [0-9]{2}$", hundred(3), month, day(1))
			when(u, "^[a-z]+ "+nth+" [0-9]{2}$", hundred(3), month, day(2))
		}
	}
	when(u, "^[a-z]+ "+long+"$", part(2), month)
	when(u, "^"+long+" [a-z]+$", part(1), month)
	b.WriteString(" ELSE " + t + " END")
	return b.String()
}

// examples are texts that are read as days.
func (c column) examples() string {
	all := []string{"2024-03-14", "20240314", "2024-03-14 13:45"}
	k := c.attribute.Calendar()
	short := k.YearsFrom != 0
	switch {
	case k.Order == domain.DayFirst && short:
		all = append(all, "14.3.2024", "14.3.24")
	case k.Order == domain.DayFirst:
		all = append(all, "14.3.2024")
	case k.Order == domain.MonthFirst && short:
		all = append(all, "3/14/2024", "3/14/24")
	case k.Order == domain.MonthFirst:
		all = append(all, "3/14/2024")
	case short:
		all = append(all, "24-3-14")
	}
	return strings.Join(all, ", ") + " or 14 March 2024"
}
