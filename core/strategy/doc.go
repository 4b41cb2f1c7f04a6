// Package strategy holds measurement strategies whose error, estimate and tuning are known in
// closed form, so that neither a dense matrix nor a search over the data is ever needed. It is
// pure numerics on one ordered axis of cells: it knows nothing of policies, budgets as decimals
// or records. A caller says how far a secret pair can move each group of rows (see [Load]); the
// package says which rows to measure with which scales ([Tune]), how large the error of every query
// will be ([Weighted]) and, after the rows have been measured and released, what the cells were
// ([Weighted.Estimate]).
//
// One family is the chain strategy (docs/mathematics.md, "4. Chains"): prefix sums at block ends
// beside a hierarchy of levels inside the blocks. It contains the ordered mechanism (He,
// Machanavajjhala and Ding 2014, section 7.1), the ordered hierarchical mechanism (section
// 7.2), the hierarchical mechanism with consistency (Hay, Rastogi, Miklau and Suciu 2010) and
// its wide-fan-out form (Qardaji, Yang and Li 2013), each with least squares and free scales.
//
// The other family is the soft strategy ([Soft], docs/mathematics.md sections 6 and 7): single cells
// beside sums of cumulative counts over boxes and the differences of such sums, for which all of
// this comes from banded factors in place of closed forms ([SoftWeighted]), and the search ([TuneSoft])
// walks along the cells once for each look at a strategy.
//
// Units: cells are indices 0..Cells-1, rows are sums of records over consecutive cells, scales
// are one over the noise parameter (1/records), precisions are one over a variance
// (1/records^2), variances and errors are in records^2.
package strategy
