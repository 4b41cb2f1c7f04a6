//go:build evidence

package mechanismtest

// Problems is how many random problems the properties are checked on.
const Problems = 400
