package verify

import (
	"math"
	"slices"

	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/release"
	"steward/core/result"
	"steward/io/export"
)

// derived works out again what follows from the answers to a question, and what the plan's rules
// publish of them.
func (v *verifier) derived(g registry.Group, n int, q export.Question, rq *result.Question) {
	for _, t := range q.Derived {
		rq.Derived = append(rq.Derived, t.Results())
	}
	c := v.plan
	asked := c.Plan.Questions[g.Questions[n]]
	v.part = Figures
	if asked.Derives() && !rq.LeftOut || len(q.Derived) > 0 {
		var published []float64
		if v.intervalled() {
			published = rq.Tidied
		}
		var again []result.DerivedTable
		var err error
		if !rq.LeftOut {
			again, err = release.Derive(c, g, n, rq.Unadjusted, published)
		}
		if err == nil && v.intervalled() {
			err = release.Contain(c, g.Questions[n], again)
		}
		v.worked(figures{
			same:  err == nil && sameDerived(rq.Derived, again, sameEnds),
			near:  err == nil && sameDerived(rq.Derived, again, nearErrors),
			sound: err == nil && len(rq.Derived) == len(again),
		},
			message.Sprintf("%s: percentages, rates and differences follow from its numbers", q.Title),
			message.Sprintf("%s: percentages, rates or differences do not follow from its numbers", q.Title))
	}
	v.published(q, rq)
	v.part = Record
}

// published compares what is published of answers with what the plan's rules make of them.
func (v *verifier) published(q export.Question, rq *result.Question) {
	same := true
	for k, a := range q.Answers {
		shown, ok := rq.Published(k)
		want := a.Published
		if a.Shown != nil {
			want = *a.Shown
		}
		same = same && ok != a.Hidden && (!ok || shown == want)
	}
	if !rq.Rule.IsZero() || !same {
		v.note(same, message.Sprintf("%s: published numbers are rounded and hidden as the plan says", q.Title),
			message.Sprintf("%s: published numbers are not rounded and hidden as the plan says", q.Title))
	}
}

// sameEnds is how far values, and the ends of their intervals, may be apart, as a part of them.
const sameEnds = 1e-7

// sameDerived compares what follows from answers, the ends of intervals up to a part of them.
func sameDerived(a, b []result.DerivedTable, ends float64) bool {
	near := func(x, y, upTo float64) bool { return math.Abs(x-y) <= upTo*math.Max(1, math.Abs(y)) }
	return slices.EqualFunc(a, b, func(s, t result.DerivedTable) bool {
		return s.Title.String() == t.Title.String() && s.Unit == t.Unit && slices.EqualFunc(s.Values, t.Values, func(x, y result.Derived) bool {
			return slices.Equal(x.Key, y.Key) && x.Unreliable == y.Unreliable && near(x.Value, y.Value, sameEnds) && near(x.Low, y.Low, ends) && near(x.High, y.High, ends)
		})
	})
}
