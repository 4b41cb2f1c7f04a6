// Package randompolicy makes random small columns, domains, policies, questions and
// problems for the tests of core: every kind of column, secret and question that there is,
// with special cells, impossible combinations and odd thresholds in between.
//
// A [Maker] takes its choices from a [Source], so the same choices make the same things: in
// a property test a source of core/seeded, in a rapid test a source that draws from
// rapid's T.
//
// # To add a kind of secret
//
// Write one method of Maker that makes it, in secrets.go, and give it a line in
// [SecretKinds]. Every test that makes policies then meets it: sensitivities are compared
// with the maximum over its edges, mechanisms are certified and audited on it, and the test
// of this package fails if it is made too seldom to count, or if what Fits promises cannot
// be made. A test that is about some kinds only sets the field Secrets of its Maker.
//
// A kind of policy over a whole domain is added to policies.go and [PolicyKinds] likewise, a
// kind of question to questions.go and [QuestionKinds].
//
// Tests of the packages that it imports, core/policy among them, can use it from an external
// test package only.
package randompolicy
