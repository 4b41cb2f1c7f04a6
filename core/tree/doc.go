// Package tree holds forests over the cells of a domain and the vectors of subtree counts on
// which mechanisms for trees work.
//
// For a policy whose graph is a tree, a change of one person along an edge changes the number
// of people below that edge by one and nothing else. The vector z of these numbers, one for
// every edge, is therefore to the policy what the histogram is to plain differential privacy:
// any mechanism that is private where one entry changes by one keeps the policy when it is run
// on z, and every count follows from z exactly (transformational equivalence, Haney,
// Machanavajjhala and Ding 2015, theorem 4.3 and appendix E for policies of several components). On the line graph z is the vector of cumulative counts; where all that is
// secret is who is in the file, z is the histogram itself.
//
// For other graphs a forest of small stretch serves: an edge of the policy changes as many
// entries of z, by one each, as there are edges of the forest on the way between its ends
// (Haney et al. 2015, lemma 4.3). This is for mechanisms whose noise depends on the data; linear
// ones do better with the policy's own sensitivity.
package tree
