package model

import (
	"strings"

	"steward/core/message"
	"steward/core/result"
)

// askedSum says what the totals of a question are of.
func (w wording) askedSum(q *result.Question, counted string) string {
	s, _ := q.Workload.Sums()
	what := w.Sayf("The total of %s", w.quote(q.Workload.Summed()))
	if s.Averages {
		what = w.Sayf("%s, and how many %s have a number in it", what, counted)
	}
	attrs := q.Workload.Domain().Attributes()
	names := make([]string, len(s.By))
	for i, j := range s.By {
		names[i] = w.quote(string(attrs[j].Name()))
	}
	switch {
	case len(names) > 0 && s.Overall:
		what = w.Sayf("%s, for each %s and of all together", what, w.listed(names))
	case len(names) > 0:
		what = w.Sayf("%s, for each %s", what, w.listed(names))
	}
	return w.Sayf("%s: %s.", what, w.plural(q.Len(), "number", "numbers"))
}

// sums shows the averages of the groups of a question, or their totals where no averages are asked
// for.
func (q depicted) sums() Picture {
	s, _ := q.Workload.Sums()
	attrs := q.Workload.Domain().Attributes()
	names := make([]string, len(s.By))
	for i, j := range s.By {
		names[i] = safe(string(attrs[j].Name()))
	}
	p := Picture{Axis: message.Verbatim(strings.Join(names, " · ")), Ordered: len(s.By) == 1 && attrs[s.By[0]].HasOrder()}
	if len(names) == 0 {
		p.Axis = message.Sprintf("all")
	}
	var points []Point
	n := min(s.Groups, mostPoints)
	for i := range n {
		key := q.Key(i)
		at := q.point(i, key[:max(len(key)-1, 1)])
		if len(q.Derived) > 0 {
			v := q.Derived[0].Values[i]
			if v.Unreliable {
				continue
			}
			at.Value, at.Low, at.High, at.Hidden = v.Value, v.Low, v.High, false
		}
		points = append(points, at)
	}
	if n < s.Groups {
		p.Note = message.Sprintf("The first %s of %s groups are drawn.", whole(mostPoints), whole(int64(s.Groups)))
	}
	p.Panels = []Panel{{Points: points}}
	return p
}
