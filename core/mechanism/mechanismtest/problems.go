//go:build !evidence

package mechanismtest

import "steward/core/seeded"

// Problems is how many random problems the properties are checked on.
var Problems = seeded.Often(20, 120)
