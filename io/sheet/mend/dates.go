package mend

import (
	"strings"

	"steward/core/repair"
	"steward/io/sheet/number"
	"steward/io/sheet/serial"
)

// datesOf returns the days that a text such as 4/3/2024 may be meant as, and what stands between its numbers.
func datesOf(text string) (list []candidate, mark string) {
	if len(text) < len("1/1/2024") || len(text) > len("11/11/2024") || !number.IsDigit(text[0]) {
		return nil, ""
	}
	at := strings.IndexAny(text, "./-")
	if at < 0 {
		return nil, ""
	}
	mark = text[at : at+1]
	parts := strings.Split(text, mark)
	if len(parts) != 3 || len(parts[2]) != 4 || strings.Trim(strings.Join(parts, ""), "0123456789") != "" {
		return nil, ""
	}
	for _, order := range []struct {
		kind       repair.Kind
		day, month string
	}{{repair.DayFirst, parts[0], parts[1]}, {repair.MonthFirst, parts[1], parts[0]}} {
		if len(order.day) == 0 || len(order.day) > 2 || len(order.month) == 0 || len(order.month) > 2 {
			return nil, ""
		}
		if c, ok := serial.ISO(parts[2] + "-" + twoDigits(order.month) + "-" + twoDigits(order.day)); ok {
			list = append(list, candidate{c, repair.SetOf(order.kind)})
		}
	}
	return list, mark
}

func twoDigits(n string) string { return "0"[len(n)-1:] + n }
