// Package ledger keeps the durable account of what was spent on a data set: one append-only
// file per data set, a line per entry, each line chained to the one before by a hash, and
// the hash of the last one kept in a second place. A debit is on the disk before Debit
// returns, so a crash can waste budget and never hides a spend. A ledger that was edited is
// reported and never written to.
//
// # What counts against a limit
//
// What is spent and what is set aside (Reserve) count, of the data set itself and of every
// data set that is linked to it, directly or through others (Link): they are about the same
// people, and what is learnt about a person adds up whatever file it comes from. The limit
// is the account's: the least of those of all these ledgers, which every debit of every plan keeps. It is set by
// SetLimit, or by the first debit whose plan names one. A plan may be stricter for itself, and never raises
// it. A debit draws first
// on what its own data set set aside under the release's title. The chances of failure (the deltas)
// add up in the same way, with a limit of their own (SetChanceLimit); nothing of them is set aside.
//
// # Two programs
//
// A call locks the file of its ledger, and those of all ledgers linked to it, in the order
// of their paths, so that no two programs wait for one another. It looks at the links again
// when it holds the locks.
//
// # Copies
//
// What is put back together with its head is noticed by copies that are kept elsewhere (Copy): BringUp adds what they have and
// the ledgers lack. Where both went on, what the other has noted is noted again behind what is here, each entry once
// (Merge, Entry.Again). Recover does so with what the record of a release tells.
//
// # Names
//
// Two spellings of one name that a person would not tell apart (composed or decomposed
// letters, case, width, blanks, invisible characters) are one data set. Known refuses a name that has no ledger
// and says which are near.
package ledger
