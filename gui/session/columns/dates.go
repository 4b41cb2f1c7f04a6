package columns

import (
	"cmp"
	"strconv"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
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
