package model

import (
	"strings"

	"steward/core/domain"
)

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
	return strings.Join(domain.Texts(names), " · ")
}
