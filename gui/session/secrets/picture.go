package secrets

import (
	"steward/core/domain"
	"steward/reports/secretgraph"
)

// Picture returns a picture of the policy on the values of a column, or of the columns that share its rule, of which two
// combinations are looked at, given by index. It is false where there is nothing to draw, or too much, and where the table of the
// rule is its picture.
func (s *Step) Picture(column string, from, to []int) (secretgraph.Picture, bool) {
	rule, _ := s.Secret(column)
	q := s.asking()
	if q == nil || ruleKind(rule).tabled {
		return secretgraph.Picture{}, false
	}
	columns := rule.Columns
	if len(from) != len(columns) {
		columns = named(column)
	}
	looked := make(map[domain.AttributeName][2]int)
	for i := range min(len(columns), len(from), len(to)) {
		looked[columns[i]] = [2]int{from[i], to[i]}
	}
	return secretgraph.Of(q, domain.AttributeName(column), looked)
}
