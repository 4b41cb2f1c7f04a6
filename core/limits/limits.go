// Package limits holds every bound that a person can meet: by which a file, a plan or a question is refused, or a
// mechanism does not apply. They stand together so that a reviewer can read them beside each other, a maintainer
// changes each in one place, and an error message names the number that it enforces.
//
//   - files.go: what is read, and what a password may cost.
//   - plans.go: columns, questions, choices, groups, made-up records, known facts.
//   - protection.go: secrets, budgets, and the work of preparing mechanisms.
//
// What is not here stands where it is used, with its reason: how far an algorithm goes before it takes another way to the
// same result (core/constraint, core/sensitivity), how long it searches (core/optimum, core/strategy), what the ranges of
// its arithmetic are (core/noise), and how much of something a page, a picture or a message shows (reports, gui). A test
// finds errors that name a bound of their own.
package limits
