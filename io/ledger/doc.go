// Package ledger keeps the durable account of what was spent on a data set: one append-only
// file per data set, a line per entry, each line chained to the one before by a hash. A
// debit is on the disk before Debit returns, so a crash can waste budget and never hides a
// spend. A ledger that was edited is reported and never written to.
//
// The package imports core/account, core/release, core/result and io/wholefile.
package ledger
