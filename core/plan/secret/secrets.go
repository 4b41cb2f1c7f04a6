// Package secret has what plans say nobody may be able to tell, and makes it the parts of a policy. A kind of secret is a file of its own,
// listed in kinds.
package secret

import (
	"slices"

	"steward/core/domain"
	"steward/core/policy/distance"
)

// Secrets say what nobody may be able to tell. Columns that no entry names are secret
// entirely.
type Secrets struct {
	// Presence keeps secret whether a person is in the file; Absences keep it secret for
	// chosen people, or with weights of their own.
	Presence bool `json:"presence,omitempty"`
	// PresenceOnly makes that all that is secret: answers are hidden no better than by leaving the file
	// and returning (unbounded differential privacy: Dwork 2006; Kifer and Machanavajjhala 2011, section 2).
	// It goes with Presence, and with no other secret.
	PresenceOnly bool      `json:"presenceOnly,omitempty"`
	Absences     []Absence `json:"absences,omitempty"`
	Columns      []Secret  `json:"columns,omitempty"`
	// Together is how many answers may change together: 0 means all of them, the
	// strongest; 1 protects each answer by itself.
	Together int `json:"together,omitempty"`
}

// Of returns the secret of a column; false where it has none of its own.
func (all Secrets) Of(column domain.AttributeName) (Secret, bool) {
	for _, s := range all.Columns {
		if slices.Contains(s.Columns, column) {
			return s, true
		}
	}
	return Secret{}, false
}

// Absence keeps secret whether people are in the file: those whose answers are in all of
// the sets, or everybody when there are none, by a weight that is a multiple of the budget.
type Absence struct {
	Where  domain.Combination `json:"where,omitempty"`
	Weight string             `json:"weight,omitempty"` // a plain decimal; empty is 1
}

// Secret is the secret of one column, or of several that share a common distance.
type Secret struct {
	Columns []domain.AttributeName `json:"columns"`
	Kind    Kind                   `json:"kind"`
	// Within is the distance of Near and Place, as a plain decimal; Norm says how the
	// differences of several columns make one: "L1" (their sum, the default), "L2" (the
	// straight line) or "Linf" (the largest).
	Within string        `json:"within,omitempty"`
	Norm   distance.Norm `json:"norm,omitempty"`
	// Scales say how much one unit of each column counts toward a common distance, as
	// plain decimals; a column that is missing counts 1. For Grid they are the squares'
	// widths, of which none may be missing.
	Scales map[domain.AttributeName]string `json:"scales,omitempty"`
	// Groups partition the values of the column.
	Groups []Group `json:"groups,omitempty"`
	// Coarser says to which entry of a coarser list each value belongs.
	Coarser map[string]string `json:"coarser,omitempty"`
	// Unit is the distance that Graded and Places protect by the whole budget, AtLeast one that
	// nearer pairs count as (for Places it may not be missing).
	Unit    string `json:"unit,omitempty"`
	AtLeast string `json:"atLeast,omitempty"`
	// Weight multiplies the weight of every edge of the secret: a plain decimal, empty for 1.
	// Weights are the values' own of PerValue by label, Otherwise that of the others, which
	// are joined to the listed ones only when it is empty.
	Weight    string            `json:"weight,omitempty"`
	Weights   map[string]string `json:"weights,omitempty"`
	Otherwise string            `json:"otherwise,omitempty"`
	// Distances are those of Matrix: for each pair of values, by label, the weight of its edge.
	// A pair that is not listed is not joined.
	Distances []Distance `json:"distances,omitempty"`
	// Pairs are those of Pairs.
	Pairs []Pair `json:"pairs,omitempty"`
	// Of are the secrets that Any and All combine; their columns are those of the whole.
	Of []Secret `json:"of,omitempty"`
	// BlanksJoined joins the cells for blanks and others to every value; otherwise they
	// are groups of their own, whose sizes are disclosed.
	BlanksJoined bool `json:"blanksJoined,omitempty"`
}
