// Package mechanism says what a mechanism is, and holds what its families share: problems, laws and budgets of rows,
// what is publicly known of cells, how estimated cells become possible counts, how rows are stated, and half-widths.
//
// A mechanism has two halves. Check and Prepare take a Problem: policy, facts, questions
// and budget, and no data; what they return can tell its expected error. Only Release, the
// second half, takes counts, and only core/release calls it on true ones. A test walks over
// the values of every Problem and Prepared and fails when one could reach data.
//
// The families are packages below this folder, each with a comment of its own: cells, line, box, edges, matrix, trees
// and sums. Package registry lists all mechanisms and chooses among them.
//
// # To add a mechanism
//
// Write a type that implements Mechanism into the family that it belongs to, and list it in registry.All. What it
// prepares embeds a Task and implements RowLister and Combiner, unless its error depends on the data, and Covarying where
// it estimates cells: known totals are then imposed on its estimates and taken into account in its errors (Task.Condition,
// Answers or Meet, Given, EachKnown). The tests of
// registry find it there, and each says what is missing:
//
//   - Its rows: releases whose draws are said have to draw noise for the rows that it states, each with its law
//     (mechanismtest, layout.go). On some hundreds of random problems (made by core/internal/randompolicy) the rows
//     then have to keep every edge of the policy within the budget, in exact arithmetic (certificate_test.go), the
//     stated errors have to be those of the matrix formula (error_test.go) and of sampled releases (sampled_test.go),
//     and tidied answers have to be counts (tidied_test.go).
//   - A problem to audit it on: auditproblems.go in mechanismtest has problems of two to four cells, and
//     one has to be for it. The real releases on neighbouring data sets are audited by
//     sampling and, where one or two rows are noisy, their laws exactly (audit_test.go,
//     core/internal/audit; a mechanism with Gaussian noise on a fine lattice has a case in coarse
//     there, which makes it anew on one of a few steps), and the audits have to catch sabotaged copies of it
//     (sabotage_test.go): too little noise, a budget split into too much, a missing edge, a
//     choice by the data, a row too many, tidying by the truth, weak randomness.
//   - No way to data: everything that it prepares is walked over by reflection, before and
//     after a release (nodata_test.go).
//   - Good manners: reasons that name a step, a loss within the budget, the same answers for
//     the same noise, cancelling, wrong counts refused (conformance_test.go).
//
// A mechanism whose error depends on the data (Info.DataDependent) applies only where a problem
// brings a public StandIn; what it prepares shows the error measured on that, and the chooser
// compares it by that. It states no rows: its file says what its parts promise, the part
// that looks at the data is proved and enumerated where it lives (core/partition), the tests of package trees
// check the forests and the budgets of the parts, and the audits sample it like the others, on
// pairs of every kind instead of the hardest.
//
// The default run of registry's tests prepares its random problems once and checks every property on them
// (prepared_test.go); what it takes grows with the number of mechanisms and is about half a minute of one
// core. go test -tags evidence gives every property problems of its own, audits on all problems that
// a mechanism applies to and on all pairs, draws more releases, and sabotages every mechanism in
// every way.
//
// None of these packages imports core/table.
package mechanism
