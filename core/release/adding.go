package release

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/result"
	"steward/core/workload"
)

// mostCompared is how many answers are looked at for whether their errors go together.
const mostCompared = 1024

// Adding works out how errors of the unadjusted answers to question n of a group go together, with
// a few sums as examples. Where the mechanism does not know, it says nothing.
func Adding(g registry.Group, n int, q *result.Question) result.Adding {
	a := adder{g, n, q}
	var out result.Adding
	examples := a.examples()
	for k, s := range examples {
		resort := k == len(examples)-1 // shown where nothing else is
		if resort && len(out.Examples) > 0 {
			break
		}
		sum, e, ok := a.sum(s)
		if !ok {
			return result.Adding{}
		}
		if !resort && sum.Error <= 1e-6*slices.Max(q.Error) {
			continue // it follows from what is public
		}
		out.Examples = append(out.Examples, sum)
		if out.Factor == 0 && e.Variance > 0 {
			out.Factor = e.Family.Factor(level)
			out.Step = max(sum.HalfWidth-out.Factor*sum.Error, 0)
		}
	}
	if c, ok := mechanism.Within(g.Prepared).(interface{ Conditioned() bool }); q.Ranges != nil && (!ok || c.Conditioned()) {
		out.Factor, out.Step = 0, 0 // a draw may count more often in other differences
	}
	out.Independent = len(out.Examples) > 0 && a.independent()
	return out
}

// adder adds answers to one question up.
type adder struct {
	group registry.Group
	n     int
	q     *result.Question
}

// mostExamples is how many sums of a kind are worked out for a question.
const mostExamples = 6

// examples chooses sums that a reader would want: between two values of cumulative counts; of a table without totals its margins, by
// the values of each column, or the lower and the upper half of a column in order; all together; and ranges that join. The last,
// the difference of two, is for where there are none of these.
func (a adder) examples() []result.Sum {
	var noisy []int
	for i := range a.q.Leading() {
		if !a.q.Exact[i] {
			noisy = append(noisy, i)
		}
	}
	if len(noisy) < 2 {
		return nil
	}
	asked := a.q.Workload.Question()
	_, follow := a.q.Workload.Follow()
	if asked.Kind == workload.Cumulative || follow { // counts up to a value hold those up to a lower one
		low, high := noisy[len(noisy)/4], noisy[min(len(noisy)*3/4, len(noisy)-1)]
		if low == high {
			low, high = noisy[0], noisy[len(noisy)-1]
		}
		return []result.Sum{{Add: []int{high}, Subtract: []int{low}}}
	}
	difference := result.Sum{Add: noisy[:1], Subtract: noisy[1:2]}
	if s, ok := a.neighbours(noisy); ok {
		return []result.Sum{s, difference}
	}
	if asked.Kind != workload.Table || asked.Totals || a.q.Len() > mostCompared {
		return []result.Sum{difference}
	}
	all := make([]int, a.q.Len())
	for i := range all {
		all[i] = i
	}
	out := a.margins()
	if len(asked.Columns) == 1 {
		out = a.halves()
	}
	return append(out, result.Sum{Add: all}, difference)
}

// margins are the sums over all other columns, by the values of each column that has few enough.
func (a adder) margins() []result.Sum {
	var out []result.Sum
	for j, attr := range a.q.Workload.Domain().Attributes() {
		if attr.Size() > mostExamples {
			continue
		}
		of := make(map[string][]int)
		for i := range a.q.Len() {
			label := a.q.Key(i)[j]
			of[label] = append(of[label], i)
		}
		for _, label := range attr.Labels() {
			if len(of[label]) > 1 {
				out = append(out, result.Sum{Of: message.Sprintf("all with “%s” in “%s”", saidLabel(label), string(attr.Name())), Add: of[label]})
			}
		}
	}
	return out
}

// neighbours is the sum of two ranges of a column of which one begins where the other ends.
func (a adder) neighbours(noisy []int) (result.Sum, bool) {
	asked := a.q.Workload.Question()
	if asked.Kind != workload.Ranges || len(asked.Columns) != 1 || len(noisy) > mostCompared {
		return result.Sum{}, false
	}
	attr := a.q.Workload.Domain().Attributes()[0]
	place := make(map[string]int)
	for v := range attr.Regular() {
		place[attr.Label(v)] = v + 1
	}
	for _, i := range noisy {
		for _, k := range noisy {
			first, then := a.q.Key(i), a.q.Key(k)
			if end := place[first[1]]; end > 0 && place[then[0]] == end+1 && place[then[1]] > end {
				return result.Sum{Of: message.Sprintf("“%s” from “%s” to “%s”", string(attr.Name()), saidLabel(first[0]), saidLabel(then[1])), Add: []int{i, k}}, true
			}
		}
	}
	return result.Sum{}, false
}

// saidLabel is a label as messages have it.
func saidLabel(label string) any {
	if said, ok := domain.SaidLabel(label); ok {
		return said
	}
	return label
}

// halves are the sums of the lower and of the upper half of a column in order.
func (a adder) halves() []result.Sum {
	attr := a.q.Workload.Domain().Attributes()[0]
	n := attr.Regular()
	if !attr.HasOrder() || n < 4 || a.q.Len() < n {
		return nil
	}
	half := func(from, to int) result.Sum {
		s := result.Sum{Of: message.Sprintf("“%s” from “%s” to “%s”", string(attr.Name()), saidLabel(attr.Label(from)), saidLabel(attr.Label(to-1)))}
		for i := from; i < to; i++ {
			s.Add = append(s.Add, i)
		}
		return s
	}
	return []result.Sum{half(0, n/2), half(n/2, n)}
}

// sum works a sum out; ok is false where its error is not known.
func (a adder) sum(s result.Sum) (result.Sum, mechanism.Combined, bool) {
	var terms []mechanism.Term
	for _, i := range s.Add {
		terms = append(terms, mechanism.Term{Answer: i, Weight: 1})
		s.Value += a.q.Unadjusted[i]
	}
	for _, i := range s.Subtract {
		terms = append(terms, mechanism.Term{Answer: i, Weight: -1})
		s.Value -= a.q.Unadjusted[i]
	}
	e, err := a.group.Combine(a.n, terms)
	if err != nil {
		return s, e, false
	}
	s.Error, s.HalfWidth = math.Sqrt(e.Variance), e.HalfWidth()
	return s, e, true
}

// independent reports whether no two answers have errors that go together: the variance of their sum,
// each with a weight of its own, is then the sum of their variances, and with other weights than a
// few it is not otherwise. The weights are fixed and have no pattern; of more answers than
// mostCompared nothing is claimed.
func (a adder) independent() bool {
	const golden = 0.6180339887498949 // multiples of it, without their whole parts, are spread evenly
	count := a.q.Leading()
	if count > mostCompared {
		return false
	}
	var terms []mechanism.Term
	apart := 0.0
	for i := range count {
		if a.q.Exact[i] {
			continue
		}
		w := 1 + math.Mod(float64(i+1)*golden, 1)
		terms = append(terms, mechanism.Term{Answer: i, Weight: w})
		apart += w * w * a.q.Error[i] * a.q.Error[i]
	}
	e, err := a.group.Combine(a.n, terms)
	return err == nil && math.Abs(e.Variance-apart) <= 1e-9*apart
}
