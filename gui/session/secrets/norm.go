package secrets

import (
	"slices"

	"steward/core/plan/secret"
	"steward/core/policy/distance"
	"steward/gui/words"
)

// Norm is a way in which the differences of several columns make one distance, as it is offered.
type Norm struct {
	Norm       distance.Norm
	Text, Note string
	distance   string // in a sentence
}

// Norms returns the ways in which differences make one distance, the default first.
func Norms() []Norm {
	return []Norm{
		{distance.L1, words.T("the sum of the differences"), words.T("added up, each in its unit"), words.T("the sum of the differences")},
		{distance.L2, words.T("the straight line"), words.T("as on a map: of 3 and 4 it is 5"), words.T("the distance in a straight line")},
		{distance.LInf, words.T("the largest difference"), words.T("each may differ by so much at once"), words.T("the largest of the differences")},
	}
}

// NormOf returns which of the ways a rule has.
func NormOf(r secret.Secret) int {
	return max(slices.IndexFunc(Norms(), func(n Norm) bool { return n.Norm == r.Norm }), 0)
}

// normWords says how the differences of several columns make one distance.
func normWords(r secret.Secret) string { return Norms()[NormOf(r)].distance }
