// Package mechanism holds the registry of mechanisms, one file each, and the chooser that
// compares them.
//
// A mechanism has two halves. Check and Prepare take a Problem: policy, facts, questions
// and budget, and no data; what they return can tell its expected error. Only Release, the
// second half, takes counts, and only core/release calls it on true ones. A test walks over
// the values of every Problem and Prepared and fails when one could reach data.
//
// To add a mechanism: one file with a type that implements Mechanism, listed in All. The
// conformance tests then demand that its expected error is met by sampling, that its noise
// keeps the policy on every edge, and that its loss is within the budget.
//
// The package imports the core packages below it; it never imports core/table.
package mechanism
