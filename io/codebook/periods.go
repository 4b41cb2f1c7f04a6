package codebook

import (
	"cmp"
	"fmt"
	"strconv"

	"steward/core/domain"
	"steward/core/plan"
)

// addOrder takes whether the day or the month comes first in dates.
func (c *column) addOrder(r *reader, l line) error {
	text := r.get(l, dateOrder)
	if text == "" {
		return nil
	}
	order, ok := orderOf(text)
	switch {
	case c.kind.Kind != domain.Periods:
		return r.wrong(l, dateOrder, "nothing, as the type is %s,", c.kind).WithRemedy("write years, months or another kind of period as the type, or remove the order")
	case !ok:
		return r.wrong(l, dateOrder, ordersExpected).WithRemedy("write one of them, or nothing for dates that begin with the year")
	case c.order != "" && c.order != order:
		return r.wrong(l, dateOrder, "%s, as in a row above,", c.order).WithRemedy("say it once for the column")
	}
	c.order = order
	return nil
}

// addYears takes the hundred years that years of two digits lie in.
func (c *column) addYears(r *reader, l line) error {
	text := r.get(l, yearsFrom)
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	switch {
	case c.kind.Kind != domain.Periods:
		return r.wrong(l, yearsFrom, "nothing, as the type is %s,", c.kind).WithRemedy("write years, months or another kind of period as the type, or remove the year")
	case err != nil || len(text) != 4 || n < 1:
		return r.wrong(l, yearsFrom, "the first of the hundred years for two-digit years, such as 1930,").
			WithRemedy("write one, or nothing where years have four digits")
	case c.years != 0 && c.years != n:
		return r.wrong(l, yearsFrom, "%d, as in a row above,", c.years).WithRemedy("say it once for the column")
	}
	c.years = n
	return nil
}

// addPeriod takes the first and the last period, or of listed ones the first and the last day.
func (c *column) addPeriod(r *reader, l line) error {
	if c.kind.period != domain.Spans && len(c.spans) > 0 {
		h := lowerEnd
		if r.get(l, h) == "" {
			h = upperEnd
		}
		return r.wrong(l, h, "nothing, as a row above has the first and the last of the %s,", c.kind).
			WithRemedy("say them once, or write periods as the type to list each")
	}
	span := plan.Range{Label: r.get(l, valueLabel)}
	if span.Label == "" && !c.codeRow(r, l) {
		span.Label = r.get(l, oneValue)
	}
	if text := r.get(l, lowerEnd); !isOpen(text) {
		span.From = text
	}
	if text := r.get(l, upperEnd); !isOpen(text) {
		span.To = text
	}
	if c.kind.period != domain.Spans && span.Label != "" {
		h := valueLabel
		if r.get(l, h) == "" {
			h = oneValue
		}
		return r.wrong(l, h, "nothing, as the type is %s,", c.kind).WithRemedy("write periods as the type to give each a label, or remove it")
	}
	c.spans = append(c.spans, span)
	return nil
}

// finishPeriods puts the periods together.
func (c *column) finishPeriods(r *reader) error {
	if c.kind.Kind != domain.Periods {
		return nil
	}
	dates := &plan.Dates{Period: c.kind.period, Order: c.order, YearsFrom: c.years}
	switch {
	case c.kind.period == domain.Spans:
		dates.Spans = c.spans
	case len(c.spans) == 0 && c.kind.period == domain.Hours: // the whole day
	case len(c.spans) == 0:
		return r.wrong(c.first, lowerEnd, "the first of the %s", c.kind).WithRemedy("write the first and the last under lower and upper")
	default:
		dates.First, dates.Last = c.spans[0].From, c.spans[0].To
	}
	c.out.Dates = dates
	return nil
}

// describePeriods returns the rows of a column of dates.
func describePeriods(d plan.Dates) []map[heading]string {
	spans := d.Spans
	if d.Period != domain.Spans {
		spans = []plan.Range{{From: d.First, To: d.Last}}
	}
	var rows []map[heading]string
	for i, s := range spans {
		row := map[heading]string{lowerEnd: s.From, upperEnd: s.To, valueLabel: s.Label}
		if d.Period == domain.Spans {
			row[lowerEnd], row[upperEnd] = cmp.Or(s.From, openEnd), cmp.Or(s.To, openEnd)
		}
		if i == 0 {
			row[dateOrder] = string(d.Order)
			if d.YearsFrom != 0 {
				row[yearsFrom] = fmt.Sprintf("%04d", d.YearsFrom)
			}
		}
		rows = append(rows, row)
	}
	return rows
}
