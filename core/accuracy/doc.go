// Package accuracy says how good an answer is: its expected error, an interval around it, and how
// the error goes with the budget. Everything here is a function of public choices (noise scales,
// numbers of rows, weights), never of counts, and so may be shown before anything is spent.
//
// An answer is a sum of independent rows of noise, often with weights; package noise has the half-widths of such sums. All
// of it is the error that protection adds: not a sampling error, and nothing about mistakes in the data.
//
// Units are those of the answer (records, for counts). What says how far answers of a question are
// off (HowFarOff, Spread, Typical) is here alone, and said alike everywhere.
package accuracy
