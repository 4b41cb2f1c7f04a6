package model

import (
	"fmt"

	"steward/core/result"
)

// askedSum says what the totals of a question are of.
func askedSum(q *result.Question, counted string) string {
	s, _ := q.Workload.Sums()
	what := "The total of " + quote(q.Workload.Summed())
	if s.Averages {
		what += fmt.Sprintf(", and how many %s have a number in it", counted)
	}
	attrs := q.Workload.Domain().Attributes()
	names := make([]string, len(s.By))
	for i, j := range s.By {
		names[i] = quote(string(attrs[j].Name()))
	}
	if len(names) > 0 {
		what += ", for each " + listed(names)
		if s.Overall {
			what += " and of all together"
		}
	}
	return fmt.Sprintf("%s: %s.", safe(what), plural(q.Len(), "number", "numbers"))
}

// sumPicture shows the averages of the groups of a question, or their totals where no averages are asked
// for.
func sumPicture(q *result.Question) Picture {
	s, _ := q.Workload.Sums()
	attrs := q.Workload.Domain().Attributes()
	p := Picture{Axis: "all"}
	for i, j := range s.By {
		if i == 0 {
			p.Axis, p.Ordered = "", len(s.By) == 1 && attrs[j].HasOrder()
		} else {
			p.Axis += " · "
		}
		p.Axis += safe(string(attrs[j].Name()))
	}
	var points []Point
	n := min(s.Groups, mostPoints)
	for i := range n {
		key := q.Key(i)
		at := point(q, i, label(q, key[:max(len(key)-1, 1)]))
		if len(q.Derived) > 0 {
			v := q.Derived[0].Values[i]
			if v.Unreliable {
				continue
			}
			at.Value, at.HalfWidth = v.Value, max(v.High-v.Value, v.Value-v.Low)
		}
		points = append(points, at)
	}
	if n < s.Groups {
		p.Note = fmt.Sprintf("The first %s of %s groups are drawn.", whole(mostPoints), whole(int64(s.Groups)))
	}
	p.Panels = []Panel{{Points: points}}
	return p
}
