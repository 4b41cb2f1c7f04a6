package columns

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/sheet"
)

// periods are what the screens call each kind of period, and how the first of them is typed.
var periods = map[domain.Period]struct{ title, first string }{
	domain.Years:    {words.Key("Years"), "2019"},
	domain.Quarters: {words.Key("Quarters"), "2019-Q1"},
	domain.Months:   {words.Key("Months"), "2019-01"},
	domain.Weeks:    {words.Key("Weeks, from Monday to Sunday"), "2019-W01"},
	domain.Days:     {words.Key("Days"), "2019-01-01"},
	domain.Hours:    {words.Key("Hours of the day"), "0"},
	domain.Spans:    {words.Key("Periods that I list"), "2019-01-01"},
}

// PeriodWords names the periods as the screens do.
func PeriodWords(p domain.Period) string {
	return words.Text(cmp.Or(periods[p].title, periods[domain.Spans].title))
}

// PeriodExample returns how the first period of a kind is typed.
func PeriodExample(p domain.Period) string {
	return cmp.Or(periods[p].first, periods[domain.Days].first)
}

// OrderWords names the orders of dates as the screens do.
func OrderWords(o domain.DateOrder) string {
	switch o {
	case domain.DayFirst:
		return words.T("the day: 14.3.2024 or 14/03/2024")
	case domain.MonthFirst:
		return words.T("the month: 3/14/2024")
	}
	return words.T("the year only: 2024-03-14")
}

// YearsWords says which years two digits stand for, "" where they stand for none.
func YearsWords(from int) string {
	if from == 0 {
		return ""
	}
	if from%100 == 0 {
		return words.T("00 to 99 stand for %04d to %04d.", from, from+99)
	}
	next := (from/100 + 1) * 100
	return words.T("%02d to 99 stand for %04d to %04d, and 00 to %02d for %04d to %04d.", from%100, from, next-1, (from+99)%100, next, from+99)
}

// ParseYearsFrom reads the first of the hundred years that years of two digits lie in; nothing means
// that there are none. It errors on what is no year.
func ParseYearsFrom(text string) (int, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || len(text) != 4 || n < 1 || n > 9900 {
		return 0, words.Errorf("found %q where a year such as 1930 is expected, or nothing", text)
	}
	return n, nil
}

// SpanLines writes listed periods as a list to edit, one on each line: "to 2019-12-31",
// "2020-01-01 to 2020-03-14", "from 2020-03-15 = after the change".
func SpanLines(spans []plan.Range) string {
	lines := make([]string, len(spans))
	for i, s := range spans {
		switch {
		case s.From == "" && s.To == "":
			lines[i] = words.T("any day")
		case s.From == "":
			lines[i] = words.T("to %s", s.To)
		case s.To == "":
			lines[i] = words.T("from %s", s.From)
		case s.From == s.To:
			lines[i] = s.From
		default:
			lines[i] = words.T("%s to %s", s.From, s.To)
		}
		if s.Label != "" {
			lines[i] += " = " + s.Label
		}
	}
	return strings.Join(lines, "\n")
}

// ParseSpans reads what SpanLines writes; a day may also be a whole month, quarter or year, as
// in "2019 to 2021-06". It errors at the first line that is no period, saying which and what is
// expected. Whether they follow one another is for the plan's check to say.
func ParseSpans(text string) ([]plan.Range, error) {
	var out []plan.Range
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		wording, label, _ := strings.Cut(line, "=")
		s, ok := parseSpan(strings.TrimSpace(wording))
		if !ok {
			return nil, words.Errorf("line %d: found %q where days such as 2019-01-01 to 2019-06-30, to 2019-06-30 or from 2019-07-01 are expected", i+1, wording)
		}
		s.Label = strings.TrimSpace(label)
		if out = append(out, s); len(out) > limits.MaxCutRanges {
			return nil, words.Errorf("line %d: there are more than %d periods: use longer ones", i+1, limits.MaxCutRanges)
		}
	}
	return out, nil
}

// cutPrefix cuts a beginning off, as English or the language in use has it.
func cutPrefix(text, english, own string) (rest string, found bool) {
	if rest, found = strings.CutPrefix(text, english); found {
		return rest, true
	}
	return strings.CutPrefix(text, own)
}

// cutSpan parts "2019 to 2021", as English or the language in use has it.
func cutSpan(text string) (from, to string, found bool) {
	if from, to, found = strings.Cut(text, " to "); found {
		return from, to, true
	}
	return strings.Cut(text, words.T("%s to %s", "", ""))
}

func parseSpan(wording string) (s plan.Range, ok bool) {
	lower := strings.ToLower(wording)
	if lower == "any day" || lower == strings.ToLower(words.T("any day")) {
		return plan.Range{}, true
	}
	from, to, between := lower, lower, false
	if rest, below := cutPrefix(lower, "to ", words.T("to %s", "")); below {
		from, to = "", rest
	} else if rest, above := cutPrefix(lower, "from ", words.T("from %s", "")); above {
		from, to = rest, ""
	} else if from, to, between = cutSpan(lower); !between {
		if from, to, between = strings.Cut(lower, "–"); !between {
			from, to = lower, lower
		}
	}
	if from != "" {
		if s.From, _, ok = domain.DaysOf(strings.TrimSpace(from), domain.YearFirst); !ok {
			return s, false
		}
	}
	if to != "" {
		if _, s.To, ok = domain.DaysOf(strings.TrimSpace(to), domain.YearFirst); !ok {
			return s, false
		}
	}
	return s, from != "" || to != ""
}

// dated tells whether what was found in a column are dates or times of day, in any order.
func dated(found sheet.Column) bool {
	if found.Proposed == sheet.ProposeDates {
		return true
	}
	if len(found.Values) == 0 || found.Kinds[table.Number] > 0 || found.Kinds[table.Bool] > 0 {
		return false
	}
	for _, v := range found.Values {
		if _, ok := domain.HourOf(v); !ok && len(ordersOf(v, plan.Dates{})) == 0 && !domain.TwoDigitYear(v) {
			return false
		}
	}
	return true
}

// ordersOf returns the orders in which a text is a date, its year having two digits where d says
// their hundred years.
func ordersOf(text string, d plan.Dates) (out []domain.DateOrder) {
	for _, o := range []domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst} {
		if _, _, ok := (domain.Calendar{Order: o, YearsFrom: d.YearsFrom}).DaysOf(text); ok {
			out = append(out, o)
		}
	}
	return out
}

// StartingDates returns the periods with which a column of dates begins: the hours of the day for
// times, or else months, of which the steward says from when to when. It is nil for other kinds.
func StartingDates(kind domain.Kind, found sheet.Column) *plan.Dates {
	if kind != domain.Periods {
		return nil
	}
	for _, v := range found.Values {
		if len(ordersOf(v, plan.Dates{})) > 0 || domain.TwoDigitYear(v) {
			return &plan.Dates{Period: domain.Months}
		}
	}
	return &plan.Dates{Period: domain.Hours}
}

const (
	datesInMonths = 3   // years over which dates are proposed in months
	datesStretch  = 150 // years beyond which a first or last date is most likely a mistake
	yearsRound    = 5   // years to which the ends of longer times are rounded outwards
)

// proposeDates returns periods for the dates that were found: months of whole years, or of a
// longer time years, the ends rounded outwards. It errors where the data alone do not tell.
func proposeDates(c plan.Column, found sheet.Column) (*plan.Dates, error) {
	order, err := proposeOrder(c, found)
	if err != nil {
		return nil, err
	}
	written := plan.Dates{Order: order}
	if c.Dates != nil {
		written.YearsFrom = c.Dates.YearsFrom
	}
	first, last, times := 10000, 0, 0
	for _, v := range found.Values {
		from, to, ok := domain.Calendar{Order: order, YearsFrom: written.YearsFrom}.DaysOf(v)
		if !ok {
			if _, isTime := domain.HourOf(v); isTime {
				times++
			}
			continue
		}
		a, _ := strconv.Atoi(from[:4])
		b, _ := strconv.Atoi(to[:4])
		first, last = min(first, a), max(last, b)
	}
	switch {
	case last == 0 && times > 0:
		return &plan.Dates{Period: domain.Hours}, nil
	case last == 0:
		return nil, words.Errorf("there are no dates in %s: use a list of values", found.Name)
	case last-first > datesStretch:
		return nil, words.Errorf("the dates in %s span more than %d years, so some are most likely mistakes: type the first and the last period", found.Name, datesStretch)
	case last-first < datesInMonths:
		return &plan.Dates{Period: domain.Months, First: fmt.Sprintf("%04d-01", first), Last: fmt.Sprintf("%04d-12", last), Order: order, YearsFrom: written.YearsFrom}, nil
	}
	first, last = first/yearsRound*yearsRound, min((last/yearsRound+1)*yearsRound-1, 9999)
	return &plan.Dates{Period: domain.Years, First: fmt.Sprintf("%04d", max(first, 1)), Last: fmt.Sprintf("%04d", last), Order: order, YearsFrom: written.YearsFrom}, nil
}

// proposeOrder returns the order of dates that the column has, or the only one in which all
// texts that were found are dates. It errors where several are possible.
func proposeOrder(c plan.Column, found sheet.Column) (domain.DateOrder, error) {
	written := plan.Dates{}
	if c.Dates != nil {
		written = *c.Dates
	}
	if written.YearsFrom == 0 && slices.ContainsFunc(found.Values, domain.TwoDigitYear) {
		return "", words.Errorf("the dates in %s have two-digit years: say which hundred years they belong to, and what the dates begin with", found.Name)
	}
	if written.Order != domain.YearFirst {
		return written.Order, nil
	}
	fits := []domain.DateOrder{domain.YearFirst, domain.DayFirst, domain.MonthFirst}
	for _, v := range found.Values {
		if in := ordersOf(v, written); len(in) > 0 {
			fits = slices.DeleteFunc(fits, func(o domain.DateOrder) bool { return !slices.Contains(in, o) })
		}
	}
	switch {
	case len(fits) == 0:
		return "", words.Errorf("the dates in %s are written in different orders: say which comes first, and how the others are to be read", found.Name)
	case fits[0] == domain.YearFirst:
		return domain.YearFirst, nil
	case len(fits) > 1:
		return "", words.Errorf("the dates in %s can be read with the day or with the month first: say which it is", found.Name)
	}
	return fits[0], nil
}

// DatesWords says how many periods a column has and from when to when, "" while it has none.
func DatesWords(c plan.Column) string {
	a := c.Calendar()
	if a == nil {
		return ""
	}
	n := a.Regular()
	if n == 1 {
		return words.T("1 of the %s: %s", words.Say(a.Steps()), a.Label(0))
	}
	return words.T("%s %s, from %s to %s", amounts.Commas(n), words.Say(a.Steps()), a.Label(0), a.Label(n-1))
}
