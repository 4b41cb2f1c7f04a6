// Package plantest makes random tiny plans, and says by definition what they promise: which vertices their secrets
// join ([Graph]), which rows of a file count, and which files are neighbours ([Drawn.Neighbours]). It shares nothing with what plans
// compile to, so that tests compare the two.
//
// # To add a kind of secret
//
// Give it a maker in secrets.go: what the plan says, and from the definition with what weight two different
// values are joined. [Draw] draws it from then on, and the tests of core/promise and core/release meet it.
package plantest
