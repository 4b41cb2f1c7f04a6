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
// # Parts
//
// Over one column: Complete, Alone (not secret), Groups and GroupsOf, Near,
// Matrix (a table of weights) and Budgets (by value). Over one or several: Within (a
// threshold on a distance), Graded (a metric), Grid, Pairs (a list), and over a latitude and a
// longitude WithinKilometres and GradedKilometres. Parts over the same columns make a Union or
// an Intersection, parts over different ones a Product. Part.Weigh gives any of them another
// weight. Absences say whose being in the file is a secret.
//
// # Weights
//
// What is enforced is the shortest-path closure of the edges, whatever was entered
// (docs/mathematics.md, "Policies"): Distance tells its lengths, Closed makes a part of it, and Strengthen
// lists the pairs that it protects better than was entered. An edge along which several parts
// change weighs as much as the heaviest of the parts' edges that it is made of. A distance that
// is told is never below the length of the shortest way, so no more is promised than is kept.
//
// # Sensitivities
//
// Policy.Line and the optional interfaces Reacher, Displacer and Partition of Policy.Sole tell
// of a million cells what walking over their edges could not. Policy.Unweighted and
// LeastWeight serve what knows edges of weight One only.
//
// Package weighted has the graphs and their weights, without columns; package distance says how far
// apart values and places are.
//
// To add a kind of secret, add a Part in a file of its own; the tests over all parts
// compare what it answers quickly with what its edges say.
package policy
