package sensitivity

import "steward/core/policy"

// Histogram returns the L1 sensitivity of the complete histogram over the possible cells:
// 2 when any two cells are joined, otherwise 1 when cells are joined to "not in the file"
// only, otherwise 0 (docs/mathematics.md, "Sensitivities"). It holds for policies whose edges weigh One.
func Histogram(p *policy.Policy) int64 {
	switch {
	case p.HasValueEdges():
		return 2
	case p.Presence():
		return 1
	}
	return 0
}
