package propose

import (
	"fmt"
	"slices"
	"strconv"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
	"steward/io/sheet"
)

// Dated tells whether what was found in a column are dates or times of day, in any order.
func Dated(found sheet.Column) bool {
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
		return nil, message.Errorf("there are no dates in %s: use a list of values", found.Name)
	case last-first > datesStretch:
		return nil, message.Errorf("the dates in %s span more than %d years, so some are most likely mistakes: type the first and the last period", found.Name, datesStretch)
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
		return "", message.Errorf("the dates in %s have two-digit years: say which hundred years they belong to, and what the dates begin with", found.Name)
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
		return "", message.Errorf("the dates in %s are written in different orders: say which comes first, and how the others are to be read", found.Name)
	case fits[0] == domain.YearFirst:
		return domain.YearFirst, nil
	case len(fits) > 1:
		return "", message.Errorf("the dates in %s can be read with the day or with the month first: say which it is", found.Name)
	}
	return fits[0], nil
}
