// Package attack shows why known facts matter: the averaging attack of He et al. 2014
// section 3.2, worked on the steward's own columns with made-up counts. Every cell of a
// table is published with noise that would do if nothing else were known; the sums of
// neighbouring cells are public; and whoever knows them can work each cell out from every
// other one, so that the noise averages out. The same attack is then made on the table with
// the noise that the facts call for.
//
// It is a demonstration: no records are read, and what it spends is nobody's budget.
package attack
