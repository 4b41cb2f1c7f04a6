package model

import (
	"fmt"
	"strings"

	"steward/core/message"
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
		at := point(q, i, label(q, key[:max(len(key)-1, 1)]))
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
