// Package sensitivity computes policy-specific sensitivities: by how much the rows of an
// operator can change along an edge of a policy, in L1 or L2, per unit of the edge's
// weight (MECHANISMS 1.3, section 3).
//
// Every value has one definition, a maximum over edges, and BruteForce computes it so. The
// other functions are faster ways to the same number for the shapes that occur; tests
// compare them on random small domains. Where a domain has impossible combinations, or
// edges are too many to walk, a value may be larger than the maximum, never smaller.
//
// The package imports core/limits, core/domain, core/linop and core/policy.
package sensitivity
