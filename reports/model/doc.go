// Package model turns a release into the accounting summary in words: what was published,
// about whom, what nobody can tell, what anyone may learn, what it cost, how good each
// number is, and everything that an expert needs to recompute it. A Document holds plain
// values and no layout; reports/pdf prints it, and the window shows it.
//
// Every sentence is made from the release alone: its plan, which is compiled again for the
// domain and the policy, its released numbers and its place in the ledger. Names that the
// steward gave are made safe to print here, once.
//
// The package imports neither core/table nor core/histogram.
package model
