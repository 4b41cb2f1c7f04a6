package accuracy

import (
	"math"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/message"
	"steward/core/workload"
)

// Spread is how far the unadjusted answers of one kind are off: those that carry noise, from the nearest to the farthest.
type Spread struct {
	// What says of which answers: the numbers, or the cells of a table, or the totals over some of its columns.
	What message.Text
	// Answers counts all of them, Exact those that carry no noise.
	Answers, Exact int
	// The least and the largest typical error of an answer, and half-width that it keeps 19 times in 20.
	LeastTypical, MostTypical, LeastHalf, MostHalf float64
}

// Range writes the least and the largest of several errors: one number where they are written alike.
func Range(least, most float64) message.Text {
	a, b := People(least), People(most)
	if a == b {
		return Off(most)
	}
	return message.Sprintf("%s to %s", a, b)
}

// Typically writes the typical errors.
func (s Spread) Typically() message.Text { return Range(s.LeastTypical, s.MostTypical) }

// Within writes how far answers are off at most, 19 times in 20.
func (s Spread) Within() message.Text { return Range(s.LeastHalf, s.MostHalf) }

// add counts an answer in.
func (s *Spread) add(a Answer) {
	s.Answers++
	if a.Variance == 0 {
		s.Exact++
		return
	}
	typical := Typical(a.RMSE())
	if s.Answers-s.Exact == 1 {
		s.LeastTypical, s.LeastHalf = math.Inf(1), math.Inf(1)
	}
	s.LeastTypical, s.MostTypical = min(s.LeastTypical, typical), max(s.MostTypical, typical)
	s.LeastHalf, s.MostHalf = min(s.LeastHalf, a.HalfWidth), max(s.MostHalf, a.HalfWidth)
}

// Sentence describes the spread in the unit that the answers count. It is empty where all of them are exact.
func (s Spread) Sentence(counted message.Text) message.Text {
	switch noisy := s.Answers - s.Exact; {
	case noisy == 0:
		return message.Text{}
	case s.Answers == 1:
		return message.Sprintf("Half of the time %s is off by less than %s %s, 19 times in 20 by less than %s.", s.What, s.Typically(), counted, s.Within())
	case noisy == 1:
		return message.Sprintf("One of %s carries noise: half of the time it is off by less than %s %s, 19 times in 20 by less than %s.", s.What, s.Typically(), counted, s.Within())
	}
	return message.Sprintf("Half of %s are off by less than %s %s, 19 in 20 by less than %s.", s.What, s.Typically(), counted, s.Within())
}

// HowFarOff says how far the answers of a workload are off before they are tidied, in what they count: every kind of answer for
// itself, but for those that are off alike. It is the one place where that is said.
func HowFarOff(w *workload.Workload, answers []Answer, counted message.Text) []message.Text {
	var out []message.Text
	for _, s := range Spreads(w, answers) {
		if text := s.Sentence(counted); !text.IsZero() {
			out = append(out, text)
		}
	}
	return out
}

// Spreads returns how far the answers of each kind are off. Of a question of averages these are its totals.
func Spreads(w *workload.Workload, answers []Answer) []Spread {
	if s, ok := w.Sums(); ok {
		answers = answers[:s.Figures()]
	}
	names, of := kinds(w)
	out := make([]Spread, len(names))
	for i, a := range answers {
		out[of(i)].add(a)
	}
	for k := range out {
		out[k].What = names[k]
	}
	return alike(out)
}

// alike joins neighbouring kinds whose errors are written alike.
func alike(all []Spread) []Spread {
	var out []Spread
	for _, s := range all {
		if s.Answers == 0 {
			continue
		}
		at := -1
		for k, o := range out {
			if s.Exact < s.Answers && o.Exact < o.Answers && o.Typically().String() == s.Typically().String() && o.Within().String() == s.Within().String() {
				at = k
			}
		}
		if at < 0 {
			out = append(out, s)
			continue
		}
		o := &out[at]
		o.What, o.Answers, o.Exact = message.Sprintf("%s and %s", o.What, s.What), o.Answers+s.Answers, o.Exact+s.Exact
	}
	switch {
	case len(out) == 1 && out[0].Answers == 1:
		out[0].What = message.Sprintf("the number")
	case len(out) == 1:
		out[0].What = message.Sprintf("the numbers")
	}
	return out
}

// mostKinds is of how many kinds of totals each is told for itself.
const mostKinds = 8

// kinds names the kinds of answers of a workload, and tells the kind of each.
func kinds(w *workload.Workload) (names []message.Text, of func(answer int) int) {
	if s, ok := w.Sums(); ok && s.Overall && s.Groups > 1 {
		return []message.Text{message.Sprintf("the totals of groups"), message.Sprintf("the total of all")}, func(i int) int {
			if i == s.Figures()-1 {
				return 1
			}
			return 0
		}
	}
	table, ok := w.Operator().(linop.Crosstab)
	if !ok {
		return []message.Text{message.Sprintf("the numbers")}, func(int) int { return 0 }
	}
	var wide []int // columns that there are totals over
	attrs := w.Domain().Attributes()
	for j, a := range attrs {
		if a.Size() > 1 {
			wide = append(wide, j)
		}
	}
	over := func(i int) (mask int) {
		for k, j := range wide {
			if table.Entry(i, j) < 0 {
				mask |= 1 << k
			}
		}
		return mask
	}
	if 1<<len(wide) > mostKinds {
		return []message.Text{message.Sprintf("the cells"), message.Sprintf("the totals")}, func(i int) int { return min(over(i), 1) }
	}
	for mask := range 1 << len(wide) {
		names = append(names, kindOf(attrs, wide, mask))
	}
	return names, over
}

// kindOf names the numbers of a table that are totals over some of its columns.
func kindOf(attrs []*domain.Attribute, wide []int, mask int) message.Text {
	var over []string
	for k, j := range wide {
		if mask>>k&1 == 1 {
			over = append(over, string(attrs[j].Name()))
		}
	}
	switch len(over) {
	case 0:
		return message.Sprintf("the cells")
	case len(wide):
		return message.Sprintf("the total of all")
	}
	return message.Sprintf("the totals over %s", message.List(message.Names(over), "%s and %s", "%s and %s"))
}
