// Package sensitivity computes policy-specific sensitivities: by how much the rows of an
// operator can change along an edge of a policy, in L1 or L2, per unit of the edge's
// weight (docs/mathematics.md, "Sensitivities").
//
// Every value has one definition, a maximum over edges. Of
// finds the same number for any operator under any policy, in closed form where there is one;
// Line and Histogram give the values that tuning asks for many times. Tests compare them with
// the definition on random small domains. Where a domain has impossible combinations and its
// edges are too many to walk, a value may be larger than the maximum, never smaller.
//
// To add a kind of operator, tell how its rows change between two cells (see change) in a
// file of its own and give it a case in changeOf. What else it can tell of its changes makes
// it fast on lines, blocks and boxes; without, edges are walked over one by one.
package sensitivity
