// Package policy holds secrets as graphs: a policy is a weighted graph over the cells of a
// declared domain, with an optional extra vertex for "not in the file". An edge says that
// its two values must not be told apart, up to the budget times its weight; differential
// privacy, Blowfish (He et al. 2014) and d_X-privacy (Kamalaruban et al. 2020) are the same
// graph with other edges and weights.
//
// A Policy is stated over all published columns by one Part per column or group of columns
// and by how many parts may change together. It is never materialised: Project gives the
// policy that a question over a few columns has to keep, and that projection, whose cells
// can be counted, is what sensitivities are computed on.
//
// To add a kind of secret, add a Part in a file of its own; the tests over all parts
// compare what it answers quickly with what its edges say.
//
// The package imports core/domain.
package policy
