// Package release is the only place where plan, data and ledger meet. Run checks the plan,
// reads the reviewed file again, compares the known facts, debits the ledger and only then
// draws noise, once.
//
// Reading files and keeping the ledger are done by whoever calls it, behind the
// interfaces declared here.
package release
