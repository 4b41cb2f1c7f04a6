//go:build !evidence

package ledger

// everyDeath says that programs are killed at every place, and not only once in every state
// that the files can be in.
const everyDeath = false
