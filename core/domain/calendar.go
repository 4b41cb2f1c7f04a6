package domain

import (
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/message"
)

// DateOrder says how texts such as 01/02/2024 are read. Texts that begin with the year are
// read in any order.
type DateOrder string

// The orders. Nothing but the steward's word tells them apart.
const (
	YearFirst  DateOrder = "" // no other texts are dates
	DayFirst   DateOrder = "day first"
	MonthFirst DateOrder = "month first"
)

// Calendar declares the periods of a Periods attribute.
type Calendar struct {
	Period Period
	// First and Last are the first and the last period, both included: "2019", "2019-Q3",
	// "2019-03", "2019-W05", "2019-03-14", an hour "0" to "23", or a date that lies in it.
	// They are empty for Spans; for Hours empty means the whole day.
	First, Last string
	Spans       []Span
	Order       DateOrder
	// YearsFrom says that years of two digits lie in the hundred years from this one on: 1930 has
	// 30 stand for 1930 and 29 for 2029. 0 means that dates with such years are none.
	YearsFrom int
}

// maxYearsFrom is the last year that the hundred years of two digits can begin with.
const maxYearsFrom = 9900

// Span is a listed period. Both days belong to it and are written 2019-03-14; that of the
// first span may be open below, and that of the last above.
type Span struct {
	From, To string
	Label    string // how it is written in tables; empty means From and To
}

// day counts from 1970-01-01.
type day int64

// The days that are read: of the years 1 to 9999. They stand for the open ends as well.
var (
	firstDay = dayOf(1, 1, 1)
	lastDay  = dayOf(9999, 12, 31)
)

func dayOf(year, month, d int) day {
	return day(time.Date(year, time.Month(month), d, 0, 0, 0, 0, time.UTC).Unix() / secondsADay)
}

const secondsADay = 24 * 60 * 60

func (d day) date() time.Time { return time.Unix(int64(d)*secondsADay, 0).UTC() }

func (d day) String() string { return d.date().Format(time.DateOnly) }

// calendar are the periods of an attribute. Those of a fixed length in the calendar are
// numbered from 0, which is the one with the number base.
type calendar struct {
	declared Calendar
	base     int64
	size     int
	starts   []day // Spans: the first day of each
	ends     []day // Spans: the last day of each
	labels   []string
	byLabel  map[string]int
}

// NewPeriods declares an attribute whose values are periods of time in their order, into which
// dates are put; with Hours, the hours of the day, into which times are put. It errors when
// the first or the last period cannot be read, when they are swapped or too many, and where
// listed periods overlap or leave a gap.
func NewPeriods(name AttributeName, c Calendar, opts Options) (*Attribute, error) {
	k := &calendar{declared: c}
	k.declared.Spans = append([]Span(nil), c.Spans...)
	switch c.Order {
	case YearFirst, DayFirst, MonthFirst:
	default:
		return nil, message.Errorf("column %q: unknown order of dates %q: use %q, %q, or nothing for dates that begin with the year", name, c.Order, DayFirst, MonthFirst)
	}
	if c.YearsFrom < 0 || c.YearsFrom > maxYearsFrom {
		return nil, message.Errorf("column %q: the hundred years of two-digit years are to begin with %d: use a year such as 1930", name, c.YearsFrom)
	}
	var err error
	switch c.Period {
	case Spans:
		err = k.list()
	case "":
		err = message.Errorf("the period is missing: use one of %q", AllPeriods())
	default:
		if _, known := calendarUnits[c.Period]; known {
			err = k.count()
		} else {
			err = message.Errorf("unknown period %q: use one of %q", string(c.Period), AllPeriods())
		}
	}
	if err != nil {
		return nil, message.Errorf("column %q: %w", name, err)
	}
	a := &Attribute{name: name, kind: Periods, regular: k.size, calendar: k}
	return a.finish(opts)
}

// count sets the first period and how many there are.
func (k *calendar) count() error {
	c := k.declared
	if len(c.Spans) > 0 {
		return message.Errorf("periods are listed, but it has %s: remove the list, or write %q", c.Period, string(Spans))
	}
	if c.Period == Hours && c.First == "" && c.Last == "" {
		k.size = 24
		return nil
	}
	first, err := k.end(c.First, message.Sprintf("first"))
	if err != nil {
		return err
	}
	last, err := k.end(c.Last, message.Sprintf("last"))
	if err != nil {
		return err
	}
	switch n := last - first + 1; {
	case n < 1:
		return message.Errorf("the first of the %s, %s, comes after the last, %s: swap them", c.Period, c.First, c.Last)
	case n > limits.MaxListedValues:
		return message.Errorf("from %s to %s there are %d %s, more than %d: use longer periods", c.First, c.Last, n, c.Period, limits.MaxListedValues)
	default:
		k.base, k.size = first, int(n)
	}
	return nil
}

// end reads the first or the last period.
func (k *calendar) end(text string, which message.Text) (int64, error) {
	if strings.TrimSpace(text) == "" {
		return 0, message.Errorf("the %s of the %s is missing: it must be public knowledge, such as when the survey began or ended", which, k.declared.Period)
	}
	n, ok := k.number(text)
	if !ok {
		return 0, message.Errorf("the %s of the %s: found %q where %s is expected", which, k.declared.Period, text, calendarUnits[k.declared.Period].example)
	}
	return n, nil
}

// number returns the number of the period that a text names or lies in.
func (k *calendar) number(text string) (int64, bool) {
	if k.declared.Period == Hours {
		if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 8); err == nil && n < 24 {
			return int64(n), true
		}
		n, ok := hourOf(text)
		return n, ok && n < 24
	}
	from, to, ok := k.declared.daysOf(text)
	if !ok {
		return 0, false
	}
	number := calendarUnits[k.declared.Period].number
	n := number(from)
	return n, n == number(to)
}

// list checks the listed periods.
func (k *calendar) list() error {
	c := k.declared
	switch n := len(c.Spans); {
	case c.First != "" || c.Last != "":
		return message.Errorf("a first or last period is given together with listed ones: leave it out")
	case n == 0:
		return message.Errorf("no periods are listed: give each its first and last day")
	case n > limits.MaxListedValues:
		return message.Errorf("%d periods are too many, the limit is %d", n, limits.MaxListedValues)
	}
	k.size, k.byLabel = len(c.Spans), make(map[string]int, len(c.Spans))
	for i, s := range c.Spans {
		from, to, err := s.days(i, len(c.Spans))
		if err != nil {
			return message.Errorf("period %d: %w", i+1, err)
		}
		if i > 0 && from != k.ends[i-1]+1 {
			if from > k.ends[i-1]+1 {
				return message.Errorf("periods %d and %d leave a gap: let the second begin on %s", i, i+1, k.ends[i-1]+1)
			}
			return message.Errorf("periods %d and %d overlap: let the second begin on %s", i, i+1, k.ends[i-1]+1)
		}
		label := strings.TrimSpace(s.label())
		switch j, twice := k.byLabel[label]; {
		case twice:
			return message.Errorf("periods %d and %d are both called %q", j+1, i+1, label)
		case label == BlankLabel || label == OtherLabel || label == TotalLabel:
			return message.Errorf("a period may not be called %s", label)
		case utf8.RuneCountInString(label) > limits.MaxNameRunes:
			return message.Errorf("period %d: its label has more than %d characters", i+1, limits.MaxNameRunes)
		}
		k.byLabel[label] = i
		k.starts, k.ends, k.labels = append(k.starts, from), append(k.ends, to), append(k.labels, label)
	}
	return nil
}

// days returns the first and the last day of the span with number i of n.
func (s Span) days(i, n int) (from, to day, err error) {
	read := func(text string, which message.Text, open bool, none day) (day, error) {
		if strings.TrimSpace(text) == "" {
			if !open {
				return 0, message.Errorf("it has no %s day: only the first may be open below, and the last above", which)
			}
			return none, nil
		}
		first, last, ok := Calendar{}.daysOf(text)
		if !ok || first != last {
			return 0, message.Errorf("found %q for its %s day where a day such as 2019-03-14 is expected", text, which)
		}
		return first, nil
	}
	if from, err = read(s.From, message.Sprintf("first"), i == 0, firstDay); err != nil {
		return 0, 0, err
	}
	if to, err = read(s.To, message.Sprintf("last"), i == n-1, lastDay); err != nil {
		return 0, 0, err
	}
	if to < from {
		return 0, 0, message.Errorf("it goes from %s to %s, which contains no day: swap them", s.From, s.To)
	}
	return from, to, nil
}

func (s Span) label() string {
	switch {
	case strings.TrimSpace(s.Label) != "":
		return s.Label
	case s.From == "" && s.To == "":
		return "any day"
	case s.From == "":
		return "to " + s.To
	case s.To == "":
		return "from " + s.From
	case s.From == s.To:
		return s.From
	}
	return s.From + " to " + s.To
}

// label returns the label of period i.
func (k *calendar) label(i int) string {
	if k.declared.Period == Spans {
		return k.labels[i]
	}
	return calendarUnits[k.declared.Period].label(k.base + int64(i))
}

// find returns the period with a label.
func (k *calendar) find(label string) (int, bool) {
	if k.declared.Period == Spans {
		i, ok := k.byLabel[label]
		return i, ok
	}
	text := label
	if k.declared.Period == Hours {
		text, _, _ = strings.Cut(label, "–")
	}
	n, ok := k.number(text)
	if i := n - k.base; ok && i >= 0 && i < int64(k.size) && k.label(int(i)) == label {
		return int(i), true
	}
	return 0, false
}

// where a date lies among the periods.
type where int

const (
	inside where = iota
	below
	above
	across // in more than one period, as a year among months
)

// at returns the period of the days from..to, which are not empty.
func (k *calendar) at(from, to day) (int, where) {
	if k.declared.Period == Spans {
		first := sort.Search(k.size, func(i int) bool { return k.ends[i] >= from })
		last := sort.Search(k.size, func(i int) bool { return k.ends[i] >= to })
		switch {
		case to < k.starts[0]:
			return 0, below
		case first == k.size:
			return 0, above
		case first != last || from < k.starts[0]:
			return 0, across
		}
		return first, inside
	}
	number := calendarUnits[k.declared.Period].number
	first, last := number(from), number(to)
	switch {
	case last < k.base:
		return 0, below
	case first >= k.base+int64(k.size):
		return 0, above
	case first != last:
		return 0, across
	}
	return int(first - k.base), inside
}

// Calendar returns the declared periods of a Periods attribute, and the zero value for others.
func (a *Attribute) Calendar() Calendar {
	if a.calendar == nil {
		return Calendar{}
	}
	c := a.calendar.declared
	c.Spans = append([]Span(nil), c.Spans...)
	return c
}

// PeriodDays returns the first and the last day of value i (regular) of a Periods attribute,
// both included, as 2019-03-14; "" stands for an open end. With Hours both are the hour, "0" to
// "23".
func (a *Attribute) PeriodDays(i int) (first, last string) {
	k := a.calendar
	switch p := k.declared.Period; p {
	case Hours:
		hour := strconv.FormatInt(k.base+int64(i), 10)
		return hour, hour
	case Spans:
		s := k.declared.Spans[i]
		if strings.TrimSpace(s.From) != "" {
			first = k.starts[i].String()
		}
		if strings.TrimSpace(s.To) != "" {
			last = k.ends[i].String()
		}
		return first, last
	default:
		n := k.base + int64(i)
		start := calendarUnits[p].start
		return start(n).String(), (start(n+1) - 1).String()
	}
}

// InSteps reports whether the difference of two values is counted in steps of their order, not
// in numbers.
func (a *Attribute) InSteps() bool { return a.kind == Ordered || a.kind == Periods }

// Steps names what the difference of two values is counted in: "steps" of an ordered list,
// "months" and the like of dates, nothing for numbers.
func (a *Attribute) Steps() message.Text {
	switch a.kind {
	case Ordered:
		return message.Sprintf("steps")
	case Periods:
		return a.calendar.declared.Period.Said()
	}
	return message.Text{}
}
