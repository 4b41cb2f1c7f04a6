package model

import (
	"strings"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/result"
)

// isTotal reports whether answer i of a table is a total, which charts leave out: it would dwarf
// its parts.
func isTotal(q *result.Question, i int) bool {
	t, ok := q.Workload.Operator().(linop.Crosstab)
	if !ok {
		return false
	}
	for j := range t.Sizes() {
		if t.Entry(i, j) < 0 {
			return true
		}
	}
	return false
}

// boxLabel joins the keys of a box: of an ordered column the first and the last value.
func (q depicted) boxLabel(keys []string) string {
	var parts []string
	for _, a := range q.Workload.Domain().Attributes() {
		text := keys[0]
		keys = keys[1:]
		if a.HasOrder() {
			text = q.span(text, keys[0])
			keys = keys[1:]
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " · ")
}

func joinColumns(names []domain.AttributeName) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = string(n)
	}
	return strings.Join(out, " · ")
}
