package model

import (
	"math"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
)

// shownText writes what is published of answer i.
func (w wording) shownText(q *result.Question, i int) string {
	if n, shown := q.Published(i); shown {
		return w.Number(Number(n, q.DecimalsOf(i)))
	}
	return w.Sayf("hidden")
}

// derivedTables writes out what follows from the answers to a question: of each table the first
// numbers.
func (w wording) derivedTables(q *result.Question, counted string, most int) (out []Table) {
	for _, d := range q.Derived {
		t := Table{Title: w.said(d.Title), Head: append(safeAll(q.Workload.SaidKeyNames(w.Say)), w.unitHead(d.Unit, counted), w.Sayf("19 times in 20"))}
		if n := len(d.Values); n > most {
			t.Title = w.Sayf("%s (the first %s of %s numbers; the workbook has all of them)", t.Title, whole(int64(most)), whole(int64(n)))
		}
		for range d.Keys {
			t.Numeric = append(t.Numeric, false)
		}
		t.Numeric = append(t.Numeric, true, true)
		for i, v := range d.Values[:min(len(d.Values), most)] {
			value, within := DerivedText(d.Unit, v)
			t.Rows = append(t.Rows, append(safeAll(d.SaidKey(w.Say, i)), w.Say(value), w.Say(within)))
		}
		out = append(out, t)
	}
	return out
}

func (w wording) unitHead(u plan.Unit, counted string) string {
	switch u {
	case plan.InPercent:
		return w.Sayf("per cent")
	case plan.InPoints:
		return w.Sayf("percentage points")
	case plan.InAverages:
		return w.Sayf("average, %s", counted)
	}
	return counted
}

// DerivedText writes a derived number and its interval, which is rounded outwards.
func DerivedText(u plan.Unit, v result.Derived) (value, interval message.Text) {
	if v.Unreliable {
		return message.Verbatim("–"), message.Sprintf("too unreliable to show")
	}
	if u == plan.InAverages {
		return averageText(v)
	}
	value = message.Verbatim(derivedNumber(u, v.Value, math.Round))
	low, high := derivedNumber(u, v.Low, math.Floor), derivedNumber(u, v.High, math.Ceil)
	if low == high {
		return value, message.Sprintf("exact")
	}
	return value, message.Sprintf("%s to %s", low, high)
}

// averageText writes an average with the digits that its interval leaves it.
func averageText(v result.Derived) (value, interval message.Text) {
	width := (v.High - v.Low) / 2
	if !(width > 0) {
		return message.Verbatim(Number(v.Value, 2)), message.Sprintf("exact")
	}
	digits := min(max(1-int(math.Floor(math.Log10(width))), 0), 9)
	unit := math.Pow(10, float64(digits))
	low, high := math.Floor(v.Low*unit+1e-9)/unit, math.Ceil(v.High*unit-1e-9)/unit
	return message.Verbatim(Number(v.Value, digits)), message.Sprintf("%s to %s", Number(low, digits), Number(high, digits))
}

// derivedNumber writes counts whole and percentages to a tenth.
func derivedNumber(u plan.Unit, x float64, round func(float64) float64) string {
	if u == plan.InCounts {
		return whole(int64(round(x)))
	}
	return tenths(round(x*10) / 10)
}
