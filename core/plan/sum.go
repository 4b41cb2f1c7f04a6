package plan

import (
	"fmt"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/mechanism"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/workload"
)

// Sum says what a question of totals adds up: the numbers that the values of some of its columns
// stand for, over the groups that its other columns make.
type Sum struct {
	// Of are the columns whose values stand for numbers, among the question's Columns.
	Of []domain.AttributeName `json:"of"`
	// Numbers say what values stand for, where that is not a whole number itself or the middle of a
	// range; for several columns every combination.
	Numbers []Number `json:"numbers,omitempty"`
	// Averages asks for the average of each group beside its total.
	Averages bool `json:"averages,omitempty"`
	// Unit is what the numbers are in, such as "EUR", for screens and reports.
	Unit string `json:"unit,omitempty"`
}

// Number is what a value stands for, or a combination of values, one for each column of Of; an empty
// Number says that it counts as none.
type Number struct {
	Values []string `json:"values"`
	Number string   `json:"number,omitempty"`
}

// add completes what a question asks with what it adds up.
func (s *Sum) add(w *workload.Question) {
	if s == nil {
		return
	}
	w.Of, w.Averages = s.Of, s.Averages
	for _, n := range s.Numbers {
		w.Numbers = append(w.Numbers, workload.Number(n))
	}
}

// checkSum errors where a question says what to add up though it adds up nothing, and where the unit
// of its numbers is too long a word.
func (q Question) checkSum() error {
	switch {
	case q.Sum == nil:
		return nil
	case workload.Kind(q.Kind) != workload.Totals:
		return message.Errorf("it says what to add up, but counts people: make it a question about totals, or remove that")
	case len([]rune(q.Sum.Unit)) > limits.MaxUnitRunes:
		return message.Errorf("the numbers are in %q: write the unit in up to %d characters, such as EUR", q.Sum.Unit, limits.MaxUnitRunes)
	}
	return nil
}

// GroupedBy returns the columns that make the groups of a question of totals.
func (q Question) GroupedBy() []domain.AttributeName {
	var out []domain.AttributeName
	for _, c := range q.Columns {
		if q.Sum == nil || !slices.Contains(q.Sum.Of, c) {
			out = append(out, c)
		}
	}
	return out
}

// NewSum returns a question, without a title, for the total of what some columns stand for over groups, with averages
// where they are wanted. Where no numbers are given for the values of one column that are none
// themselves, they get some to begin with: the end of a range that is open on the other side, and the
// places of the values of a list.
func NewSum(columns []Column, of, by []domain.AttributeName, averages bool, numbers []Number) (Question, error) {
	q := Question{Kind: string(workload.Totals), Columns: append(slices.Clone(by), of...), Totals: len(by) > 0,
		Sum: &Sum{Of: slices.Clone(of), Averages: averages, Numbers: numbers}}
	for _, c := range of {
		if slices.Contains(by, c) {
			return q, message.Errorf("the column %q is added up, so it cannot make the groups as well", c)
		}
	}
	var err error
	if numbers == nil && len(of) == 1 {
		q.Sum.Numbers, err = FirstNumbers(columns, of[0])
	}
	return q, err
}

// FirstNumbers returns what the values of a column stand for to begin with, where they are no numbers
// themselves.
func FirstNumbers(columns []Column, of domain.AttributeName) ([]Number, error) {
	at := slices.IndexFunc(columns, func(c Column) bool { return c.Name == of })
	if at < 0 {
		return nil, message.Errorf("%q is not published: publish it first", of)
	}
	a, err := columns[at].Attribute()
	if err != nil {
		return nil, err
	}
	if a.Regular() > mostFirstNumbers && !a.Kind().OfNumbers() {
		return nil, message.Errorf("%q has %d values, which are not numbers: give the numbers they stand for in a sheet", of, a.Regular())
	}
	var out []Number
	for v := range a.Regular() {
		if a.Kind() == domain.Whole {
			break
		}
		if _, own := workload.OwnNumber(a, v); own {
			continue
		}
		n := Number{Values: []string{a.Label(v)}, Number: fmt.Sprint(v + 1)}
		if a.Kind() == domain.Ranges {
			lo, hi := a.Ends(v)
			if n.Number = "0"; lo != nil {
				n.Number = decimal.Exact(lo)
			} else if hi != nil {
				n.Number = decimal.Exact(hi)
			}
		}
		out = append(out, n)
	}
	return out, nil
}

// mostFirstNumbers is the longest list whose values get numbers by themselves.
const mostFirstNumbers = 1000

// TitleOfSum is the title that a question of totals has at first.
func (q Question) TitleOfSum() message.Text {
	if q.Sum == nil || len(q.Sum.Of) == 0 {
		return message.Sprintf("Totals")
	}
	of, by := allNames(q.Sum.Of), q.GroupedBy()
	switch grouped := len(by) > 0; {
	case q.Sum.Averages && grouped:
		return message.Sprintf("Average %s by %s", of, allNames(by))
	case q.Sum.Averages:
		return message.Sprintf("Average %s", of)
	case grouped:
		return message.Sprintf("Total %s by %s", of, allNames(by))
	}
	return message.Sprintf("Total %s", of)
}

// averages returns the averages that follow from the totals and numbers of people of a question: of
// each group its total over its people. An average lies between the least and the greatest number,
// so that, of what totals exceed the least by, it is a part of what they could.
func (q Question) averages(w *workload.Workload) (DerivedTable, error) {
	s, _ := w.Sums()
	low, _ := new(big.Rat).Mul(s.Unit, new(big.Rat).SetInt64(s.Least)).Float64()
	high, _ := new(big.Rat).Mul(s.Unit, new(big.Rat).SetInt64(s.Most)).Float64()
	t := DerivedTable{Title: message.Sprintf("Average %s", w.Summed()), Unit: InAverages, Low: low, High: high}
	n := s.Figures()
	if n > limits.MaxDerived {
		return t, message.Errorf("it asks for the averages of %d groups, more than %d: ask for fewer, or over coarser values", n, limits.MaxDerived)
	}
	if low == high {
		return t, nil // every average is that number
	}
	for i := range n {
		key := slices.Clone(w.Key(i))
		key[len(key)-1] = "average " + w.Summed()
		t.Values = append(t.Values, Derivation{
			Key:   key,
			Sum:   []mechanism.Term{{Answer: i, Weight: 1}, {Answer: n + i, Weight: -low}},
			Whole: []mechanism.Term{{Answer: n + i, Weight: high - low}},
		})
	}
	return t, nil
}

// SumSentences say what question i adds up, where it is one of totals, where numbers are clipped, what counts as
// none, and which other questions tell the same numbers without agreeing with it; nil for any other question. They are public.
func (p Plan) SumSentences(i int, w *workload.Workload) []message.Text {
	q := p.Questions[i]
	s, ok := w.Sums()
	if !ok {
		return nil
	}
	low, most := new(big.Rat).Mul(s.Unit, new(big.Rat).SetInt64(s.Least)), new(big.Rat).Mul(s.Unit, new(big.Rat).SetInt64(s.Most))
	high := message.Sprintf("%s", decimal.Exact(most))
	if q.Sum != nil && q.Sum.Unit != "" {
		high = message.Sprintf("%s %s", decimal.Exact(most), q.Sum.Unit)
	}
	out := []message.Text{message.Sprintf("Each person contributes from %s to %s: the %s.", decimal.Exact(low), high, numbersFrom(w))}
	for _, j := range s.Of {
		a := w.Domain().Attributes()[j]
		out = append(out, bounds(a)...)
	}
	out = append(out, standIns(w, s)...)
	if blanks := countNothing(w, s); len(blanks) > 0 {
		out = append(out, message.Sprintf("%s does not count: neither in totals nor among the people who are averaged.", listed(blanks)))
	}
	if others := p.tellNumbers(i, w.Question().Of); len(others) > 0 {
		out = append(out, message.Sprintf("Totals have noise of their own: totals worked out from %s may differ from them.", message.And(others)))
	}
	return out
}

// tellNumbers lists the titles of all questions but the i-th that are asked by all of some columns.
func (p Plan) tellNumbers(i int, columns []domain.AttributeName) []message.Text {
	var out []message.Text
	for j, q := range p.Questions {
		if j != i && !slices.ContainsFunc(columns, func(of domain.AttributeName) bool { return !slices.Contains(q.Columns, of) }) {
			out = append(out, message.Sprintf("“%s”", q.Title))
		}
	}
	return out
}

// InWords says what the numbers of a question are in: what the plan counts, or, where it adds numbers
// up, their unit.
func (p Plan) InWords(q Question) message.Text {
	switch {
	case q.Sum == nil:
		return p.Counted()
	case q.Sum.Unit != "":
		return message.Verbatim(q.Sum.Unit)
	}
	return message.Sprintf("units of %s", allNames(q.Sum.Of))
}

// numbersFrom says where the numbers come from.
func numbersFrom(w *workload.Workload) message.Text {
	q := w.Question()
	for _, c := range q.Of {
		a, _ := w.Domain().Attribute(c)
		switch {
		case len(q.Of) == 1 && a.Kind() == domain.Whole && len(q.Numbers) == 0:
			return message.Sprintf("number in %s", c)
		case len(q.Of) == 1 && a.Kind() == domain.Ranges && len(q.Numbers) == 0:
			return message.Sprintf("middle of the range of %s", c)
		case len(q.Of) == 1 && a.Kind() == domain.Ranges:
			return message.Sprintf("middle of the range of %s, or the number that was stated for it", c)
		}
	}
	return message.Sprintf("number stated for their %s", allNames(q.Of))
}

// allNames lists columns.
func allNames(columns []domain.AttributeName) message.Text {
	out := make([]message.Text, len(columns))
	for i, c := range columns {
		out[i] = message.Verbatim(string(c))
	}
	return message.List(out, "%s and %s", "%s and %s")
}

// bounds says what becomes of numbers beyond the declared ones.
func bounds(a *domain.Attribute) []message.Text {
	_, other := a.Special()
	first, last := a.Label(0), a.Label(a.Regular()-1)
	switch {
	case !a.Kind().OfNumbers():
		return nil
	case other.Rule == domain.Nearest:
		return []message.Text{message.Sprintf("Numbers in %s below %s or above %s are clipped: they count as the nearer of the two.", a.Name(), first, last)}
	case other.Rule == domain.AsValue:
		return []message.Text{message.Sprintf("Numbers in %s below %s or above %s count as %s.", a.Name(), first, last, other.Value)}
	}
	return nil
}

// standIns say by how much the number that stands for a range can be off, which no interval of noise counts.
func standIns(w *workload.Workload, s *workload.Sums) []message.Text {
	a := w.Domain().Attributes()[s.Of[0]]
	if len(s.Of) > 1 || a.Kind() != domain.Ranges {
		return nil
	}
	most := new(big.Rat)
	for cell, valued := range s.Valued {
		v := w.Domain().Value(cell, s.Of[0])
		if !valued || v >= a.Regular() {
			continue
		}
		number := new(big.Rat).Mul(s.Unit, new(big.Rat).SetInt64(s.Weights[cell]))
		low, high := a.Ends(v)
		if low == nil || high == nil {
			return []message.Text{message.Sprintf("A range of %s is open-ended, so the number that stands for it can be off by any amount. Intervals do not include this error.", a.Name())}
		}
		for _, end := range []*big.Rat{low, high} {
			if off := new(big.Rat).Sub(number, end); most.Cmp(off.Abs(off)) < 0 {
				most = off
			}
		}
	}
	return []message.Text{message.Sprintf("The number that stands for a range of %s is off by up to %s for a person, and so is an average. Intervals do not include this error.", a.Name(), decimal.Exact(most))}
}

// countNothing names the values that count as none.
func countNothing(w *workload.Workload, s *workload.Sums) (out []message.Text) {
	if len(s.Of) > 1 {
		return []message.Text{message.Sprintf("A combination without a number")}
	}
	a := w.Domain().Attributes()[s.Of[0]]
	k, most := a.Size(), 5
	none := make([]bool, k)
	for cell, g := range s.Group {
		if g >= 0 && !s.Valued[cell] {
			none[w.Domain().Value(cell, s.Of[0])] = true
		}
	}
	for v, yes := range none {
		if yes {
			if len(out) == most {
				return append(out[:most-1], message.Sprintf("every other value without a number"))
			}
			out = append(out, domain.Said([]string{a.Label(v)})...)
		}
	}
	return out
}

func listed(names []message.Text) message.Text {
	return message.List(names, "%s, %s", "%s and %s each")
}

// SumDecimals returns how many decimals totals are written with: all that units of their numbers have.
func SumDecimals(w *workload.Workload) int {
	s, ok := w.Sums()
	if !ok {
		return 0
	}
	digits, _ := s.Unit.FloatPrec()
	return digits
}
