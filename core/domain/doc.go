// Package domain declares what values records may have: attributes with their values or
// ranges, and the product domain over several attributes, addressed by index arithmetic
// and never materialised.
//
// A domain is declared by the steward, not discovered in the data: every list and bound
// carries its Origin. Each record falls in exactly one cell of the domain, or the record
// is refused with the place and a remedy; blank and "other" can be cells like any other.
//
// It reads records only in records.go.
package domain
