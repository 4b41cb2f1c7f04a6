package result

import (
	"steward/core/accuracy"
	"steward/core/message"
	"steward/core/plan"
)

// DerivedTable is numbers that follow from the answers to one question: percentages, rates or
// differences.
type DerivedTable struct {
	Title  message.Text
	Unit   plan.Unit
	Keys   []string // headings of the labels
	Values []Derived
	Joined plan.Joined
}

// SaidKey returns the labels of a number as they are said in a language.
func (t *DerivedTable) SaidKey(say func(message.Text) string, i int) []string {
	return t.Joined.SaidKey(say, t.Values[i].Key)
}

// Derived is one of them, in the table's unit.
type Derived struct {
	Key []string
	// Value is made of published numbers. Low and High are the ends of an interval that holds the
	// true one 19 times in 20, or more often. A percentage and its interval are kept from 0 to 100.
	Value, Low, High float64
	// Unreliable says that the number to divide by is not clearly above zero, or that the interval says next to nothing
	// (plan.DerivedTable.SaysNothing); Value is then 0. In the first case the interval holds all that is possible.
	Unreliable bool
}

// Printed returns the number and its interval as tables print them: with the digits that the interval, which is about
// four root mean square errors long, leaves them.
func (d Derived) Printed() Derived {
	rmse := (d.High - d.Low) / 4
	in := accuracy.Interval{Low: d.Low, High: d.High}.Printed(rmse)
	d.Value, d.Low, d.High = accuracy.Printed(d.Value, rmse), in.Low, in.High
	return d
}
