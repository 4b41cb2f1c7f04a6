// Package optimum holds what is known of the best that mechanisms can do
// under a policy: lower bounds on the error of unbiased linear ones and of all, the Gaussian strategy of least error with a
// certificate of how near it is, strategies with Laplace noise found by search (Search), which
// have none, and the best scales of fixed rows, with a certificate again (Scale).
//
// The bounds of linear ones are those of Li and Miklau (2013) as Haney et al. (2015, appendix A) carry them
// to policy graphs, with the best weights of the edges instead of equal ones
// (docs/mathematics.md, "Lower bounds"): for any probabilities p of the edges and any strategy A with reconstruction R,
//
//	Δ₂(A)²·‖R‖² ≥ ( tr (G^½ L_p G^½)^½ )²,  L_p = Σ p_e (e_u − e_v)(e_u − e_v)ᵀ / w(e)²
//
// where G = WᵀW is the questions' Gram matrix. The weights that make the right side largest
// make both sides equal, and the strategy that attains it is X = AᵀA of Solve.
//
// Everything of these is a function of the questions and the policy, and knows no budget: an
// edge of weight One is a change of one unit, so a bound is a total of squared errors for
// Gaussian noise of rho = 1/2 along it, and half of one for Laplace noise of epsilon = 1.
//
// Alone and Table bound methods of any kind, for a loss of a secret pair, on the data where they have most error.
package optimum
